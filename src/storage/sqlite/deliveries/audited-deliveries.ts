import { deliveryEntry, type Circumstances } from '../../../domain/audit/audit-entries.ts'
import type { AuditAction, Author, NewAuditEntry } from '../../../domain/audit/audit.ts'
import type { Delivery } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { DeliveryTable } from './deliveries.ts'

interface DeliveryDeps {
  /** Writes the entry in the transaction of the change. */
  readonly recordAudit: (entry: NewAuditEntry | undefined) => void
  readonly deliveries: DeliveryTable
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
}

/** Carries out what a person does to one delivery together with its audit entry: both or neither. */
export function auditedDeliveries({ recordAudit, deliveries, findWebhook }: DeliveryDeps) {
  const changing = (
    action: AuditAction,
    { id, ...circumstances }: Circumstances & { readonly id: DeliveryId },
    change: () => Delivery,
  ): Delivery => {
    const before = deliveries.findDelivery(id)
    const after = change()
    if (before) {
      const webhook = findWebhook(after.webhookId)
      recordAudit(deliveryEntry(action, { before, after, webhook }, circumstances))
    }
    return after
  }
  return {
    retryDelivery: (id: DeliveryId, now: Instant, by?: Author): Delivery =>
      changing('delivery.retried', { id, at: now, by }, () => deliveries.retryDelivery(id, now)),

    cancelDelivery: (id: DeliveryId, now: Instant, by?: Author): Delivery =>
      changing('delivery.cancelled', { id, at: now, by }, () => deliveries.cancelDelivery(id, now)),
  }
}
