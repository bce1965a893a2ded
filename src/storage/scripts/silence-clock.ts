import { CLOCKS_APART_MS_MAX, STEP_MS_MIN } from '../../domain/clock-steps.ts'
import type { Instant } from '../../domain/instant.ts'
import { readStored } from '../rows/columns.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'
import { change, one, statement, takeLock } from '../transactions/transaction-script.ts'
import { openTimeOf, PUT_META, SELECT_META } from './meta.ts'

interface Deps {
  readonly noteChange: () => TransactionScript<unknown>
}

/** A step of the clock, and the time after it; 0: a starting process, which has noticed none. */
interface Step {
  readonly now: Instant
  readonly stepMs: number
}

/**
 * Moves the silences given by a length, and keeps ended ones ended. A starting process finds an unnoticed
 * step by reports that could come in later than now.
 */
export function* stepSilences(deps: Deps, { now, stepMs }: Step): TransactionScript<void> {
  yield* takeLock('noteOpenTime')
  if (stepMs === 0) {
    const { openUntil = 0 } = (yield* openTimeOf()) ?? {}
    if (openUntil > now + CLOCKS_APART_MS_MAX) yield* setBack(deps, { now, before: openUntil })
    return
  }
  const known = readStep((yield* one(SELECT_META, { key: STEP_KEY }))?.value)
  if (known && isSameStep(known, { now, stepMs })) return
  yield* change(PUT_META, { key: STEP_KEY, value: JSON.stringify([now, stepMs]) })
  const before = now - stepMs
  if (stepMs < 0) yield* setBack(deps, { now, before })
  const moved = yield* change(MOVE, { stepMs, before })
  if (moved > 0) yield* deps.noteChange()
}

/**
 * Keeps silences ended that had ended before the clock was set back from `before`. Silences never seen active
 * begin again, and windows are checked again.
 */
function* setBack(
  deps: Deps,
  { now, before }: { readonly now: Instant; readonly before: Instant },
): TransactionScript<void> {
  yield* change(KEEP_ENDED, { now, before })
  yield* change(AWAIT_AGAIN, { now })
  yield* change(CHECK_ALL_WINDOWS, { now })
  yield* deps.noteChange()
}

/** Notes which silences have begun: they stay active if the clock is set back. */
export function noteBegun(now: Instant): TransactionScript<number> {
  return change(NOTE_BEGUN, { now })
}

/**
 * Restarts begun silences that lie ahead, because the clock was set back, for their length. A window's
 * occurrence gets another silence.
 */
export function* bringBack(now: Instant): TransactionScript<number> {
  const after = now + CLOCKS_APART_MS_MAX
  yield* change(CHECK_WINDOWS, { now, after })
  return yield* change(BRING_BACK, { now, after })
}

const STEP_KEY = 'silences stepped'

function readStep(value: string | undefined): Step | undefined {
  const [now, stepMs] = value === undefined ? [] : readStored<readonly number[]>(value, [])
  return now === undefined || stepMs === undefined ? undefined : { now, stepMs }
}

/** Two nodes notice a step within a minute, and measure it slightly differently. */
function isSameStep(known: Step, step: Step): boolean {
  return Math.abs(step.now - known.now) < 60_000 && Math.abs(step.stepMs - known.stepMs) < 2 * STEP_MS_MIN
}

/** A silence that is over before it was seen active has not begun. */
const TO_BEGIN = 'released = 0 AND begun = 0 AND starts_at <= @now AND ends_at > @now'
/** Another node's time may lie ahead by as much as clocks differ. */
const LIES_AHEAD = 'released = 0 AND begun = 1 AND starts_at > @after AND ends_at > @now'
const NOTE_BEGUN = statement<{ now: Instant }>(`UPDATE silences SET begun = 1 WHERE ${TO_BEGIN}`)
const BRING_BACK = statement<{ now: Instant; after: Instant }>(
  `UPDATE silences SET starts_at = @now, ends_at = ends_at - starts_at + @now, occurs_at = NULL WHERE ${LIES_AHEAD}`,
)
const CHECK_WINDOWS = statement<{ now: Instant; after: Instant }>(
  `UPDATE windows SET due_at = @now WHERE id IN (SELECT window_id FROM silences WHERE ${LIES_AHEAD})`,
)
const MOVE = statement<{ stepMs: number; before: Instant }>(
  `UPDATE silences SET starts_at = starts_at + @stepMs, ends_at = ends_at + @stepMs
   WHERE released = 0 AND begun = 1 AND has_length = 1 AND ends_at > @before`,
)
const KEEP_ENDED = statement<{ now: Instant; before: Instant }>(
  `UPDATE silences SET starts_at = CASE WHEN starts_at > @now THEN @now ELSE starts_at END, ends_at = @now
   WHERE begun = 1 AND ends_at > @now AND ends_at <= @before`,
)
const AWAIT_AGAIN = statement<{ now: Instant }>(
  'UPDATE silences SET released = 0 WHERE released = 1 AND begun = 0 AND ends_at > @now',
)
const CHECK_ALL_WINDOWS = statement<{ now: Instant }>('UPDATE windows SET due_at = @now')

export const NEXT_BEGIN_AT =
  'SELECT MIN(starts_at) FROM silences WHERE released = 0 AND begun = 0 AND ends_at > @now'

export const IS_TO_RESTART = `EXISTS (SELECT 1 FROM silences WHERE ${LIES_AHEAD.replace('@after', `@now + ${CLOCKS_APART_MS_MAX}`)})`
