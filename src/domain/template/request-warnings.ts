import type { MarkerSite } from './markers.ts'
import { compileRequest, type RequestTemplate, type RequestWarning } from './render-request.ts'
import type { Webhook } from '../webhook/webhook.ts'

/** What is doubtful in what a webhook sends: in its own request, and in that which tells an end. */
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

/** The same for who looks at the request for the end alone: what stands in `end` has its path there. */
export function toEndWarning(warning: RequestWarning): RequestWarning {
  return isOfEnd(warning) ? { ...warning, path: `end.${warning.path}` } : warning
}

function isOfEnd({ path }: RequestWarning): boolean {
  return path === 'url' || path === 'payload_template'
}
