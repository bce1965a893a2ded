import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { EncryptionStart } from '../../encryption-keys.ts'
import type { StoredHistoryKey } from '../../encryption/history-seals.ts'
import { fitToKeys, historyKeys, isFit, type Sealing, snapshotKeys } from '../../scripts/encryption.ts'
import type { Database, Transaction } from '../connection/database.ts'
import { runIn, runScan } from '../connection/run-script.ts'
import { webhookWork } from '../webhooks/webhook-work.ts'

interface StartedEncryption {
  readonly report: EncryptionStart
  readonly historyKeys: readonly StoredHistoryKey[]
}

/**
 * Makes the database fit its keys before this node reads anything else: refuses missing keys, disables
 * webhooks with damaged values, and, with a key, seals what is plain. Throws with a sentence that names the
 * setting. With nothing to do it blocks nobody; nodes go one after the other.
 *
 * The keys for history stay until the process ends. A node that can open none of them makes another, which
 * this node cannot open until it restarts.
 */
export async function startEncryption(
  database: Database,
  sealing: Sealing,
  now: Instant,
): Promise<StartedEncryption> {
  const found = await runScan(database, snapshotKeys(sealing.webhookSeals))
  if (isFit(sealing.box, found)) return { report: reportOf(0, []), historyKeys: found.historyKeys }
  const report = await database.transaction((transaction) => fit(transaction, sealing, now), {
    lock: 'webhooks',
  })
  return { report, historyKeys: await runScan(database, historyKeys()) }
}

async function fit(transaction: Transaction, sealing: Sealing, now: Instant): Promise<EncryptionStart> {
  const work = webhookWork(transaction, sealing)
  const { sealedCount, disabledWebhookIds } = await runIn(transaction, fitToKeys(sealing, work, now))
  return reportOf(sealedCount, disabledWebhookIds)
}

function reportOf(sealedCount: number, disabledWebhookIds: readonly WebhookId[]): EncryptionStart {
  return { sealedCount, isScrubbed: null, disabledWebhookIds }
}
