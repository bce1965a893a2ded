import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Clock } from '../runtime/clock.ts'
import type { RestoreReport } from '../storage/restore.ts'
import { restoreFile } from '../storage/sqlite/restore/restore.ts'
import { ADMIN_TOKEN_FILE } from '../tokens/first-admin-token.ts'

export interface RestoreOptions {
  readonly config: Config
  /** The SQLite file, as the settings name it. */
  readonly database: string
  readonly clock: Clock
  readonly isDryRun: boolean
}

/** Replaces the configured database by a backup. Throws with a clear sentence. */
export function restoreDatabase(backup: string, options: RestoreOptions): RestoreReport {
  const { config, database, clock, isDryRun } = options
  return restoreFile({
    backup,
    database,
    isDryRun,
    adminTokenFile: join(config.dataFolder, ADMIN_TOKEN_FILE),
    encryptionKeys: config.encryptionKey,
    now: clock.now(),
  })
}
