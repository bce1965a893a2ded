import type { EngineName } from '../engine-names.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PostgresServer } from '../../test/support/databases/postgres-server.ts'

/** Where a service can be started, and is found again as it was left. */
export interface Place {
  readonly folder: string
  /** The address of a database of PostgreSQL; undefined: SQLite, in the folder. */
  readonly database: string | undefined
  readonly server: PostgresServer | undefined
  remove(): Promise<void>
}

/**
 * Checkpoints and the writers beside them are kept away: a page of data that is written before the log of it is
 * flushed there, and power cuts of the server take back what was not flushed (`cut-log.ts`).
 */
const POSTGRES_SETTINGS = {
  bgwriter_lru_maxpages: 0,
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
  shared_buffers: '256MB',
} as const

/** Empty, and with what a service needs to keep its promises when the power fails. */
export async function makePlace(engine: EngineName): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-prove-'))
  const server =
    engine === 'postgres'
      ? await PostgresServer.start({ isDurable: true, settings: POSTGRES_SETTINGS })
      : undefined
  return {
    folder,
    database: server?.url(),
    server,
    remove: async () => {
      await server?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
