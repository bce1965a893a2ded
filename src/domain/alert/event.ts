import { acknowledgementAt } from './acknowledgement.ts'
import type { Reporter } from '../reporter/reporter.ts'
import { endingOf, type EndingReporter } from '../reporter/reporter-list.ts'
import type { Acknowledgement, Alert, AlertDetails, AlertState, EndedBy, ObservationResult } from './alert.ts'
import type { AlertId, EventId, JobId, JobRunId, RunId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { JobRun, JobRunDetails, JobRunResult, JobStatus } from './job-run.ts'
import type { TraceContext } from '../trace/trace-context.ts'

/** Immutable, with every value that a template may ask for. */
export type Event = AlertEvent | JobRunEvent

interface EventBase {
  readonly id: EventId
  readonly source: string
  readonly name: string
  /** When it happened, by the monitor's clock, even if that is in the future. */
  readonly at: Instant
  /** When it was committed here. */
  readonly acceptedAt: Instant
  /** The sender's trace; absent: the event begins its own. Internal: no interface shows it. */
  readonly trace?: TraceContext
}

export interface AlertEvent extends EventBase {
  readonly kind: 'alert'
  readonly alertId: AlertId
  readonly alertKey: string
  readonly oldState: AlertState
  readonly newState: AlertState
  readonly episodeNumber: number
  /**
   * Why there is an event. `acknowledgement`: only webhooks that ask for it are notified. `resync`, `missed` and
   * `reminder` go to the one webhook that they are made for.
   */
  readonly trigger: EventTrigger
  /** Since when the alert is raised; on a clear, when it had been raised. */
  readonly raisedAt: Instant
  readonly expiresAt: Instant | null
  readonly endedBy: EndedBy | null
  readonly details: AlertDetails
  readonly warnings: readonly string[]
  /**
   * The reporters that ended it, and those that stopped reporting; absent while it is raised, or if nobody pushed it.
   */
  readonly ending?: readonly EndingReporter[]
  /** The alert's at that moment. */
  readonly acknowledgement?: Acknowledgement
  /** When its monitor last reported a stale alert; in a reminder only. */
  readonly unconfirmedSince?: Instant
  /**
   * For one receiver only, in place of the new state: the alert continues in this state, which its webhook does not
   * take, so it is closed there. Never stored.
   */
  readonly continuesAs?: AlertState
}

export const EVENT_TRIGGERS = ['change', 'acknowledgement', 'resync', 'missed', 'reminder'] as const
export type EventTrigger = (typeof EVENT_TRIGGERS)[number]

export interface JobRunEvent extends EventBase {
  readonly kind: 'job_run'
  readonly jobRunId: JobRunId
  readonly jobId: JobId
  readonly runId: RunId
  readonly status: JobStatus
  readonly startedAt: Instant | null
  readonly finishedAt: Instant
  readonly details: JobRunDetails
}

export const EVENT_KINDS = ['alert', 'job_run'] as const satisfies readonly Event['kind'][]

/** Distributes over the kinds, so that they stay apart. */
export type NewEvent = Event extends infer Kind ? (Kind extends Event ? Omit<Kind, 'id'> : never) : never

/** Tells whether a report with this result made an event. */
export function makesEvent(result: ObservationResult | JobRunResult): boolean {
  return result === 'raised' || result === 'changed' || result === 'cleared' || result === 'accepted'
}

/** Tells whether the event is news to all: a change of an alert, or a job run. */
export function isChange(event: NewEvent): boolean {
  return event.kind === 'job_run' || event.trigger === 'change'
}

/** Tells whether the event is the end of an alert, for everybody. */
export function isClear<Given extends NewEvent>(event: Given): event is Extract<Given, { kind: 'alert' }> {
  return event.kind === 'alert' && event.trigger === 'change' && event.newState === 'cleared'
}

/** Tells whether the event was made for one webhook: nothing happened to the alert. */
export function isForOneWebhook({ trigger }: Pick<AlertEvent, 'trigger'>): boolean {
  return trigger === 'resync' || trigger === 'missed' || trigger === 'reminder'
}

export function isReminder(event: NewEvent): boolean {
  return event.kind === 'alert' && event.trigger === 'reminder'
}

/** Events of one subject reach a webhook one at a time, oldest first. */
export function subjectOf(event: NewEvent): string {
  return event.kind === 'alert' ? alertSubject(event.alertId) : jobSubject(event)
}

export const ALERT_SUBJECT = 'alert '

export function kindOfSubject(subject: string): Event['kind'] {
  return subject.startsWith(ALERT_SUBJECT) ? 'alert' : 'job_run'
}

export function alertSubject(alertId: AlertId): string {
  return `${ALERT_SUBJECT}${alertId}`
}

/** Returns 0 if the subject is a job. */
export function alertIdOf(subject: string): AlertId {
  return subject.startsWith(ALERT_SUBJECT) ? Number(subject.slice(ALERT_SUBJECT.length)) : 0
}

/** Returns the subject of a job's runs. JSON keeps the two texts apart, whatever they contain. */
export function jobSubject({ source, jobId }: { readonly source: string; readonly jobId: JobId }): string {
  return `job ${JSON.stringify([source, jobId])}`
}

/** The event of an alert's change of state. `before`: the alert as it was known, undefined if it is new. */
export function alertEventOf(
  change: {
    readonly before: Alert | undefined
    readonly after: Alert
    readonly oldState: AlertState
    /** The moment that the monitor named. */
    readonly saidAt?: Instant | undefined
    readonly trace?: TraceContext | undefined
  },
  acceptedAt: Instant,
): Omit<AlertEvent, 'id'> {
  const { before, after, oldState, saidAt = 0, trace } = change
  const acknowledgement = acknowledgementAt(after, acceptedAt)
  const raisedAt = after.state === 'cleared' ? (before?.since ?? after.since) : after.since
  const ending = isEndOfReports(after) ? endingOf(reportersOf(after), raisedAt, acceptedAt) : []
  return {
    kind: 'alert',
    source: after.source,
    name: after.name,
    at: saidAt > acceptedAt ? saidAt : after.changedAt,
    acceptedAt,
    alertId: after.id,
    alertKey: after.key,
    oldState,
    newState: after.state,
    episodeNumber: after.episodeNumber,
    trigger: 'change',
    raisedAt,
    expiresAt: after.expiresAt,
    endedBy: after.endedBy,
    details: withoutVariants(after.details),
    warnings: after.warnings,
    ...(ending.length > 0 && { ending }),
    ...(acknowledgement && { acknowledgement }),
    ...(trace && { trace }),
  }
}

function isEndOfReports({ state, endedBy }: Alert): boolean {
  return state === 'cleared' && endedBy !== 'person'
}

function reportersOf({ reporters = [], details: { variants = [] } }: Alert): readonly Reporter[] {
  return [...reporters, ...variants.flatMap((variant) => variant.reporters ?? [])]
}

export function acknowledgementEventOf(alert: Alert, acceptedAt: Instant): Omit<AlertEvent, 'id'> {
  const change = { before: alert, after: alert, oldState: alert.state }
  return { ...alertEventOf(change, acceptedAt), at: acceptedAt, trigger: 'acknowledgement' }
}

function withoutVariants(details: AlertDetails): AlertDetails {
  if (details.variants === undefined) return details
  const { variants: _variants, ...notified } = details
  return notified
}

export function jobRunEventOf(run: JobRun): Omit<JobRunEvent, 'id'> {
  const {
    id: jobRunId,
    source,
    name,
    jobId,
    runId,
    status,
    startedAt,
    finishedAt,
    acceptedAt,
    details,
    trace,
  } = run
  return {
    kind: 'job_run',
    source,
    name,
    at: finishedAt,
    acceptedAt,
    jobRunId,
    jobId,
    runId,
    status,
    startedAt,
    finishedAt,
    details,
    ...(trace && { trace }),
  }
}
