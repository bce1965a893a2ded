import type { Database } from 'better-sqlite3'
import type { Alert } from '../../domain/alert.ts'
import type { Attempt, Delivery, DeliveryState } from '../../domain/delivery.ts'
import type { Event } from '../../domain/event.ts'
import type { JobRun } from '../../domain/job-run.ts'
import type { AlertFilter, DeliveryFilter, EventFilter, JobRunFilter, Page } from '../store.ts'
import { toDelivery, type DeliveryRow } from './deliveries.ts'
import { toEvent, type EventRow } from './events.ts'
import type { HistorySeals } from './history-seals.ts'
import { toAlert, type AlertRow } from './intake.ts'

interface JobRunRow {
  id: number
  source: string
  job_id: string
  run_id: string
  name: string
  status: JobRun['status']
  started_at: number | null
  finished_at: number
  details: string
  accepted_at: number
}

interface AttemptRow {
  delivery_id: number
  number: number
  started_at: number
  outcome: Attempt['outcome']
  reason: string
  request: string | null
  answer: string | null
  timing: string | null
}

type Condition = readonly [sql: string, ...values: readonly (string | number)[]]

/** The lists and single things that people look at: newest first, page by page. */
export function historyVerbs(db: Database, seals: Pick<HistorySeals, 'open'>) {
  return {
    listAlerts: (filter: AlertFilter, page: Page): readonly Alert[] =>
      list<AlertRow>(db, { table: 'alerts', conditions: alertConditions(filter), page }).map(toAlert),

    findAlert(id: number): Alert | undefined {
      const row = one<AlertRow>(db, 'alerts', id)
      return row && toAlert(row)
    },

    listJobRuns: (filter: JobRunFilter, page: Page): readonly JobRun[] =>
      list<JobRunRow>(db, { table: 'job_runs', conditions: jobRunConditions(filter), page }).map(toJobRun),

    findJobRun(id: number): JobRun | undefined {
      const row = one<JobRunRow>(db, 'job_runs', id)
      return row && toJobRun(row)
    },

    listEvents: (filter: EventFilter, page: Page): readonly Event[] =>
      list<EventRow>(db, { table: 'events', conditions: eventConditions(filter), page }).map(toEvent),

    listDeliveries: (filter: DeliveryFilter, page: Page): readonly Delivery[] =>
      list<DeliveryRow>(db, {
        table: isOfHotSet(filter) ? 'deliveries INDEXED BY deliveries_line' : 'deliveries',
        conditions: deliveryConditions(filter),
        page,
      }).map(toDelivery),

    listAttempts: (deliveryId: number): readonly Attempt[] =>
      db
        .prepare<[number], AttemptRow>('SELECT * FROM attempts WHERE delivery_id = ? ORDER BY number')
        .all(deliveryId)
        .map((row) => toAttempt(row, seals)),
  }
}

type Conditions = readonly (Condition | false | undefined)[]

function alertConditions({ source, key, name, states }: AlertFilter): Conditions {
  return [
    equals('source', source),
    equals('key', key),
    equals('name', name),
    oneOf('state', states),
    // Said in these words the partial index of active alerts can be used.
    states !== undefined && !states.includes('cleared') && ["state <> 'cleared'"],
  ]
}

function jobRunConditions({ source, jobId, status }: JobRunFilter): Conditions {
  return [equals('source', source), equals('job_id', jobId), equals('status', status)]
}

function eventConditions({ kind, source, alertId, from, until }: EventFilter): Conditions {
  return [
    equals('kind', kind),
    equals('source', source),
    equals('alert_id', alertId),
    ...between('accepted_at', from, until),
    from !== undefined && [`id > coalesce((${LAST_EVENT_BEFORE}), 0)`, from - CLOCK_SLACK_MS],
    until !== undefined && [`id < coalesce((${FIRST_EVENT_SINCE}), ${NO_ID})`, until + CLOCK_SLACK_MS],
  ]
}

/**
 * Ids grow with the time of acceptance, so a span of time is a span of ids; without those bounds a list of long ago
 * would read everything since. A clock that was set back makes them disagree; by more than this it is not expected to.
 */
const CLOCK_SLACK_MS = 600_000
const FIRST_EVENT_SINCE = 'SELECT id FROM events WHERE accepted_at >= ? ORDER BY accepted_at, id LIMIT 1'
const LAST_EVENT_BEFORE =
  'SELECT id FROM events WHERE accepted_at < ? ORDER BY accepted_at DESC, id DESC LIMIT 1'
