import type { Outcome, Reply } from '../domain/receiver/outcome.ts'
import type { Steps } from '../domain/steps.ts'
import type { WebhookSecrets } from '../domain/definition/webhook-secrets.ts'

/**
 * Hides the secrets of the webhook in a response before it is stored or shown: a receiver that echoes the request, or
 * an error page that repeats it, must not reveal them to those who may read deliveries.
 */
export function hideInReply(reply: Reply, { hide }: WebhookSecrets): Reply {
  if (reply.kind === 'no-response') return { ...reply, detail: hide(reply.detail) }
  return showAnswer(reply, hide(reply.answer.body, reply.answer.bodyTruncated), hide)
}

/** Does the same in steps, for a response that may be long. */
export function* hideInReplyInSteps(reply: Reply, secrets: WebhookSecrets): Steps<Reply> {
  if (reply.kind === 'no-response') return hideInReply(reply, secrets)
  const body = yield* secrets.hideInSteps(reply.answer.body, reply.answer.bodyTruncated)
  return showAnswer(reply, body, secrets.hide)
}

function showAnswer(
  reply: Extract<Reply, { kind: 'response' }>,
  body: string,
  hide: WebhookSecrets['hide'],
): Reply {
  const { answer } = reply
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
