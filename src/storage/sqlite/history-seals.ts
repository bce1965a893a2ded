import { randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { KEY_BYTES, SealError, SecretBox, type Place } from '../secret-box.ts'

/**
 * Recorded requests and answers, and what the audit log tells of changes, are sealed as well: they hold what a webhook
 * sends, and with it credentials in paths and bodies that nothing tells from the rest. There are far too many of them to be sealed anew when the key of the
 * operator changes, so they have a key of their own, made by the service, and that one is sealed.
 */
export class HistorySeals {
  readonly #box: SecretBox

  /** `box` has the keys of the operator; the one for history must have been made (`ensureHistoryKey`). */
  constructor(db: Database, box: SecretBox) {
    const keys = historyKeys(db).flatMap((stored) => tryOpen(box, stored) ?? [])
    this.#box = new SecretBox(box.currentKeyId === null ? [] : keys)
  }

  seal<Text extends string | null>(text: Text, place: Place): Text | string {
    return text === null ? text : this.#box.seal(text, place)
  }

  /** Null also for what does not open any more. */
  open(stored: string | null, place: Place): string | null {
    if (stored === null) return null
    try {
      return this.#box.open(stored, place)
    } catch (error) {
      if (error instanceof SealError) return null
      throw error
    }
  }
}

/** A stored key for history, and which of them it is. */
export interface StoredHistoryKey {
  readonly key: string
  readonly value: string
}

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
  if (box.currentKeyId === null || known.some((stored) => tryOpen(box, stored))) return false
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
    const opened = tryOpen(box, { key, value })
    if (!opened || box.isCurrent(value)) continue
    update.run(box.seal(opened.toString('base64'), ['meta', key]), key)
    count += 1
  }
  return count
}

function tryOpen(box: SecretBox, { key, value }: StoredHistoryKey): Buffer | undefined {
  try {
    return Buffer.from(box.open(value, ['meta', key]), 'base64')
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

export function placeInAttempt(column: 'request' | 'answer', deliveryId: number, number: number): Place {
  return ['attempts', deliveryId, number, column]
}
