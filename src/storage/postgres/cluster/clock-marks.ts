import { clockMarkKey, forgottenBefore, toClockMark, toClockMarkValue } from '../../rows/clock-mark-row.ts'
import type { StoreVerbs } from '../../store.ts'
import type { Parts } from '../parts/parts.ts'

const WRITE = `WITH forgotten AS (DELETE FROM meta WHERE key LIKE 'clock %' AND key <> $1 AND value COLLATE "C" < $3)
  INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`

export function clockMarkVerbs({ database }: Parts): Pick<StoreVerbs, 'findClockMark' | 'writeClockMark'> {
  return {
    async findClockMark(bootId) {
      const key = clockMarkKey(bootId)
      const [row] = await database.look<{ value: string }>('SELECT value FROM meta WHERE key = $1', [key])
      return row && toClockMark(row.value)
    },
    async writeClockMark(bootId, mark) {
      const values = [clockMarkKey(bootId), toClockMarkValue(mark), forgottenBefore(mark)]
      await database.transaction((transaction) => transaction.queryLast(WRITE, values), { lock: 'none' })
    },
  }
}
