import { type BriefEvent, briefEventOf } from '../../../domain/alert/brief-event.ts'
import type { Event } from '../../../domain/alert/event.ts'
import { RAISED_STATES } from '../../../domain/alert/severity.ts'
import type { DeliveryId, EventId, JobRunId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { ALERTS, AUDIT, EVENTS, JOB_RUNS } from '../../../domain/lists/indexed-lists.ts'
import { countCharacters, cutBySize, mapPage, type PageRequest, pickPage } from '../../../domain/page.ts'
import {
  type AlertRow,
  RAISED_COLUMNS,
  type RaisedRow,
  toAlert,
  toRaisedAlert,
} from '../../rows/alert-row.ts'
import { type AttemptRow, toAttempt } from '../../rows/attempt-row.ts'
import { type AuditRow, toAuditEntry } from '../../rows/audit-row.ts'
import { type EventRow, readEvent, toEvent } from '../../rows/event-row.ts'
import { type JobRunRow, toJobRun } from '../../rows/job-run-row.ts'
import type { AlertFilter, StoreMethods } from '../../store.ts'
import { NO_ID } from '../../transactions/list-scans.ts'
import type { OfEvent } from '../../changes/rows.ts'
import type { Transaction } from '../connection/database.ts'
import { join, numbered, type Piece, type Pieces, statement, where } from '../connection/statement.ts'
import type { Deps } from '../node-memory/deps.ts'
import { deliveryListMethods } from './delivery-lists.ts'
import {
  conditionsOf,
  findIdRange,
  idsOf,
  mergeScans,
  readPage,
  scansOf,
  type Sized,
  sizedList,
} from './list-scans.ts'

export function historyMethods({ database, historySeals }: Deps) {
  const one = async <Row>(table: string, id: number): Promise<Row | undefined> =>
    (await database.read(statement<[id: number], Row>(`SELECT * FROM ${table} WHERE id = $1`), [id]))[0]
  const listPaths = async <Row extends object>(
    paths: readonly Piece[],
    page: PageRequest,
    sized: readonly string[],
  ) =>
    readPage(
      await database.list<Row & Sized>(
        ...numbered(sizedList(mergeScans(paths, 'DESC', page.limit), page, sized)),
      ),
    )

  return {
    listAlerts: async (filter, page) => {
      if (filter.order === 'longest') {
        const rows = await database.readOnce<AlertRow>(...numbered(longestList(filter, page)))
        return mapPage(cutBySize(rows, page.charactersMax, countCharacters), toAlert)
      }
      const list = sizedList(alertList(filter, page), page, ['details'])
      return mapPage(readPage(await database.readOnce<AlertRow & Sized>(...numbered(list))), toAlert)
    },

    listRaised: async (filter, page) => {
      const raised = alertList({ ...filter, states: RAISED_STATES }, page)
      const list = sizedList(raised, page, ['details'], RAISED_COLUMNS)
      return mapPage(readPage(await database.readOnce<RaisedRow & Sized>(...numbered(list))), toRaisedAlert)
    },

    findAlert: async (id) => {
      const row = await one<AlertRow>('alerts', id)
      return row && toAlert(row)
    },

    listJobRuns: async (filter, page) =>
      mapPage(
        await listPaths<JobRunRow>(scansOf(JOB_RUNS, filter, idsOf(page)), page, ['details']),
        toJobRun,
      ),

    findJobRun: async (id) => {
      const row = await one<JobRunRow>('job_runs', id)
      return row && toJobRun(row)
    },

    listEvents: async (filter, page) => {
      const ids = await findIdRange(database, 'events', filter.alertId === undefined ? filter : {})
      const rows = await listPaths<EventRow>(scansOf(EVENTS, filter, idsOf(page, ids)), page, ['body'])
      return pickPage(rows, page.limit, readEvent)
    },

    findEvent: async (id) => {
      const row = await one<EventRow>('events', id)
      return row && toEvent(row)
    },

    findEvents: async (ids) =>
      (await database.list<EventRow>('SELECT * FROM events WHERE id = ANY ($1)', [ids])).flatMap(toBrief),

    findEventsOfJobRuns: (ids) =>
      database.list<{ jobRunId: JobRunId; eventId: EventId }>(EVENTS_OF_JOB_RUNS, [ids]),

    ...deliveryListMethods(database),

    listAttempts: async (deliveryId, { limit, charactersMax } = EVERY_ATTEMPT) => {
      const rows = await database.read(ATTEMPTS, [deliveryId, limit, charactersMax ?? NO_ID])
      return rows.map((row) => toAttempt(row, historySeals))
    },
  } satisfies Partial<StoreMethods>
}

function toBrief(row: EventRow): readonly BriefEvent[] {
  const event = readEvent(row)
  return event ? [briefEventOf(event)] : []
}

/** The partial index needs these conditions. */
const EVENTS_OF_JOB_RUNS = `SELECT job_run_id AS "jobRunId", id AS "eventId" FROM events
  WHERE job_run_id IS NOT NULL AND job_run_id = ANY ($1)`

/** The time of the event gives the partition. */
const ATTEMPTS = statement<[deliveryId: DeliveryId, limit: number, charactersMax: number], AttemptRow>(`
SELECT delivery_id, number, started_at, outcome, reason, failure, timing,
    CASE WHEN octets_before < $3 THEN request END AS request, CASE WHEN octets_before < $3 THEN response END AS response
  FROM (SELECT *, sum(octets) OVER (ORDER BY number DESC) - octets AS octets_before FROM (
    SELECT *, coalesce(octet_length(request), 0) + coalesce(octet_length(response), 0) AS octets
    FROM attempts WHERE delivery_id = $1 AND event_at = coalesce(
      (SELECT event_at FROM deliveries WHERE id = $1),
      (SELECT event_at FROM ended_deliveries WHERE id = $1 ORDER BY id LIMIT 1)
    ) ORDER BY number DESC LIMIT $2
  ) AS newest) AS sized ORDER BY number`)
const EVERY_ATTEMPT: Omit<PageRequest, 'before'> = { limit: NO_ID }

function longestList(filter: AlertFilter, { limit }: PageRequest): Piece {
  return join(
    [
      ['SELECT alerts.* FROM (SELECT id FROM alerts'],
      where([...alertConditions(filter), ["state <> 'cleared'"]]),
      ['ORDER BY since, id LIMIT ?) AS longest JOIN alerts ON alerts.id = longest.id', limit],
      ['ORDER BY since, alerts.id'],
    ],
    ' ',
  )
}

function alertConditions(filter: AlertFilter): Pieces {
  const { name, silentSince } = filter
  return [
    ...conditionsOf(ALERTS.filters, filter),
    // The index has these columns.
    name !== undefined && ['left(name, 200) = left(?, 200)', name],
    silentSince !== undefined && ['expires_at IS NULL AND observed_at < ?', silentSince],
  ]
}

/** Lets the planner choose between the list's order and an index: alerts are few. */
function alertList(filter: AlertFilter, { before = NO_ID, limit }: PageRequest): Piece {
  const { states } = filter
  return join(
    [
      ['SELECT * FROM alerts'],
      where([
        ['id < ?', before],
        ...alertConditions(filter),
        // Words that let the planner use the partial index of active alerts.
        states !== undefined && !states.includes('cleared') && ["state <> 'cleared'"],
      ]),
      ['ORDER BY id DESC LIMIT ?', limit],
    ],
    ' ',
  )
}

export function auditListMethods({ database, historySeals }: Deps): Pick<StoreMethods, 'listAudit'> {
  return {
    async listAudit(filter, page) {
      if (filter.actions?.length === 0) return []
      const range = await findIdRange(database, 'audit', filter)
      const scans = scansOf(AUDIT, filter, idsOf(page, range))
      const list = sizedList(mergeScans(scans, 'DESC', page.limit), page, ['changes', 'note'])
      const rows = readPage(await database.list<AuditRow & Sized>(...numbered(list)))
      return mapPage(rows, (row) => toAuditEntry(row, historySeals))
    },
  }
}

const FIND_EVENTS = statement<[ids: readonly EventId[], times: readonly Instant[]], EventRow>(`
SELECT event.* FROM unnest($1::bigint[], $2::bigint[]) AS given (id, at)
CROSS JOIN LATERAL (SELECT * FROM events WHERE id = given.id AND accepted_at = given.at) AS event`)

/** Finds the events of these deliveries, without damaged and removed ones. */
export async function findEventsOf(
  transaction: Transaction,
  deliveries: readonly OfEvent[],
): Promise<ReadonlyMap<EventId, Event>> {
  if (deliveries.length === 0) return new Map()
  const byId = new Map(deliveries.map((row) => [row.event_id, row.event_at ?? 0]))
  const { rows } = await transaction.query(FIND_EVENTS, [[...byId.keys()], [...byId.values()]])
  return new Map(rows.flatMap((row) => readEvent(row) ?? []).map((event) => [event.id, event]))
}
