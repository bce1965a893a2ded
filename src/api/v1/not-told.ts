import type { Static } from 'typebox'
import { Type } from '../schema-builder.ts'
import type { Delivery } from '../../domain/delivery.ts'
import type { Event } from '../../domain/event.ts'
import type { NotToldFacts } from '../../domain/explanation.ts'
import { whyNotTold } from '../../domain/matching.ts'
import type { Webhook } from '../../domain/webhook.ts'
import type { Store } from '../../storage/store.ts'
import { idSchema } from './shapes.ts'

export const NOT_TOLD_MAX = 500
const PAGE_LENGTH = 500

export const notToldMembers = {
  webhook_id: idSchema('The webhook.'),
  name: Type.String({ description: 'Its name.' }),
  reason: Type.Enum(['made_later', 'payload_type', 'state', 'disabled', 'unknown'], {
    description:
      'made_later: it was not there yet; payload_type: it is for the other kind of events; state: its flag for the new state is off; disabled; unknown: by what it is now it would be told, so it was another then, or its delivery is no longer kept.',
  }),
  changed_since: Type.Boolean({
    description: 'True: the webhook has changed since the event, and the reason is that of today.',
  }),
}

export const notToldSchema = Type.Object(notToldMembers, { title: 'NotTold' })

type NotTold = Static<typeof notToldSchema>

/** The webhooks that there are and that have no delivery of this event, by id; the first `NOT_TOLD_MAX` of them. */
export async function listNotTold(
  event: Event,
  store: Pick<Store, 'listWebhooks' | 'listDeliveries'>,
): Promise<readonly NotTold[]> {
  return (await findNotTold(event, store)).map(toNotToldWire)
}

/** Likewise, as facts to be put into words. */
export async function findNotTold(
  event: Event,
  store: Pick<Store, 'listWebhooks' | 'listDeliveries'>,
): Promise<readonly NotToldFacts[]> {
  const told = new Set<number>()
  const deliveries = (before?: number) =>
    store.listDeliveries(
      { eventId: event.id },
      { limit: PAGE_LENGTH, ...(before !== undefined && { before }) },
    )
  for await (const { webhookId } of pages<Delivery>(deliveries)) told.add(webhookId)

  const notTold: NotToldFacts[] = []
  const webhooks = (after = 0) => store.listWebhooks({ after, limit: PAGE_LENGTH })
  for await (const webhook of pages<Webhook>(webhooks)) {
    if (notTold.length === NOT_TOLD_MAX) break
    if (!told.has(webhook.id)) notTold.push(factsOf(webhook, event))
  }
  return notTold
}

export function toNotToldWire({ webhook, reason, changedSince }: NotToldFacts): NotTold {
  return { webhook_id: webhook.id, name: webhook.name, reason, changed_since: changedSince }
}

/** Everything of a list, page by page; each page begins after the last id of the one before. */
async function* pages<Item extends { readonly id: number }>(
  read: (last?: number) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let last: number | undefined; ;) {
    const page = await read(last)
    yield* page
    last = page.at(-1)?.id
    if (page.length < PAGE_LENGTH) return
  }
}

function factsOf(webhook: Webhook, event: Event): NotToldFacts {
  const wasThere = webhook.createdAt <= event.acceptedAt
  return {
    webhook,
    event,
    reason: wasThere ? (whyNotTold(webhook, event) ?? 'unknown') : 'made_later',
    changedSince: wasThere && webhook.updatedAt > event.acceptedAt,
  }
}
