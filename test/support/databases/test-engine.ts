import { after } from 'node:test'
import { TestDatabases } from './test-databases.ts'

/** Which engine tests get that do not ask for one: what TOCSIN_TEST_ENGINE says, else the embedded one. */
export const TEST_ENGINE = process.env['TOCSIN_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/** For tests about what only a file has. */
export const SQLITE_ONLY = TEST_ENGINE === 'sqlite' ? false : 'only for SQLite'

let databases: Promise<TestDatabases> | undefined

// Here, not when the first is made: inside a test it would be the end of that test.
after(async () => (await databases)?.close())

/** The address of a new, empty database of PostgreSQL with the schema in it. All go at the end of the file. */
export async function createTestDatabase(): Promise<`postgres://${string}`> {
  databases ??= TestDatabases.open()
  return (await (await databases).create()) as `postgres://${string}`
}

/** The address of a new database with nothing in it. */
export async function createEmptyTestDatabase(): Promise<string> {
  databases ??= TestDatabases.open()
  return (await databases).createEmpty()
}
