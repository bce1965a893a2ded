import { deliveryEntry, type Circumstances } from '../../../domain/audit/audit-entries.ts'
import type { AuditAction, Author } from '../../../domain/audit/audit.ts'
import type { Delivery } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { recordAudit } from '../../scripts/audit.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { DeliveryTable } from './deliveries.ts'

export function auditedDeliveries(deps: SqliteDeps, deliveries: DeliveryTable) {
  const changing = (
    action: AuditAction,
    { id, ...circumstances }: Circumstances & { readonly id: DeliveryId },
    change: () => Delivery,
  ): Delivery => {
    const before = deliveries.findDelivery(id)
    const after = change()
    if (before) {
      const webhook = deps.webhooks.find(after.webhookId)
      deps.records.run(recordAudit(deps, deliveryEntry(action, { before, after, webhook }, circumstances)))
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
