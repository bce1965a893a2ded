import type { When } from '../domain/audit/audit.ts'
import { AppError } from '../domain/errors.ts'
import type { HeaderId, WebhookId } from '../domain/ids.ts'
import { systemChance } from '../runtime/clock.ts'
import { openHistoryKey, type StoredHistoryKey } from './encryption/history-seals.ts'
import { KEY_BYTES, sealedWith, type SecretBox } from './encryption/secret-box.ts'
import type { StoredWebhook } from './rows/webhook-row.ts'
import { type SealedColumn, type StoredValue, storedValuesOf, type WebhookSeals } from './webhook-seals.ts'

/** Methods of the store for the keys of stored secrets. */
export interface EncryptionMethods {
  /** Returns under which keys the stored secrets are sealed. Reads all webhooks. */
  describeEncryption(): Promise<EncryptionState>

  /**
   * Seals every stored secret under the first key, in one transaction; damaged ones and revisions stay.
   * `conflict` if there is no key.
   */
  rotateEncryption(when: When): Promise<{ readonly sealedCount: number }>
}

/** Keys are named by their ids. */
export interface EncryptionState {
  /** The key that seals new secrets; null: stored secrets are plain. */
  readonly currentKeyId: string | null
  /** The keys that open values, the current one first. */
  readonly keyIds: readonly string[]
  /** The number of stored secrets under each key; `plain`: not sealed. */
  readonly values: Readonly<Record<string, number>>
}

/** The work on encryption when the database was opened. */
export interface EncryptionStart {
  readonly sealedCount: number
  /**
   * False: unused parts of the file may still hold plain values; the next start tries again. Null: on
   * PostgreSQL, where the server owns the files.
   */
  readonly isScrubbed: boolean | null
  readonly disabledWebhookIds: readonly WebhookId[]
}

/** Webhooks read at a time, so that memory need not hold all of them twice. */
export const PAGE_LENGTH = 500

/** The number of values under each key; under `plain` those that are not sealed. */
export type KeyCounts = Record<string, number>

export function countHistoryKeys(counts: KeyCounts, keys: readonly StoredHistoryKey[]): void {
  for (const { value } of keys) countOne(counts, value)
}

export function countWebhook(counts: KeyCounts, webhook: StoredWebhook): void {
  for (const { stored } of storedValuesOf(webhook)) countOne(counts, stored)
}

export function describeKeys(box: SecretBox, values: KeyCounts): EncryptionState {
  return { currentKeyId: box.currentKeyId, keyIds: box.keyIds, values }
}

/** Throws with a sentence that names the setting. */
export function refuseMissingKeys(box: SecretBox, counts: KeyCounts): void {
  const missing = Object.entries(counts).filter(([keyId]) => keyId !== 'plain' && !box.keyIds.includes(keyId))
  if (missing.length === 0) return
  const needed = missing.map(([keyId, count]) => `${keyId} (${count} values)`).join(', ')
  const given = box.keyIds.length === 0 ? 'no key is given' : `those given are ${box.keyIds.join(', ')}`
  throw new Error(
    `The database holds values that are encrypted with keys that are missing: ${needed}; ${given}. Give them in TOCSIN_ENCRYPTION_KEY or TOCSIN_ENCRYPTION_KEY_FILE, several separated by commas. Nothing was changed.`,
  )
}

/** Throws `conflict` if there is no key. */
export function refuseRotationWithoutKey(box: SecretBox): void {
  if (box.currentKeyId === null) {
    throw new AppError(
      'conflict',
      'There is no encryption key: set TOCSIN_ENCRYPTION_KEY or TOCSIN_ENCRYPTION_KEY_FILE and restart the service.',
    )
  }
}

/** Columns of a webhook to store again under the current key. Its revision stays. */
export interface Resealed {
  readonly columns: Readonly<Partial<Record<SealedColumn, string>>>
  readonly headers: readonly { readonly id: HeaderId; readonly value: string }[]
  readonly count: number
}

/** Seals a webhook under the current key; damaged values stay. */
export function resealWebhook(seals: WebhookSeals, webhook: StoredWebhook): Resealed {
  const values = storedValuesOf(webhook).flatMap((value): readonly StoredValue[] => {
    const stored = seals.reseal(value)
    return stored === undefined ? [] : [{ ...value, stored }]
  })
  return {
    columns: Object.fromEntries(
      values.flatMap(({ column, stored }) => (column === 'value' ? [] : [[column, stored]])),
    ),
    headers: values.flatMap(({ headerId, stored }) =>
      headerId === undefined ? [] : [{ id: headerId, value: stored }],
    ),
    count: values.length,
  }
}

/** Tells whether the webhook was written before there was a key. */
export function isPlain(webhook: StoredWebhook): boolean {
  return storedValuesOf(webhook).some(({ stored }) => sealedWith(stored) === null)
}

/** Makes a key for history if the operator has a key and no stored one opens. */
export function newHistoryKey(
  box: SecretBox,
  known: readonly StoredHistoryKey[],
): StoredHistoryKey | undefined {
  if (box.currentKeyId === null || known.some((stored) => openHistoryKey(box, stored))) return undefined
  const key = `history_key:${String(known.length + 1).padStart(4, '0')}`
  return { key, value: box.seal(systemChance.bytes(KEY_BYTES).toString('base64'), ['meta', key]) }
}

/** Seals the history key under the operator's current key; undefined: it is already, or does not open. */
export function resealHistoryKey(box: SecretBox, { key, value }: StoredHistoryKey): string | undefined {
  const opened = openHistoryKey(box, { key, value })
  if (!opened || box.isCurrent(value)) return undefined
  return box.seal(opened.toString('base64'), ['meta', key])
}

function countOne(counts: KeyCounts, stored: string): void {
  const keyId = sealedWith(stored) ?? 'plain'
  counts[keyId] = (counts[keyId] ?? 0) + 1
}
