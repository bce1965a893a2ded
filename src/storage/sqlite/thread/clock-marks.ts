import type { Database } from 'better-sqlite3'
import { clockMarkKey, forgottenBefore, toClockMark, toClockMarkValue } from '../../rows/clock-mark-row.ts'
import type { SyncVerbs } from '../connection/verbs.ts'

export function clockMarkVerbs(db: Database): Pick<SyncVerbs, 'findClockMark' | 'writeClockMark'> {
  const find = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
  const write = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  // From the first key that begins like theirs to the first that sorts after them all.
  const forget = db.prepare("DELETE FROM meta WHERE key >= 'clock ' AND key < 'clock!' AND value < ?")
  return {
    findClockMark(bootId) {
      const value = find.get(clockMarkKey(bootId))
      return value === undefined ? undefined : toClockMark(value)
    },
    writeClockMark(bootId, mark) {
      write.run(clockMarkKey(bootId), toClockMarkValue(mark))
      forget.run(forgottenBefore(mark))
    },
  }
}
