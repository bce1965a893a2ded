import type { AuditAction, When } from '../../domain/audit/audit.ts'
import { type Circumstances, entryOf, webhookEntry } from '../../domain/audit/audit-entries.ts'
import { resumed, withoutPause } from '../../domain/flow/breaker.ts'
import type { WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Rotation } from '../../domain/receiver/signature.ts'
import { refuseBadFallback, refuseDeletingFallback } from '../../domain/routing/fallback.ts'
import {
  countAdded,
  refuseResuming,
  requireRevision,
  requireWebhook,
  type WebhookEdit,
} from '../../domain/webhook/webhook-edit.ts'
import type { NewWebhook, Webhook } from '../../domain/webhook/webhook.ts'
import { toRow, toWebhook } from '../rows/webhook-row.ts'
import {
  keepDamaged,
  planChange,
  planCreation,
  planDisabling,
  planRotation,
  planSecretRemoval,
  type ChangeWrite,
  type WebhookWrite,
} from '../webhook-writes.ts'
import type { WebhookSeals } from '../webhook-seals.ts'
import { matchOwnerOf } from '../../domain/people/principal.ts'
import { requireWebhookBudget } from './matching/match-budget.ts'
import { recordAudit, type AuditSeals } from './audit.ts'
import type { Scripts, TransactionScript } from '../transactions/transaction-script.ts'
import { change, statement, together } from '../transactions/transaction-script.ts'
import { countModeChange, followWebhook, forgetWebhook } from './receiver-states.ts'
import {
  changeHeaders,
  type Disabling,
  type FoundWebhook,
  insertHeaders,
  insertRow,
  keepRevision,
  nextHeaderIds,
  nextWebhookId,
  removeRow,
  selectWebhook,
  updateRow,
} from './webhook-rows.ts'
import type { WebhookWork } from './webhook-work.ts'
import type { WebhookMethods, WhenExpected } from '../webhook-methods.ts'

export interface WebhookDeps extends AuditSeals {
  readonly webhookSeals: WebhookSeals
  readonly work: WebhookWork
}

const NO_WEBHOOK = 0

export function webhookScripts(
  deps: WebhookDeps,
): Scripts<Exclude<keyof WebhookMethods, 'listWebhooks' | 'findWebhook' | 'applyWebhooks'>> {
  return {
    createWebhook: (webhook, now, by) => createWebhook(deps, webhook, { now, by }),

    changeWebhook: (id, edit, when) => changeWebhook(deps, id, { edit, ...when }),
    deleteWebhook: (id, when) => deleteWebhook(deps, id, when),
    rotateSigningSecret: (id, rotation) => rotateSigningSecret(deps, id, rotation),
    removeSigningSecrets: (id, when) => removeSigningSecrets(deps, id, when),
    resumeWebhook: (id, when) => resumeWebhook(deps, id, when),
  }
}

export function* createWebhook(
  deps: WebhookDeps,
  webhook: NewWebhook,
  { now, by }: When,
): TransactionScript<Webhook> {
  const { work } = deps
  const { headers } = webhook
  const fields = planCreation(webhook, { now, owner: matchOwnerOf(by) })
  const [neighbours, id, ids] = yield* together([
    work.neighboursOf(NO_WEBHOOK, fields.fallbackWebhookId),
    nextWebhookId(),
    nextHeaderIds(headers.length),
  ])
  refuseBadFallback({ ...fields, id }, neighbours)
  yield* requireWebhookBudget({ ...fields, id })
  const inserted = together([insertRow(deps, id, toRow(fields)), insertHeaders(deps, id, headers, ids)])
  const [, found] = yield* together([work.noting('change', id, inserted), selectWebhook(work, id)])
  const after = present(found)
  yield* recordAudit(deps, webhookEntry('webhook.created', { after }, { at: now, by }))
  return after
}

export function* changeWebhook(
  deps: WebhookDeps,
  id: WebhookId,
  { edit, now, by, ifRevisions }: WhenExpected & { readonly edit: WebhookEdit },
): TransactionScript<Webhook> {
  const { work } = deps
  const [{ found, stored, write }, ids] = yield* together([
    validateChange(work, id, { edit, now, by, ifRevisions }),
    nextHeaderIds(countAdded(edit)),
  ])
  // An edit that changes nothing may come after a repair elsewhere.
  yield* work.changeBreaker(id, withoutPause, now)
  if (!write) return stored

  const { headers, deliveries } = write
  const about = { action: 'webhook.changed', at: now, by } as const
  const following = deliveries === 'keep' ? [] : [work.follow(deliveries, { webhookId: id, now })]
  const [, , , webhook] = yield* together([
    together(following),
    changeHeaders(deps, { webhookId: id, ...headers }),
    insertHeaders(deps, id, headers.added, ids),
    writeWebhook(deps, found, write, about),
  ])
  yield* followWebhook(stored, webhook, now)
  return webhook
}

/** Returns the effects of a change on receiver states; refuses what the change would. */
export function previewScripts(work: WebhookWork): Scripts<'previewModeChange'> {
  return {
    *previewModeChange(id, edit, { now, ifRevisions }) {
      const { stored, write } = yield* validateChange(work, id, { edit, now, ifRevisions })
      const after = write ? { ...stored, ...write.fields } : stored
      return {
        webhook: stored,
        changesMode: stored.mode !== after.mode,
        ...(yield* countModeChange(stored, after, now)),
      }
    },
  }
}