const NO_ID = Number.MAX_SAFE_INTEGER

function deliveryConditions({
  states,
  webhookId,
  eventId,
  alertId,
  from,
  until,
}: DeliveryFilter): Conditions {
  return [
    oneOf('state', states),
    ...wordsOfPartialIndexes(states),
    equals('webhook_id', webhookId),
    equals('event_id', eventId),
    alertId !== undefined && ['event_id IN (SELECT id FROM events WHERE alert_id = ?)', alertId],
    ...between('created_at', from, until),
    // A delivery is made together with its event, so their ids grow side by side.
    from !== undefined && [
      `id > coalesce((SELECT id FROM deliveries WHERE event_id <= (${LAST_EVENT_BEFORE}) ORDER BY event_id DESC, id DESC LIMIT 1), 0)`,
      from - CLOCK_SLACK_MS,
    ],
    until !== undefined && [
      `id < coalesce((SELECT id FROM deliveries WHERE event_id >= (${FIRST_EVENT_SINCE}) ORDER BY event_id, id LIMIT 1), ${NO_ID})`,
      until + CLOCK_SLACK_MS,
    ],
  ]
}

interface Listed {
  readonly table: string
  readonly conditions: Conditions
  readonly page: Page
}

function list<Row>(db: Database, { table, conditions, page }: Listed): Row[] {
  const wanted = conditions.filter((condition) => condition !== false && condition !== undefined)
  if (page.before !== undefined) wanted.push(['id < ?', page.before])
  const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([sql]) => sql).join(' AND ')}`
  const values = wanted.flatMap(([, ...values]) => values)
  return db
    .prepare<(string | number)[], Row>(`SELECT * FROM ${table} ${where} ORDER BY id DESC LIMIT ?`)
    .all(...values, page.limit)
}

function one<Row>(db: Database, table: string, id: number): Row | undefined {
  return db.prepare<[number], Row>(`SELECT * FROM ${table} WHERE id = ?`).get(id)
}

function equals(column: string, value: string | number | undefined): Condition | undefined {
  return value === undefined ? undefined : [`${column} = ?`, value]
}

function oneOf(column: string, values: readonly string[] | undefined): Condition | undefined {
  return values && [`${column} IN (${values.map(() => '?').join(', ')})`, ...values]
}

function between(
  column: string,
  from: number | undefined,
  until: number | undefined,
): readonly (Condition | undefined)[] {
  return [
    from === undefined ? undefined : [`${column} >= ?`, from],
    until === undefined ? undefined : [`${column} < ?`, until],
  ]
}

/** Said in these words the partial indexes of failed and cancelled deliveries, and of unfinished ones, can be used. */
function wordsOfPartialIndexes(states: DeliveryFilter['states']): Conditions {
  return [
    isWithin(states, ['failed', 'cancelled']) && ["state IN ('failed', 'cancelled')"],
    isWithin(states, UNFINISHED) && ['finished_at IS NULL'],
  ]
}

const UNFINISHED: readonly DeliveryState[] = ['waiting', 'pending', 'sending']

/**
 * Unfinished ones are few: they are found by their own index and sorted. The planner would rather walk through all
 * deliveries in the order of the list, and there may be none of them. Those of one event are fewer still.
 */
function isOfHotSet({ states, eventId, alertId }: DeliveryFilter): boolean {
  return isWithin(states, UNFINISHED) && eventId === undefined && alertId === undefined
}

function isWithin(states: DeliveryFilter['states'], all: readonly DeliveryState[]): boolean {
  return states !== undefined && states.length > 0 && states.every((state) => all.includes(state))
}

function toJobRun(row: JobRunRow): JobRun {
  return {
    id: row.id,
    source: row.source,
    jobId: row.job_id,
    runId: row.run_id,
    name: row.name,
    status: row.status,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    details: JSON.parse(row.details),
    acceptedAt: row.accepted_at,
  }
}

function toAttempt(row: AttemptRow, seals: Pick<HistorySeals, 'open'>): Attempt {
  const id = { deliveryId: row.delivery_id, number: row.number }
  const request = seals.open(row.request, 'request', id)
  const answer = seals.open(row.answer, 'answer', id)
  return {
    number: row.number,
    startedAt: row.started_at,
    outcome: row.outcome,
    reason: row.reason,
    request: request === null ? null : JSON.parse(request),
    answer: answer === null ? null : JSON.parse(answer),
    timing: row.timing === null ? null : JSON.parse(row.timing),
  }
}
