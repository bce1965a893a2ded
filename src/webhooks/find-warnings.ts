import type { Instant } from '../domain/instant.ts'
import { findMatchWarnings } from '../domain/matching/match-warnings.ts'
import type { MarkerSite } from '../domain/template/markers.ts'
import type { RequestWarning } from '../domain/template/render-request.ts'
import { findRequestWarnings } from '../domain/template/request-warnings.ts'
import { findTlsWarnings } from '../domain/webhook/webhook-tls.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'

/** Finds what is allowed but probably not meant, such as a misspelt marker. */
export function findWarnings(webhook: Webhook, now: Instant, site: MarkerSite): readonly RequestWarning[] {
  return [...findDefinitionWarnings(webhook, site), ...findTlsWarnings(webhook.tls, webhook.url, now)]
}

/** Finds those that stay the same as long as the definition does. */
export function findDefinitionWarnings(webhook: Webhook, site: MarkerSite): readonly RequestWarning[] {
  const ofMatch = webhook.match === null ? [] : findMatchWarnings(webhook.match, 'webhook')
  return [...ofMatch.map((message) => ({ path: 'match', message })), ...findRequestWarnings(webhook, site)]
}
