import type { ClientBase } from 'pg'
import { firstSchema } from './migrations/0001-first-schema.ts'
import { activity } from './migrations/0002-activity.ts'
import { people } from './migrations/0003-people.ts'
import { sourceMarks } from './migrations/0004-source-marks.ts'
import { webhooksByFallback } from './migrations/0005-webhooks-by-fallback.ts'
import { leaseHolders } from './migrations/0006-lease-holders.ts'
import { epochs } from './migrations/0007-epochs.ts'
import { LOCK_CLASS } from './transaction-words.ts'

/**
 * Numbered by position, only ever added to. While one runs, nodes of the release before it go on working: a migration
 * adds tables, columns and indexes, and takes away only what the release before does not use any more.
 */
export const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: 'first schema', sql: firstSchema },
  { name: 'activity', sql: activity },
  { name: 'people', sql: people },
  { name: 'marks of sources', sql: sourceMarks },
  { name: 'webhooks by fallback', sql: webhooksByFallback },
  { name: 'holders of leases', sql: leaseHolders },
  { name: 'epochs', sql: epochs },
]

export interface MigrationReport {
  readonly from: number
  readonly to: number
}

/** Of the advisory locks of `LOCK_CLASS.cluster`. */
const MIGRATION_LOCK = 1

/**
 * Brings the schema up to date in one transaction, one node at a time. Throws if the database was used by a newer
 * release.
 */
export async function migrate(client: ClientBase): Promise<MigrationReport> {
  await client.query('BEGIN')
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK_CLASS.cluster}, ${MIGRATION_LOCK})`)
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const from = await schemaVersion(client)
    const to = MIGRATIONS.length
    if (from > to) {
      throw new Error(
        `The database has schema version ${from}, and this release knows versions up to ${to}: it was used by a newer release. Start that one, or restore a backup.`,
      )
    }
    for (const [index, { name, sql }] of MIGRATIONS.entries()) {
      if (index < from) continue
      await client.query(sql)
      await client.query('INSERT INTO schema_migrations (version, name) VALUES ($1, $2)', [index + 1, name])
    }
    await client.query('COMMIT')
    return { from, to }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

export async function schemaVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM schema_migrations',
  )
  return rows[0]?.version ?? 0
}
