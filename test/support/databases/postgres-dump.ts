import { Client } from 'pg'
import { MIGRATIONS } from '../../../src/storage/postgres/migrate.ts'

/** A database of PostgreSQL as data, so that a later release can be given one that an earlier release has left. */
export interface PostgresDump {
  /** The statements that made the schema. */
  readonly schema: readonly string[]
  /** Partitions that the service has added. */
  readonly partitions: readonly { readonly name: string; readonly parent: string; readonly bound: string }[]
  /** The rows of each table, as a JSON text. */
  readonly tables: Readonly<Record<string, string>>
  readonly sequences: Readonly<Record<string, string>>
}

const TABLES = `SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`
const PARTITIONS = `SELECT child.relname AS name, parent.relname AS parent, pg_get_expr(child.relpartbound, child.oid) AS bound
  FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid JOIN pg_class AS parent ON parent.oid = inhparent
  WHERE child.relkind = 'r' ORDER BY child.relname`
const SEQUENCES = `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
  WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`

/** Reads a whole database that the code of this release has made. */
export function dumpPostgres(url: string): Promise<PostgresDump> {
  return withClient(url, async (client) => {
    const { rows: names } = await client.query<{ name: string }>(TABLES)
    const tables: Record<string, string> = {}
    for (const { name } of names) {
      const { rows } = await client.query<{ rows: string | null }>(
        `SELECT json_agg(to_json(held))::text AS rows FROM "${name}" AS held`,
      )
      if (rows[0]?.rows) tables[name] = rows[0].rows
    }
    const { rows: partitions } = await client.query<PostgresDump['partitions'][number]>(PARTITIONS)
    const { rows: sequences } = await client.query<{ name: string; value: string }>(SEQUENCES)
    return {
      schema: MIGRATIONS.map(({ sql }) => sql),
      partitions,
      tables,
      sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
    }
  })
}

const SCHEMA_MIGRATIONS =
  'CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())'
const COLUMNS = `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`

/** Makes an empty database what the dump says. */
export function restorePostgres(url: string, dump: PostgresDump): Promise<void> {
  return withClient(url, async (client) => {
    await client.query(SCHEMA_MIGRATIONS)
    for (const statement of dump.schema) await client.query(statement)
    for (const { name, parent, bound } of dump.partitions)
      await client.query(`CREATE TABLE IF NOT EXISTS "${name}" PARTITION OF "${parent}" ${bound}`)
    // Rows of the schema itself are in the dump too; keys and triggers have done their work.
    await client.query('SET session_replication_role = replica')
    for (const [name, rows] of Object.entries(dump.tables)) {
      const { rows: found } = await client.query<{ columns: string }>(COLUMNS, [`public."${name}"`])
      const columns = found[0]?.columns ?? ''
      await client.query(`DELETE FROM "${name}"`)
      await client.query(
        `INSERT INTO "${name}" (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM json_populate_recordset(NULL::"${name}", $1::json)`,
        [rows],
      )
    }
    for (const [name, value] of Object.entries(dump.sequences))
      await client.query('SELECT setval($1::regclass, $2)', [`public."${name}"`, value])
  })
}

async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
