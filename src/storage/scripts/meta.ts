import { systemChance } from '../../runtime/clock.ts'
import type { InstallationId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { RECORD_KEY } from '../copy/record.ts'
import { change, changeLast, one, type TransactionScript } from '../transactions/transaction-script.ts'
import { statement } from '../transactions/statement.ts'

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

/** Random: it names the database for all the world. */
export function newInstallationId(): InstallationId {
  return systemChance.bytes(6).toString('hex')
}

/** Made once with the database, of what is given; later it is found. */
export function* installationIdOf(made: InstallationId): TransactionScript<InstallationId> {
  yield* change(ADD_META, { key: INSTALLATION_ID, value: made })
  const row = yield* one(SELECT_META, { key: INSTALLATION_ID })
  if (!row) throw new Error('the database has no installation id')
  return row.value
}

/** Returns the record of an unfinished copy. */
export function* copyRecord(): TransactionScript<string | undefined> {
  return (yield* one(SELECT_META, { key: RECORD_KEY }))?.value
}

/** Shows that the database can be written. */
export function* writeHeartbeat(now: Instant): TransactionScript<void> {
  yield* changeLast(PUT_META, { key: 'health', value: String(now) })
}
