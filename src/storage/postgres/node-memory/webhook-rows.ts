import { AppError } from '../../../domain/errors.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import { sealedWith, type SecretBox } from '../../encryption/secret-box.ts'
import type { HeaderRow, StoredWebhook, WebhookRow } from '../../rows/webhook-row.ts'
import { storedValuesOf, type OpenedWebhook, type WebhookSeals } from '../../webhook-seals.ts'

/** Opens and seals what webhooks keep secret. */
export interface WebhookSecrets {
  readonly webhookSeals: WebhookSeals
  readonly box: SecretBox
}

/** With its headers, so that one statement, and so one moment, gives both. */
export type JoinedRow = WebhookRow & { readonly headers: readonly HeaderRow[] }

export const SELECT_WEBHOOKS = `SELECT webhooks.*, coalesce((SELECT json_agg(header ORDER BY header.id)
  FROM webhook_headers header WHERE header.webhook_id = webhooks.id), '[]') AS headers FROM webhooks`
/** Changes whose deletions are kept; a node that has missed more reads all webhooks again. */
export const DELETIONS_KEPT = 10_000

/**
 * Throws `unavailable` if something is sealed under a key that this node has not been given: another node has. What
 * this node takes for damaged it would not report, and would lose with the next change.
 */
export function openStored({ webhookSeals, box }: WebhookSecrets, stored: StoredWebhook): OpenedWebhook {
  const { row, headers } = stored
  const opened = webhookSeals.open(row, headers)
  if (opened.damaged.length > 0) {
    for (const { stored: value } of storedValuesOf(stored)) {
      const keyId = sealedWith(value)
      if (keyId !== null && !box.keyIds.includes(keyId)) throw missingKey(row.id, keyId)
    }
  }
  return opened
}

export function openWebhook(secrets: WebhookSecrets, { headers, ...row }: JoinedRow): OpenedWebhook {
  return openStored(secrets, { row, headers })
}

function missingKey(webhookId: WebhookId, keyId: string): AppError {
  return new AppError(
    'unavailable',
    `Webhook ${webhookId} is encrypted with the key ${keyId}, which this node has not been given: another node has. Give it in TOCSIN_ENCRYPTION_KEY or TOCSIN_ENCRYPTION_KEY_FILE and start this node anew.`,
  )
}
