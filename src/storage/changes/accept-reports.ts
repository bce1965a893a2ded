import type { Alert, AlertState, Observation } from '../../domain/alert/alert.ts'
import { alertEventOf, jobRunEventOf } from '../../domain/alert/event.ts'
import type { JobRun, JobRunReport } from '../../domain/alert/job-run.ts'
import { observe } from '../../domain/alert/observe.ts'
import type { EventId, JobRunId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { OpenTime } from '../../domain/open-time.ts'
import type { JobRunAccepted, ObservationAccepted } from '../store.ts'
import type { AddedEvent, FanOut } from './fan-out.ts'

/** Alerts by (source, key), which this transaction has locked, and clears of unknown alerts. */
export interface AlertRows {
  find(observation: Observation): Alert | undefined
  /** Writes an alert, now or at the end; returns a new one with its id. */
  put(before: Alert | undefined, after: Omit<Alert, 'id'>): Alert
  /** Returns when an unknown alert or variant was last reported as cleared. */
  findEarlyClear(observation: Observation): Instant | undefined
  putEarlyClear(observation: Observation, lastReportedAt: Instant, now: Instant): void
}

export interface Observed {
  readonly observation: Observation
  readonly openTime: OpenTime | undefined
}

interface Taken<Accepted> {
  readonly taken: Omit<Accepted, 'eventId' | 'deliveryCount' | 'notifiedNobody'>
  readonly added: AddedEvent | undefined
}

export interface TakenObservation extends Taken<ObservationAccepted> {
  /** The state from which the alert changed; undefined: it did not change. */
  readonly oldState: AlertState | undefined
}

/** Changes an alert by an observation, which finds what those before it made. */
export function takeObservation(
  { observation, openTime }: Observed,
  now: Instant,
  { alerts, fanOut }: { readonly alerts: AlertRows; readonly fanOut: FanOut },
): TakenObservation {
  const before = alerts.find(observation)
  const isKnown = before !== undefined && observation.variant === undefined
  const known = isKnown ? undefined : alerts.findEarlyClear(observation)
  const { result, alert, oldState, earlyClear } = observe(before, observation, now, {
    openTime,
    earlyClear: known,
  })
  if (!alert) {
    if (earlyClear !== undefined && earlyClear !== known) alerts.putEarlyClear(observation, earlyClear, now)
    return { taken: { result, alertId: null }, added: undefined, oldState }
  }
  const after = alerts.put(before, alert)
  const { at, trace } = observation
  const added =
    oldState === undefined
      ? undefined
      : fanOut.add(alertEventOf({ before, after, oldState, saidAt: at, trace }, now))
  return { taken: { result, alertId: after.id }, added, oldState }
}

export interface RunRows {
  find(report: JobRunReport): JobRunId | undefined
  /** Writes a new run, now or at the end; returns it with its id. */
  add(run: Omit<JobRun, 'id'>): JobRun
}

export function takeJobRun(
  report: JobRunReport,
  now: Instant,
  { runs, fanOut }: { readonly runs: RunRows; readonly fanOut: FanOut },
): Taken<JobRunAccepted> {
  const known = runs.find(report)
  if (known !== undefined) return { taken: { result: 'duplicate', jobRunId: known }, added: undefined }
  const run = runs.add({ ...report, acceptedAt: now })
  return { taken: { result: 'accepted', jobRunId: run.id }, added: fanOut.add(jobRunEventOf(run)) }
}

/** Returns the result of a report, once the events are written. */
export function withEventId<Accepted>({ taken, added }: Taken<Accepted>, eventIds: readonly EventId[]) {
  if (!added) return { ...taken, eventId: null, deliveryCount: 0, notifiedNobody: false }
  const { eventPlace, deliveryCount, notifiedNobody } = added
  return { ...taken, eventId: eventIds[eventPlace - 1]!, deliveryCount, notifiedNobody }
}
