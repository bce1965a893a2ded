import type { Instant } from '../domain/instant.ts'
import type { MarkerSite } from '../domain/template/markers.ts'
import type { RequestWarning } from '../domain/template/render-request.ts'
import { findRequestWarnings } from '../domain/template/request-warnings.ts'
import { findTlsWarnings } from '../domain/webhook/webhook-tls.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'

/** Finds what is allowed but probably not meant, such as a misspelt marker. */
export function findWarnings(webhook: Webhook, now: Instant, site: MarkerSite): readonly RequestWarning[] {
  return [...findRequestWarnings(webhook, site), ...findTlsWarnings(webhook.tls, webhook.url, now)]
}
