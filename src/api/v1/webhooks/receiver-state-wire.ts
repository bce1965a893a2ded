import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { ALERT_STATES } from '../../../domain/alert/alert.ts'
import type { BriefEvent } from '../../../domain/alert/event.ts'
import type { ReceiverState } from '../../../domain/receiver-state/receiver-state.ts'
import type { Store } from '../../../storage/store.ts'
import { findBriefEvents } from '../reports/brief-events.ts'
import { idSchema, instantOrNull, nullable, nullableText } from '../shapes.ts'

export const receiverStateSchema = Type.Object(
  {
    alert_id: idSchema('The alert.'),
    alert_name: nullableText('The name of the alert; null: its event is no longer kept.'),
    object_name: nullableText('The object, if the monitor reported one; null: unknown.'),
    server_name: nullableText('The server, if the monitor reported one; null: unknown.'),
    webhook_id: idSchema('The webhook.'),
    webhook_name: nullableText('Its name; null: it has been deleted.'),
    last_sent: Type.Enum([...ALERT_STATES], {
      description: 'The last state that the receiver accepted; cleared: none, or the clear.',
    }),
    uncertain: Type.Boolean({
      description: 'A newer state may have reached the receiver, so the current one is sent again.',
    }),
    desired: Type.Enum([...ALERT_STATES], {
      description:
        'The desired state: the state of the alert, or cleared if the webhook does not get that state.',
    }),
    out_of_sync: Type.Boolean({
      description:
        'The two differ, and no delivery carries the difference: it is sent by the next change, by a resync, when the webhook is enabled, or when the receiver accepts again after failures.',
    }),
    out_of_sync_since: nullable(
      Type.String({ format: 'date-time' }),
      'Since when the two have differed; null: they do not.',
    ),
    escalated: Type.Boolean({
      description:
        'True: it gets this alert as the fallback of another webhook until the alert clears, whatever its own mode and flags.',
    }),
  },
  { title: 'ReceiverState' },
)

/** With the names of the alerts and webhooks that they are about. */
export async function toReceiverStateWires(
  receiverStates: readonly ReceiverState[],
  store: Pick<Store, 'findEvents' | 'nameWebhooks'>,
): Promise<readonly Static<typeof receiverStateSchema>[]> {
  const [events, names] = await Promise.all([
    findBriefEvents(store, receiverStates),
    store.nameWebhooks([...new Set(receiverStates.map(({ webhookId }) => webhookId))]),
  ])
  const namesById = new Map(names.map(({ id, name }) => [id, name]))
  return receiverStates.map((receiverState) => ({
    ...aboutAlert(receiverState, events.get(receiverState.eventId)),
    webhook_id: receiverState.webhookId,
    webhook_name: namesById.get(receiverState.webhookId) ?? null,
    last_sent: receiverState.lastSent.state,
    uncertain: receiverState.uncertain,
    desired: receiverState.desired.state,
    out_of_sync: receiverState.resync !== 'none',
    out_of_sync_since: instantOrNull(receiverState.outOfSyncSince),
    escalated: receiverState.escalated,
  }))
}

function aboutAlert({ alertId }: ReceiverState, event: BriefEvent | undefined) {
  return {
    alert_id: alertId,
    alert_name: event?.name ?? null,
    object_name: event?.objectName ?? null,
    server_name: event?.serverName ?? null,
  }
}
