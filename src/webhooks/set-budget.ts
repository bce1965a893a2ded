import type { Author } from '../domain/audit/audit.ts'
import type { Issue } from '../domain/errors.ts'
import { findBudgetIssue } from '../domain/matching/budget-rules.ts'
import { matchOwnerOf } from '../domain/people/match-owner.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { PlannedWebhook } from './plan-webhook-set.ts'

/**
 * Returns all webhooks as they will be once a plan is carried out. Matchers that it changes are charged to its author.
 */
export function webhooksAfter(
  planned: readonly PlannedWebhook[],
  stored: readonly Webhook[],
  by: Author,
): readonly Webhook[] {
  const before = new Map(stored.map((webhook) => [webhook.id, webhook]))
  const after = new Map(before)
  for (const { id, kind, after: webhook } of planned) {
    const isMatchedAnew = kind !== 'keep' && webhook.match !== before.get(id)?.match
    if (kind === 'delete') after.delete(id)
    else after.set(id, { ...webhook, id, ...(isMatchedAnew && { matchOwner: matchOwnerOf(by) }) })
  }
  return [...after.values()]
}

/**
 * Finds that the patterns that a plan saves take more than is left for webhooks, as a dry run has to say, too. All that
 * it saves has one owner, so the first webhook speaks for the others.
 */
export function findSetBudgetIssues(
  planned: readonly PlannedWebhook[],
  stored: readonly Webhook[],
  by: Author,
): readonly Issue[] {
  const matches = new Map(stored.map(({ id, match }) => [id, match]))
  const all = webhooksAfter(planned, stored, by)
  const byId = new Map(all.map((webhook) => [webhook.id, webhook]))
  for (const [index, { id, kind }] of planned.entries()) {
    const given = byId.get(id)
    if (kind === 'keep' || given === undefined || given.match === matches.get(id)) continue
    const others = all.filter((webhook) => webhook !== given).map(named)
    const issue = findBudgetIssue(given, others)
    if (issue) return [{ ...issue, path: `webhooks[${index}].${issue.path}` }]
  }
  return []
}

function named({ id, name, match, matchOwner }: Webhook) {
  return { name: id > 0 ? `webhook ${id}` : name, match, matchOwner }
}
