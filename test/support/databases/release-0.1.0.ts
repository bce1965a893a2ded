import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import type { RecordedStatements } from '../../fixtures/release-0.1.0/recorded-statements.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/release-0.1.0')
const read = (name: string) => readFileSync(join(FOLDER, name))

/** How many migrations that release had. */
export const VERSIONS_OF_RELEASE = { sqlite: 10, postgres: 5 } as const

/** The SQLite file as that release left it. */
export function writeFileOfRelease(file: string): void {
  writeFileSync(file, gunzipSync(read('sqlite.db.gz')))
}

/** Makes an empty database of PostgreSQL what that release left. */
export async function fillAsRelease(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(read('postgres.sql').toString())
  await client.end()
}

/** What that release read in each, see `readEverything`. */
export function rowsOfRelease(engine: 'sqlite' | 'postgres'): Readonly<Record<string, unknown>> {
  return readPacked<Readonly<Record<typeof engine, Readonly<Record<string, unknown>>>>>('rows.json.gz')[
    engine
  ]
}

/** What a node of that release asked PostgreSQL. */
export function statementsOfRelease(): RecordedStatements {
  return readPacked('statements.json.gz')
}

function readPacked<Content>(name: string): Content {
  return JSON.parse(gunzipSync(read(name)).toString()) as Content
}
