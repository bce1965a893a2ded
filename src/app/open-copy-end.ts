import type { DatabaseAddress } from '../config/database-address.ts'
import type { CopyTarget, Purpose } from '../storage/copy/ends.ts'
import { openPostgresEnd } from '../storage/postgres/copy/end.ts'
import { openSqliteEnd } from '../storage/sqlite/copy/end.ts'

/** Rejects with a CopyRefusal if the database is in use or unsuitable. */
export async function openEnd(address: DatabaseAddress, purpose: Purpose): Promise<CopyTarget> {
  return address.engine === 'sqlite'
    ? openSqliteEnd(address.file, purpose)
    : openPostgresEnd(address, purpose)
}
