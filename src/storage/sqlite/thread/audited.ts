import type { AuditAction, Author, NewAuditEntry } from '../../../domain/audit/audit.ts'
import { deliveryEntry, webhookEntry, type Circumstances } from '../../../domain/audit/audit-entries.ts'
import type { Delivery } from '../../../domain/delivery/delivery.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Rotation } from '../../../domain/receiver/signature.ts'
import type { NewWebhook, Webhook, WebhookChange } from '../../../domain/webhook/webhook.ts'
import type { DeliveryTable } from '../deliveries/deliveries.ts'
import type { WebhookTable } from '../webhooks/webhooks.ts'

interface When {
  readonly now: Instant
  readonly ifRevision?: number
  readonly by?: Author
}

/** Writes the entry in the transaction of the change; undefined: there was none. */
export type RecordAudit = (entry: NewAuditEntry | undefined) => void

interface WebhookParts {
  readonly recordAudit: RecordAudit
  readonly webhooks: WebhookTable
  /** Called after each change. */
  readonly renew: (id: number) => void
}

/** What changes a webhook, with its entry in the log: both or neither, for they are in one transaction. */
export function auditedWebhooks({ recordAudit, webhooks, renew }: WebhookParts) {
  /** For every verb that changes one webhook. One that changes nothing leaves no entry. */
  const changing = <Result>(
    action: AuditAction,
    { id, ...circumstances }: Circumstances & { readonly id: number },
    change: () => Result,
  ): Result => {
    const before = webhooks.findWebhook(id)
    const result = change()
    renew(id)
    recordAudit(webhookEntry(action, { before, after: webhooks.findWebhook(id) }, circumstances))
    return result
  }
  return {
    changing,

    createWebhook(webhook: NewWebhook, now: Instant, by?: Author): Webhook {
      const after = webhooks.createWebhook(webhook, now)
      renew(after.id)
      recordAudit(webhookEntry('webhook.created', { after }, { at: now, by }))
      return after
    },

    changeWebhook(id: number, change: WebhookChange, when: When): Webhook {
      return changing('webhook.changed', { id, at: when.now, by: when.by }, () =>
        webhooks.changeWebhook(id, change, when),
      )
    },

    deleteWebhook(id: number, when: When): void {
      changing('webhook.deleted', { id, at: when.now, by: when.by }, () => webhooks.deleteWebhook(id, when))
    },

    rotateSigningSecret(id: number, rotation: Rotation & Pick<When, 'by'>): Webhook {
      return changing('webhook.signing_rotated', { id, at: rotation.now, by: rotation.by }, () =>
        webhooks.rotateSigningSecret(id, rotation),
      )
    },

    removeSigningSecrets(id: number, { now, by }: Pick<When, 'now' | 'by'>): Webhook {
      return changing('webhook.signing_removed', { id, at: now, by }, () =>
        webhooks.removeSigningSecrets(id, { now }),
      )
    },

    disableWebhook(id: number, reason: string, now: Instant): void {
      changing('webhook.disabled_by_receiver', { id, at: now }, () =>
        webhooks.disableWebhook(id, reason, now),
      )
    },
  }
}

interface DeliveryParts {
  readonly recordAudit: RecordAudit
  readonly deliveries: DeliveryTable
  readonly findWebhook: (id: number) => Webhook | undefined
}

export function auditedDeliveries({ recordAudit, deliveries, findWebhook }: DeliveryParts) {
  const changing = (
    action: AuditAction,
    { id, ...circumstances }: Circumstances & { readonly id: number },
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
    retryDelivery: (id: number, now: Instant, by?: Author): Delivery =>
      changing('delivery.retried', { id, at: now, by }, () => deliveries.retryDelivery(id, now)),

    cancelDelivery: (id: number, now: Instant, by?: Author): Delivery =>
      changing('delivery.cancelled', { id, at: now, by }, () => deliveries.cancelDelivery(id, now)),
  }
}
