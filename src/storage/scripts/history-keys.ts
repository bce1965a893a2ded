import { newHistoryKey, resealHistoryKey } from '../encryption-rules.ts'
import type { StoredHistoryKey } from '../encryption/history-seals.ts'
import type { SecretBox } from '../encryption/secret-box.ts'
import { change, many, together, type TransactionScript } from '../transactions/transaction-script.ts'
import { statement, type NoValues } from '../transactions/statement.ts'

/** The newest first. */
export function historyKeys(): TransactionScript<readonly StoredHistoryKey[]> {
  return many(SELECT, {})
}

/** Makes a key for history if one is needed; the others find it. Whether it is the first one ever. */
export function* ensureHistoryKey(box: SecretBox): TransactionScript<boolean> {
  const known = yield* historyKeys()
  const made = newHistoryKey(box, known)
  if (made) yield* change(INSERT, made)
  return made !== undefined && known.length === 0
}

/** Seals the keys for history under the operator's current key. How many were not. */
export function* resealHistoryKeys(box: SecretBox): TransactionScript<number> {
  const resealed = (yield* historyKeys()).flatMap((stored) => {
    const value = resealHistoryKey(box, stored)
    return value === undefined ? [] : [change(UPDATE, { key: stored.key, value })]
  })
  yield* together(resealed)
  return resealed.length
}

const SELECT = statement<NoValues, StoredHistoryKey>(
  ({ byOctets }) =>
    // From the first key that begins like theirs to the first that sorts after them all.
    `SELECT key, value FROM meta WHERE key ${byOctets} > 'history_key:' AND key ${byOctets} < 'history_key;'
     ORDER BY key ${byOctets} DESC`,
)
const INSERT = statement<StoredHistoryKey>('INSERT INTO meta (key, value) VALUES (@key, @value)')
const UPDATE = statement<StoredHistoryKey>('UPDATE meta SET value = @value WHERE key = @key')
