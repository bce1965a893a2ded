import type { Author } from '../domain/audit/audit.ts'
import { AppError, invalidRequest, type Issue, refuseIssues } from '../domain/errors.ts'
import { formatCount } from '../domain/spelling.ts'
import type { WebhookId } from '../domain/ids.ts'
import { SET_CHANGES_MAX, WEBHOOKS_CHANGED } from '../domain/webhook/webhook-set.ts'
import { WINDOWS_CHANGED } from '../domain/window/window-set.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { Instant } from '../domain/instant.ts'
import { WINDOWS_MAX, type MaintenanceWindow } from '../domain/window/window.ts'
import type { LongWork } from '../runtime/long-work.ts'
import { planWindowSet, type PlannedWindow } from './plan-window-set.ts'
import type { WakingDeps } from './change-webhook.ts'
import type { PlannedWebhook, WantedSet, WebhookSetPlan } from './plan-webhook-set.ts'
import { planWebhookSet } from './plan-webhook-set.ts'
import { findBudgetIssue } from '../domain/matching/match-budget.ts'
import { matchOwnerOf } from '../domain/people/principal.ts'

export interface SetRequest {
  readonly by: Author
  readonly isDryRun: boolean
  /** Tells whether what is stored is what the client has seen; undefined: no condition. */
  readonly isExpected: ((stored: readonly Versioned[]) => boolean) | undefined
}

interface Versioned {
  readonly id: number
  readonly revision: number
}

export interface SetResult {
  readonly planned: readonly PlannedWebhook[]
  /** Undefined: the set has none. */
  readonly windows: readonly PlannedWindow[] | undefined
  /** Before the plan; after it was carried out, afterwards. */
  readonly stored: readonly Versioned[]
  /** All webhooks as they are, or would be, afterwards. */
  readonly after: readonly Webhook[]
  /** The id of a planned webhook; null: it was not created. */
  readonly idOf: (webhook: PlannedWebhook) => WebhookId | null
}

/** Limits new plans after somebody else changed a webhook. */
const PLANS_MAX = 4

interface DefinitionSet extends WantedSet {
  /** Undefined: maintenance windows stay. */
  readonly windows?: Parameters<typeof planWindowSet>[0] | undefined
}

interface PlanDeps extends WakingDeps {
  readonly longWork: Pick<LongWork, 'run'>
}

interface Stored {
  readonly webhooks: readonly Webhook[]
  /** Newest first; undefined: the set has none. */
  readonly windows: readonly MaintenanceWindow[] | undefined
}

/**
 * Makes webhooks and windows what a set defines, in one transaction, or says what that would do. Throws
 * `invalid_request` with every mistake, and `precondition_failed` if the client has seen others.
 */
export async function applyWebhookSet(
  deps: PlanDeps,
  set: DefinitionSet,
  { by, isDryRun, isExpected }: SetRequest,
): Promise<SetResult> {
  const { store, clock, wake } = deps
  for (let plans = 1; ; plans += 1) {
    const now = clock.now()
    const stored = await readStored(store, set, now)
    if (isExpected?.(versionsOf(stored)) === false)
      throw new AppError('precondition_failed', set.windows ? WINDOWS_CHANGED : WEBHOOKS_CHANGED)
    const { webhooks, windows } = await plan(deps, set, stored, now)
    const { planned, change } = webhooks
    refuseIssues(findSetBudgetIssues(planned, stored.webhooks, by))
    const after = webhooksAfter(planned, stored.webhooks, by)
    const result = { planned, windows: windows?.planned, stored: versionsOf(stored), after }
    if (isDryRun || change.steps.length + (windows?.change.steps.length ?? 0) === 0)
      return { ...result, idOf: idIn(new Map()) }
    try {
      const created = await store.applyWebhooks({ ...change, windows: windows?.change }, { now, by })
      wake()
      const left = await readStored(store, set, now)
      return {
        planned,
        windows: windows && withIds(windows.planned, left),
        stored: versionsOf(left),
        after: left.webhooks,
        idOf: idIn(created),
      }
    } catch (error) {
      const isStale = error instanceof AppError && error.code === 'precondition_failed'
      if (!isStale || isExpected !== undefined || plans === PLANS_MAX) throw error
    }
  }
}

async function plan({ checkTarget, longWork }: PlanDeps, set: DefinitionSet, stored: Stored, now: Instant) {
  const webhooks = planWebhookSet(set, stored.webhooks, { now, checkTarget })
  const { names } = webhooks
  const windows =
    set.windows &&
    (await longWork.run('windows', planWindowSet(set.windows, stored.windows ?? [], { names, now })))
  refuseIssues([...webhooks.issues, ...(windows?.issues ?? [])])
  refuseTooMany(webhooks)
  return { webhooks, windows }
}

async function readStored(
  store: WakingDeps['store'],
  { windows }: DefinitionSet,
  now: Instant,
): Promise<Stored> {
  const webhooks = await store.listWebhooks({})
  return { webhooks, windows: windows && (await store.listWindows(now, { limit: WINDOWS_MAX })) }
}

function versionsOf({ webhooks, windows = [] }: Stored): readonly Versioned[] {
  return [...webhooks, ...windows.map(({ id, updatedAt }) => ({ id, revision: updatedAt }))]
}

function withIds(planned: readonly PlannedWindow[], { windows = [] }: Stored): readonly PlannedWindow[] {
  const ids = new Map(windows.map(({ name, id }) => [name, id]))
  return planned.map((one) => ({ ...one, id: one.id ?? ids.get(one.name) ?? null }))
}

function idIn(created: ReadonlyMap<WebhookId, WebhookId>): SetResult['idOf'] {
  return ({ id }) => (id > 0 ? id : (created.get(id) ?? null))
}

function refuseTooMany({ change: { steps } }: WebhookSetPlan): void {
  if (steps.length <= SET_CHANGES_MAX) return
  const message = `would create, change or delete ${formatCount(steps.length)} webhooks, and ${formatCount(SET_CHANGES_MAX)} at once are the most; send a part of them first, without prune`
  throw invalidRequest([{ path: 'webhooks', message }])
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
