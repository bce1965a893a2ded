import assert from 'node:assert/strict'
import { isReminder } from '../../../../src/domain/alert/event.ts'
import type { AlertState } from '../../../../src/domain/alert/alert.ts'
import type { Claim, Delivery, NextStep } from '../../../../src/domain/delivery/delivery.ts'
import type { FinishedAttempt } from '../../../../src/domain/delivery/delivery.ts'
import type { Certainty } from '../../../../src/domain/receiver-state/after-attempt.ts'
import { eventForReceiver } from '../../../../src/domain/receiver-state/sent-states.ts'
import type { ReceiverState } from '../../../../src/domain/receiver-state/receiver-state.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll, finished } from '../finish.ts'

export const RETRY_MS = 5_000

/** One that is in current-state mode. */
export const desired = (given: Parameters<typeof newWebhook>[0] = {}) =>
  newWebhook({ mode: 'current_state', ...given })

export const NO_FLAGS = { low: false, medium: false, high: false, cleared: false }

/** The monitor says these states of an alert, one after the other, in calls of their own. */
export async function report(
  store: Store,
  states: readonly AlertState[],
  { at = NOW, key = 'lag' }: { readonly at?: number; readonly key?: string } = {},
): Promise<void> {
  for (const [index, state] of states.entries()) {
    await store.acceptObservations([observation({ key, state, at: at + index })], at + index)
  }
}

/** As a receiver reads it: what was before, and what is now. */
export function said(claim: Claim): string {
  const read = eventForReceiver(claim)
  return read.kind === 'alert' ? `${read.oldState} to ${read.newState}` : read.kind
}

/** `rejected`: refused for good. */
export type ReceiverResponse = Certainty | 'rejected'

export function answered(
  claim: Claim,
  response: ReceiverResponse,
  { now, ...given }: Partial<FinishedAttempt> & { readonly now: number },
): FinishedAttempt {
  const certainty = response === 'rejected' ? 'not_notified' : response
  const next: NextStep =
    response === 'accepted'
      ? { state: 'delivered' }
      : response === 'rejected'
        ? { state: 'failed' }
        : { state: 'pending', dueAt: now + RETRY_MS }
  return finished(claim, next, {
    ...(response === 'rejected' && { outcome: 'refuse', failure: 'rejected' }),
    ...(claim.sentStates && {
      sentNotification: {
        episodeState: claim.sentStates.episodeState,
        certainty,
        isReminder: isReminder(claim.event),
      },
    }),
    ...given,
  })
}

/** The only one that is due. */
export async function claimOne(store: Store, now: number): Promise<Claim> {
  const [claim, ...others] = await claimAll(store, now)
  assert.ok(claim)
  assert.deepEqual(others, [])
  return claim
}

/** Claims all that is due and ends it so; what the receivers read, by webhook. */
export async function attempt(
  store: Store,
  now: number,
  response: ReceiverResponse = 'accepted',
  given: Partial<FinishedAttempt> = {},
): Promise<readonly string[]> {
  const claims = await claimAll(store, now)
  await store.finishAttempts(
    claims.map((claim) => answered(claim, response, { now, ...given })),
    now,
  )
  return claims.toSorted((one, other) => one.webhook.id - other.webhook.id).map(said)
}

/** The oldest first. */
export async function deliveriesTo(store: Store, webhookId: number): Promise<readonly Delivery[]> {
  return (await store.listDeliveries({ webhookId }, { limit: 100 })).toReversed()
}

export async function statesOf(store: Store, webhookId: number): Promise<readonly string[]> {
  return (await deliveriesTo(store, webhookId)).map(({ state }) => state)
}

export async function sentOf(store: Store, webhookId: number): Promise<readonly ReceiverState[]> {
  return store.listReceiverStates({ webhookId }, { limit: 100 })
}
