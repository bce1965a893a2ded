import type { HistorySeals } from '../history-seals.ts'
import type { SecretBox } from '../secret-box.ts'
import type { WebhookSeals } from '../webhook-seals.ts'
import type { Database } from './database.ts'
import type { Lanes } from './lanes.ts'
import type { Partitions } from './partitions.ts'
import type { WebhookCache } from './webhook-cache.ts'

/** What the verbs share. */
export interface Parts {
  readonly database: Database
  readonly partitions: Partitions
  readonly webhooks: WebhookCache
  readonly lanes: Lanes
  readonly webhookSeals: WebhookSeals
  readonly historySeals: HistorySeals
  readonly box: SecretBox
}
