import { findAnswerFault, type AnswerRule } from './answer-rule.ts'
import type { Instant } from '../instant.ts'
import type { NoAnswerReason, Outcome, RecordedAnswer, Reply } from './outcome.ts'
import { receiverWords, saysItPasses } from './receiver-words.ts'
import { askedDelayMs, statedDelayMs } from './retry-after.ts'

/**
 * What a reply means. Pure; `now` is only for dates in `Retry-After`, `rule` is what the webhook
 * wants to see in the body of a 2xx. The reason is a few words for people, without secrets of ours. Of the answer it
 * holds the status, an address without its query, and, when a rule is broken, a line of what the receiver says.
 */
export function judge(reply: Reply, now: Instant, rule: AnswerRule | null): Outcome {
  if (reply.kind === 'no-response') {
    return { kind: 'retry', reason: reply.detail, askedMs: 0, slow: SLOW_REASONS[reply.reason] }
  }
  if (reply.proxy !== undefined) {
    const { proxy, ...direct } = reply
    return noteProxy(judge(direct, now, rule), proxy)
  }
  const { answer } = reply
  const { status } = answer
  if (status >= 200 && status <= 299) return judgeBody(answer, now, rule)
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

function judgeBody(answer: RecordedAnswer, now: Instant, rule: AnswerRule | null): Outcome {
  const fault = rule === null ? undefined : findAnswerFault(rule, answer)
  if (fault === undefined) return { kind: 'accept', reason: `HTTP ${answer.status}` }
  const words = JSON.stringify(receiverWords(answer))
  const said = words === '""' || fault.includes(words) ? '' : `: ${words}`
  const askedMs = statedDelayMs(answer, now)
  return {
    kind: 'retry',
    reason: `HTTP ${answer.status}, but ${fault}${said}${describeWish(askedMs)}`,
    askedMs,
    slow: askedMs === 0 && !saysItPasses(answer),
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
  shortage: false,
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
  return { kind: 'retry', reason: `HTTP ${answer.status}${describeWish(askedMs)}`, askedMs, slow: false }
}

function describeWish(askedMs: number): string {
  return askedMs === 0 ? '' : `, asked to wait ${Math.ceil(askedMs / 1000)} s`
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
