import type { HistorySeals } from '../../encryption/history-seals.ts'
import type { Database } from '../connection/database.ts'
import type { FreshQueues } from './fresh-queues.ts'
import type { JoinedClaims } from './joined-claims.ts'
import type { WebhookQueues } from './webhook-queues.ts'
import type { Partitions } from '../connection/partitions.ts'
import type { WebhookCache, WebhookSecrets } from './webhook-cache.ts'

export interface Deps extends WebhookSecrets {
  readonly database: Database
  readonly partitions: Partitions
  readonly webhooks: WebhookCache
  readonly queues: WebhookQueues
  readonly fresh: FreshQueues
  readonly joined: JoinedClaims
  readonly historySeals: HistorySeals
}
