import type { Database } from 'better-sqlite3'
import type { Author } from '../../../domain/audit/audit.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  countHistoryKeys,
  countWebhook,
  describeKeys,
  isPlain,
  PAGE_LENGTH,
  refuseMissingKeys,
  refuseRotationWithoutKey,
  rotationEntry,
  type EncryptionStart,
  type KeyCounts,
} from '../../encryption-rules.ts'
import type { StoredWebhook } from '../../rows/webhook-row.ts'
import type { SecretBox } from '../../encryption/secret-box.ts'
import type { EncryptionState } from '../../store.ts'
import type { AuditTable } from '../people/audit.ts'
import { ensureHistoryKey, historyKeys, resealHistoryKeys } from './history-keys.ts'
import type { WebhookTable } from '../webhooks/webhooks.ts'

interface EncryptionParts {
  readonly webhooks: WebhookTable
  readonly box: SecretBox
}

export function encryptionVerbs(
  db: Database,
  { webhooks, box, audit }: EncryptionParts & { readonly audit: AuditTable },
) {
  return {
    describeEncryption: (): EncryptionState => describeKeys(box, countKeys(db, webhooks)),

    rotateEncryption({ now, by }: { readonly now: Instant; readonly by?: Author }): {
      readonly sealedCount: number
    } {
      refuseRotationWithoutKey(box)
      const sealedCount = sumOf(webhooks, (webhook) => webhooks.reseal(webhook)) + resealHistoryKeys(db, box)
      audit.record(rotationEntry(box, sealedCount, { at: now, by }))
      return { sealedCount }
    },
  }
}

/**
 * Makes the database fit for its keys before anything else reads it: refuses it if a key is missing, disables webhooks
 * with damaged values, and, with a key, seals what is still plain. Throws with a sentence that names the setting.
 */
export function startEncryption(
  db: Database,
  { webhooks, box, now }: EncryptionParts & { readonly now: Instant },
): EncryptionStart {
  refuseMissingKeys(box, countKeys(db, webhooks))
  const { sealedCount, disabledWebhookIds } = db
    .transaction(() => {
      const disabled: number[] = []
      for (const { row } of allStored(webhooks)) {
        if (webhooks.disableDamaged(row.id, now)) disabled.push(row.id)
      }
      // What was deleted before the first key came is not among what is sealed, but may be left in the file.
      const isFirstKey = ensureHistoryKey(db, box)
      const count = box.currentKeyId === null ? 0 : sealPlain(webhooks)
      if (count > 0 || isFirstKey) db.prepare(REMEMBER_SCRUB).run()
      return { sealedCount: count, disabledWebhookIds: disabled }
    })
    .immediate()
  return { sealedCount, disabledWebhookIds, isScrubbed: scrubIfNeeded(db) }
}

const REMEMBER_SCRUB =
  "INSERT INTO meta (key, value) VALUES ('scrub', 'due') ON CONFLICT (key) DO UPDATE SET value = excluded.value"
const IS_SCRUB_DUE = "SELECT 1 FROM meta WHERE key = 'scrub'"
const FORGET_SCRUB = "DELETE FROM meta WHERE key = 'scrub'"

/**
 * Values that were plain once are still in the file after they have been overwritten: in cells and pages that are free,
 * and in the write-ahead log. Writing the file anew leaves nothing of them (https://sqlite.org/lang_vacuum.html).
 */
function scrubIfNeeded(db: Database): boolean {
  if (db.prepare(IS_SCRUB_DUE).get() === undefined) return true
  try {
    // The copy that it makes on its way is as large as the database: not for the memory.
    db.pragma('temp_store = FILE')
    db.exec('VACUUM')
    if (!emptyLog(db)) return false
    db.prepare(FORGET_SCRUB).run()
    return true
  } catch {
    return false
  } finally {
    db.pragma('temp_store = MEMORY')
  }
}

/**
 * Moves the write-ahead log into the database and leaves an empty file: it holds old pages until then. False: it could
 * not, for example because a backup is being made; what the log holds is then overwritten in the course of time.
 */
export function emptyLog(db: Database): boolean {
  try {
    return Number(db.pragma('wal_checkpoint(TRUNCATE)', { simple: true })) === 0
  } catch {
    return false
  }
}

function sealPlain(webhooks: WebhookTable): number {
  return sumOf(webhooks, (webhook) => (isPlain(webhook) ? webhooks.reseal(webhook) : 0))
}

function countKeys(db: Database, webhooks: WebhookTable): KeyCounts {
  const counts: KeyCounts = {}
  countHistoryKeys(counts, historyKeys(db))
  for (const webhook of allStored(webhooks)) countWebhook(counts, webhook)
  return counts
}

function sumOf(webhooks: WebhookTable, count: (webhook: StoredWebhook) => number): number {
  let sum = 0
  for (const webhook of allStored(webhooks)) sum += count(webhook)
  return sum
}

function* allStored(webhooks: WebhookTable): Generator<StoredWebhook, undefined> {
  for (let after = 0; ;) {
    const page = webhooks.listStored({ after, limit: PAGE_LENGTH })
    yield* page
    const last = page.at(-1)?.row.id
    if (last === undefined || page.length < PAGE_LENGTH) return
    after = last
  }
}
