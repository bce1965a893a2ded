import type { ClockWatermark } from '../../domain/clock-steps.ts'
import type { BootId, InstallationId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { afterNote, type OpenTime } from '../../domain/open-time.ts'
import { systemChance } from '../../runtime/clock.ts'
import { RECORD_KEY } from '../copy/ends.ts'
import { CARRIED_META } from '../copy/tables.ts'
import { readStored } from '../rows/columns.ts'
import {
  change,
  changeLast,
  many,
  type NoValues,
  one,
  type Scripts,
  statement,
  takeLock,
  together,
  type TransactionScript,
} from '../transactions/transaction-script.ts'

interface MetaRow {
  readonly key: string
  readonly value: string
}

export const SELECT_META = statement<Pick<MetaRow, 'key'>, MetaRow>('SELECT * FROM meta WHERE key = @key')
export const PUT_META = statement<MetaRow>(
  `INSERT INTO meta (key, value) VALUES (@key, @value)
   ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
)
export const REMOVE_META = statement<Pick<MetaRow, 'key'>>('DELETE FROM meta WHERE key = @key')
const ADD_META = statement<MetaRow>(
  'INSERT INTO meta (key, value) VALUES (@key, @value) ON CONFLICT (key) DO NOTHING',
)
const INSTALLATION_ID = 'installation_id'

/** Random, so that it names the database everywhere. */
export function newInstallationId(): InstallationId {
  return systemChance.bytes(6).toString('hex')
}

/** Stores the given id with a new database; returns the stored one. */
export function* installationIdOf(made: InstallationId): TransactionScript<InstallationId> {
  yield* change(ADD_META, { key: INSTALLATION_ID, value: made })
  const row = yield* one(SELECT_META, { key: INSTALLATION_ID })
  if (!row) throw new Error('the database has no installation id')
  return row.value
}

export function* copyRecord(): TransactionScript<string | undefined> {
  return (yield* one(SELECT_META, { key: RECORD_KEY }))?.value
}

/** Removes what every new database has, and writes the record of a copy. Returns 0 if another process did. */
export function* beginCopy(record: string): TransactionScript<number> {
  yield* change(REMOVE_CARRIED, {})
  return yield* change(ADD_META, { key: RECORD_KEY, value: record })
}

/** Returns 0 if the record is not `from`. */
export function swapCopyRecord(step: {
  readonly from: string
  readonly to: string
}): TransactionScript<number> {
  return change(SWAP_META, { key: RECORD_KEY, ...step })
}

export function endCopy(): TransactionScript<number> {
  return change(REMOVE_META, { key: RECORD_KEY })
}

/** Returns webhooks whose deliveries still follow a change. */
export function* webhooksCatchingUp(): TransactionScript<readonly WebhookId[]> {
  return (yield* many(SELECT_CATCHING_UP, {})).map((row) => row.webhook_id)
}

const REMOVE_CARRIED = statement<NoValues>(`DELETE FROM meta WHERE ${CARRIED_META}`)
const SWAP_META = statement<{ key: string; from: string; to: string }>(
  'UPDATE meta SET value = @to WHERE key = @key AND value = @from',
)
const SELECT_CATCHING_UP = statement<NoValues, { webhook_id: WebhookId }>(
  'SELECT webhook_id FROM unfinished_webhook_changes ORDER BY webhook_id LIMIT 20',
)

/** Shows that the database can be written. */
export function* writeHeartbeat(now: Instant): TransactionScript<void> {
  yield* changeLast(PUT_META, { key: 'health', value: String(now) })
}

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

/** Returns undefined if nothing has been noted yet. */
export function* openTimeOf(): TransactionScript<OpenTime | undefined> {
  const row = yield* one(SELECT_META, { key: OPEN_TIME_KEY })
  return row && toOpenTime(row.value)
}

export function clockWatermarkScripts(): Scripts<'findClockWatermark' | 'writeClockWatermark'> {
  return {
    *findClockWatermark(bootId) {
      const row = yield* one(SELECT_META, { key: clockWatermarkKey(bootId) })
      return row && toClockWatermark(row.value)
    },

    *writeClockWatermark(bootId, watermark) {
      const key = clockWatermarkKey(bootId)
      yield* together([
        change(FORGET, { key, before: forgottenBefore(watermark) }),
        changeLast(PUT_META, { key, value: toClockWatermarkValue(watermark) }),
      ])
    },
  }
}

const FORGET = statement<{ key: string; before: string }>(
  ({ byOctets }) =>
    // From the first key with this prefix to the last.
    `DELETE FROM meta WHERE key ${byOctets} > 'clock ' AND key ${byOctets} < 'clock!' AND key <> @key
     AND value ${byOctets} < @before`,
)

/** Milliseconds after which an unrenewed watermark goes: the machine restarted, or is gone. */
export const CLOCK_WATERMARK_KEPT_MS = 30 * 24 * 3600_000

function clockWatermarkKey(bootId: BootId): string {
  return `clock ${bootId}`
}

/** Returns text that sorts by time, until the year 2286. */
function toClockWatermarkValue({ time, at, errorMs, clockJump }: ClockWatermark): string {
  return JSON.stringify([Math.round(time), at, errorMs, clockJump.at, clockJump.ms])
}

function forgottenBefore({ time }: ClockWatermark): string {
  return `[${Math.round(time) - CLOCK_WATERMARK_KEPT_MS}`
}

function toClockWatermark(value: string): ClockWatermark | undefined {
  const stored = readStored<unknown>(value, null)
  if (!Array.isArray(stored) || stored.length !== 5 || !stored.every(Number.isFinite)) return undefined
  const [time, at, errorMs, jumpAt, jumpMs] = stored
  return { time, at, errorMs, clockJump: { at: jumpAt, ms: jumpMs } }
}

const OPEN_TIME_KEY = 'open_time'

function toOpenTimeValue({ openUntil, absences }: OpenTime): string {
  return JSON.stringify([Math.round(openUntil), ...absences.flatMap(({ until, ms }) => [until, ms])])
}

function toOpenTime(value: string): OpenTime | undefined {
  const stored = readStored<unknown>(value, null)
  if (!Array.isArray(stored) || stored.length % 2 !== 1 || !stored.every(Number.isFinite)) return undefined
  const [openUntil, ...rest] = stored as number[]
  const absences = rest.flatMap((until, place) => (place % 2 === 0 ? [{ until, ms: rest[place + 1]! }] : []))
  return { openUntil: openUntil!, absences }
}
