import { afterNote, type OpenTime } from '../../domain/open-time.ts'
import { OPEN_TIME_KEY, toOpenTime, toOpenTimeValue } from '../rows/open-time-row.ts'
import { PUT_META, SELECT_META } from './meta.ts'
import { changeLast, hold, one, type Script, type Scripts } from './script.ts'

/** When reports could come in, for all nodes. */
export function openTimeScripts(): Scripts<'noteOpenTime'> {
  return {
    *noteOpenTime(note) {
      yield* hold('noteOpenTime')
      const openTime = afterNote(yield* openTimeOf(), note)
      yield* changeLast(PUT_META, { key: OPEN_TIME_KEY, value: toOpenTimeValue(openTime) })
      return openTime
    },
  }
}

/** Undefined: nothing has been noted yet. */
export function* openTimeOf(): Script<OpenTime | undefined> {
  const row = yield* one(SELECT_META, { key: OPEN_TIME_KEY })
  return row && toOpenTime(row.value)
}
