import { unconfirmedOutcome } from '../../../domain/receiver-state/after-attempt.ts'
import { againOf, type PackedAttempt } from '../../rows/attempt-row.ts'
import type { Transaction } from '../connection/database.ts'
import {
  type AttemptPlans,
  findSent,
  planAttempts,
  type Sent,
  type Unconfirmed,
  writePlans,
} from '../../changes/receiver-states.ts'
import { runIn } from '../connection/run-script.ts'
import { lockSent, readBehind } from '../receiver-state/attempts.ts'
import type { Deps } from '../node-memory/deps.ts'
import { isCurrentStateIn, type Batch, type WrittenBatch } from './finish-batch.ts'
import { FINISH, LEASED_BY } from './finish-statement.ts'

/** Writes a batch of any attempts, and their effects on receiver states. */
export async function writeOthers(transaction: Transaction, deps: Deps, batch: Batch): Promise<WrittenBatch> {
  const { values, now } = batch
  const plans = await planBatch(transaction, deps, batch)
  const [{ rows }] = await Promise.all([
    transaction.query(FINISH, [...values, now]),
    runIn(transaction, writePlans(deps.rowsOf(transaction), plans, now)),
  ])
  return { rows, plans }
}

/** Plans what follows attempts with a sent notification, under all locks of the batch. */
async function planBatch(
  transaction: Transaction,
  deps: Deps,
  { attempts, values, now, known }: Batch,
): Promise<AttemptPlans> {
  // Webhooks may be in current-state mode only since the claim, or nothing was sent.
  const isWanted = ({ sentNotification, webhookId, request }: PackedAttempt) =>
    sentNotification ?? (request === null || isCurrentStateIn(known, webhookId))
  const wanted = attempts.filter(isWanted)
  if (wanted.length === 0) return new Map()
  const [ids, numbers] = values
  const [locked, behind, webhooks] = await Promise.all([
    lockSent(transaction, { ids, numbers, leasedBy: values[LEASED_BY] }),
    readBehind(
      transaction,
      wanted.map(({ deliveryId }) => deliveryId),
    ),
    deps.webhooks.all(transaction),
  ])
  const sent: Sent[] = []
  const unconfirmed: Unconfirmed[] = []
  for (const one of wanted) {
    const { sentNotification, state: next } = one
    const row = locked.get(one.deliveryId)
    if (row?.attempts_made !== one.attempt) continue
    const again = againOf(one)
    if (sentNotification) sent.push({ row, sentNotification, next, again })
    else unconfirmed.push({ row, ...unconfirmedOutcome(next, { isSent: one.request !== null }), again })
  }
  const given = { known: webhooks, states: behind.states }
  sent.push(...(await runIn(transaction, findSent(deps.rowsOf(transaction), unconfirmed, given))))
  return planAttempts(sent, behind, { known: webhooks, now })
}
