import type { Instant } from '../instant.ts'
import type { FailureKind, NoResponseReason, Outcome, RecordedResponse, RequestResult } from './outcome.ts'
import { isWebPage, receiverWords, saysItPasses } from './read-response.ts'
import { findResponseFault } from './response-fault.ts'
import type { ResponseRule } from './response-rule.ts'
import { askedDelayMs, statedDelayMs } from './retry-after.ts'

export interface ResponseSettings {
  readonly rule: ResponseRule | null
  /** Each notification has its own address, so a missing one says nothing about the others. */
  readonly urlHasMarkers: boolean
}

/**
 * Decides the outcome of a response. Pure; `now` is only for dates in `Retry-After`. The reason has no secrets of ours:
 * the status, an address without its query, and, if a rule is broken, a line of the receiver's words.
 */
export function classifyResult(result: RequestResult, now: Instant, webhook: ResponseSettings): Outcome {
  if (result.kind === 'no-response') {
    const { detail: reason, reason: cause } = result
    if (cause === 'no_address') return { kind: 'refuse', reason, disableWebhook: false }
    return { kind: 'retry', reason, failure: 'unreachable', askedMs: 0, slow: SLOW_REASONS[cause] }
  }
  if (result.proxy !== undefined) {
    const { proxy, ...direct } = result
    return noteProxy(classifyResult(direct, now, webhook), proxy)
  }
  const { response } = result
  const { status } = response
  if (status >= 200 && status <= 299) return classifySuccess(response, now, webhook.rule)
  if (status === 410) return refuseGone()
  if (status >= 300 && status <= 399) return retrySlowly(describeRedirect(response), 'endpoint_wrong')
  if (status >= 400 && status <= 499 && !QUICK_4XX.has(status)) {
    const isAboutNotification =
      ABOUT_NOTIFICATION.has(status) || (webhook.urlHasMarkers && ABOUT_ADDRESS.has(status))
    return retrySlowly(`HTTP ${status}`, isAboutNotification ? 'rejected' : 'endpoint_wrong')
  }
  return retrySoon(response, now)
}

function noteProxy(outcome: Outcome, proxy: string): Outcome {
  if (outcome.kind === 'accept') return outcome
  return {
    ...outcome,
    reason: `${outcome.reason} (through the proxy ${proxy}, which may have answered itself)`,
  }
}

function classifySuccess(response: RecordedResponse, now: Instant, rule: ResponseRule | null): Outcome {
  const fault = rule === null ? undefined : findResponseFault(rule, response)
  if (fault === undefined) return { kind: 'accept', reason: `HTTP ${response.status}` }
  const words = JSON.stringify(receiverWords(response))
  const said = words === '""' || fault.includes(words) ? '' : `: ${words}`
  const askedMs = statedDelayMs(response, now)
  const reason = `HTTP ${response.status}, but ${fault}${said}${describeWish(askedMs)}`
  if (askedMs > 0) return { kind: 'retry', reason, failure: 'asks_for_time', askedMs, slow: false }
  if (saysItPasses(response)) return { kind: 'retry', reason, failure: 'unreachable', askedMs, slow: false }
  // A page for a browser, such as a login, comes from another program and says nothing about this notification.
  return isWebPage(response)
    ? retrySlowly(`${reason} (a web page, as for logging in; check the URL)`, 'endpoint_wrong')
    : retrySlowly(reason, 'rejected')
}

/** Request timeout, too early and too many requests pass by themselves; other 4xx need a person. */
const QUICK_4XX: ReadonlySet<number> = new Set([408, 425, 429])

/** Statuses about the content: bad request, too large, unprocessable. */
const ABOUT_NOTIFICATION: ReadonlySet<number> = new Set([400, 413, 422])

/** Statuses about the address, if all notifications have the same: not found, method not allowed. */
const ABOUT_ADDRESS: ReadonlySet<number> = new Set([404, 405])

/** Where only an operator can change something, quick retries would be noise. */
const SLOW_REASONS: Readonly<Record<Exclude<NoResponseReason, 'no_address'>, boolean>> = {
  timeout: false,
  refused: false,
  reset: false,
  dns: false,
  tls: false,
  proxy: false,
  protocol: false,
  cancelled: false,
  exhaustion: false,
  blocked: true,
}

/** Standard Webhooks: 410 Gone means that no more are wanted. */
function refuseGone(): Outcome {
  return {
    kind: 'refuse',
    reason: 'HTTP 410: the receiver answered Gone, it wants no more of these',
    disableWebhook: true,
  }
}

function retrySlowly(reason: string, failure: FailureKind): Outcome {
  return { kind: 'retry', reason, failure, askedMs: 0, slow: true }
}

function retrySoon(response: RecordedResponse, now: Instant): Outcome {
  const askedMs = askedDelayMs(response, now)
  const reason = `HTTP ${response.status}${describeWish(askedMs)}`
  const failure = askedMs > 0 || response.status === 429 ? 'asks_for_time' : 'unreachable'
  return { kind: 'retry', reason, failure, askedMs, slow: false }
}

function describeWish(askedMs: number): string {
  return askedMs === 0 ? '' : `, asked to wait ${Math.ceil(askedMs / 1000)} s`
}

const SHOWN_ADDRESS_LENGTH_MAX = 200

function describeRedirect({ status, headers }: RecordedResponse): string {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  if (location === undefined) return `HTTP ${status}: redirects are not followed`
  // A query often holds a token, and user information always does.
  const address = location
    .replace(/[?#].*$/s, '')
    .replace(/\/\/[^/@]*@/, '//')
    .slice(0, SHOWN_ADDRESS_LENGTH_MAX)
  return `HTTP ${status}: moved to ${address}; redirects are not followed, change the URL of the webhook`
}
