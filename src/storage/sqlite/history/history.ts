import type { Database } from 'better-sqlite3'
import { ALERT_STATES, type Alert, type AlertState, type RaisedAlert } from '../../../domain/alert/alert.ts'
import type { Attempt } from '../../../domain/delivery/delivery.ts'
import { EVENT_KINDS, type Event } from '../../../domain/alert/event.ts'
import { JOB_STATUSES, type JobRun } from '../../../domain/alert/job-run.ts'
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
  eventIdsBetween,
  listPages,
  one,
  oneOf,
  toWhere,
  type Conditions,
  type Listed,
} from '../connection/conditions.ts'
import { between, equals } from '../../transactions/conditions.ts'
import { deliveryListMethods } from './delivery-lists.ts'
import type { CatchUp } from '../catch-up/catch-up.ts'

const EVERY_ATTEMPT: Omit<PageRequest, 'before'> = { limit: -1 }

interface HistoryDeps {
  readonly seals: Pick<HistorySeals, 'open'>
  readonly counts: Pick<BacklogCounts, 'get'>
  readonly catchUp: CatchUp
}

/** The lists and single things that people look at: newest first, page by page. */
export function historyMethods(db: Database, { seals, counts, catchUp }: HistoryDeps) {
  return {
    listAlerts: (filter: AlertFilter, page: PageRequest): Page<Alert> =>
      mapPage(
        filter.order === 'longest'
          ? listLongest(db, filter, page)
          : listPages<AlertRow>(db, alertRanges(filter), page),
        toAlert,
      ),

    listRaised: (filter: RaisedFilter, page: PageRequest): Page<RaisedAlert> => {
      const ranges = alertRanges({ ...filter, states: RAISED_STATES })
      return mapPage(listPages<RaisedRow>(db, ranges, page, RAISED_COLUMNS), toRaisedAlert)
    },

    findAlert(id: AlertId): Alert | undefined {
      const row = one<AlertRow>(db, 'alerts', id)
      return row && toAlert(row)
    },

    listJobRuns: (filter: JobRunFilter, page: PageRequest): Page<JobRun> =>
      mapPage(listPages<JobRunRow>(db, jobRunRanges(filter), page), toJobRun),

    findJobRun(id: JobRunId): JobRun | undefined {
      const row = one<JobRunRow>(db, 'job_runs', id)
      return row && toJobRun(row)
    },

    listEvents: (filter: EventFilter, page: PageRequest): Page<Event> =>
      pickPage(listPages<EventRow>(db, eventRanges(filter), page), page.limit, readEvent),

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

type Ranges = readonly Omit<Listed, 'page'>[]

/*
 * Each list says by which index it is read: without statistics the planner takes the first of several, and may look
 * through everything for what is not there.
 */

function alertRanges(filter: AlertFilter): Ranges {
  const { source, key, name, states } = filter
  const conditions = conditionsOf(filter)
  const others = [...conditions, oneOf('state', states)]
  if (key !== undefined) return [{ table: 'alerts INDEXED BY alerts_by_key', conditions: others }]
  if (name !== undefined) return [{ table: 'alerts INDEXED BY alerts_by_name', conditions: others }]
  const each = (table: string, state: AlertState, ...more: Conditions) => ({
    table: `alerts INDEXED BY ${table}`,
    conditions: [...conditions, equals('state', state), ...more],
  })
  if (source !== undefined) return (states ?? ALERT_STATES).map((state) => each('alerts_by_source', state))
  if (states !== undefined && !states.includes('cleared')) {
    // Said in these words the partial index can be used.
    return states.map((state) => each('alerts_active', state, ["state <> 'cleared'"]))
  }
  return [{ table: 'alerts NOT INDEXED', conditions: others }]
}

/** All that is raised is looked at, and only what is shown is read. */
function listLongest(
  db: Database,
  filter: AlertFilter,
  { limit, charactersMax }: PageRequest,
): Page<AlertRow> {
  const { where, values } = toWhere([
    ...conditionsOf(filter),
    oneOf('state', filter.states),
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

/** But for the states. */
function conditionsOf({ source, key, name, silentSince }: AlertFilter): Conditions {
  return [
    equals('source', source),
    equals('key', key),
    equals('name', name),
    silentSince !== undefined && ['expires_at IS NULL AND observed_at < ?', silentSince],
  ]
}

function jobRunRanges({ source, jobId, status }: JobRunFilter): Ranges {
  const conditions = [equals('source', source), equals('job_id', jobId)]
  const others = [...conditions, equals('status', status)]
  if (jobId !== undefined) return [{ table: 'job_runs INDEXED BY job_runs_by_job', conditions: others }]
  if (source !== undefined) {
    return (status === undefined ? JOB_STATUSES : [status]).map((each) => ({
      table: 'job_runs INDEXED BY job_runs_by_source',
      conditions: [...conditions, equals('status', each)],
    }))
  }
  const table = status === undefined ? 'job_runs NOT INDEXED' : 'job_runs INDEXED BY job_runs_by_status'
  return [{ table, conditions: others }]
}

function eventRanges({ kind, source, alertId, notifiedNobody, from, until }: EventFilter): Ranges {
  const conditions = [
    equals('source', source),
    equals('alert_id', alertId),
    ...between('accepted_at', from, until),
    ...eventIdsBetween(from, until),
  ]
  const others = [...conditions, equals('kind', kind)]
  if (notifiedNobody) {
    // Said in these words the partial index can be used.
    return [
      { table: 'events INDEXED BY events_notified_nobody', conditions: [...others, ['notified_nobody = 1']] },
    ]
  }
  if (alertId !== undefined) return [{ table: 'events INDEXED BY events_by_alert', conditions: others }]
  if (source !== undefined) {
    return (kind === undefined ? EVENT_KINDS : [kind]).map((each) => ({
      table: 'events INDEXED BY events_by_source',
      conditions: [...conditions, equals('kind', each)],
    }))
  }
  const table = kind === undefined ? 'events NOT INDEXED' : 'events INDEXED BY events_by_kind'
  return [{ table, conditions: others }]
}
