import type { DatabaseAddress } from '../../database-address.ts'
import type { CopyTarget } from './ends.ts'
import { openPostgresEnd } from '../postgres/copy/end.ts'
import type { Purpose } from './purpose.ts'
import { openSqliteEnd } from '../sqlite/copy/end.ts'

/** Rejects with a CopyRefusal if the database is in use, or cannot be what it is opened for. */
export async function openEnd(address: DatabaseAddress, purpose: Purpose): Promise<CopyTarget> {
  return address.engine === 'sqlite'
    ? openSqliteEnd(address.file, purpose)
    : openPostgresEnd(address, purpose)
}