function* validateChange(
  work: WebhookWork,
  id: WebhookId,
  { edit, now, by, ifRevisions }: WhenExpected & { readonly edit: WebhookEdit },
): TransactionScript<{
  readonly found: FoundWebhook
  readonly stored: Webhook
  readonly write: ChangeWrite | undefined
}> {
  const [neighbours, before] = yield* together([
    work.neighboursOf(id, edit.fallbackWebhookId),
    selectWebhook(work, id),
  ])
  const found = requireWebhook(before, id)
  requireRevision(found.row, ifRevisions)
  const write = planChange(found, edit, { now, owner: matchOwnerOf(by) })
  const stored = toWebhook(found)
  if (write && write.fields.match !== stored.match) yield* requireWebhookBudget({ ...write.fields, id })
  refuseBadFallback({ ...(write?.fields ?? stored), id }, neighbours, stored)
  return { found, stored, write }
}

export function* deleteWebhook(
  deps: WebhookDeps,
  id: WebhookId,
  { now, by, ifRevisions }: WhenExpected,
): TransactionScript<{ readonly openNotifications: number }> {
  const { work } = deps
  const [neighbours, found] = yield* together([work.neighboursOf(id), selectWebhook(work, id)])
  const before = toWebhook(requireWebhook(found, id))
  requireRevision(before, ifRevisions)
  refuseDeletingFallback(before, neighbours)
  const [, openNotifications] = yield* together([
    work.follow('cancel', { webhookId: id, now }),
    forgetWebhook(id),
    keepRevision(id, now),
    work.noting('deletion', id, removeRow(id)),
    recordAudit(deps, webhookEntry('webhook.deleted', { before }, { at: now, by })),
  ])
  return { openNotifications }
}

/** The new secret signs from now on, beside the older ones until they expire. */
export function* rotateSigningSecret(
  deps: WebhookDeps,
  id: WebhookId,
  rotation: Rotation & Pick<When, 'by'>,
): TransactionScript<Webhook> {
  const found = requireWebhook(yield* selectWebhook(deps.work, id), id)
  const write = planRotation(found, rotation)
  // A receiver that refused the old signatures may take the new ones.
  yield* deps.work.changeBreaker(id, withoutPause, rotation.now)
  const about = { action: 'webhook.signing_rotated', at: rotation.now, by: rotation.by } as const
  return yield* writeWebhook(deps, found, write, about)
}

/** Stops signing the requests of a webhook. */
export function* removeSigningSecrets(
  deps: WebhookDeps,
  id: WebhookId,
  { now, by }: When,
): TransactionScript<Webhook> {
  const found = requireWebhook(yield* selectWebhook(deps.work, id), id)
  const write = planSecretRemoval(found, now)
  if (!write) return toWebhook(found)
  const about = { action: 'webhook.signing_removed', at: now, by } as const
  return yield* writeWebhook(deps, found, write, about)
}

/** Deliveries that a resume makes due; others keep their retry schedules. */
const RESUMED_MAX = 1_000
const MAKE_DUE = statement<{ webhookId: WebhookId; now: Instant; limit: number }>(
  `UPDATE deliveries SET due_at = @now WHERE id IN (
     SELECT id FROM deliveries WHERE webhook_id = @webhookId AND state = 'pending' AND due_at > @now
     ORDER BY queue_urgency, due_at, id LIMIT @limit)`,
)

/** Has the receiver called at once: pauses end, and retries that wait for their time are due. */
export function* resumeWebhook(deps: WebhookDeps, id: WebhookId, { now, by }: When): TransactionScript<void> {
  const webhook = toWebhook(requireWebhook(yield* selectWebhook(deps.work, id), id))
  refuseResuming(webhook)
  yield* change(MAKE_DUE, { webhookId: id, now, limit: RESUMED_MAX })
  yield* deps.work.changeBreaker(id, resumed, now)
  yield* recordAudit(deps, entryOf('webhook.resumed', { id, name: webhook.name }, { at: now, by }))
}

/**
 * Disables a webhook whose receiver is gone for good. Run it after the last statement that makes a delivery
 * pending, so that all are held. Returns whether it was enabled.
 */
export function* disableByReceiver(
  deps: WebhookDeps,
  { id, reason, now }: Disabling,
): TransactionScript<boolean> {
  const { work } = deps
  const found = yield* selectWebhook(work, id)
  const write = found && planDisabling(found, reason, now)
  if (!write) return false
  const about = { action: 'webhook.disabled_by_receiver', at: now } as const
  yield* together([work.follow('hold', { webhookId: id, now }), writeWebhook(deps, found, write, about)])
  return true
}

type About = Circumstances & { readonly action: AuditAction }

/** Writes a webhook with its audit entry, after its headers. */
function* writeWebhook(
  deps: WebhookDeps,
  found: FoundWebhook,
  { fields, given }: WebhookWrite,
  { action, ...circumstances }: About,
): TransactionScript<Webhook> {
  const { work, webhookSeals } = deps
  const { stored, damaged } = found
  const { id } = stored.row
  const row = keepDamaged(webhookSeals.sealRow(toRow(fields), id), stored.row, { damaged, given })
  const isRoutingChanged = row.routed_since !== stored.row.routed_since
  const [, , written] = yield* together([
    together(isRoutingChanged ? [keepRevision(id, row.routed_since)] : []),
    work.noting('change', id, updateRow({ ...row, id })),
    selectWebhook(work, id),
  ])
  const after = present(written)
  yield* recordAudit(deps, webhookEntry(action, { before: toWebhook(found), after }, circumstances))
  return after
}

function present(found: FoundWebhook | undefined): Webhook {
  if (!found) throw new Error('a webhook vanished inside its own transaction')
  return toWebhook(found)
}
