import type { Outcome, RequestResult } from '../domain/receiver/outcome.ts'
import type { Steps } from '../domain/steps.ts'
import type { WebhookSecrets } from '../domain/definition/webhook-secrets.ts'

/**
 * Hides the secrets of the webhook in a response before it is stored or shown: a receiver that echoes the request, or
 * an error page that repeats it, must not reveal them to those who may read deliveries.
 */
export function* hideInResult(result: RequestResult, secrets: WebhookSecrets): Steps<RequestResult> {
  if (result.kind === 'no-response') return { ...result, detail: yield* secrets.hideInSteps(result.detail) }
  const body = yield* secrets.hideInSteps(result.response.body, result.response.bodyTruncated)
  return showResponse(result, body, secrets.hide)
}

function showResponse(
  result: Extract<RequestResult, { kind: 'response' }>,
  body: string,
  hide: WebhookSecrets['hide'],
): RequestResult {
  const { response } = result
  const isInHeaders = response.headers.some(([, value]) => hide(value) !== value)
  // Nearly always there is none, and this is done for every attempt.
  if (body === response.body && !isInHeaders) return result
  const headers = response.headers.map(([name, value]) => [name, hide(value)] as const)
  return { ...result, response: { ...response, headers, body } }
}

/** Reasons may quote a response. */
export function hideInOutcome(outcome: Outcome, { hide }: WebhookSecrets): Outcome {
  const reason = hide(outcome.reason)
  return reason === outcome.reason ? outcome : { ...outcome, reason }
}
