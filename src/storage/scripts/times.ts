import { afterNote, type OpenTime } from '../../domain/open-time.ts'
import {
  clockWatermarkKey,
  forgottenBefore,
  toClockWatermark,
  toClockWatermarkValue,
} from '../rows/clock-watermark-row.ts'
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
} from '../transactions/transaction-script.ts'
import { statement } from '../transactions/statement.ts'

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

/** The stored watermarks of the clock. */
export function clockWatermarkScripts(): Scripts<'findClockWatermark' | 'writeClockWatermark'> {
  return {
    *findClockWatermark(bootId) {
      const row = yield* one(SELECT_META, { key: clockWatermarkKey(bootId) })
      return row && toClockWatermark(row.value)
    },

    *writeClockWatermark(bootId, mark) {
      const key = clockWatermarkKey(bootId)
      yield* together([
        change(FORGET, { key, before: forgottenBefore(mark) }),
        changeLast(PUT_META, { key, value: toClockWatermarkValue(mark) }),
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
