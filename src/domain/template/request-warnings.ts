import type { MarkerSite } from './markers.ts'
import { compileRequest, type RequestTemplate, type RequestWarning } from './render-request.ts'
import type { Webhook } from '../webhook/webhook.ts'

/** Finds doubts about what a webhook sends: in its own request, and in its clear request. */
export function findRequestWarnings(
  webhook: RequestTemplate & Pick<Webhook, 'end'>,
  site: MarkerSite,
): readonly RequestWarning[] {
  const own = compileRequest(webhook, site).warnings
  if (webhook.end === null) return own
  const ofEnd = compileRequest({ ...webhook, ...webhook.end }, site).warnings
  // Their headers are the same.
  return [...own, ...ofEnd.filter(isOfEnd).map(toEndWarning)]
}

/** Moves a warning to the clear request alone: the path of its members begins at `end`. */
export function toEndWarning(warning: RequestWarning): RequestWarning {
  return isOfEnd(warning) ? { ...warning, path: `end.${warning.path}` } : warning
}

function isOfEnd({ path }: RequestWarning): boolean {
  return path === 'url' || path === 'payload_template'
}
