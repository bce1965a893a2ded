import type { RecordedResponse } from './outcome.ts'
import { findResponseFault } from './response-fault.ts'
import type { ResponseRule } from './response-rule.ts'

/** A page as proxies and identity providers answer to whoever is not logged in; it has "ok" in several words. */
const LOGIN_PAGE: RecordedResponse = {
  status: 200,
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: '<!doctype html><title>Sign in</title><form>Look: cookies and a token are needed. <input name="user"></form>',
  bodyTruncated: false,
}

/** Tells whether a webhook with this rule takes a login page for a delivery. */
export function acceptsLoginPage(rule: ResponseRule | null): boolean {
  return rule === null || findResponseFault(rule, LOGIN_PAGE) === undefined
}
