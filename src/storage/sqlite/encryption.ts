import type { Database } from 'better-sqlite3'
import type { Author } from '../../domain/audit.ts'
import { manualEntry } from '../../domain/audit-entries.ts'
import { AppError } from '../../domain/errors.ts'
import type { Instant } from '../../domain/instant.ts'
import { sealedWith, type SecretBox } from '../secret-box.ts'
import type { EncryptionState } from '../store.ts'
import type { AuditTable } from './audit.ts'
import { ensureHistoryKey, historyKeys, resealHistoryKeys } from './history-keys.ts'
import type { StoredWebhook } from '../rows/webhook-row.ts'
import { storedValuesOf } from '../webhook-seals.ts'
import type { WebhookTable } from './webhooks.ts'

/** Webhooks are gone through in pieces: all of them at once need not fit into memory twice. */
const PAGE_LENGTH = 500

/** What was done about encryption when the database was opened. */
export interface EncryptionStart {
  /** Values that were plain and are sealed now. */
  readonly sealedCount: number
  /** False: plain values may still be found in unused parts of the file; the next start tries again. */
  readonly isScrubbed: boolean
  /** Webhooks that were disabled because what is stored of them does not open. */
  readonly disabledWebhookIds: readonly number[]
}

interface EncryptionParts {
  readonly webhooks: WebhookTable
  readonly box: SecretBox
}

export function encryptionVerbs(
  db: Database,
  { webhooks, box, audit }: EncryptionParts & { readonly audit: AuditTable },
) {
  return {
    describeEncryption: (): EncryptionState => describe(db, { webhooks, box }),

    rotateEncryption({ now, by }: { readonly now: Instant; readonly by?: Author }): {
      readonly sealedCount: number
    } {
      if (box.currentKeyId === null) {
        throw new AppError(
          'conflict',
          'There is no encryption key: set TOCSIN_ENCRYPTION_KEY or TOCSIN_ENCRYPTION_KEY_FILE and start the service anew.',
        )
      }
      const sealedCount = sumOf(webhooks, (webhook) => webhooks.reseal(webhook)) + resealHistoryKeys(db, box)
      const note = `${sealedCount} values under the key ${box.currentKeyId}`
      const about = { objectType: 'database', objectId: null, objectName: null, note } as const
      audit.record(manualEntry({ action: 'encryption.rotated', ...about }, { at: now, by }))
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
  refuseMissingKeys(db, { webhooks, box })
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
  return sumOf(webhooks, (webhook) => {
    const isPlain = storedValuesOf(webhook).some(({ stored }) => sealedWith(stored) === null)
    return isPlain ? webhooks.reseal(webhook) : 0
  })
}

function refuseMissingKeys(db: Database, { webhooks, box }: EncryptionParts): void {
  const { values } = describe(db, { webhooks, box })
  const missing = Object.entries(values).filter(([keyId]) => keyId !== 'plain' && !box.keyIds.includes(keyId))
  if (missing.length === 0) return
  const needed = missing.map(([keyId, count]) => `${keyId} (${count} values)`).join(', ')
  const given = box.keyIds.length === 0 ? 'no key is given' : `those given are ${box.keyIds.join(', ')}`
  throw new Error(
    `The database holds values that are encrypted with keys that are missing: ${needed}; ${given}. Give them in TOCSIN_ENCRYPTION_KEY or TOCSIN_ENCRYPTION_KEY_FILE, several separated by commas. Nothing was changed.`,
  )
}

function describe(db: Database, { webhooks, box }: EncryptionParts): EncryptionState {
  const values: Record<string, number> = {}
  const count = (stored: string) => {
    const keyId = sealedWith(stored) ?? 'plain'
    values[keyId] = (values[keyId] ?? 0) + 1
  }
  for (const { value } of historyKeys(db)) count(value)
  for (const webhook of allStored(webhooks)) for (const { stored } of storedValuesOf(webhook)) count(stored)
  return { currentKeyId: box.currentKeyId, keyIds: box.keyIds, values }
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
