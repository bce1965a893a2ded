import type { Database } from 'better-sqlite3'
import type { HistorySeals } from '../../encryption/history-seals.ts'
import type { Sealing } from '../../scripts/encryption.ts'
import type { FreeSpace } from '../connection/free-space.ts'
import type { ScriptRunner } from '../connection/run-script.ts'
import type { AlertCounts, BacklogCounts } from './counts.ts'
import type { CatchUp } from './catch-up.ts'
import type { Events } from './events.ts'
import type { SilenceCache, WebhookCache } from './webhook-cache.ts'
import type { WebhookQueues } from './webhook-queues.ts'

/** The parts that the store methods share. */
export interface SqliteDeps extends Sealing {
  readonly db: Database
  readonly records: ScriptRunner
  /** Refuses reports while there is too little space. */
  readonly freeSpace: FreeSpace | undefined
  readonly webhooks: WebhookCache
  readonly silences: SilenceCache
  readonly queues: WebhookQueues
  readonly counts: BacklogCounts
  readonly alertCounts: AlertCounts
  readonly events: Events
  readonly catchUp: CatchUp
  readonly historySeals: HistorySeals
}
