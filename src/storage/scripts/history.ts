import { briefEventOf } from '../../domain/alert/brief-event.ts'
import { RAISED_STATES } from '../../domain/alert/severity.ts'
import type { AlertId, DeliveryId, EventId, JobRunId } from '../../domain/ids.ts'
import { ALERTS, AUDIT, EVENTS, JOB_RUNS } from '../../domain/lists/indexed-lists.ts'
import { cutBySize, mapPage, pickPage } from '../../domain/page.ts'
import { type AlertRow, RAISED_COLUMNS, type RaisedRow, toAlert, toRaisedAlert } from '../rows/alert-row.ts'
import { type AttemptRow, toAttempt } from '../rows/attempt-row.ts'
import { type AuditRow, toAuditEntry } from '../rows/audit-row.ts'
import { type EventRow, readEvent, toEvent } from '../rows/event-row.ts'
import { type JobRunRow, toJobRun } from '../rows/job-run-row.ts'
import type { AlertFilter } from '../store.ts'
import type { ListedPage, ListRows, Piece, Pieces } from '../transactions/list-scans.ts'
import { join, NO_ID, where } from '../transactions/list-scans.ts'
import type { Scripts, TransactionScript } from '../transactions/transaction-script.ts'
import { many, one, statement } from '../transactions/transaction-script.ts'
import type { AuditSeals } from './audit.ts'

export interface Lists {
  readonly listRows: ListRows
  /** Lists the active alerts raised first, without a limit of size. */
  readonly listLongest: (listed: ListedPage) => TransactionScript<readonly AlertRow[]>
}

export function historyScripts(deps: Lists & AuditSeals) {
  return { ...alertScripts(deps), ...eventScripts(deps) }
}

function alertScripts({
  listRows,
  listLongest,
}: Lists): Scripts<'listAlerts' | 'listRaised' | 'findAlert' | 'listJobRuns' | 'findJobRun'> {
  return {
    *listAlerts(filter, page) {
      const listed = { list: ALERTS, filter, further: silentSince(filter), page, sized: ['details'] }
      const rows =
        filter.order === 'longest'
          ? cutBySize(yield* listLongest(listed), page.charactersMax)
          : yield* listRows<AlertRow>(listed)
      return mapPage(rows, toAlert)
    },

    *listRaised(filter, page) {
      const raised = { list: ALERTS, filter: { ...filter, states: RAISED_STATES }, page }
      const listed = { ...raised, sized: ['details'], columns: RAISED_COLUMNS }
      return mapPage(yield* listRows<RaisedRow>(listed), toRaisedAlert)
    },

    *findAlert(id) {
      const row = yield* one(SELECT_ALERT, { id })
      return row && toAlert(row)
    },

    *listJobRuns(filter, page) {
      const listed = { list: JOB_RUNS, filter, page, sized: ['details'] }
      return mapPage(yield* listRows<JobRunRow>(listed), toJobRun)
    },

    *findJobRun(id) {
      const row = yield* one(SELECT_JOB_RUN, { id })
      return row && toJobRun(row)
    },
  }
}

function eventScripts({
  listRows,
  historySeals,
}: Lists & AuditSeals): Scripts<
  'listEvents' | 'findEvent' | 'findEvents' | 'findEventsOfJobRuns' | 'listAttempts' | 'listAudit'
> {
  return {
    *listEvents(filter, page) {
      const listed = { list: EVENTS, filter, page, sized: ['body'] }
      return pickPage(yield* listRows<EventRow>(listed), page.limit, readEvent)
    },

    *findEvent(id) {
      const row = yield* one(SELECT_EVENT, { id })
      return row && toEvent(row)
    },

    *findEvents(ids) {
      const rows = yield* many(SELECT_EVENTS, { ids: JSON.stringify(ids) })
      return rows.flatMap((row) => readEvent(row) ?? []).map(briefEventOf)
    },

    findEventsOfJobRuns: (ids) => many(SELECT_OF_JOB_RUNS, { ids: JSON.stringify(ids) }),

    *listAttempts(deliveryId, { limit, charactersMax = NO_ID } = { limit: NO_ID }) {
      const rows = yield* many(SELECT_ATTEMPTS, { deliveryId, limit, charactersMax })
      return rows.map((row) => toAttempt(row, historySeals))
    },

    *listAudit(filter, page) {
      const rows = yield* listRows<AuditRow>({ list: AUDIT, filter, page, sized: ['changes', 'note'] })
      return mapPage(rows, (row) => toAuditEntry(row, historySeals))
    },
  }
}

/** Alerts that no report has been about since then. */
function silentSince({ silentSince: since }: AlertFilter): Pieces {
  return [since !== undefined && ['expires_at IS NULL AND observed_at < ?', since]]
}

/** Selects the active alerts raised first. */
export function longestAlerts(from: string, conditions: Pieces, limit: number): Piece {
  return join(
    [
      [`SELECT alerts.* FROM (SELECT id FROM ${from}`],
      where([...conditions, ["state <> 'cleared'"]]),
      ['ORDER BY since, id LIMIT ?) AS longest JOIN alerts ON alerts.id = longest.id', limit],
      ['ORDER BY since, alerts.id'],
    ],
    ' ',
  )
}

const SELECT_ALERT = statement<{ id: AlertId }, AlertRow>('SELECT * FROM alerts WHERE id = @id')
const SELECT_JOB_RUN = statement<{ id: JobRunId }, JobRunRow>('SELECT * FROM job_runs WHERE id = @id')
const SELECT_EVENT = statement<{ id: EventId }, EventRow>('SELECT * FROM events WHERE id = @id')
const SELECT_EVENTS = statement<{ ids: string }, EventRow>(
  ({ isAmong }) => `SELECT * FROM events WHERE ${isAmong('id', '@ids')}`,
)
/** The partial index needs the first condition. */
const SELECT_OF_JOB_RUNS = statement<{ ids: string }, { jobRunId: JobRunId; eventId: EventId }>(
  ({ isAmong }) => `SELECT job_run_id AS "jobRunId", id AS "eventId" FROM events
    WHERE job_run_id IS NOT NULL AND ${isAmong('job_run_id', '@ids')}`,
)
const SELECT_ATTEMPTS = statement<
  { deliveryId: DeliveryId; limit: number; charactersMax: number },
  AttemptRow
>(
  ({ attemptsOf }) => `SELECT delivery_id, number, started_at, outcome, reason, failure, timing,
    CASE WHEN octets_before < @charactersMax THEN request END AS request,
    CASE WHEN octets_before < @charactersMax THEN response END AS response
  FROM (SELECT *, sum(octets) OVER (ORDER BY number DESC) - octets AS octets_before FROM (
    SELECT *, coalesce(octet_length(request), 0) + coalesce(octet_length(response), 0) AS octets
    FROM attempts WHERE ${attemptsOf('@deliveryId')} ORDER BY number DESC LIMIT @limit
  ) AS newest) AS sized ORDER BY number`,
)
