import type { MarkerSite } from './markers.ts'
import { compileRequest, type RequestTemplate, type RequestWarning } from './render-request.ts'
import type { Webhook } from '../webhook/webhook.ts'

/** Finds doubts about what a webhook sends: in its own request, and in its clear request. */
export function findRequestWarnings(
  webhook: RequestTemplate & Pick<Webhook, 'clearRequest'>,
  site: MarkerSite,
): readonly RequestWarning[] {
  const own = compileRequest(webhook, site).warnings
  if (webhook.clearRequest === null) return own
  const ofClear = compileRequest({ ...webhook, ...webhook.clearRequest }, site).warnings
  // Their headers are the same.
  return [...own, ...ofClear.filter(isOfClear).map(toClearWarning)]
}

/** Moves a warning to the clear request alone: the path of its members begins with `clear_request.`. */
export function toClearWarning(warning: RequestWarning): RequestWarning {
  return isOfClear(warning) ? { ...warning, path: `clear_request.${warning.path}` } : warning
}

function isOfClear({ path }: RequestWarning): boolean {
  return path === 'url' || path === 'payload_template'
}
