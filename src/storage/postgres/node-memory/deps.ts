import type { Sealing } from '../../scripts/encryption.ts'
import type { HistorySeals } from '../../encryption/history-seals.ts'
import type { OperationRows } from '../../changes/delivery-rows.ts'
import type { Rows } from '../../changes/rows.ts'
import type { Database, Transaction } from '../connection/database.ts'
import type { FreshQueues } from './fresh-queues.ts'
import type { JoinedClaims } from './joined-claims.ts'
import type { WebhookQueues } from './webhook-queues.ts'
import type { Partitions } from '../connection/partitions.ts'
import type { WebhookCache } from './webhook-cache.ts'

export interface Deps extends Sealing {
  readonly database: Database
  readonly partitions: Partitions
  readonly webhooks: WebhookCache
  readonly queues: WebhookQueues
  readonly fresh: FreshQueues
  readonly joined: JoinedClaims
  readonly historySeals: HistorySeals
  readonly advanced: OperationRows['advanced']
  /** The rows of a transaction, for the changes that both engines share. */
  readonly rowsOf: (transaction: Transaction) => Rows
}
