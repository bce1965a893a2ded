import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../domain/instant.ts'
import type { EncryptionStart } from '../../encryption-keys.ts'
import { fitToKeys, isFit, snapshotKeys, type Sealing } from '../../scripts/encryption.ts'
import { PUT_META, REMOVE_META, SELECT_META } from '../../scripts/meta.ts'
import { change, one } from '../../transactions/transaction-script.ts'
import type { WebhookWork } from '../../scripts/webhook-work.ts'
import type { ScriptRunner } from '../connection/run-script.ts'

type WorkAtStart = Pick<WebhookWork, 'noting' | 'follow'>

/**
 * Makes the database fit its keys before anything else reads it: refuses missing keys, disables webhooks with
 * damaged values, and, with a key, seals what is plain. Throws with a sentence that names the setting.
 */
export function startEncryption(
  db: Database,
  records: ScriptRunner,
  sealing: Sealing,
  work: WorkAtStart,
  now: Instant,
): EncryptionStart {
  const isDone = isFit(sealing.box, records.run(snapshotKeys(sealing.webhookSeals)))
  const done = isDone ? NOTHING_DONE : db.transaction(() => fit(records, sealing, work, now)).immediate()
  return { ...done, isScrubbed: scrubIfNeeded(db, records) }
}

const NOTHING_DONE = { sealedCount: 0, disabledWebhookIds: [] }

function fit(
  records: ScriptRunner,
  sealing: Sealing,
  work: WorkAtStart,
  now: Instant,
): Omit<EncryptionStart, 'isScrubbed'> {
  const { isFirstKey, ...done } = records.run(fitToKeys(sealing, work, now))
  // Values deleted before the first key may be left in the file.
  if (done.sealedCount > 0 || isFirstKey) records.run(change(PUT_META, { key: SCRUB, value: 'due' }))
  return done
}

const SCRUB = 'scrub'

/**
 * Rewrites the file, because overwritten plain values remain in free cells and pages, and in the write-ahead
 * log (https://sqlite.org/lang_vacuum.html).
 */
function scrubIfNeeded(db: Database, records: ScriptRunner): boolean {
  if (records.run(one(SELECT_META, { key: SCRUB })) === undefined) return true
  try {
    // The copy that VACUUM makes is as large as the database.
    db.pragma('temp_store = FILE')
    db.exec('VACUUM')
    if (!emptyLog(db)) return false
    records.run(change(REMOVE_META, { key: SCRUB }))
    return true
  } catch {
    return false
  } finally {
    db.pragma('temp_store = MEMORY')
  }
}

/**
 * Moves the write-ahead log, which holds old pages, into the database. False: it could not, as during a
 * backup; later writes overwrite the log.
 */
export function emptyLog(db: Database): boolean {
  try {
    return Number(db.pragma('wal_checkpoint(TRUNCATE)', { simple: true })) === 0
  } catch {
    return false
  }
}
