import type { ClientBase } from 'pg'
import {
  columnsOf,
  commonMigrations,
  compareReleases,
  refuseNewerSchema,
  refuseUnknownSchema,
  stoppedRelease,
  type Migration,
  type MigrationReport,
} from '../migration.ts'
import { laterMigrations } from '../migrations/later-migrations.ts'
import { COLUMN_WORDS, firstSchema } from './migrations/first-schema.ts'
import { KILLED_COUNTS_AS_GONE, type NodeAtWork, NODES_AT_WORK } from './cluster/cluster.ts'
import { CLUSTER_LOCKS, LOCK_CLASS } from './connection/locks.ts'
import { refuseEncoding } from './connection/server.ts'
import { BEGIN } from './connection/transaction-words.ts'

/**
 * Numbered by position, only ever appended to. Nodes of the release before go on meanwhile, so a migration
 * removes only what they do not use, or says `stops`.
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'first schema', sql: firstSchema, knownBy: ['receiver_states.sent_state'] },
  ...laterMigrations(COLUMN_WORDS),
  ...commonMigrations(COLUMN_WORDS),
]

/**
 * Brings the schema up to date in one transaction, one node at a time. Throws, and changes nothing, if a
 * newer release used the database, if its schema is of no release, or if a running node could not go on.
 */
export async function migrate(client: ClientBase, migrations = MIGRATIONS): Promise<MigrationReport> {
  await refuseEncoding(client)
  await client.query(`${BEGIN}; SET LOCAL standard_conforming_strings = on`)
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK_CLASS.cluster}, ${CLUSTER_LOCKS.migration})`)
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const from = await schemaVersion(client)
    const to = migrations.length
    refuseUnknownSchema(await findMissing(client, columnsOf(migrations.slice(0, from))))
    refuseNewerSchema({ from, to })
    const pending = migrations.slice(from)
    if (from > 0) await refuseStoppedNodes(client, pending)
    for (const [index, { name, sql }] of pending.entries()) {
      await client.query(sql)
      await client.query('INSERT INTO schema_migrations (version, name) VALUES ($1, $2)', [
        from + index + 1,
        name,
      ])
    }
    await client.query('COMMIT')
    return { from, to }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function findMissing(client: ClientBase, columns: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE NOT EXISTS (
       SELECT FROM pg_attribute
       WHERE attrelid = to_regclass(split_part(name, '.', 1)) AND attname = split_part(name, '.', 2))`,
    [columns],
  )
  return rows.map(({ name }) => name)
}

async function refuseStoppedNodes(client: ClientBase, pending: readonly Migration[]): Promise<void> {
  const stopped = stoppedRelease(pending)
  if (stopped === undefined) return
  const { rows } = await client.query<NodeAtWork>(NODES_AT_WORK)
  const node = rows.find(({ version }) => compareReleases(version, stopped) <= 0)
  if (!node) return
  throw new Error(
    `A node of release ${node.version} on ${node.host} was at work ${node.age_s} seconds ago, and could not go on with the schema of this release; nothing was changed. Stop all nodes up to release ${stopped}, then start this one. ${KILLED_COUNTS_AS_GONE}`,
  )
}

export async function schemaVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM schema_migrations',
  )
  return rows[0]?.version ?? 0
}
