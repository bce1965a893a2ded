import type { Outcome, Reply } from '../domain/receiver/outcome.ts'
import type { WebhookSecrets } from '../domain/definition/webhook-secrets.ts'

/**
 * What came back, as it may be kept and shown: a receiver that says what it got, or an error page that repeats the
 * request, must not make secrets of the webhook readable to those who may read deliveries.
 */
export function hideInReply(reply: Reply, { hide }: WebhookSecrets): Reply {
  if (reply.kind === 'no-response') return { ...reply, detail: hide(reply.detail) }
  const { answer } = reply
  const body = hide(answer.body, answer.bodyTruncated)
  const isInHeaders = answer.headers.some(([, value]) => hide(value) !== value)
  // Nearly always there is none, and this is done for every attempt.
  if (body === answer.body && !isInHeaders) return reply
  const headers = answer.headers.map(([name, value]) => [name, hide(value)] as const)
  return { ...reply, answer: { ...answer, headers, body } }
}

/** Reasons may quote an answer. */
export function hideInOutcome(outcome: Outcome, { hide }: WebhookSecrets): Outcome {
  const reason = hide(outcome.reason)
  return reason === outcome.reason ? outcome : { ...outcome, reason }
}
