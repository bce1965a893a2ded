import type { Chance, Clock } from '../runtime/clock.ts'
import type { AttemptFact } from '../telemetry/facts.ts'
import type { AttemptTrace, Traces } from '../telemetry/traces.ts'
import { type Event, isReminder } from '../domain/alert/event.ts'
import type { AttemptStep, Claim, FinishedAttempt } from '../domain/delivery/delivery.ts'
import { byPresentClock, type ClockJump } from '../domain/clock-steps.ts'
import { signalOf } from '../domain/flow/breaker.ts'
import { AppError } from '../domain/errors.ts'
import { afterAttempt, isRejectedAlone, retryPolicyOf, whyOutdated } from '../domain/delivery/retry-policy.ts'
import type { InstallationId } from '../domain/ids.ts'
import { formatInstant, type Instant } from '../domain/instant.ts'
import { endedHere, type FailureKind, type Outcome, type RequestResult } from '../domain/receiver/outcome.ts'
import { certaintyOf } from '../domain/receiver-state/after-attempt.ts'
import { continuesText } from '../domain/receiver-state/after-change.ts'
import { whyReminderOver } from '../domain/receiver-state/reminder.ts'
import { eventForReceiver } from '../domain/receiver-state/sent-states.ts'
import type { Log } from '../telemetry/log.ts'
import { prepareCall, sendCall, type Call, type CallDeps } from './call-webhook.ts'
import { endOutdated } from './end-unsent.ts'
import { deliveryName, type PreparedRequest } from './prepare-request.ts'
import type { Exhaustion } from './resource-exhaustion.ts'
import type { Recorder, RecordResult } from './recorder.ts'

export interface AttemptDeps extends CallDeps {
  readonly installationId: InstallationId
  readonly clock: Clock
  readonly chance: Chance
  readonly recorder: Pick<Recorder, 'record'>
  readonly exhaustion: Pick<Exhaustion, 'note'>
  /** Releases a claim uncounted, due at that time. */
  readonly release: (claim: Claim, dueAt: Instant) => Promise<void>
  readonly log: Log
  readonly retryScheduleMs: readonly number[]
  /** How far the clock was set ahead while this process ran. */
  readonly clockJump: () => ClockJump
  /** The least time by which a lease outlasts its request. */
  readonly takeoverMs: number
  /** Called once per recorded attempt. */
  readonly onAttempt: (fact: AttemptFact) => void
  readonly traces?: Pick<Traces, 'beginAttempt'> | undefined
  /** Called once per attempt that lacked a resource here. */
  readonly onReleased: () => void
}

/** The delay, in milliseconds, before an attempt that lacked a resource here is made again. */
export const RELEASED_FOR_MS = 1_000

/** Limits connecting for a probe, in milliseconds: all failing receivers share a few slots. */
export const PROBE_CONNECT_MS_MAX = 5_000

/** The share of the margin between request and lease that is kept for recording. */
const RECORDING_SHARE = 2 / 3

/** Long requests run one after the other, in the order of their claims. */
const QUEUE = 'deliveries'

/**
 * Makes one attempt for a claimed delivery: call, decide, record, log. Resolves when it is recorded. An attempt ends
 * before its lease; if too little of that is left, nothing is sent.
 */
export async function attempt(claim: Claim, deps: AttemptDeps): Promise<void> {
  if (!deps.traces) return makeAttempt(claim, deps)
  const { deliveryId, event, webhook, attempt } = claim
  const trace = deps.traces.beginAttempt({
    deliveryId,
    eventId: event.id,
    webhookId: webhook.id,
    attempt,
    trace: event.trace,
  })
  try {
    await makeAttempt(claim, deps, trace)
  } finally {
    trace.end()
  }
}

async function makeAttempt(claim: Claim, deps: AttemptDeps, trace?: AttemptTrace): Promise<void> {
  const { webhook } = claim
  const ageMs = deps.clock.now() - byPresentClock(claim.createdAt, deps.clockJump())
  const outdated = whyOutdated(claim, ageMs) ?? whyReminderOver(claim, deps.clock.now())
  if (outdated !== undefined) return endOutdated(claim, outdated, deps)
  const id = deliveryName(deps.installationId, claim)
  const notified = eventForReceiver(claim)
  const isOver = claim.sentStates?.episodeState.state === 'cleared'
  const preparing = prepareCall(webhook, notified, { id, queue: QUEUE, isOver }, deps)
  // Most requests are ready, and go out in this tick.
  const prepared = preparing instanceof Promise ? await preparing : preparing
  const startedAt = deps.clock.now()
  const leaseLeftMs = claim.leaseUntil - deps.takeoverMs * RECORDING_SHARE - startedAt
  if (leaseLeftMs <= 0) {
    return deps.log.warn({ deliveryId: claim.deliveryId, attempt: claim.attempt }, 'delivery.lease_too_short')
  }
  const call = await sendCall(
    webhook,
    trace ? withTrace(prepared, trace) : prepared,
    {
      queue: QUEUE,
      timeoutMsMax: leaseLeftMs,
      connectMsMax: claim.isProbe ? PROBE_CONNECT_MS_MAX : undefined,
    },
    deps,
  )
  trace?.responded(call)
  if (call.result.kind === 'no-response' && call.result.reason === 'exhaustion') {
    deps.exhaustion.note(call.result.detail)
    deps.onReleased()
    return release(claim, call.respondedAt + RELEASED_FOR_MS, deps)
  }
  const next = decide(claim, call, deps)
  const recorded = await deps.recorder.record(finishedAttempt(claim, call, notified, next, startedAt))
  report(claim, call, next, recorded, deps)
}

