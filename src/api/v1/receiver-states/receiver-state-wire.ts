import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { ALERT_STATES } from '../../../domain/alert/alert.ts'
import type { BriefEvent } from '../../../domain/alert/brief-event.ts'
import { continuingState } from '../../../domain/receiver-state/after-change.ts'
import type { ReceiverState } from '../../../domain/receiver-state/receiver-state.ts'
import type { Store } from '../../../storage/store.ts'
import { findBriefEvents } from '../reports/brief-events.ts'
import { resourceOf } from '../resource.ts'
import { idSchema, nullable, nullableIdSchema, nullableText, nullableTime } from '../shapes.ts'

interface ShownReceiverState extends ReceiverState {
  /** Undefined if it is no longer kept. */
  readonly event: BriefEvent | undefined
  /** Null: it has been deleted. */
  readonly webhookName: string | null
}

export const receiverStateResource = resourceOf<ShownReceiverState>()(
  {
    alert_id: idSchema('The alert.'),
    alert_name: [
      nullableText('The name of the alert; null: its event is no longer kept.'),
      ({ event }) => event?.name ?? null,
    ],
    object_name: [
      nullableText('The object, if the monitor reported one; null: unknown.'),
      ({ event }) => event?.objectName ?? null,
    ],
    server_name: [
      nullableText('The server, if the monitor reported one; null: unknown.'),
      ({ event }) => event?.serverName ?? null,
    ],
    webhook_id: idSchema('The webhook.'),
    webhook_name: nullableText('Its name; null: it has been deleted.'),
    last_sent: [
      Type.Enum([...ALERT_STATES], {
        description: 'The last state that the receiver accepted; cleared: none, or the clear.',
      }),
      ({ lastSent }) => lastSent.state,
    ],
    uncertain: Type.Boolean({
      description: 'A newer state may have reached the receiver, so the current one is sent again.',
    }),
    desired: [
      Type.Enum([...ALERT_STATES], {
        description:
          'The desired state: the state of the alert, or cleared if the webhook does not get that state (`continues_as`).',
      }),
      ({ desired }) => desired.state,
    ],
    continues_as: [
      nullable(
        Type.Enum([...ALERT_STATES], {
          description:
            'The state in which the alert continues, though it is no longer for the webhook: matchers, flags or `otherwise` do not fit any more.',
        }),
        'Null: it fits the webhook, has cleared, or its event is no longer kept.',
      ),
      ({ event, desired }) => (event?.newState ? continuingState(event.newState, desired.state) : null),
    ],
    out_of_sync: [
      Type.Boolean({
        description:
          'The two differ, and no delivery carries the difference: it is sent by the next change, by a resync, when the webhook is enabled, or when the receiver accepts again after failures.',
      }),
      ({ resync }) => resync !== 'none',
    ],
    out_of_sync_since: nullableTime('Since when the two have differed; null: they do not.'),
    held_by: nullableIdSchema('The silence that holds the difference until it ends; null: none does.'),
    escalated: Type.Boolean({
      description:
        'True: it gets this alert as the fallback of another webhook until the alert clears, whatever its own mode and flags.',
    }),
  },
  { title: 'ReceiverState' },
)

/** Returns receiver states with the names of the alerts and webhooks that they are about. */
export async function toReceiverStateWires(
  receiverStates: readonly ReceiverState[],
  store: Store,
): Promise<readonly Static<typeof receiverStateResource.schema>[]> {
  const [events, names] = await Promise.all([
    findBriefEvents(store, receiverStates),
    store.nameWebhooks([...new Set(receiverStates.map(({ webhookId }) => webhookId))]),
  ])
  const namesById = new Map(names.map(({ id, name }) => [id, name]))
  return receiverStates.map((receiverState) =>
    receiverStateResource.toWire({
      ...receiverState,
      event: events.get(receiverState.eventId),
      webhookName: namesById.get(receiverState.webhookId) ?? null,
    }),
  )
}
