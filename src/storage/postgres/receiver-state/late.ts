import { charactersMaxFor } from '../../../domain/routing/matching.ts'
import { alertIdOf } from '../../../domain/alert/event.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { silenceHolding } from '../../../domain/planning/plan-hold.ts'
import { sentStates } from '../../../domain/receiver-state/sent-states.ts'
import type { StoreMethods } from '../../store.ts'
import { beginHousekeeping } from '../cluster/cluster.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import type { Deps } from '../node-memory/deps.ts'
import { addFallbacks } from './fallback.ts'
import { toFailed } from './escalate.ts'
import { lockAlerts } from './alert-locks.ts'
import { findEventsOf } from '../history/history.ts'
import { inAlertQueue } from '../queue/in-alert-queue.ts'
import { alertQueueColumns, type AlertQueueRow } from './alert-states.ts'
import { holdHeads, type Held } from '../../changes/receiver-states.ts'
import { runIn } from '../connection/run-script.ts'
import { nameOfPair } from '../../changes/rows.ts'
import { findReceiverStatesOf } from './state-table.ts'

export const SELECT_LATE = statement<[now: Instant, limit: number], { id: DeliveryId; subject: string }>(`
SELECT id, subject FROM deliveries WHERE fallback_at IS NOT NULL AND fallback_at <= $1 ORDER BY fallback_at LIMIT $2`)

/** Updates by id: the comparison of the time fits no index. */
const HASTEN = statement<[ids: readonly DeliveryId[], now: Instant]>(
  'UPDATE deliveries SET fallback_at = $2 WHERE id = ANY ($1) AND fallback_at + 0 > $2',
)

/** Notifies fallbacks, where not done yet (`fallbackAtAfter`): the retry schedules are used up. */
export async function notifyFallbacksNow(
  transaction: Transaction,
  ids: readonly DeliveryId[],
  now: Instant,
): Promise<void> {
  if (ids.length > 0) await transaction.query(HASTEN, [ids, now])
}

/** Returns each late delivery once. */
const FORGET_TIME = statement<[ids: readonly DeliveryId[], now: Instant], Parameters<typeof toFailed>[0]>(`
WITH late AS MATERIALIZED (
  SELECT id FROM deliveries WHERE id = ANY ($1) AND fallback_at <= $2 ORDER BY id FOR NO KEY UPDATE
)
UPDATE deliveries SET fallback_at = NULL FROM late WHERE deliveries.id = late.id
RETURNING deliveries.id, webhook_id, subject, event_id, event_at, fallback_depth, urgency`)

/**
 * Holds late deliveries that a silence covers, instead of notifying fallbacks. The next claim holds what is
 * being sent. Returns all covered ids.
 */
async function holdSilenced(
  transaction: Transaction,
  deps: Deps,
  late: readonly { readonly id: DeliveryId; readonly webhook_id: WebhookId; readonly subject: string }[],
  now: Instant,
): Promise<ReadonlySet<DeliveryId>> {
  const all = await deps.webhooks.all(transaction)
  const ofAlerts = late.filter(({ subject }) => alertIdOf(subject) !== 0)
  if (ofAlerts.length === 0 || !all.silences.mayHold(now)) return new Set()
  const { rows: heads } = await transaction.query(LOCK_HEADS, [
    ofAlerts.map((row) => row.webhook_id),
    ofAlerts.map(({ subject }) => subject),
  ])
  const [events, states] = await Promise.all([
    findEventsOf(transaction, heads),
    findReceiverStatesOf(
      transaction,
      heads.map(({ id }) => id),
    ),
  ])
  const covered = heads.flatMap((head): readonly Held[] => {
    const { webhook_id: webhookId, subject } = head
    const [event, webhook] = [events.get(head.event_id), all.get(webhookId)]
    if (event?.kind !== 'alert' || !webhook) return []
    const state = states.get(nameOfPair({ alertId: alertIdOf(subject), webhookId }))
    const given = {
      webhookId,
      sentStates: sentStates(event, webhook, {
        receiverState: state,
        charactersMax: charactersMaxFor(webhook, all),
      }),
      now,
    }
    const id = silenceHolding(all.silences, event, given)
    return id === null ? [] : [{ head, event, heldBy: id }]
  })
  const pending = covered.filter(({ head }) => head.state === 'pending')
  await runIn(transaction, holdHeads(deps.rowsOf(transaction), pending, { known: all, now }))
  const queues = new Set(covered.map(({ head }) => `${head.webhook_id} ${head.subject}`))
  return new Set(ofAlerts.filter((row) => queues.has(`${row.webhook_id} ${row.subject}`)).map(({ id }) => id))
}

const LOCK_HEADS = statement<[webhookIds: readonly WebhookId[], subjects: readonly string[]], AlertQueueRow>(`
SELECT ${alertQueueColumns('deliveries')} FROM deliveries WHERE id = ANY (ARRAY(
  SELECT head.id FROM unnest($1::bigint[], $2::text[]) AS late (webhook_id, subject)
  CROSS JOIN LATERAL (
    SELECT id FROM deliveries WHERE ${inAlertQueue('late', 'deliveries.')} AND deliveries.state <> 'waiting' OFFSET 0
  ) AS head
)) ORDER BY id FOR UPDATE`)

export function escalateToFallbacks(
  deps: Deps,
  { now, limit }: Parameters<StoreMethods['escalateToFallbacks']>[0],
): Promise<number> {
  return deps.database.transaction(async (transaction) => {
    const [isOurs, { rows }] = await Promise.all([
      beginHousekeeping(transaction, 'escalateToFallbacks'),
      transaction.query(SELECT_LATE, [now, limit]),
    ])
    if (!isOurs || rows.length === 0) return 0
    await lockAlerts(
      transaction,
      rows.map(({ subject }) => alertIdOf(subject)),
    )
    const late = await transaction.query(FORGET_TIME, [rows.map(({ id }) => id), now])
    const silenced = await holdSilenced(transaction, deps, late.rows, now)
    const failed = late.rows.filter(({ id }) => !silenced.has(id)).map(toFailed)
    await addFallbacks(transaction, deps, { failed: failed.toSorted((a, b) => a.id - b.id), now })
    return rows.length
  })
}
