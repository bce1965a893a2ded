import { randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { openHistoryKey, type StoredHistoryKey } from '../history-seals.ts'
import { KEY_BYTES, type SecretBox } from '../secret-box.ts'

/** The newest first. */
export function historyKeys(db: Database): readonly StoredHistoryKey[] {
  return db
    .prepare<[], StoredHistoryKey>(
      "SELECT key, value FROM meta WHERE key > 'history_key:' AND key < 'history_key;' ORDER BY key DESC",
    )
    .all()
}

/**
 * With an operator's key: makes a key for history, unless there is one that opens. One that does not open stays.
 * Whether it is the first one ever.
 */
export function ensureHistoryKey(db: Database, box: SecretBox): boolean {
  const known = historyKeys(db)
  if (box.currentKeyId === null || known.some((stored) => openHistoryKey(box, stored))) return false
  const key = `history_key:${String(known.length + 1).padStart(4, '0')}`
  const value = box.seal(randomBytes(KEY_BYTES).toString('base64'), ['meta', key])
  db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(key, value)
  return known.length === 0
}

/** Seals the keys for history under the operator's current key. How many were not. */
export function resealHistoryKeys(db: Database, box: SecretBox): number {
  const update = db.prepare('UPDATE meta SET value = ? WHERE key = ?')
  let count = 0
  for (const { key, value } of historyKeys(db)) {
    const opened = openHistoryKey(box, { key, value })
    if (!opened || box.isCurrent(value)) continue
    update.run(box.seal(opened.toString('base64'), ['meta', key]), key)
    count += 1
  }
  return count
}
