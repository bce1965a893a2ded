import { entryOf } from '../../domain/audit/audit-entries.ts'
import type { When } from '../../domain/audit/audit.ts'
import type { WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  countHistoryKeys,
  countWebhook,
  describeKeys,
  isPlain,
  type KeyCounts,
  newHistoryKey,
  PAGE_LENGTH,
  refuseMissingKeys,
  refuseRotationWithoutKey,
  resealHistoryKey,
  resealWebhook,
} from '../encryption-keys.ts'
import type { StoredHistoryKey } from '../encryption/history-seals.ts'
import type { SecretBox } from '../encryption/secret-box.ts'
import type { StoredWebhook } from '../rows/webhook-row.ts'
import type { NoValues, Scripts, TransactionScript } from '../transactions/transaction-script.ts'
import { change, many, statement, together } from '../transactions/transaction-script.ts'
import { damageReason, type WebhookSeals } from '../webhook-seals.ts'
import { type AuditSeals, recordAudit } from './audit.ts'
import { disableRow, keepRevision, reseal, storedPage } from './webhook-rows.ts'
import type { WebhookWork } from './webhook-work.ts'

export interface Sealing {
  readonly webhookSeals: WebhookSeals
  readonly box: SecretBox
}

export function encryptionScripts(
  deps: Sealing & AuditSeals,
): Scripts<'describeEncryption' | 'rotateEncryption'> {
  const { webhookSeals, box } = deps
  return {
    *describeEncryption() {
      const { counts } = yield* snapshotKeys(webhookSeals)
      return describeKeys(box, counts)
    },

    rotateEncryption: (when) => rotateEncryption(deps, when),
  }
}

/** Seals all values under the current key, while no webhook changes. No cache is renewed: meanings stay. */
function* rotateEncryption(
  deps: Sealing & AuditSeals,
  { now, by }: When,
): TransactionScript<{ readonly sealedCount: number }> {
  const { webhookSeals, box } = deps
  refuseRotationWithoutKey(box)
  let sealedCount = yield* resealHistoryKeys(box)
  for (let page = yield* storedPage(0); page.length > 0; page = yield* pageAfter(page)) {
    sealedCount += yield* resealAll(webhookSeals, page)
  }
  const note = `${sealedCount} values under the key ${box.currentKeyId}`
  yield* recordAudit(deps, entryOf('encryption.rotated', {}, { at: now, by }, note))
  return { sealedCount }
}

interface KeySnapshot {
  readonly counts: KeyCounts
  readonly historyKeys: readonly StoredHistoryKey[]
  /** A value of an enabled webhook does not open. */
  readonly hasDamaged: boolean
}

export function* snapshotKeys(seals: WebhookSeals): TransactionScript<KeySnapshot> {
  const counts: KeyCounts = {}
  const keys = yield* historyKeys()
  countHistoryKeys(counts, keys)
  let hasDamaged = false
  for (let page = yield* storedPage(0); page.length > 0; page = yield* pageAfter(page)) {
    for (const webhook of page) {
      countWebhook(counts, webhook)
      hasDamaged ||= damageOf(seals, webhook).length > 0
    }
  }
  return { counts, historyKeys: keys, hasDamaged }
}

/** Tells whether the database fits its keys already. Throws with a sentence that names the setting. */
export function isFit(box: SecretBox, { counts, historyKeys: known, hasDamaged }: KeySnapshot): boolean {
  refuseMissingKeys(box, counts)
  const isAllSealed = box.currentKeyId === null || (counts['plain'] ?? 0) === 0
  return isAllSealed && newHistoryKey(box, known) === undefined && !hasDamaged
}

interface FittedKeys {
  readonly sealedCount: number
  readonly isFirstKey: boolean
  readonly disabledWebhookIds: readonly WebhookId[]
}

/**
 * Disables webhooks with values that do not open, seals plain values, and makes a key for history if one is
 * needed.
 */
export function* fitToKeys(
  { webhookSeals, box }: Sealing,
  work: Pick<WebhookWork, 'noting' | 'follow'>,
  now: Instant,
): TransactionScript<FittedKeys> {
  const damaged: { readonly id: WebhookId; readonly reason: string }[] = []
  let sealedCount = 0
  for (let page = yield* storedPage(0); page.length > 0; page = yield* pageAfter(page)) {
    for (const webhook of page) {
      const damage = damageOf(webhookSeals, webhook)
      if (damage.length > 0) damaged.push({ id: webhook.row.id, reason: damageReason(damage) })
    }
    if (box.currentKeyId !== null) sealedCount += yield* resealAll(webhookSeals, page.filter(isPlain))
  }
  for (const { id, reason } of damaged) {
    yield* together([
      work.follow('hold', { webhookId: id, now }),
      keepRevision(id, now),
      work.noting('change', id, disableRow({ id, reason, now })),
    ])
  }
  const isFirstKey = yield* ensureHistoryKey(box)
  return { sealedCount, isFirstKey, disabledWebhookIds: damaged.map(({ id }) => id) }
}

function* pageAfter(page: readonly StoredWebhook[]): TransactionScript<readonly StoredWebhook[]> {
  return page.length < PAGE_LENGTH ? [] : yield* storedPage(page.at(-1)?.row.id ?? 0)
}

/** Disabled webhooks are left as they are. */
function damageOf(seals: WebhookSeals, { row, headers }: StoredWebhook) {
  return row.enabled ? seals.open(row, headers).damaged : []
}

function* resealAll(seals: WebhookSeals, webhooks: readonly StoredWebhook[]): TransactionScript<number> {
  const resealed = webhooks.map((webhook) => ({ row: webhook.row, ...resealWebhook(seals, webhook) }))
  yield* together(resealed.map(reseal))
  return resealed.reduce((sum, { count }) => sum + count, 0)
}

/** Returns the keys for history, the newest first. */
export function historyKeys(): TransactionScript<readonly StoredHistoryKey[]> {
  return many(SELECT_KEYS, {})
}

/** Makes a key for history if one is needed. Returns whether it is the first ever. */
function* ensureHistoryKey(box: SecretBox): TransactionScript<boolean> {
  const known = yield* historyKeys()
  const made = newHistoryKey(box, known)
  if (made) yield* change(INSERT_KEY, made)
  return made !== undefined && known.length === 0
}

/** Seals the keys for history under the current key. Returns how many were not. */
function* resealHistoryKeys(box: SecretBox): TransactionScript<number> {
  const resealed = (yield* historyKeys()).flatMap((stored) => {
    const value = resealHistoryKey(box, stored)
    return value === undefined ? [] : [change(RESEAL_KEY, { key: stored.key, value })]
  })
  yield* together(resealed)
  return resealed.length
}

const SELECT_KEYS = statement<NoValues, StoredHistoryKey>(
  ({ byOctets }) =>
    // From the first key with this prefix to the last.
    `SELECT key, value FROM meta WHERE key ${byOctets} > 'history_key:' AND key ${byOctets} < 'history_key;'
     ORDER BY key ${byOctets} DESC`,
)
const INSERT_KEY = statement<StoredHistoryKey>('INSERT INTO meta (key, value) VALUES (@key, @value)')
const RESEAL_KEY = statement<StoredHistoryKey>('UPDATE meta SET value = @value WHERE key = @key')
