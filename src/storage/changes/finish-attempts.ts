import { GAVE_WAY } from '../../domain/delivery/alert-queue.ts'
import type { RecordedState } from '../../domain/delivery/delivery.ts'
import type { WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { unconfirmedOutcome } from '../../domain/receiver-state/after-attempt.ts'
import { usesCurrentState } from '../../domain/receiver-state/receiver-state.ts'
import { againOf, type PackedAttempt } from '../rows/attempt-row.ts'
import { RacedError, together, type TransactionScript } from '../transactions/transaction-script.ts'
import { yieldToOlder } from './alert-queue.ts'
import { addFallbacks, mayFallBack } from './fallback.ts'
import { changedBy, disablingOf, recoveredIn, signalOf } from './receiver-health.ts'
import type { AttemptPlans, Sent, Unconfirmed } from './receiver-states.ts'
import { findSent, leaveForResync, planAttempts, readBehind, writePlans } from './receiver-states.ts'
import type { FinishedRow, Recorded } from './delivery-rows.ts'
import type { Known, Rows } from './rows.ts'

interface Written {
  readonly finished: readonly FinishedRow[]
  /** The decisions of receiver states, but for those that the statement made itself. */
  readonly plans: AttemptPlans
}

/**
 * Writes attempts, given as deliveries with their outcomes, and all that follows from them. Returns the state
 * of each; null: its lease was lost.
 */
export function* finishAttempts(
  rows: Rows,
  given: readonly PackedAttempt[],
  now: Instant,
): TransactionScript<readonly (RecordedState | null)[]> {
  if (given.length === 0) return []
  const before = rows.lastKnown
  const attempts = firstOfEach(given)
  yield* lockForFallbacks(rows, attempts)
  const isUsual = rows.finishAccepted !== undefined && isAllAccepted(attempts, before)
  const write = isUsual ? writeAccepted : writeOthers
  const { finished, plans } = yield* write(rows, attempts, { before, now })
  const recorded = recordedOf(attempts, finished)
  const decided = recorded.filter(({ row }) => !row.is_resolved && !plans.has(row.id))
  const givingWay = yield* endGivingWay(rows, decided, now)
  const known = yield* rows.known()
  refuseUnseen(attempts, before, known)
  yield* carryOut(rows, { recorded, decided, givingWay, known, now })
  const states = new Map(
    recorded.map((one) => [one.attempt, givingWay.has(one) ? 'failed' : stateAfter(one, plans)]),
  )
  return given.map((attempt) => states.get(attempt) ?? null)
}

/** The first of several records of one attempt counts. */
function firstOfEach(given: readonly PackedAttempt[]): readonly PackedAttempt[] {
  if (given.length === 1) return given
  const first = new Map<string, PackedAttempt>()
  for (const one of given) {
    const name = `${one.deliveryId} ${one.attempt}`
    if (!first.has(name)) first.set(name, one)
  }
  return [...first.values()]
}

/** Locks alerts before deliveries: the fallbacks of failing ones may change their states. */
function* lockForFallbacks(rows: Rows, attempts: readonly PackedAttempt[]): TransactionScript<void> {
  const mayFail = attempts.filter(
    ({ state, failure }) => state === 'failed' || (state === 'pending' && failure === 'rejected'),
  )
  if (mayFail.length === 0) return
  const known = yield* rows.known()
  const ids = mayFail.filter(({ webhookId }) => mayFallBack(known, webhookId))
  yield* rows.lockAlertsOf(ids.map(({ deliveryId }) => deliveryId))
}

/** Tells whether all attempts in current-state mode were accepted, in webhooks still in that mode. */
function isAllAccepted(attempts: readonly PackedAttempt[], known: Known): boolean {
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

function isCurrentStateIn(known: Known, id: WebhookId): boolean {
  const webhook = known.find(id)
  return webhook !== undefined && usesCurrentState(webhook)
}

interface Writing {
  readonly before: Known
  readonly now: Instant
}

/** Writes accepted attempts at once, and then those whose receiver states changed since the claim. */
function* writeAccepted(
  rows: Rows,
  attempts: readonly PackedAttempt[],
  { before, now }: Writing,
): TransactionScript<Written> {
  const finished = yield* rows.finishAccepted!(attempts, now)
  const known = yield* rows.known()
  const hasLeft = ({ webhookId: id }: PackedAttempt) =>
    isCurrentStateIn(before, id) && !isCurrentStateIn(known, id)
  if (before.webhooks !== known.webhooks && attempts.some(hasLeft))
    throw new RacedError('a webhook has left mode current_state')
  const sent = recordedOf(attempts, finished).flatMap(({ attempt, row }): readonly Sent[] => {
    const { sentNotification, state: next } = attempt
    if (row.is_resolved || !sentNotification) return []
    return [{ row: { ...row, ...SENT }, sentNotification, next, again: againOf(attempt) }]
  })
  if (sent.length === 0) return { finished, plans: new Map() }
  const behind = yield* readBehind(rows, sent.map(rowOf))
  const plans = planAttempts(sent, behind, { known, now })
  yield* writePlans(rows, plans, now)
  return { finished, plans }
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

/** Writes any attempts, and what they do to receiver states. */
function* writeOthers(
  rows: Rows,
  attempts: readonly PackedAttempt[],
  { before, now }: Writing,
): TransactionScript<Written> {
  // Webhooks may be in current-state mode only since the claim, or nothing was sent.
  const wanted = attempts.filter(
    ({ sentNotification, webhookId, request }) =>
      sentNotification ?? (request === null || isCurrentStateIn(before, webhookId)),
  )
  if (wanted.length === 0) return { finished: yield* rows.finish(attempts, now), plans: new Map() }
  const [leased, known] = yield* together([rows.lockLeased(attempts, wanted), rows.known()])
  const sent: Sent[] = []
  const unconfirmed: Unconfirmed[] = []
  for (const one of wanted) {
    const { sentNotification, state: next } = one
    const row = leased.rows.get(one.deliveryId)
    if (row?.attempts_made !== one.attempt) continue
    const again = againOf(one)
    if (sentNotification) sent.push({ row, sentNotification, next, again })
    else unconfirmed.push({ row, ...unconfirmedOutcome(next, { isSent: one.request !== null }), again })
  }
  if (unconfirmed.length > 0 && known.areRemembered)
    sent.push(...(yield* findSent(rows, unconfirmed, { known, states: leased.states })))
  const plans = planAttempts(sent, leased, { known, now })
  const [finished] = yield* together([rows.finish(attempts, now, leased.rows), writePlans(rows, plans, now)])
  return { finished, plans }
}

/** Pairs attempts with their rows. An attempt whose lease was lost has none. */
function recordedOf(
  attempts: readonly PackedAttempt[],
  finished: readonly FinishedRow[],
): readonly Recorded[] {
  const rowOf = new Map(finished.map((row) => [row.id, row]))
  return attempts.flatMap((attempt) => {
    const row = rowOf.get(attempt.deliveryId)
    return row?.attempts_made === attempt.attempt ? [{ attempt, row }] : []
  })
}

/** Ends rejected deliveries that would be retried, in favour of those that wait after them. */
function* endGivingWay(
  rows: Rows,
  decided: readonly Recorded[],
  now: Instant,
): TransactionScript<ReadonlySet<Recorded>> {
  const rejected = decided.filter(
    ({ attempt: { state, failure } }) => state === 'pending' && failure === 'rejected',
  )
  if (rejected.length === 0) return new Set()
  const awaited = yield* rows.awaited(rejected.map(({ row }) => row))
  const giving = rejected.filter(({ row: { id } }) => awaited.has(id))
  yield* rows.end(
    giving.map(({ attempt, row }) => ({ id: row.id, reason: `${attempt.reason}; ${GAVE_WAY}` })),
    { state: 'failed', now },
  )
  return new Set(giving)
}

/** Throws, to begin again, if a webhook came to mode `current_state` since this node read it. */
function refuseUnseen(attempts: readonly PackedAttempt[], before: Known, known: Known): void {
  if (before.webhooks === known.webhooks) return
  const isUnseen = ({ webhookId: id }: PackedAttempt) =>
    isCurrentStateIn(known, id) && !isCurrentStateIn(before, id)
  if (attempts.some(isUnseen)) throw new RacedError('a webhook has come to mode current_state')
}

function stateAfter({ attempt, row }: Recorded, plans: AttemptPlans): RecordedState {
  return (plans.get(row.id)?.superseded ?? null) === null ? attempt.state : 'superseded'
}

interface Following {
  readonly recorded: readonly Recorded[]
  /** No receiver state decides about these. */
  readonly decided: readonly Recorded[]
  readonly givingWay: ReadonlySet<Recorded>
  readonly known: Known
  readonly now: Instant
}

/** Writes what follows; the usual part travels with the commit. */
function* carryOut(
  rows: Rows,
  { recorded, decided, givingWay, known, now }: Following,
): TransactionScript<void> {
  const hasEnded = (one: Recorded) => one.attempt.state !== 'pending' || givingWay.has(one)
  const ended = decided.filter(hasEnded)
  const kept = decided.filter((one) => !hasEnded(one))
  const escalating = recorded.filter(({ attempt }) => attempt.sentNotification?.isReminder !== true)
  const failed = escalating.filter((one) => one.attempt.state === 'failed' || givingWay.has(one))
  const hastened = escalating.filter(({ attempt }) => attempt.isScheduleOver).map(({ row }) => row.id)
  // Nothing says what these sent.
  const unsent = ended.filter(
    ({ attempt, row }) => attempt.state !== 'delivered' || isCurrentStateIn(known, row.webhook_id),
  )
  const signals = recorded.map(signalOf)
  const changedIds = changedBy(signals, recorded, now)
  const resolved = recorded.filter(({ row }) => row.is_resolved)
  const isLast = kept.length + failed.length + hastened.length + changedIds.length + unsent.length === 0
  yield* together([
    rows.promoteAfter(ended.map(rowOf), resolved.map(rowOf), { now, isLast }),
    ...(isLast ? [] : [yieldToOlder(rows, kept.map(rowOf), now), rows.hasten(hastened, now)]),
    // After deliveries, against deadlocks.
    rows.noteSignals(signals, changedIds, now),
  ])
  if (isLast) return
  yield* leaveForResync(rows, unsent.map(rowOf), { known, resync: 'due', now })
  const disabling = disablingOf(recorded)
  const disabledIds = new Set(disabling.keys())
  yield* addFallbacks(rows, failed.map(rowOf), { known, now, disabledIds })
  if (changedIds.length > 0) yield* rows.makeDue(recoveredIn(recorded))
  for (const [id, reason] of disabling) yield* rows.disable({ id, reason, now })
}

function rowOf<Row>({ row }: { readonly row: Row }): Row {
  return row
}
