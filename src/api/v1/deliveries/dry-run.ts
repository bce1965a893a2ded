import type { Static } from 'typebox'
import type { Delivery } from '../../../domain/delivery/delivery.ts'
import { kindOfSubject } from '../../../domain/alert/event.ts'
import { chooseAction, type NewOperation, refuseBadTarget } from '../../../domain/operation/operation.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { DeliveryId, EventId } from '../../../domain/ids.ts'
import type { Store } from '../../../storage/store.ts'
import { Type } from '../../routes/route.ts'
import { countFitting, fittingDeliveries } from './delivery-filter.ts'
import { count } from '../resource.ts'

/** The highest count of deliveries in a dry run. */
export const DRY_RUN_COUNT_MAX = 10_000
const CHUNK = 500

export const dryRunSchema = Type.Object('DryRun', {
  matching: count(
    `Matching deliveries, counted up to ${DRY_RUN_COUNT_MAX}; by severity or kind, the matches among as many of the newest.`,
  ),
  more: Type.Boolean('True: there may be more than were counted.'),
  cancelled: count('Counted deliveries that would be cancelled.'),
  webhook_disabled: count('For a retry: deliveries that would wait until their webhook is enabled.'),
  notified: count('For a reroute: deliveries that the other webhook would get.'),
  already_notified: count('For a reroute: deliveries that the other webhook has already, or is to get.'),
})

type DryRun = Static<typeof dryRunSchema>

/** Returns what the operation would do now, and changes nothing. */
export async function preview(operation: NewOperation, store: Store): Promise<DryRun> {
  const { kind, filter, targetWebhookId } = operation
  if (kind === 'cancel') {
    const counted = await countFitting(filter, store, DRY_RUN_COUNT_MAX)
    return { ...NOTHING, ...counted, cancelled: counted.matching }
  }
  const target = targetWebhookId === null ? undefined : await store.findWebhook(targetWebhookId)
  const source = filter.webhookId === undefined ? undefined : await store.findWebhook(filter.webhookId)
  refuseBadTarget(operation, (id) => [target, source].find((webhook) => webhook?.id === id))
  return scan(operation, target, store)
}

const NOTHING = { cancelled: 0, webhook_disabled: 0, notified: 0, already_notified: 0 }

async function scan(
  { kind, filter }: NewOperation,
  target: Webhook | undefined,
  store: Store,
): Promise<DryRun> {
  const fitting = fittingDeliveries(filter, store)
  const preview = { matching: 0, more: true, ...NOTHING }
  const toBeNotified = new Set<EventId>()
  let before: DeliveryId | undefined
  for (let readCount = 0; readCount < DRY_RUN_COUNT_MAX; readCount += CHUNK) {
    const page = { limit: CHUNK, ...(before !== undefined && { before }) }
    const chunk = await store.listDeliveries(filter, page)
    const fits = fitting ? await fitting(chunk) : chunk
    preview.matching += fits.length
    const { acts, notified } = await readActs(kind, target, fits, store)
    for (const { act, delivery } of acts) {
      if (act.isHeld) preview.webhook_disabled += 1
      if (act.cancelReason !== null) preview.cancelled += 1
      if (!act.addsToTarget) continue
      if (notified.has(delivery.eventId) || toBeNotified.has(delivery.eventId)) preview.already_notified += 1
      else preview.notified += 1
      toBeNotified.add(delivery.eventId)
    }
    if (chunk.length < CHUNK) return { ...preview, more: false }
    before = chunk.at(-1)?.id
  }
  return preview
}

/** Reads what the operation would do to each delivery, and of which events the target was notified. */
async function readActs(
  kind: NewOperation['kind'],
  target: Webhook | undefined,
  deliveries: readonly Delivery[],
  store: Store,
) {
  if (deliveries.length === 0) return { acts: [], notified: new Set<EventId>() }
  const [named, notified] = await Promise.all([
    store.nameWebhooks([...new Set(deliveries.map(({ webhookId }) => webhookId))]),
    target ? store.findReceiverState(target.id, [...new Set(deliveries.map(({ eventId }) => eventId))]) : [],
  ])
  const webhooks = new Map(named.map((webhook) => [webhook.id, webhook]))
  const acts = deliveries.map((delivery) => ({
    delivery,
    act: chooseAction({ id: 0, kind }, delivery, {
      webhook: webhooks.get(delivery.webhookId),
      target,
      event: { kind: kindOfSubject(delivery.subject) },
    }),
  }))
  return { acts, notified: new Set(notified) }
}
