import type { Database } from 'better-sqlite3'
import { newHistoryKey, resealHistoryKey } from '../../encryption-rules.ts'
import type { StoredHistoryKey } from '../../encryption/history-seals.ts'
import type { SecretBox } from '../../encryption/secret-box.ts'

/** The newest first. */
export function historyKeys(db: Database): readonly StoredHistoryKey[] {
  return db
    .prepare<[], StoredHistoryKey>(
      "SELECT key, value FROM meta WHERE key > 'history_key:' AND key < 'history_key;' ORDER BY key DESC",
    )
    .all()
}

/** Makes a key for history if one is needed. Whether it is the first one ever. */
export function ensureHistoryKey(db: Database, box: SecretBox): boolean {
  const known = historyKeys(db)
  const made = newHistoryKey(box, known)
  if (!made) return false
  db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(made.key, made.value)
  return known.length === 0
}

/** Seals the keys for history under the operator's current key. How many were not. */
export function resealHistoryKeys(db: Database, box: SecretBox): number {
  const update = db.prepare('UPDATE meta SET value = ? WHERE key = ?')
  let count = 0
  for (const stored of historyKeys(db)) {
    const value = resealHistoryKey(box, stored)
    if (value === undefined) continue
    update.run(value, stored.key)
    count += 1
  }
  return count
}
