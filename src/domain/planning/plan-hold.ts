import type { AlertEvent, Event } from '../alert/event.ts'
import type { SilenceId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import {
  newReceiverState,
  usesCurrentState,
  type ReceiverState,
  type ReceiverStateKey,
} from '../receiver-state/receiver-state.ts'
import type { SentStates } from '../receiver-state/sent-states.ts'
import type { WebhookList } from '../routing/routed-webhook.ts'
import type { Silences } from '../silence/silences.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { stateBefore } from './plan-change.ts'

/** Returns the reason of a delivery that was not sent because of a silence. */
export function heldReason(silenceId: SilenceId): string {
  return `silence ${silenceId} holds it`
}

/**
 * Returns the silence that holds a delivery now; null: it may be sent. A clear is never held; a job run is held only
 * when it is accepted.
 */
export function silenceHolding(
  silences: Silences,
  event: Event,
  {
    webhookId,
    sentStates,
    now,
  }: {
    readonly webhookId: WebhookId
    readonly sentStates: SentStates | null
    readonly now: Instant
  },
): SilenceId | null {
  if (event.kind !== 'alert') return null
  const state = sentStates?.episodeState.state ?? event.newState
  return state === 'cleared' ? null : silences.over(event, now)(webhookId)
}

/**
 * Returns the receiver state after everything that was left of an alert for a webhook is taken back, because a silence
 * covers it. The next step of `createMissingDeliveries` decides by the alert as it is then what is held. In mode
 * `every_change` the receiver was sent all changes before the first one that was left; `wasTried`: that one, possibly.
 */
export function planHold(
  pair: ReceiverStateKey,
  before: ReceiverState | undefined,
  {
    webhook,
    webhooks,
    event,
    wasTried,
    now,
  }: {
    readonly webhook: Webhook
    readonly webhooks: WebhookList
    /** The event of the first delivery that was left. */
    readonly event: AlertEvent
    readonly wasTried: boolean
    readonly now: Instant
  },
): ReceiverState {
  if (before) return { ...before, resync: 'due', outOfSyncSince: before.outOfSyncSince ?? now }
  const lastSent = usesCurrentState(webhook) ? {} : { lastSent: stateBefore(webhook, event, webhooks) }
  return {
    ...newReceiverState(pair),
    ...lastSent,
    uncertain: wasTried,
    restate: event.trigger === 'acknowledgement',
    desired: { state: event.newState, episodeNumber: event.episodeNumber },
    eventId: event.id,
    resync: 'due',
    outOfSyncSince: now,
  }
}
