import type { WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { type CharactersMaxOf, findBudgetWarnings } from '../domain/matching/match-budget.ts'
import { findMatchWarnings } from '../domain/matching/match-warnings.ts'
import { describeResponseRule } from '../domain/receiver/response-rule.ts'
import type { MarkerSite } from '../domain/template/markers.ts'
import { findRequestWarnings, type RequestWarning } from '../domain/template/render-request.ts'
import { findTlsWarnings } from '../domain/webhook/webhook-tls.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import { presetRuleOf } from '../presets/fill-preset.ts'
import { BoundedMap } from '../runtime/bounded-map.ts'

/** Finds what is allowed but probably not meant, such as a misspelt marker. */
export function findWarnings(webhook: Webhook, now: Instant, site: MarkerSite): readonly RequestWarning[] {
  return [...findDefinitionWarnings(webhook, site), ...findTlsWarnings(webhook.tls, webhook.url, now)]
}

/** Finds patterns above their owner's budget, which depends on other webhooks. */
export function findSharedWarnings(webhook: Webhook, limitOf: CharactersMaxOf): readonly RequestWarning[] {
  return findBudgetWarnings(webhook, 'webhook', limitOf).map((message) => ({ path: 'match', message }))
}

/** Finds warnings that depend on the definition alone. */
function findDefinitionWarnings(webhook: Webhook, site: MarkerSite): readonly RequestWarning[] {
  const ofMatch = webhook.match === null ? [] : findMatchWarnings(webhook.match, 'webhook')
  return [
    ...ofMatch.map((message) => ({ path: 'match', message })),
    ...findRequestWarnings(webhook, site),
    ...findRuleWarnings(webhook),
  ]
}

function findRuleWarnings(webhook: Webhook): readonly RequestWarning[] {
  const rule = presetRuleOf(webhook)
  if (!rule?.isProposed) return []
  const counted = webhook.responseRule === null ? 'counts any 2xx' : 'counts a login page'
  const message = `${counted} as delivered; the rule of the preset ${rule.preset} would notice a login page: ${describeResponseRule(rule.responseRule)}`
  return [{ path: 'response_rule', message }]
}

/** Webhooks whose counts are kept; the one that was counted first goes first. */
export const WARNING_COUNTS_KEPT_MAX = 10_000

/** Counts the warnings of each webhook of a list. A template is read once per revision. */
export class WarningCounts {
  readonly #site: MarkerSite
  readonly #ofDefinition = new BoundedMap<WebhookId, { readonly revision: number; readonly count: number }>(
    WARNING_COUNTS_KEPT_MAX,
  )

  constructor(site: MarkerSite) {
    this.#site = site
  }

  countOf(webhook: Webhook, now: Instant): number {
    return this.#countOfDefinition(webhook) + findTlsWarnings(webhook.tls, webhook.url, now).length
  }

  #countOfDefinition(webhook: Webhook): number {
    const { id, revision } = webhook
    const known = this.#ofDefinition.get(id)
    if (known?.revision === revision) return known.count
    const count = findDefinitionWarnings(webhook, this.#site).length
    this.#ofDefinition.set(id, { revision, count })
    return count
  }
}
