import type { Chance, Clock } from '../clock.ts'
import type { Claim, FinishedAttempt, NextStep } from '../domain/delivery.ts'
import { signOf } from '../domain/flow.ts'
import type { Instant } from '../domain/instant.ts'
import { formatInstant } from '../domain/instant.ts'
import { judge } from '../domain/judge.ts'
import type { NoAnswerReason, Outcome, RecordedRequest, Reply } from '../domain/outcome.ts'
import { afterAttempt } from '../domain/retry-policy.ts'
import type { Log } from '../log.ts'
import { hideInOutcome, hideInReply } from './hide-secrets.ts'
import { deliveryName, prepareRequest, recordRequest, type PrepareDeps } from './prepare-request.ts'
import type { Recorder, RecordResult } from './recorder.ts'
import type { Sender } from './send.ts'

export interface AttemptDeps extends PrepareDeps {
  readonly installationId: string
  readonly clock: Clock
  readonly chance: Chance
  readonly sender: Pick<Sender, 'send'>
  readonly recorder: Pick<Recorder, 'record'>
  readonly log: Log
  readonly retryScheduleMs: readonly number[]
  readonly requestTimeoutMs: number
  readonly answerBytesMax: number
  /** For the metrics; once for each attempt that was recorded. */
  readonly onAttempt: (fact: AttemptFact) => void
}

/** What the metrics want to know of one attempt. */
export interface AttemptFact {
  readonly webhookId: number
  readonly outcome: Outcome['kind']
  /** `response`, or why there was none. */
  readonly cause: 'response' | NoAnswerReason
  readonly state: NextStep['state']
  /** From acceptance of the event to the answer. */
  readonly latencyMs: number
  /** Of the request alone. */
  readonly durationMs: number
}

/** How much longer than the request a lease lasts at least. */
export const LEASE_MARGIN_MS = 30_000

/** The part of the margin that is kept for writing down what happened. */
const RECORDING_MS = 20_000

/**
 * Makes one attempt for a claimed delivery: render, stamp, send, judge, decide, record, log. Resolves when it is
 * recorded. An attempt ends before its lease does; should that not be possible any more, nothing is sent.
 */
export async function attempt(claim: Claim, deps: AttemptDeps): Promise<void> {
  const { webhook, event } = claim
  const startedAt = deps.clock.now()
  const leaseLeftMs = claim.leaseUntil - RECORDING_MS - startedAt
  if (leaseLeftMs <= 0) {
    return deps.log.warn({ deliveryId: claim.deliveryId, attempt: claim.attempt }, 'delivery.lease_too_short')
  }
  const id = deliveryName(deps.installationId, claim.deliveryId)

  const request = prepareRequest(webhook, event, { id, at: startedAt }, deps)
  const { secrets } = deps.requests.get(webhook)
  const answered = await deps.sender.send(request, {
    timeoutMs: Math.min(webhook.timeoutMs ?? deps.requestTimeoutMs, leaseLeftMs),
    answerBytesMax: webhook.answerBytesMax ?? deps.answerBytesMax,
    tls: webhook.tls,
  })
  const answeredAt = deps.clock.now()
  const outcome = hideInOutcome(judge(answered, answeredAt, webhook.answerRule), secrets)
  // Only now: the answer was judged as it came.
  const reply = hideInReply(answered, secrets)
  const next = decide(claim, { reply, outcome, answeredAt }, deps)
  const result = await deps.recorder.record(
    finishedAttempt(claim, { request: recordRequest(request, secrets), reply, outcome, next, startedAt }),
  )

  report({ claim, reply, outcome, next, answeredAt, result }, deps)
}

interface Answered {
  readonly reply: Reply
  readonly outcome: Outcome
  readonly answeredAt: Instant
}

function decide(claim: Claim, { reply, outcome, answeredAt }: Answered, deps: AttemptDeps): NextStep {
  // We cut it off ourselves, to stop: the receiver is not to blame, and the next start goes on with it.
  if (reply.kind === 'no-response' && reply.reason === 'cancelled')
    return { state: 'pending', dueAt: answeredAt }
  const scheduleMs = claim.webhook.retryScheduleMs ?? deps.retryScheduleMs
  return afterAttempt(
    outcome,
    { scheduleMs },
    {
      attempt: claim.scheduleAttempt,
      begunAt: claim.begunAt,
      now: answeredAt,
      fraction: deps.chance.fraction(),
    },
  )
}

interface Finished extends Omit<Answered, 'answeredAt'> {
  readonly request: RecordedRequest
  readonly next: NextStep
  readonly startedAt: Instant
}

function finishedAttempt(
  claim: Claim,
  { request, reply, outcome, next, startedAt }: Finished,
): FinishedAttempt {
  return {
    deliveryId: claim.deliveryId,
    webhookId: claim.webhook.id,
    attempt: claim.attempt,
    next,
    startedAt,
    outcome: outcome.kind,
    reason: outcome.reason,
    request,
    answer: reply.kind === 'response' ? reply.answer : null,
    timing: reply.timing,
    receiver: signOf(reply, outcome),
    ...(outcome.kind === 'refuse' && outcome.disableWebhook && { disableWebhookReason: outcome.reason }),
  }
}

interface Reported extends Answered {
  readonly claim: Claim
  readonly next: NextStep
  readonly result: RecordResult
}

/** Only what is recorded is told: what the log says can be found in the database. */
function report({ claim, reply, outcome, next, answeredAt, result }: Reported, deps: AttemptDeps): void {
  if (result === 'given_up') return
  const durationMs = reply.timing.totalMs
  const cause = reply.kind === 'response' ? 'response' : reply.reason
  deps.log.info(
    {
      deliveryId: claim.deliveryId,
      webhookId: claim.webhook.id,
      eventId: claim.event.id,
      attempt: claim.attempt,
      outcome: outcome.kind,
      ...(reply.kind === 'response' ? { status: reply.answer.status } : { cause }),
      durationMs,
      state: next.state,
      ...(next.state === 'pending' && { dueAt: formatInstant(next.dueAt) }),
      leaseLost: result === 'lease_lost',
    },
    'delivery.attempted',
  )
  if (result === 'lease_lost') return
  const latencyMs = answeredAt - claim.createdAt
  deps.onAttempt({
    webhookId: claim.webhook.id,
    outcome: outcome.kind,
    cause,
    state: next.state,
    latencyMs,
    durationMs,
  })
}
