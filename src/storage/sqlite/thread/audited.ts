import type { AuditAction, Author } from '../../../domain/audit/audit.ts'
import {
  deliveryEntry,
  operationEntry,
  tokenCreatedEntry,
  tokenRevokedEntry,
  webhookEntry,
  type Circumstances,
} from '../../../domain/audit/audit-entries.ts'
import type { Delivery } from '../../../domain/delivery/delivery.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Rotation } from '../../../domain/receiver/signature.ts'
import type { NewOperation, Operation } from '../../../domain/operation/operation.ts'
import type { NewToken, StoredToken } from '../../../domain/people/token.ts'
import type { NewWebhook, Webhook, WebhookChange } from '../../../domain/webhook/webhook.ts'
import type { AuditTable } from '../people/audit.ts'
import type { DeliveryTable } from '../deliveries/deliveries.ts'
import type { OperationTable } from '../operations/operations.ts'
import type { tokenVerbs } from '../people/tokens.ts'
import type { WebhookTable } from '../webhooks/webhooks.ts'

interface When {
  readonly now: Instant
  readonly ifRevision?: number
  readonly by?: Author
}

interface WebhookParts {
  readonly audit: AuditTable
  readonly webhooks: WebhookTable
  /** Called after each change. */
  readonly renew: (id: number) => void
}

/** What changes a webhook, with its entry in the log: both or neither, for they are in one transaction. */
export function auditedWebhooks({ audit, webhooks, renew }: WebhookParts) {
  /** For every verb that changes one webhook. One that changes nothing leaves no entry. */
  const changing = <Result>(
    action: AuditAction,
    { id, ...circumstances }: Circumstances & { readonly id: number },
    change: () => Result,
  ): Result => {
    const before = webhooks.findWebhook(id)
    const result = change()
    renew(id)
    audit.record(webhookEntry(action, { before, after: webhooks.findWebhook(id) }, circumstances))
    return result
  }
  return {
    changing,

    createWebhook(webhook: NewWebhook, now: Instant, by?: Author): Webhook {
      const after = webhooks.createWebhook(webhook, now)
      renew(after.id)
      audit.record(webhookEntry('webhook.created', { after }, { at: now, by }))
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

interface TokenParts {
  readonly audit: AuditTable
  readonly tokens: ReturnType<typeof tokenVerbs>
}

export function auditedTokens({ audit, tokens }: TokenParts) {
  return {
    createToken(token: NewToken, now: Instant, by?: Author): StoredToken {
      const created = tokens.createToken(token, now)
      audit.record(tokenCreatedEntry(created, { at: now, by }))
      return created
    },

    revokeToken(id: number, now: Instant, by?: Author): StoredToken {
      const wasRevoked = tokens.listTokens().some((token) => token.id === id && token.revokedAt !== null)
      const revoked = tokens.revokeToken(id, now)
      if (!wasRevoked) audit.record(tokenRevokedEntry(revoked, { at: now, by }))
      return revoked
    },
  }
}

interface OperationParts {
  readonly audit: AuditTable
  readonly operations: OperationTable
}

/** Its beginning and its end; what it does to each delivery is told by the operation itself. */
export function auditedOperations({ audit, operations }: OperationParts) {
  return {
    startOperation(operation: NewOperation, now: Instant, by?: Author): Operation {
      const started = operations.startOperation(operation, now, by)
      audit.record(operationEntry('operation.started', started, { at: now, by }))
      return started
    },

    stopOperation(id: number, now: Instant, by?: Author): Operation {
      const stopped = operations.stopOperation(id, now)
      audit.record(operationEntry('operation.stopped', stopped, { at: now, by }))
      return stopped
    },

    advanceOperations(step: { readonly now: Instant; readonly limit: number }): Operation | undefined {
      const advanced = operations.advanceOperations(step)
      if (advanced !== undefined && advanced.state !== 'running') {
        audit.record(operationEntry('operation.ended', advanced, { at: step.now }))
      }
      return advanced
    },
  }
}

interface DeliveryParts {
  readonly audit: AuditTable
  readonly deliveries: DeliveryTable
  readonly findWebhook: (id: number) => Webhook | undefined
}

export function auditedDeliveries({ audit, deliveries, findWebhook }: DeliveryParts) {
  const changing = (
    action: AuditAction,
    { id, ...circumstances }: Circumstances & { readonly id: number },
    change: () => Delivery,
  ): Delivery => {
    const before = deliveries.findDelivery(id)
    const after = change()
    if (before) {
      const webhook = findWebhook(after.webhookId)
      audit.record(deliveryEntry(action, { before, after, webhook }, circumstances))
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
