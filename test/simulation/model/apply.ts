import { AppError } from '../../../src/domain/errors.ts'
import { applyCancelByHand, applyResume, applyRetryByHand } from './apply-by-hand.ts'
import { applyClearByHand } from './apply-clear.ts'
import { applyClaims, applyRelease } from './apply-deliveries.ts'
import { applyFinish } from './apply-finish.ts'
import { applyExpiry, applyJobRuns, applyObservations, applyOpenTime } from './apply-intake.ts'
import { applyClamping, applyLate, applyOverdue, applyPrune, applyReclaim } from './apply-housekeeping.ts'
import { applyChange, applyCreate, applyDelete, demandRightRefusal } from './apply-webhooks.ts'
import { demand } from './broken-promise.ts'
import { isInDoubt } from './in-doubt.ts'
import { endFollowing } from '../receiver-state/received.ts'
import { applyResync, applyTakeUp } from '../receiver-state/follow-webhook.ts'
import type { Executed } from '../database/simulated-database.ts'
import type { Model } from './model.ts'

/** Follows one call that was carried out, and demands that it did what it may and must do. */
export function applyCall(model: Model, executed: Executed): void {
  if (executed.isUnanswered) return applyUnanswered(model, executed)
  if (executed.error !== undefined) {
    model.saw('a call fails')
    demandFailure(executed)
  }
  follow(model, executed)
  demandAllSuperseded(model)
  if (executed.changes.length > 0)
    for (const received of model.received.values()) endFollowing(model, received)
}

/** It is done, wholly, and its caller got the response that it may be. */
function applyUnanswered(model: Model, executed: Executed): void {
  model.saw(`${executed.method} is done without a response`)
  demand(
    isInDoubt(executed.error),
    'who gets no response reads that it may have been done',
    () => `${executed.method}: ${String(executed.error)}`,
  )
  follow(model, { ...executed, error: undefined })
  demandAllSuperseded(model)
  if (executed.changes.length > 0)
    for (const received of model.received.values()) endFollowing(model, received)
}

function demandAllSuperseded({ superseded }: Model): void {
  demand(superseded.size === 0, 'what a newer one says better is not sent', () => [...superseded].join(', '))
}

/** After calls that came together. */
export function demandNoneBornOld({ bornSuperseded }: Model): void {
  demand(bornSuperseded.size === 0, 'only what a newer one says better is superseded', () =>
    [...bornSuperseded].join(', '),
  )
}

function follow(model: Model, executed: Executed): void {
  switch (executed.method) {
    case 'pruneHistory':
      // Each of its steps is committed by itself.
      return applyPrune(model, executed)
    case 'retryDelivery':
      return applyRetryByHand(model, executed)
    case 'cancelDelivery':
      return applyCancelByHand(model, executed)
    case 'clearAlert':
      return applyClearByHand(model, executed)
    case 'resyncWebhook':
      return applyResync(model, executed)
    case 'resumeWebhook':
      return applyResume(model, executed)
    case 'changeWebhook':
    case 'deleteWebhook':
      if (executed.error !== undefined) return demandRightRefusal(model, executed.args[0], executed.error)
      return executed.method === 'changeWebhook' ? applyChange(model, executed) : applyDelete(model, executed)
    default:
      if (executed.error === undefined) applySuccess(model, executed)
  }
}

function demandFailure({ method, error, changes }: Executed): void {
  demand(
    error instanceof AppError,
    'a failure is a refusal that can be understood',
    () => `${method}: ${String(error)}`,
  )
  if (method === 'pruneHistory') return
  demand(
    changes.length === 0,
    'what failed has changed nothing',
    () => `${method}: ${JSON.stringify(changes)}`,
  )
}

function applySuccess(model: Model, executed: Executed): void {
  switch (executed.method) {
    case 'acceptObservations':
      return applyObservations(model, executed)
    case 'acceptJobRuns':
      return applyJobRuns(model, executed)
    case 'expireAlerts':
      return applyExpiry(model, executed)
    case 'noteOpenTime':
      return applyOpenTime(model, executed)
    case 'createWebhook':
      return applyCreate(model, executed)
    case 'claimDue':
      return applyClaims(model, executed)
    case 'finishAttempts':
      return void applyFinish(model, executed)
    case 'releaseClaims':
      return applyRelease(model, executed)
    case 'reclaimLeases':
      return applyReclaim(model, executed)
    case 'clampDueTimes':
      return applyClamping(model, executed)
    case 'endOverdue':
      return applyOverdue(model, executed)
    case 'createMissingDeliveries':
      return applyTakeUp(model, executed)
    case 'escalateToFallbacks':
      return applyLate(model, executed)
    default:
      demand(
        executed.changes.length === 0,
        'what only looks changes nothing',
        () => `${executed.method}: ${JSON.stringify(executed.changes)}`,
      )
  }
}
