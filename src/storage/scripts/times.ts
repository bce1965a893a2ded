import { afterNote, type OpenTime } from '../../domain/open-time.ts'
import { clockMarkKey, forgottenBefore, toClockMark, toClockMarkValue } from '../rows/clock-mark-row.ts'
import { OPEN_TIME_KEY, toOpenTime, toOpenTimeValue } from '../rows/open-time-row.ts'
import { PUT_META, SELECT_META } from './meta.ts'
import {
  change,
  changeLast,
  takeLock,
  one,
  together,
  type TransactionScript,
  type Scripts,
} from './transaction-script.ts'
import { statement } from './statement.ts'

/** When reports could come in, for all nodes. */
export function openTimeScripts(): Scripts<'noteOpenTime'> {
  return {
    *noteOpenTime(note) {
      yield* takeLock('noteOpenTime')
      const openTime = afterNote(yield* openTimeOf(), note)
      yield* changeLast(PUT_META, { key: OPEN_TIME_KEY, value: toOpenTimeValue(openTime) })
      return openTime
    },
  }
}

/** Undefined: nothing has been noted yet. */
export function* openTimeOf(): TransactionScript<OpenTime | undefined> {
  const row = yield* one(SELECT_META, { key: OPEN_TIME_KEY })
  return row && toOpenTime(row.value)
}

/** The stored marks of the clock. */
export function clockMarkScripts(): Scripts<'findClockMark' | 'writeClockMark'> {
  return {
    *findClockMark(bootId) {
      const row = yield* one(SELECT_META, { key: clockMarkKey(bootId) })
      return row && toClockMark(row.value)
    },

    *writeClockMark(bootId, mark) {
      const key = clockMarkKey(bootId)
      yield* together([
        change(FORGET, { key, before: forgottenBefore(mark) }),
        changeLast(PUT_META, { key, value: toClockMarkValue(mark) }),
      ])
    },
  }
}

const FORGET = statement<{ key: string; before: string }>(
  ({ byOctets }) =>
    // From the first key that begins like theirs to the first that sorts after them all.
    `DELETE FROM meta WHERE key ${byOctets} > 'clock ' AND key ${byOctets} < 'clock!' AND key <> @key
     AND value ${byOctets} < @before`,
)
