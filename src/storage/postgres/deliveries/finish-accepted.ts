import { againOf, type PackedAttempt } from '../../rows/attempt-row.ts'
import type { Transaction } from '../connection/database.ts'
import { RacedError } from '../connection/faults.ts'
import { planAttempts, readBehind, type Sent, writePlans } from '../../changes/receiver-states.ts'
import { runIn } from '../connection/run-script.ts'
import type { Deps } from '../node-memory/deps.ts'
import { isCurrentStateIn, type Batch, type WrittenBatch } from './finish-batch.ts'
import { FINISH_ACCEPTED } from './finish-statement.ts'

/**
 * Tells whether it is the usual batch: all attempts in current-state mode were accepted, in webhooks still in
 * that mode.
 */
export function isAllAccepted({ attempts, known }: Batch): boolean {
  const ofCurrentState = attempts.filter(
    ({ sentNotification, webhookId }) => sentNotification ?? isCurrentStateIn(known, webhookId),
  )
  return (
    ofCurrentState.length > 0 &&
    ofCurrentState.every((one) => isAccepted(one) && isCurrentStateIn(known, one.webhookId))
  )
}

function isAccepted({ sentNotification, state }: PackedAttempt): boolean {
  return sentNotification?.certainty === 'accepted' && state === 'delivered'
}

/** Writes accepted attempts in one round trip, except those whose receiver state changed since the claim. */
export async function writeAccepted(
  transaction: Transaction,
  deps: Deps,
  batch: Batch,
): Promise<WrittenBatch> {
  const { attempts, ordered, values, known, now } = batch
  const { rows } = await transaction.query(FINISH_ACCEPTED, [
    ...values,
    now,
    ordered.map(({ sentNotification }) => sentNotification?.episodeState.state ?? null),
    ordered.map(({ sentNotification }) => sentNotification?.episodeState.episodeNumber ?? null),
  ])
  const webhooks = await deps.webhooks.all(transaction)
  const hasLeft = ({ webhookId: id }: PackedAttempt) =>
    isCurrentStateIn(known, id) && !isCurrentStateIn(webhooks, id)
  if (known !== webhooks && attempts.some(hasLeft))
    throw new RacedError('a webhook has left mode current_state')
  const unresolved = new Map(rows.flatMap((row) => (row.is_resolved ? [] : [[row.id, row] as const])))
  const sent = attempts.flatMap((one): readonly Sent[] => {
    const { sentNotification, state: next } = one
    const row = unresolved.get(one.deliveryId)
    return sentNotification && row?.attempts_made === one.attempt
      ? [{ row: { ...row, ...SENT }, sentNotification, next, again: againOf(one) }]
      : []
  })
  if (sent.length === 0) return { rows, plans: new Map() }
  const reading = deps.rowsOf(transaction)
  const behind = await runIn(
    transaction,
    readBehind(
      reading,
      sent.map(({ row }) => row),
    ),
  )
  const plans = planAttempts(sent, behind, { known: webhooks, now })
  await runIn(transaction, writePlans(reading, plans, now))
  return { rows, plans }
}

const SENT = {
  state: 'sending',
  attempts_uncounted: 0,
  begun_at: null,
  due_at: null,
  last_reason: null,
  last_failure: null,
  fallback_at: null,
} as const
