import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { usesCurrentState } from '../../../domain/receiver-state/receiver-state.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { attemptData, type HistorySeals } from '../../encryption/history-seals.ts'
import type { PackedAttempt } from '../../rows/attempt-row.ts'
import type { AttemptPlans } from '../../changes/receiver-states.ts'
import type { FinishedRow, GivenAttempts } from './finish-statement.ts'

export interface Batch {
  readonly attempts: readonly PackedAttempt[]
  readonly ordered: readonly PackedAttempt[]
  readonly values: GivenAttempts
  readonly known: ReadonlyMap<WebhookId, Webhook>
  readonly now: Instant
}

export interface WrittenBatch {
  readonly rows: readonly FinishedRow[]
  /** The plans for receiver states that the statement did not resolve itself. */
  readonly plans: AttemptPlans
}

export interface WrittenAttempt {
  readonly attempt: PackedAttempt
  readonly row: FinishedRow
}

/** Makes a batch of attempts; the first of several records of one attempt counts. */
export function batchOf(
  packed: readonly PackedAttempt[],
  { seals, now }: { readonly seals: Pick<HistorySeals, 'seal'>; readonly now: Instant },
): Omit<Batch, 'known'> {
  const attempts = firstOfEach(packed)
  const ordered = attempts.toSorted((one, other) => one.deliveryId - other.deliveryId)
  return { attempts, ordered, values: valuesOf(ordered, seals), now }
}

/** Pairs attempts with their rows. An attempt whose lease was lost has none. */
export function writtenOf(
  attempts: readonly PackedAttempt[],
  rows: readonly FinishedRow[],
): readonly WrittenAttempt[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return attempts.flatMap((attempt) => {
    const row = rowOf.get(attempt.deliveryId)
    return row?.attempts_made === attempt.attempt ? [{ attempt, row }] : []
  })
}

export function isCurrentStateIn(webhooks: ReadonlyMap<WebhookId, Webhook>, id: WebhookId): boolean {
  const webhook = webhooks.get(id)
  return webhook !== undefined && usesCurrentState(webhook)
}

function firstOfEach(attempts: readonly PackedAttempt[]): readonly PackedAttempt[] {
  const first = new Map<string, PackedAttempt>()
  for (const attempt of attempts) {
    const name = `${attempt.deliveryId} ${attempt.attempt}`
    if (!first.has(name)) first.set(name, attempt)
  }
  return [...first.values()]
}

function valuesOf(attempts: readonly PackedAttempt[], seals: Pick<HistorySeals, 'seal'>): GivenAttempts {
  const sealed = (column: 'request' | 'response', { deliveryId, attempt, [column]: text }: PackedAttempt) =>
    seals.seal(text, attemptData(column, deliveryId, attempt))
  return [
    attempts.map(({ deliveryId }) => deliveryId),
    attempts.map(({ attempt }) => attempt),
    attempts.map(({ state }) => state),
    attempts.map(({ dueAt }) => dueAt),
    attempts.map(({ reason }) => reason),
    attempts.map(({ startedAt }) => startedAt),
    attempts.map(({ outcome }) => outcome),
    attempts.map((attempt) => sealed('request', attempt)),
    attempts.map((attempt) => sealed('response', attempt)),
    attempts.map(({ timing }) => timing),
    attempts.map(({ leasedBy }) => leasedBy),
    attempts.map(({ failure }) => failure),
  ]
}
