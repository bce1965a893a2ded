import type { Author } from '../domain/audit/audit.ts'
import { AppError, invalidRequest, type Issue, refuseIssues } from '../domain/errors.ts'
import { formatCount } from '../domain/spelling.ts'
import type { WebhookId } from '../domain/ids.ts'
import { SET_CHANGES_MAX, WEBHOOKS_CHANGED } from '../domain/webhook/webhook-set.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { WakingDeps } from './change-webhook.ts'
import {
  planWebhookSet,
  type PlannedWebhook,
  type WantedSet,
  type WebhookSetPlan,
} from './plan-webhook-set.ts'
import { findBudgetIssue } from '../domain/matching/match-budget.ts'
import { matchOwnerOf } from '../domain/people/principal.ts'

export interface SetRequest {
  readonly by: Author
  readonly isDryRun: boolean
  /** Tells whether the stored webhooks are those that the client has seen; undefined: no condition. */
  readonly isExpected: ((stored: readonly Webhook[]) => boolean) | undefined
}

export interface SetResult {
  readonly planned: readonly PlannedWebhook[]
  /** The webhooks before the plan; after it was carried out, all webhooks. */
  readonly stored: readonly Webhook[]
  /** All webhooks as they are, or would be, afterwards. */
  readonly after: readonly Webhook[]
  /** The id of a planned webhook; null: it was not created. */
  readonly idOf: (webhook: PlannedWebhook) => WebhookId | null
}

/** Limits new plans after somebody else changed a webhook. */
const PLANS_MAX = 4

/**
 * Makes the webhooks what a set defines, in one transaction, or says what that would do. Throws
 * `invalid_request` with every mistake, and `precondition_failed` if the client has seen other webhooks;
 * nothing changes then.
 */
export async function applyWebhookSet(
  deps: WakingDeps,
  set: WantedSet,
  { by, isDryRun, isExpected }: SetRequest,
): Promise<SetResult> {
  const { store, clock, checkTarget, wake } = deps
  for (let plans = 1; ; plans += 1) {
    const now = clock.now()
    const stored = await store.listWebhooks({})
    if (isExpected?.(stored) === false) throw new AppError('precondition_failed', WEBHOOKS_CHANGED)
    const plan = planWebhookSet(set, stored, { now, checkTarget })
    refuse(plan)
    const { planned, change } = plan
    refuseIssues(findSetBudgetIssues(planned, stored, by))
    if (isDryRun || change.steps.length === 0)
      return { planned, stored, after: webhooksAfter(planned, stored, by), idOf: idIn(new Map()) }
    try {
      const created = await store.applyWebhooks(change, { now, by })
      wake()
      const after = await store.listWebhooks({})
      return { planned, stored: after, after, idOf: idIn(created) }
    } catch (error) {
      const isStale = error instanceof AppError && error.code === 'precondition_failed'
      if (!isStale || isExpected !== undefined || plans === PLANS_MAX) throw error
    }
  }
}

function idIn(created: ReadonlyMap<WebhookId, WebhookId>): SetResult['idOf'] {
  return ({ id }) => (id > 0 ? id : (created.get(id) ?? null))
}

function refuse({ issues, change: { steps } }: WebhookSetPlan): void {
  refuseIssues(issues)
  if (steps.length > SET_CHANGES_MAX) {
    const message = `would create, change or delete ${formatCount(steps.length)} webhooks, and ${formatCount(SET_CHANGES_MAX)} at once are the most; send a part of them first, without prune`
    throw invalidRequest([{ path: 'webhooks', message }])
  }
}

/** Returns all webhooks after a plan. Changed matchers are charged to its author. */
function webhooksAfter(
  planned: readonly PlannedWebhook[],
  stored: readonly Webhook[],
  by: Author,
): readonly Webhook[] {
  const before = new Map(stored.map((webhook) => [webhook.id, webhook]))
  const after = new Map(before)
  for (const { id, kind, after: webhook } of planned) {
    const isMatchChanged = kind !== 'keep' && webhook.match !== before.get(id)?.match
    if (kind === 'delete') after.delete(id)
    else after.set(id, { ...webhook, id, ...(isMatchChanged && { matchOwner: matchOwnerOf(by) }) })
  }
  return [...after.values()]
}

/**
 * Finds that saved patterns exceed the budget for webhooks; a dry run reports it, too. They have one owner,
 * so one webhook stands for all.
 */
function findSetBudgetIssues(
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
