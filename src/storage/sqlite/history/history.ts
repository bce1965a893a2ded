import type { Database } from 'better-sqlite3'
import type { Alert, RaisedAlert } from '../../../domain/alert/alert.ts'
import type { Attempt } from '../../../domain/delivery/delivery.ts'
import type { Event } from '../../../domain/alert/event.ts'
import type { JobRun } from '../../../domain/alert/job-run.ts'
import { ALERTS, EVENTS, JOB_RUNS } from '../../../domain/lists/indexed-lists.ts'
import { RAISED_STATES } from '../../../domain/alert/severity.ts'
import type { HistorySeals } from '../../encryption/history-seals.ts'
import {
  countCharacters,
  cutBySize,
  mapPage,
  pickPage,
  type PageRequest,
  type Page,
} from '../../../domain/page.ts'
import type { AlertId, DeliveryId, JobRunId } from '../../../domain/ids.ts'
import {
  RAISED_COLUMNS,
  toAlert,
  toRaisedAlert,
  type AlertRow,
  type RaisedRow,
} from '../../rows/alert-row.ts'
import { toAttempt, type AttemptRow } from '../../rows/attempt-row.ts'
import { readEvent, type EventRow } from '../../rows/event-row.ts'
import { toJobRun, type JobRunRow } from '../../rows/job-run-row.ts'
import type { RaisedFilter } from '../../source-methods.ts'
import type { AlertFilter, EventFilter, JobRunFilter } from '../../store.ts'
import type { BacklogCounts } from '../queue/backlog-counts.ts'
import {
  conditionsOf,
  eventIdsBetween,
  listPages,
  one,
  rangesOf,
  toWhere,
  type Conditions,
} from '../connection/conditions.ts'
import { deliveryListMethods } from './delivery-lists.ts'
import type { CatchUp } from '../catch-up/catch-up.ts'

const EVERY_ATTEMPT: Omit<PageRequest, 'before'> = { limit: -1 }

interface HistoryDeps {
  readonly seals: Pick<HistorySeals, 'open'>
  readonly counts: Pick<BacklogCounts, 'get'>
  readonly catchUp: CatchUp
}

/** The lists and single things that people read: newest first, page by page. */
export function historyMethods(db: Database, { seals, counts, catchUp }: HistoryDeps) {
  return {
    listAlerts: (filter: AlertFilter, page: PageRequest): Page<Alert> =>
      mapPage(
        filter.order === 'longest'
          ? listLongest(db, filter, page)
          : listPages<AlertRow>(db, rangesOf(ALERTS, filter, silentSince(filter)), page),
        toAlert,
      ),

    listRaised: (filter: RaisedFilter, page: PageRequest): Page<RaisedAlert> => {
      const ranges = rangesOf(ALERTS, { ...filter, states: RAISED_STATES })
      return mapPage(listPages<RaisedRow>(db, ranges, page, RAISED_COLUMNS), toRaisedAlert)
    },

    findAlert(id: AlertId): Alert | undefined {
      const row = one<AlertRow>(db, 'alerts', id)
      return row && toAlert(row)
    },

    listJobRuns: (filter: JobRunFilter, page: PageRequest): Page<JobRun> =>
      mapPage(listPages<JobRunRow>(db, rangesOf(JOB_RUNS, filter), page), toJobRun),

    findJobRun(id: JobRunId): JobRun | undefined {
      const row = one<JobRunRow>(db, 'job_runs', id)
      return row && toJobRun(row)
    },

    listEvents: (filter: EventFilter, page: PageRequest): Page<Event> =>
      pickPage(
        listPages<EventRow>(db, rangesOf(EVENTS, filter, eventIdsBetween(filter.from, filter.until)), page),
        page.limit,
        readEvent,
      ),

    ...deliveryListMethods(db, { counts, catchUp }),

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
        attempts.push(toAttempt(kept, seals))
      }
      return attempts.toReversed()
    },
  }
}

/** All that is raised is scanned, and only what is shown is read. */
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
