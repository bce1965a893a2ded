import type { Database } from 'better-sqlite3'
import type { Alert, RaisedAlert } from '../../../domain/alert/alert.ts'
import { type BriefEvent, briefEventOf } from '../../../domain/alert/brief-event.ts'
import type { Event } from '../../../domain/alert/event.ts'
import type { JobRun } from '../../../domain/alert/job-run.ts'
import { RAISED_STATES } from '../../../domain/alert/severity.ts'
import type { Attempt } from '../../../domain/delivery/delivery.ts'
import type { AlertId, DeliveryId, EventId, JobRunId } from '../../../domain/ids.ts'
import { ALERTS, AUDIT, EVENTS, JOB_RUNS } from '../../../domain/lists/indexed-lists.ts'
import {
  countCharacters,
  cutBySize,
  mapPage,
  type Page,
  type PageRequest,
  pickPage,
} from '../../../domain/page.ts'
import {
  type AlertRow,
  RAISED_COLUMNS,
  type RaisedRow,
  toAlert,
  toRaisedAlert,
} from '../../rows/alert-row.ts'
import { type AttemptRow, toAttempt } from '../../rows/attempt-row.ts'
import { type AuditRow, toAuditEntry } from '../../rows/audit-row.ts'
import { type EventRow, readEvent } from '../../rows/event-row.ts'
import { type JobRunRow, toJobRun } from '../../rows/job-run-row.ts'
import type { RaisedFilter } from '../../source-methods.ts'
import type { AlertFilter, AuditFilter, EventFilter, JobRunFilter } from '../../store.ts'
import { CLOCK_SLACK_MS, NO_ID } from '../../transactions/list-scans.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { deliveryListMethods } from './delivery-lists.ts'
import {
  type Conditions,
  conditionsOf,
  eventIdsBetween,
  list,
  listPages,
  one,
  scansOf,
  toWhere,
} from './list-scans.ts'

const EVERY_ATTEMPT: Omit<PageRequest, 'before'> = { limit: -1 }

export function historyMethods(deps: SqliteDeps) {
  const { db, historySeals } = deps
  return {
    listAlerts: (filter: AlertFilter, page: PageRequest): Page<Alert> =>
      mapPage(
        filter.order === 'longest'
          ? listLongest(db, filter, page)
          : listPages<AlertRow>(db, scansOf(ALERTS, filter, silentSince(filter)), page),
        toAlert,
      ),

    listRaised: (filter: RaisedFilter, page: PageRequest): Page<RaisedAlert> => {
      const ranges = scansOf(ALERTS, { ...filter, states: RAISED_STATES })
      return mapPage(listPages<RaisedRow>(db, ranges, page, RAISED_COLUMNS), toRaisedAlert)
    },

    findAlert(id: AlertId): Alert | undefined {
      const row = one<AlertRow>(db, 'alerts', id)
      return row && toAlert(row)
    },

    listJobRuns: (filter: JobRunFilter, page: PageRequest): Page<JobRun> =>
      mapPage(listPages<JobRunRow>(db, scansOf(JOB_RUNS, filter), page), toJobRun),

    findJobRun(id: JobRunId): JobRun | undefined {
      const row = one<JobRunRow>(db, 'job_runs', id)
      return row && toJobRun(row)
    },

    listEvents: (filter: EventFilter, page: PageRequest): Page<Event> =>
      pickPage(
        listPages<EventRow>(db, scansOf(EVENTS, filter, eventIdsBetween(filter.from, filter.until)), page),
        page.limit,
        readEvent,
      ),

    ...briefEventMethods(db),
    ...deliveryListMethods(deps),

    listAttempts(
      deliveryId: DeliveryId,
      { limit, charactersMax = Infinity } = EVERY_ATTEMPT,
    ): readonly Attempt[] {
      const newest = db
        .prepare<[deliveryId: DeliveryId, limit: number], AttemptRow>(
          'SELECT * FROM attempts WHERE delivery_id = ? ORDER BY number DESC LIMIT ?',
        )
        .iterate(deliveryId, limit)
      const attempts: Attempt[] = []
      let count = 0
      for (const row of newest) {
        const kept = count < charactersMax ? row : { ...row, request: null, response: null }
        count += countCharacters(row)
        attempts.push(toAttempt(kept, historySeals))
      }
      return attempts.toReversed()
    },
  }
}

function listLongest(
  db: Database,
  filter: AlertFilter,
  { limit, charactersMax }: PageRequest,
): Page<AlertRow> {
  const { where, values } = toWhere([
    ...conditionsOf(ALERTS.filters, filter),
    ...silentSince(filter),
    ["state <> 'cleared'"],
  ])
  const rows = db
    .prepare<(string | number)[], AlertRow>(
      `SELECT alerts.* FROM (
         SELECT id FROM alerts INDEXED BY alerts_active ${where} ORDER BY since, id LIMIT ?
       ) AS longest JOIN alerts ON alerts.id = longest.id ORDER BY since, alerts.id`,
    )
    .all(...values, limit)
  return cutBySize(rows, charactersMax, countCharacters)
}

/** Alerts that no report has been about since then. */
function silentSince({ silentSince: since }: AlertFilter): Conditions {
  return [since !== undefined && ['expires_at IS NULL AND observed_at < ?', since]]
}

export function auditListMethods({ db, historySeals }: SqliteDeps): Pick<SyncMethods, 'listAudit'> {
  return {
    listAudit(filter, page) {
      const conditions = [...conditionsOf(AUDIT.filters, filter), ...idsBetween(filter)]
      const rows = list<AuditRow>(db, { table: AUDIT.table, conditions, page })
      return mapPage(rows, (row) => toAuditEntry(row, historySeals))
    },
  }
}

/** Ids grow with time, so an old list need not read what came since. */
function idsBetween({ from, until }: AuditFilter): Conditions {
  return [
    from !== undefined && [`id > coalesce((${LAST_BEFORE}), 0)`, from - CLOCK_SLACK_MS],
    until !== undefined && [`id < coalesce((${FIRST_SINCE}), ${NO_ID})`, until + CLOCK_SLACK_MS],
  ]
}

const FIRST_SINCE = 'SELECT id FROM audit WHERE at >= ? ORDER BY at, id LIMIT 1'
const LAST_BEFORE = 'SELECT id FROM audit WHERE at < ? ORDER BY at DESC, id DESC LIMIT 1'

function briefEventMethods(db: Database) {
  const selectEvents = db.prepare<[string], EventRow>(
    'SELECT * FROM events WHERE id IN (SELECT value FROM json_each(?))',
  )
  const selectOfJobRuns = db.prepare<[string], { jobRunId: JobRunId; eventId: EventId }>(
    `SELECT job_run_id AS jobRunId, id AS eventId FROM events INDEXED BY events_by_job_run
     WHERE job_run_id IS NOT NULL AND job_run_id IN (SELECT value FROM json_each(?))`,
  )
  return {
    findEvents: (ids: readonly EventId[]): readonly BriefEvent[] =>
      Array.from(selectEvents.iterate(JSON.stringify(ids)), (row) => {
        const event = readEvent(row)
        return event && briefEventOf(event)
      }).filter((event) => event !== undefined),

    findEventsOfJobRuns: (ids: readonly JobRunId[]) => selectOfJobRuns.all(JSON.stringify(ids)),
  }
}
