import type { Database } from 'better-sqlite3'
import type { Alert } from '../../domain/alert.ts'
import type { Attempt } from '../../domain/delivery.ts'
import type { Event } from '../../domain/event.ts'
import type { JobRun } from '../../domain/job-run.ts'
import type { HistorySeals } from '../history-seals.ts'
import { toAlert, type AlertRow } from '../rows/alert-row.ts'
import { toAttempt, type AttemptRow } from '../rows/attempt-row.ts'
import { toEvent, type EventRow } from '../rows/event-row.ts'
import { toJobRun, type JobRunRow } from '../rows/job-run-row.ts'
import type { AlertFilter, EventFilter, JobRunFilter, Page } from '../store.ts'
import type { BacklogCounts } from './backlog-counts.ts'
import { between, equals, eventIdsBetween, list, one, oneOf, type Conditions } from './conditions.ts'
import { deliveryListVerbs } from './delivery-lists.ts'
import type { Settling } from './settling.ts'

interface HistoryParts {
  readonly seals: Pick<HistorySeals, 'open'>
  readonly counts: Pick<BacklogCounts, 'get'>
  readonly settling: Settling
}

/** The lists and single things that people look at: newest first, page by page. */
export function historyVerbs(db: Database, { seals, counts, settling }: HistoryParts) {
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

    ...deliveryListVerbs(db, { counts, settling }),

    listAttempts: (deliveryId: number): readonly Attempt[] =>
      db
        .prepare<[number], AttemptRow>('SELECT * FROM attempts WHERE delivery_id = ? ORDER BY number')
        .all(deliveryId)
        .map((row) => toAttempt(row, seals)),
  }
}

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
    ...eventIdsBetween(from, until),
  ]
}
