import type { Event } from '../../../domain/alert/event.ts'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { AlertId, EventId, JobRunId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { statement, type Statement, type Value } from '../connection/statement.ts'
import { saveReceiverStateSql } from '../receiver-state/state-table.ts'

/** Each event, and each delivery, in the order of its columns. */
export type FanOutValues = [
  eventCount: number,
  kinds: readonly Event['kind'][],
  sources: readonly string[],
  names: readonly string[],
  ats: readonly Instant[],
  acceptedAts: readonly Instant[],
  alertIds: readonly (AlertId | null)[],
  jobRunIds: readonly (JobRunId | null)[],
  bodies: readonly string[],
  digests: readonly (number | null)[],
  notifiedNobody: readonly (0 | 1)[],
  eventPlaces: readonly number[],
  webhookIds: readonly WebhookId[],
  subjects: readonly string[],
  createdAts: readonly Instant[],
  areWaiting: readonly boolean[],
  urgencies: readonly Urgency[],
  queueUrgencies: readonly Urgency[],
]

export type FanOutWithFallbacks = [...FanOutValues, fallbackAts: readonly (Instant | null)[]]

/**
 * Adds what a delivery takes over from the one it replaces. The values of receiver states follow
 * (`receiverStateValues`).
 */
export type FanOutWithStates = [
  ...FanOutWithFallbacks,
  dueAts: readonly Instant[],
  uncounted: readonly number[],
  begunAts: readonly (Instant | null)[],
  fallbackDepths: readonly number[],
  ...receiverState: readonly Value[],
]

const MORE = {
  plain: {},
  withFallbacks: { fallback_at: 'bigint' },
  withReceiverStates: {
    fallback_at: 'bigint',
    due: 'bigint',
    attempts_uncounted: 'integer',
    begun_at: 'bigint',
    fallback_depth: 'integer',
  },
} as const satisfies Record<keyof FanOutStatements<never>, Readonly<Record<string, string>>>

const EVENT_IDS = 'SELECT list FROM new_event_ids'
const COMMON = 18

/**
 * Returns the parts of a WITH that writes a `FanOut` from parameter `first` on; `new_event_ids` has the ids
 * of the events, taken under the lock of alert or job, so that they follow the order of reports. An array
 * finds each without a join.
 */
export function fanOutSql(first: number, kind: keyof typeof MORE = 'plain'): string {
  const parameter = (index: number) => `$${first + index}`
  const more = Object.entries<string>(MORE[kind])
  const columns = more.flatMap(([name]) => (name === 'due' ? [] : [`, ${name}`])).join('')
  const arrays = more.map(([, type], index) => `, ${parameter(COMMON + index)}::${type}[]`).join('')
  const names = more.map(([name]) => `, ${name}`).join('')
  const receiverState =
    kind === 'withReceiverStates' ? `, ${saveReceiverStateSql(first + COMMON + more.length, EVENT_IDS)}` : ''
  return `new_event_ids AS MATERIALIZED (
      SELECT array_agg(nextval('event_ids')) AS list FROM generate_series(1, ${parameter(0)}::bigint)
    ), new_events AS (
      INSERT INTO events (id, kind, source, name, at, accepted_at, alert_id, job_run_id, body, digest, notified_nobody)
      SELECT (${EVENT_IDS})[place], kind, source, name, at, accepted_at, alert_id, job_run_id, body, digest, notified_nobody
      FROM unnest(${parameter(1)}::text[], ${parameter(2)}::text[], ${parameter(3)}::text[], ${parameter(4)}::bigint[],
          ${parameter(5)}::bigint[], ${parameter(6)}::bigint[], ${parameter(7)}::bigint[], ${parameter(8)}::text[],
          ${parameter(9)}::bigint[], ${parameter(10)}::smallint[])
        WITH ORDINALITY AS event (kind, source, name, at, accepted_at, alert_id, job_run_id, body, digest, notified_nobody, place)
    ), new_deliveries AS (
      INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, due_at, created_at, urgency, queue_urgency${columns})
      SELECT (${EVENT_IDS})[place], at, webhook_id, subject, CASE WHEN is_waiting THEN 'waiting' ELSE 'pending' END,
        CASE WHEN NOT is_waiting THEN ${kind === 'withReceiverStates' ? 'due' : 'at'} END, at, urgency, queue_urgency${columns}
      FROM unnest(${parameter(11)}::integer[], ${parameter(12)}::bigint[], ${parameter(13)}::text[],
          ${parameter(14)}::bigint[], ${parameter(15)}::boolean[], ${parameter(16)}::smallint[], ${parameter(17)}::smallint[]${arrays})
        AS delivery (place, webhook_id, subject, at, is_waiting, urgency, queue_urgency${names})
    )${receiverState}`
}

export const NEW_EVENT_IDS = 'SELECT unnest(list) AS id FROM new_event_ids'

export interface WithId {
  readonly id: EventId
}

/**
 * Statements that write a `FanOut` with its source: plain, with fallbacks, which are rare, and with receiver
 * states.
 */
export interface FanOutStatements<Values extends readonly Value[]> {
  readonly plain: Statement<[...Values, ...FanOutValues], WithId>
  readonly withFallbacks: Statement<[...Values, ...FanOutWithFallbacks], WithId>
  readonly withReceiverStates: Statement<[...Values, ...FanOutWithStates], WithId>
}

/** `before`: parts of a WITH that take the parameters before `first`. */
export function fanOutStatements<Values extends readonly Value[]>(
  before: string,
  first: number,
): FanOutStatements<Values> {
  const text = (kind: keyof typeof MORE) => `WITH ${before}, ${fanOutSql(first, kind)} ${NEW_EVENT_IDS}`
  return {
    plain: statement(text('plain')),
    withFallbacks: statement(text('withFallbacks')),
    withReceiverStates: statement(text('withReceiverStates')),
  }
}
