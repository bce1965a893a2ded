import type { Database } from 'better-sqlite3'
import type { Alert, AlertState, EndedBy, Observation } from '../../../domain/alert/alert.ts'
import { clearByHand, refuseClearing, requireAlert } from '../../../domain/alert/clear-by-hand.ts'
import { expire, observe } from '../../../domain/alert/observe.ts'
import { ABSENCES_MAX, ALWAYS_OPEN, knownToBeExpired, type OpenTime } from '../../../domain/open-time.ts'
import { alertEventOf, jobRunEventOf, subjectOf, type NewEvent } from '../../../domain/alert/event.ts'
import type { AlertId, EventId, JobId, JobRunId, RunId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { JobRunReport } from '../../../domain/alert/job-run.ts'
import { fallbackAt } from '../../../domain/routing/fallback.ts'
import { matchingChanges } from '../../../domain/routing/matching.ts'
import { urgencyOf, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { AlertCleared } from '../../alert-methods.ts'
import type { JobRunAccepted, ObservationAccepted, StoreMethods } from '../../store.ts'
import { fittingWithin } from '../../../domain/write-weight.ts'
import { toAlert, toAlertRow, type AlertRow } from '../../rows/alert-row.ts'
import { openTimeOf } from '../../scripts/times.ts'
import type { ScriptRunner } from '../connection/run-script.ts'
import type { eventMethods } from './events.ts'
import type { AlertCounts } from './alert-counts.ts'
import type { BacklogCounts } from '../queue/backlog-counts.ts'
import type { AlertQueues } from '../queue/alert-queues.ts'
import type { WebhookQueues } from '../queue/webhook-queues.ts'
import type { ReceiverStates } from '../receiver-state/receiver-states.ts'
import { CURRENT_EPOCH } from '../connection/epoch.ts'

interface IntakeDeps {
  readonly records: Pick<ScriptRunner, 'run'>
  readonly queues: Pick<WebhookQueues, 'noteDue'>
  readonly alertQueue: Pick<AlertQueues, 'hurryHead'>
  readonly receiverStates: Pick<ReceiverStates, 'change'>
  readonly counts: Pick<BacklogCounts, 'add'>
  readonly alerts: Pick<AlertCounts, 'move'>
  readonly webhooks: () => readonly Webhook[]
  readonly insertEvent: ReturnType<typeof eventMethods>['insertEvent']
}

type ExpiryRequest = Parameters<StoreMethods['expireAlerts']>[0]

/** Alert states, events and their deliveries, written together. */
export class Intake {
  readonly #sql: ReturnType<typeof prepare>
  readonly #deps: IntakeDeps

  constructor(db: Database, deps: IntakeDeps) {
    this.#sql = prepare(db)
    this.#deps = deps
  }

  acceptObservations(
    observations: readonly Observation[],
    now: Instant,
    openTime?: OpenTime,
  ): readonly ObservationAccepted[] {
    return observations.map((observation) => this.#accept(observation, now, openTime))
  }

  acceptJobRuns(runs: readonly JobRunReport[], now: Instant): readonly JobRunAccepted[] {
    return runs.map((run) => this.#acceptRun(run, now))
  }

  expireAlerts({ expiredBefore, now, limit }: ExpiryRequest): number {
    const openTime = this.#deps.records.run(openTimeOf()) ?? ALWAYS_OPEN
    const before = knownToBeExpired(expiredBefore, { now, openTime })
    const fitting = fittingWithin(limit, this.#deps.webhooks().filter(({ enabled }) => enabled).length)
    const rows = this.#sql.selectExpired.all(before, before, ...absenceValues(openTime), fitting)
    for (const before of rows.map(toAlert)) {
      const after = expire(before, now)
      this.#sql.updateAlert.run(...valuesOf(after), after.id)
      this.#deps.alerts.move(before.state, after.state)
      this.#fanOut(alertEventOf({ before, after, oldState: before.state }, now))
    }
    return rows.length
  }

  clearAlert(id: AlertId, now: Instant): AlertCleared & { readonly before: Alert } {
    const before = toAlert(requireAlert(this.#sql.selectAlertById.get(id), id))
    if (before.state === 'cleared') return { before, alert: before, eventId: null, deliveryCount: 0 }
    refuseClearing(before, now)
    const alert = clearByHand(before, now)
    this.#sql.updateAlert.run(...valuesOf(alert), id)
    this.#deps.alerts.move(before.state, alert.state)
    const event = alertEventOf({ before, after: alert, oldState: before.state }, now)
    return { before, alert, ...this.#fanOut(event) }
  }

  /** Creates one delivery for each matching webhook; returns the number, and the id of the event. */
  #fanOut(newEvent: NewEvent): { readonly eventId: EventId; readonly deliveryCount: number } {
    const event = this.#deps.insertEvent(newEvent)
    const subject = subjectOf(event)
    const urgency = urgencyOf(event)
    const { escalated, deliveryCount } =
      event.kind === 'alert' ? this.#deps.receiverStates.change(event) : NOBODY
    let count = deliveryCount
    for (const webhook of matchingChanges(this.#deps.webhooks(), event)) {
      const { id } = webhook
      if (escalated.has(id)) continue
      count += 1
      const state = this.#sql.selectUnfinished.get(id, subject) === undefined ? 'pending' : 'waiting'
      const { id: eventId, acceptedAt } = event
      const fallsBackAt = fallbackAt(webhook, acceptedAt)
      this.#sql.insertDelivery.run(
        eventId,
        id,
        subject,
        state,
        acceptedAt,
        acceptedAt,
        urgency,
        urgency,
        fallsBackAt,
      )
      this.#deps.counts.add(state)
      if (state === 'pending') this.#deps.queues.noteDue(id, acceptedAt, urgency)
      else this.#deps.alertQueue.hurryHead({ webhook_id: id, subject, urgency }, acceptedAt)
    }
    return { eventId: event.id, deliveryCount: count }
  }

  #accept(observation: Observation, now: Instant, openTime?: OpenTime): ObservationAccepted {
    const row = this.#sql.selectAlert.get(observation.source, observation.key)
    const before = row && toAlert(row)
    const known = this.#findEarlyClear(before, observation)
    const remembered = { openTime, earlyClear: known }
    const { result, alert, oldState, earlyClear } = observe(before, observation, now, remembered)
    if (!alert) {
      if (earlyClear !== undefined && earlyClear !== known) {
        const { source, key, variant = '' } = observation
        this.#sql.putEarlyClear.run(source, key, variant, earlyClear, now)
      }
      return { result, alertId: null, eventId: null, deliveryCount: 0 }
    }

    const after = { ...alert, id: before?.id ?? 0 }
    const values = valuesOf(after)
    if (before) this.#sql.updateAlert.run(...values, after.id)
    else {
      const { lastInsertRowid } = this.#sql.insertAlert.run(...values, after.source, after.key)
      after.id = Number(lastInsertRowid)
    }
    this.#deps.alerts.move(before?.state, after.state)
    if (oldState === undefined) return { result, alertId: after.id, eventId: null, deliveryCount: 0 }
    return {
      result,
      alertId: after.id,
      ...this.#fanOut(alertEventOf({ before, after, oldState, saidAt: observation.at }, now)),
    }
  }

  /** Only of what is not known yet it counts that it ended before. */
  #findEarlyClear(before: Alert | undefined, { source, key, variant }: Observation): Instant | undefined {
    if (before && variant === undefined) return undefined
    return this.#sql.selectEarlyClear.get(source, key, variant ?? '')?.last_reported_at
  }

  #acceptRun(report: JobRunReport, now: Instant): JobRunAccepted {
    const { source, jobId, runId, name, status, startedAt, finishedAt, details } = report
    const known = this.#sql.selectRunKey.get(source, jobId, runId)
    if (known) return { result: 'duplicate', jobRunId: known.job_run_id, eventId: null, deliveryCount: 0 }

    const id = Number(
      this.#sql.insertRun.run(
        source,
        jobId,
        runId,
        name,
        status,
        startedAt,
        finishedAt,
        JSON.stringify(details),
        now,
      ).lastInsertRowid,
    )
    this.#sql.insertRunKey.run(source, jobId, runId, id, now)
    return {
      result: 'accepted',
      jobRunId: id,
      ...this.#fanOut(jobRunEventOf({ ...report, id, acceptedAt: now })),
    }
  }
}

/** Returns the end and the length of each absence. */
function absenceValues({ absences }: OpenTime): readonly number[] {
  return Array.from({ length: ABSENCES_MAX }, (_, place) => absences[place] ?? { until: 0, ms: 0 }).flatMap(
    ({ until, ms }) => [until, ms],
  )
}

/** The values of a job run, in the order of the columns. */
type RunValues = [
  source: string,
  jobId: JobId,
  runId: RunId,
  name: string,
  status: string,
  startedAt: Instant | null,
  finishedAt: Instant,
  details: string,
  acceptedAt: Instant,
]

type AlertValues = [
  name: string,
  state: AlertState,
  since: Instant,
  changedAt: Instant,
  observedAt: Instant,
  expiresAt: Instant | null,
  details: string,
  warnings: string,
  staleCount: number,
  lastReportedAt: Instant | null,
  endedBy: EndedBy | null,
  raise: number,
]

type DeliveryValues = [
  eventId: EventId,
  webhookId: WebhookId,
  subject: string,
  state: 'pending' | 'waiting',
  dueAt: Instant,
  createdAt: Instant,
  urgency: Urgency,
  queueUrgency: Urgency,
  fallbackAt: Instant | null,
]

const NOBODY = { escalated: new Set<WebhookId>(), deliveryCount: 0 } as const

/** Returns the values by position: by name they take twice as long. */
function valuesOf(alert: Alert): AlertValues {
  const row = toAlertRow(alert)
  const { name, state, since, changed_at, observed_at, expires_at, details, warnings } = row
  const { stale_count, last_reported_at, ended_by, episode_number } = row
  const texts = [details, warnings] as const
  const ends = [stale_count, last_reported_at, ended_by, episode_number] as const
  return [name, state, since, changed_at, observed_at, expires_at, ...texts, ...ends]
}

function prepare(db: Database) {
  return {
    selectAlert: db.prepare<[string, string], AlertRow>('SELECT * FROM alerts WHERE source = ? AND key = ?'),
    selectAlertById: db.prepare<[id: AlertId], AlertRow>('SELECT * FROM alerts WHERE id = ?'),
    // The casts save compiling anew for each value, see alert-queues.ts.
    selectExpired: db.prepare<Instant[], AlertRow>(
      `SELECT * FROM alerts WHERE expires_at IS NOT NULL AND expires_at < CAST(? AS INTEGER) AND state <> 'cleared'
         AND expires_at < CAST(? AS INTEGER)${' - (observed_at < CAST(? AS INTEGER)) * CAST(? AS INTEGER)'.repeat(ABSENCES_MAX)}
       ORDER BY expires_at LIMIT CAST(? AS INTEGER)`,
    ),
    insertAlert: db.prepare<[...AlertValues, source: string, key: string]>(
      `INSERT INTO alerts (name, state, since, changed_at, observed_at, expires_at, details, warnings, stale_count, last_reported_at, ended_by, episode_number, source, key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    updateAlert: db.prepare<[...AlertValues, id: AlertId]>(
      `UPDATE alerts SET name = ?, state = ?, since = ?, changed_at = ?, observed_at = ?, expires_at = ?, details = ?,
         warnings = ?, stale_count = ?, last_reported_at = ?, ended_by = ?, episode_number = ? WHERE id = ?`,
    ),
    selectEarlyClear: db.prepare<
      [source: string, key: string, variant: string],
      { last_reported_at: Instant }
    >('SELECT last_reported_at FROM early_clears WHERE source = ? AND key = ? AND variant = ?'),
    putEarlyClear: db.prepare<
      [source: string, key: string, variant: string, lastReportedAt: Instant, madeAt: Instant]
    >(
      `INSERT INTO early_clears (source, key, variant, last_reported_at, made_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET last_reported_at = excluded.last_reported_at, made_at = excluded.made_at`,
    ),
    selectRunKey: db.prepare<[source: string, jobId: JobId, runId: RunId], { job_run_id: JobRunId }>(
      'SELECT job_run_id FROM job_run_keys WHERE source = ? AND job_id = ? AND run_id = ?',
    ),
    insertRunKey: db.prepare<
      [source: string, jobId: JobId, runId: RunId, jobRunId: JobRunId, acceptedAt: Instant]
    >('INSERT INTO job_run_keys (source, job_id, run_id, job_run_id, accepted_at) VALUES (?, ?, ?, ?, ?)'),
    insertRun: db.prepare<RunValues>(
      'INSERT INTO job_runs (source, job_id, run_id, name, status, started_at, finished_at, details, accepted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    selectUnfinished: db.prepare<[webhookId: WebhookId, subject: string], unknown>(
      'SELECT 1 FROM deliveries WHERE webhook_id = ? AND subject = ? AND finished_at IS NULL LIMIT 1',
    ),
    insertDelivery: db.prepare<DeliveryValues>(
      `INSERT INTO deliveries (event_id, webhook_id, subject, state, due_at, created_at, urgency, queue_urgency, fallback_at, epoch)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${CURRENT_EPOCH})`,
    ),
  }
}