/** A webhook's own trace headers stay. */
function withTrace(prepared: PreparedRequest, trace: AttemptTrace): PreparedRequest {
  const { headers } = prepared.request
  const added = trace.beginRequest()
  const own = new Set(headers.map(([name]) => name.toLowerCase()))
  if (own.has('traceparent')) return prepared
  const missing = added.filter(([name]) => !own.has(name))
  return { ...prepared, request: { ...prepared.request, headers: [...headers, ...missing] } }
}

/** While the database is away, the delivery becomes due, uncounted, after its lease. */
async function release(claim: Claim, dueAt: Instant, deps: AttemptDeps): Promise<void> {
  try {
    await deps.release(claim, dueAt)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
    deps.log.warn({ deliveryId: claim.deliveryId, attempt: claim.attempt, error }, 'delivery.release_failed')
  }
}

function decide(claim: Claim, { result, outcome, respondedAt }: Call, deps: AttemptDeps): AttemptStep {
  // Cut off by the stop: the next start repeats it.
  if (result.kind === 'no-response' && result.reason === 'cancelled')
    return { state: 'pending', dueAt: respondedAt }
  return afterAttempt(outcome, retryPolicyOf(claim.webhook, { scheduleMs: deps.retryScheduleMs }), {
    attempt: claim.scheduleAttempt,
    begunAt: byPresentClock(claim.begunAt, deps.clockJump()),
    now: respondedAt,
    fraction: deps.chance.fraction(),
    isRejectedAlone: isRejectedAlone(outcome, claim),
    isCurrentState: claim.sentStates !== null,
  })
}

function finishedAttempt(
  claim: Claim,
  { request, result, outcome }: Call,
  notified: Event,
  next: AttemptStep,
  startedAt: Instant,
): FinishedAttempt {
  const finished = {
    deliveryId: claim.deliveryId,
    webhookId: claim.webhook.id,
    attempt: claim.attempt,
    leasedBy: claim.leasedBy,
    next,
    startedAt,
    outcome: outcome.kind,
    reason: reasonOf(notified, outcome),
    failure: failureOf(result, outcome),
    // Without an address there was no request.
    request: result.kind === 'no-response' && result.reason === 'no_address' ? null : request,
    response: result.kind === 'response' ? result.response : null,
    timing: result.timing,
    receiver: signalOf(result, outcome),
  }
  // The usual case.
  if (outcome.kind === 'accept' && claim.sentStates === null) return finished
  return {
    ...finished,
    ...(claim.sentStates && {
      sentNotification: {
        episodeState: claim.sentStates.episodeState,
        certainty: certaintyOf(result, outcome),
        ...(isReminder(claim.event) && { isReminder: true }),
      },
    }),
    ...(outcome.kind === 'refuse' && outcome.disableWebhook && { disableWebhookReason: outcome.reason }),
  }
}

/** Returns the reason of the outcome; of an accepted clear also that the alert continues. */
function reasonOf(notified: Event, { kind, reason }: Outcome): string {
  if (kind !== 'accept' || notified.kind !== 'alert' || notified.continuesAs === undefined) return reason
  return `${reason}, ${continuesText(notified.continuesAs)}`
}

/** Returns null if the attempt says nothing about the receiver. */
function failureOf(result: RequestResult, outcome: Outcome): FailureKind | null {
  if (endedHere(result)) return null
  if (outcome.kind === 'retry') return outcome.failure
  return outcome.kind === 'refuse' ? 'endpoint_wrong' : null
}

/** Logs only recorded attempts, so that the database has all that the log says. */
function report(
  claim: Claim,
  { result, outcome, respondedAt }: Call,
  next: AttemptStep,
  recorded: RecordResult,
  deps: AttemptDeps,
): void {
  if (recorded === 'given_up') return
  const durationMs = result.timing.totalMs
  const cause = result.kind === 'response' ? 'response' : result.reason
  const failure = failureOf(result, outcome)
  deps.log.info(
    {
      deliveryId: claim.deliveryId,
      webhookId: claim.webhook.id,
      eventId: claim.event.id,
      attempt: claim.attempt,
      outcome: outcome.kind,
      status: result.kind === 'response' ? result.response.status : undefined,
      cause: result.kind === 'response' ? undefined : cause,
      failure: failure ?? undefined,
      durationMs,
      state: recorded === 'lease_lost' ? next.state : recorded,
      dueAt: recorded === 'pending' && next.state === 'pending' ? formatInstant(next.dueAt) : undefined,
      leaseLost: recorded === 'lease_lost',
    },
    'delivery.attempted',
  )
  if (recorded === 'lease_lost') return
  if (failure === 'rejected' && claim.rejections === 0) {
    const { deliveryId, webhook } = claim
    deps.log.warn({ deliveryId, webhookId: webhook.id, because: outcome.reason }, 'receiver.rejecting')
  }
  const latencyMs = respondedAt - claim.createdAt
  deps.onAttempt({
    webhookId: claim.webhook.id,
    outcome: outcome.kind,
    cause,
    state: recorded,
    latencyMs,
    durationMs,
  })
}
