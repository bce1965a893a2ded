import type { Issue } from '../errors.ts'
import type { ClearRequest } from '../webhook/webhook.ts'
import { checkMethod, checkPayloadTemplate, checkUrl } from './webhook-rules.ts'

/** Finds every mistake in the clear request, by the rules for the webhook's own request. */
export function findClearRequestIssues(
  { method, url, payloadTemplate }: ClearRequest,
  checkTarget?: (url: string) => string | undefined,
): readonly Issue[] {
  return [
    ...issue('clear_request.method', checkMethod(method)),
    ...issue('clear_request.url', checkUrl(url) ?? checkTarget?.(url)),
    ...issue('clear_request.payload_template', checkPayloadTemplate(payloadTemplate)),
  ]
}

function issue(path: string, message: string | undefined): readonly Issue[] {
  return message === undefined ? [] : [{ path, message }]
}
