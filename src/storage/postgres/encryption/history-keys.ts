import { newHistoryKey, resealHistoryKey } from '../../encryption-rules.ts'
import type { StoredHistoryKey } from '../../encryption/history-seals.ts'
import type { SecretBox } from '../../encryption/secret-box.ts'
import type { Transaction } from '../connection/database.ts'

/** The newest first. The order of the bytes, whatever the collation of the database. */
export const SELECT_HISTORY_KEYS =
  'SELECT key, value FROM meta WHERE key LIKE \'history\\_key:%\' ORDER BY key COLLATE "C" DESC'
const INSERT = 'INSERT INTO meta (key, value) VALUES ($1, $2)'
const UPDATE = 'UPDATE meta SET value = $2 WHERE key = $1'

/** Makes a key for history if one is needed. One node at a time: the others find it. */
export async function ensureHistoryKey(transaction: Transaction, box: SecretBox): Promise<void> {
  const { rows } = await transaction.query<StoredHistoryKey>(SELECT_HISTORY_KEYS)
  const made = newHistoryKey(box, rows)
  if (made) await transaction.query(INSERT, [made.key, made.value])
}

/** Seals the keys for history under the operator's current key. How many were not. */
export async function resealHistoryKeys(transaction: Transaction, box: SecretBox): Promise<number> {
  const { rows } = await transaction.query<StoredHistoryKey>(SELECT_HISTORY_KEYS)
  const resealed = rows.flatMap((stored) => {
    const value = resealHistoryKey(box, stored)
    return value === undefined ? [] : [[stored.key, value] as const]
  })
  await Promise.all(resealed.map((values) => transaction.query(UPDATE, values)))
  return resealed.length
}
