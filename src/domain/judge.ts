import type { Instant } from './instant.ts'
import type { NoAnswerReason, Outcome, RecordedAnswer, Reply } from './outcome.ts'
import { askedDelayMs } from './retry-after.ts'

/**
 * What a reply means (design, section 9). Pure; `now` is only for dates in `Retry-After`. The reason is a few words
 * for people: it holds no secrets of ours, and of the receiver's answer only the status and an address without its query.
 */
export function judge(reply: Reply, now: Instant): Outcome {
  if (reply.kind === 'no-response') {
    return { kind: 'retry', reason: reply.detail, askedMs: 0, slow: SLOW_REASONS[reply.reason] }
  }
  if (reply.proxy !== undefined) {
    const { proxy, ...direct } = reply
    return noteProxy(judge(direct, now), proxy)
  }
  const { answer } = reply
  const { status } = answer
  if (status >= 200 && status <= 299) return { kind: 'accept', reason: `HTTP ${status}` }
  if (status === 410) return refuseGone()
  if (status >= 300 && status <= 399) return retrySlowly(describeRedirect(answer))
  if (status >= 400 && status <= 499 && !QUICK_4XX.has(status)) return retrySlowly(`HTTP ${status}`)
  return retrySoon(answer, now)
}

function noteProxy(outcome: Outcome, proxy: string): Outcome {
  if (outcome.kind === 'accept') return outcome
  return {
    ...outcome,
    reason: `${outcome.reason} (through the proxy ${proxy}, which may have answered itself)`,
  }
}

/** Request timeout, too early and too many requests pass by themselves; the other 4xx need somebody's hand. */
const QUICK_4XX: ReadonlySet<number> = new Set([408, 425, 429])

/** Where only an operator can change something, the quick retries would be noise. */
const SLOW_REASONS: Readonly<Record<NoAnswerReason, boolean>> = {
  timeout: false,
  refused: false,
  reset: false,
  dns: false,
  tls: false,
  proxy: false,
  protocol: false,
  cancelled: false,
  blocked: true,
}

/** Standard Webhooks: 410 Gone says that nobody wants these any more. */
function refuseGone(): Outcome {
  return {
    kind: 'refuse',
    reason: 'HTTP 410: the receiver answered Gone, it wants no more of these',
    disableWebhook: true,
  }
}

function retrySlowly(reason: string): Outcome {
  return { kind: 'retry', reason, askedMs: 0, slow: true }
}

function retrySoon(answer: RecordedAnswer, now: Instant): Outcome {
  const askedMs = askedDelayMs(answer, now)
  const asked = askedMs === 0 ? '' : `, asked to wait ${Math.ceil(askedMs / 1000)} s`
  return { kind: 'retry', reason: `HTTP ${answer.status}${asked}`, askedMs, slow: false }
}

const SHOWN_ADDRESS_LENGTH_MAX = 200

function describeRedirect({ status, headers }: RecordedAnswer): string {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  if (location === undefined) return `HTTP ${status}: redirects are not followed`
  // A query often holds a token, and user information always does.
  const address = location
    .replace(/[?#].*$/s, '')
    .replace(/\/\/[^/@]*@/, '//')
    .slice(0, SHOWN_ADDRESS_LENGTH_MAX)
  return `HTTP ${status}: moved to ${address}; redirects are not followed, change the URL of the webhook`
}
