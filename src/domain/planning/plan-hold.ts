import type { AlertEvent, Event } from '../alert/event.ts'
import type { SilenceId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { ReceiverState, ReceiverStateKey } from '../receiver-state/receiver-state.ts'
import { newReceiverState, usesCurrentState } from '../receiver-state/receiver-state.ts'
import type { SentStates } from '../receiver-state/sent-states.ts'
import type { WebhookList } from '../routing/routed-webhook.ts'
import type { Silences } from '../silence/silences.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { stateBefore } from './plan-change.ts'

/** The reason of a delivery that a silence holds. */
export function heldReason(silenceId: SilenceId): string {
  return `silence ${silenceId} holds it`
}

/**
 * Returns the silence that holds a delivery; null: it may be sent. A clear is never held; a job run is held only when
 * it is accepted.
 */
export function silenceHolding(
  silences: Silences,
  event: Event,
  {
    webhookId,
    sentStates,
    now,
  }: { readonly webhookId: WebhookId; readonly sentStates: SentStates | null; readonly now: Instant },
): SilenceId | null {
  if (event.kind !== 'alert') return null
  const state = sentStates?.episodeState.state ?? event.newState
  return state === 'cleared' ? null : silences.over(event, now)(webhookId)
}

/**
 * Returns the receiver state after a silence takes back the unsent deliveries of an alert. The next
 * `createMissingDeliveries` then decides by the current alert. In mode `every_change` the receiver was sent all changes
 * before the first unsent one, and possibly that one (`wasTried`).
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
