import type { FinishedAttempt, RecordedState } from '../../../domain/delivery/delivery.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { packAttempt, type PackedAttempt } from '../../rows/attempt-row.ts'
import type { StoreMethods } from '../../store.ts'
import type { Transaction } from '../connection/database.ts'
import { RacedError } from '../connection/faults.ts'
import type { Deps } from '../node-memory/deps.ts'
import { lockAlertsOf } from '../receiver-state/alert-locks.ts'
import { mayFallBack } from '../receiver-state/fallback.ts'
import { isAllAccepted, writeAccepted } from './finish-accepted.ts'
import { batchOf, isCurrentStateIn, writtenOf, type Batch, type WrittenAttempt } from './finish-batch.ts'
import { effectsOf, endGivingWay, statesOf, writeEffects } from './finish-effects.ts'
import { writeOthers } from './finish-others.ts'
import { endOverdue } from './overdue.ts'

export function finishMethods(deps: Deps): Pick<StoreMethods, 'finishAttempts' | 'endOverdue'> {
  return {
    finishAttempts: (attempts, now) => finishAttempts(deps, attempts, now),
    endOverdue: (overdue) => endOverdue(deps, overdue),
  }
}

async function finishAttempts(
  deps: Deps,
  attempts: readonly FinishedAttempt[],
  now: Instant,
): Promise<readonly (RecordedState | null)[]> {
  if (attempts.length === 0) return []
  const packed = attempts.map(packAttempt)
  const batch = batchOf(packed, { seals: deps.historySeals, now })
  const isDisabling = packed.some(({ disableWebhookReason }) => disableWebhookReason !== undefined)
  const { written, states, mayBeDue } = await deps.database.transaction(
    (transaction) => finish(transaction, deps, { ...batch, known: deps.webhooks.lastKnown }),
    { lock: isDisabling ? 'webhooks' : 'shared' },
  )
  if (mayBeDue) deps.fresh.forget()
  for (const attempt of packed) deps.queues.noteEnded(attempt)
  for (const { attempt } of written) deps.queues.noteSignal(attempt.webhookId, attempt.receiver)
  return packed.map((attempt) => states.get(attempt) ?? null)
}

interface Recorded {
  readonly written: readonly WrittenAttempt[]
  readonly states: ReadonlyMap<PackedAttempt, RecordedState>
  readonly mayBeDue: boolean
}

/** Writes a batch of attempts and its effects. Returns whether that may have made something due. */
async function finish(transaction: Transaction, deps: Deps, batch: Batch): Promise<Recorded> {
  const { attempts, now } = batch
  await lockForFallbacks(transaction, deps, attempts)
  const write = isAllAccepted(batch) ? writeAccepted : writeOthers
  const { rows, plans } = await write(transaction, deps, batch)
  const written = writtenOf(attempts, rows)
  const givingWay = await endGivingWay(transaction, written, { plans, now })
  const webhooks = await deps.webhooks.all(transaction)
  refuseUnseen(batch, webhooks)
  const effects = effectsOf({ rows, plans, written, givingWay, webhooks, now })
  const mayBeDue = await writeEffects(transaction, deps, { effects, webhooks, now })
  return { written, states: statesOf(written, { plans, givingWay }), mayBeDue }
}

/** Locks alerts before deliveries: the fallbacks of failing ones may change their states. */
async function lockForFallbacks(
  transaction: Transaction,
  deps: Deps,
  attempts: readonly PackedAttempt[],
): Promise<void> {
  const mayFail = attempts.filter(
    ({ state, failure }) => state === 'failed' || (state === 'pending' && failure === 'rejected'),
  )
  if (mayFail.length === 0) return
  const webhooks = await deps.webhooks.all(transaction)
  const ids = mayFail.filter(({ webhookId }) => mayFallBack(webhooks, webhookId))
  await lockAlertsOf(
    transaction,
    ids.map(({ deliveryId }) => deliveryId),
  )
}

/** Throws, to begin again, if a webhook came to mode `current_state` since this node read it. */
function refuseUnseen({ attempts, known }: Batch, webhooks: ReadonlyMap<WebhookId, Webhook>): void {
  if (known === webhooks) return
  const isUnseen = ({ webhookId: id }: PackedAttempt) =>
    isCurrentStateIn(webhooks, id) && !isCurrentStateIn(known, id)
  if (attempts.some(isUnseen)) throw new RacedError('a webhook has come to mode current_state')
}
