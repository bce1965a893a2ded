import type { Issue } from '../errors.ts'
import type { EndRequest } from '../webhook/webhook.ts'
import { checkMethod, checkPayloadTemplate, checkUrl } from './webhook-rules.ts'

/** Every mistake in the request that tells an end: what is asked of the webhook's own is asked of this one. */
export function findEndIssues(
  { method, url, payloadTemplate }: EndRequest,
  checkTarget?: (url: string) => string | undefined,
): readonly Issue[] {
  return [
    ...issue('end.method', checkMethod(method)),
    ...issue('end.url', checkUrl(url) ?? checkTarget?.(url)),
    ...issue('end.payload_template', checkPayloadTemplate(payloadTemplate)),
  ]
}

function issue(path: string, message: string | undefined): readonly Issue[] {
  return message === undefined ? [] : [{ path, message }]
}
