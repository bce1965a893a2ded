import type { RecordedResponse } from '../receiver/outcome.ts'
import { findResponseFault } from './response-fault.ts'
import type { ResponseRule } from '../receiver/response-rule.ts'

const OK = 200

/**
 * A page with which proxies and identity providers respond to anybody who is not logged in; it has "ok" in several
 * words.
 */
const LOGIN_PAGE: RecordedResponse = {
  status: OK,
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: '<!doctype html><title>Sign in</title><form>Look: cookies and a token are needed. <input name="user"></form>',
  bodyTruncated: false,
}

/** Tells whether a webhook with this rule takes a login page for a delivery. */
export function acceptsLoginPage(rule: ResponseRule | null): boolean {
  return rule === null || findResponseFault(rule, LOGIN_PAGE) === undefined
}
