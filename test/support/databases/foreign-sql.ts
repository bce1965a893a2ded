import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import type { DatabaseUrl } from '../app/start-app.ts'

/** Carries out a statement without the service, as damage does. */
export async function runForeignSql(database: DatabaseUrl, sql: string): Promise<void> {
  if (database.startsWith('sqlite:')) {
    const db = new Sqlite(database.slice('sqlite:'.length))
    db.exec(sql)
    db.close()
    return
  }
  const client = new Client({ connectionString: database })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** Asks a server of PostgreSQL, as somebody whom the service does not know: the first column of the first row. */
export async function askForeignSql(database: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: database })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}
