import type { EventId } from '../../../domain/ids.ts'
import type { NewDelivery } from '../../changes/queue-changes.ts'
import { EVENT_COLUMNS, type EventRow } from '../../rows/event-row.ts'
import { arraysOf, columnsOf, givenSql } from '../connection/set-statement.ts'
import { statement, type Statement, type Value } from '../connection/statement.ts'
import { saveReceiverStateSql } from '../receiver-state/state-table.ts'

const { id: _, ...INSERTED } = EVENT_COLUMNS
const EVENT = columnsOf<Omit<EventRow, 'id'>>(INSERTED)
const EVENT_NAMES = Object.keys(EVENT)

const DELIVERY = {
  eventPlace: 'integer',
  webhook_id: 'bigint',
  subject: 'text',
  at: 'bigint',
  state: 'text',
  urgency: 'smallint',
  queueUrgency: 'smallint',
} as const

/** Columns of deliveries in each kind of statement; with receiver states, one takes over from the one it replaces. */
const DELIVERIES = {
  plain: DELIVERY,
  withFallbacks: { ...DELIVERY, fallbackAt: 'bigint' },
  withReceiverStates: {
    ...DELIVERY,
    fallbackAt: 'bigint',
    attemptsUncounted: 'integer',
    begunAt: 'bigint',
    fallbackDepth: 'integer',
    dueAt: 'bigint',
  },
} as const
const TAKEN_OVER = {
  plain: ['', ''],
  withFallbacks: [', fallback_at', ', "fallbackAt"'],
  withReceiverStates: [
    ', fallback_at, attempts_uncounted, begun_at, fallback_depth',
    ', "fallbackAt", "attemptsUncounted", "begunAt", "fallbackDepth"',
  ],
} as const

export type FanOutKind = keyof typeof DELIVERIES

const EVENT_IDS = 'SELECT list FROM new_event_ids'

/**
 * Returns the parts of a WITH that writes a `FanOut` from parameter `first` on; `new_event_ids` has the ids
 * of the events, taken under the lock of alert or job, so that they follow the order of reports. An array
 * finds each without a join.
 */
function fanOutSql(first: number, kind: FanOutKind): string {
  const names = EVENT_NAMES.join(', ')
  const [columns, values] = TAKEN_OVER[kind]
  const deliveriesFrom = first + EVENT_NAMES.length
  const statesFrom = deliveriesFrom + Object.keys(DELIVERIES[kind]).length
  const hasStates = kind === 'withReceiverStates'
  return `new_event_ids AS MATERIALIZED (
      SELECT array_agg(nextval('event_ids')) AS list FROM generate_series(1, cardinality($${first}::text[]))
    ), new_events AS (
      INSERT INTO events (id, ${names}) SELECT (${EVENT_IDS})[place], ${names}
      FROM ${givenSql(EVENT, { first, as: 'event', isNumbered: true })}
    ), new_deliveries AS (
      INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, due_at, created_at, urgency, queue_urgency${columns})
      SELECT (${EVENT_IDS})["eventPlace"], at, webhook_id, subject, state,
        CASE WHEN state = 'pending' THEN ${hasStates ? '"dueAt"' : 'at'} END, at, urgency, "queueUrgency"${values}
      FROM ${givenSql(DELIVERIES[kind], { first: deliveriesFrom, as: 'delivery' })}
    )${hasStates ? `, ${saveReceiverStateSql(statesFrom, EVENT_IDS)}` : ''}`
}

/** Returns the values for `fanOutSql`, but for receiver states (`receiverStateValues`). */
export function fanOutValues(
  kind: FanOutKind,
  events: readonly Omit<EventRow, 'id'>[],
  deliveries: readonly NewDelivery[],
): readonly Value[] {
  return [...arraysOf(EVENT, events), ...arraysOf(DELIVERIES[kind], deliveries)]
}

/**
 * Statements that write a `FanOut` with its source: plain, with fallbacks, which are rare, and with receiver
 * states.
 */
export type FanOutStatements = Readonly<
  Record<FanOutKind, Statement<readonly Value[], { readonly id: EventId }>>
>

/** `before`: parts of a WITH that take the parameters before `first`. */
export function fanOutStatements(before: string, first: number): FanOutStatements {
  const text = (kind: FanOutKind) =>
    `WITH ${before}, ${fanOutSql(first, kind)} SELECT unnest(list) AS id FROM new_event_ids`
  return {
    plain: statement(text('plain')),
    withFallbacks: statement(text('withFallbacks')),
    withReceiverStates: statement(text('withReceiverStates')),
  }
}
