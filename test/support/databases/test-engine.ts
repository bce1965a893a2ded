import { after } from 'node:test'
import type { TestDatabases } from './test-databases.ts'

/** Which engine tests get that do not ask for one: what TOCSIN_TEST_ENGINE says, else the embedded one. */
export const TEST_ENGINE = process.env['TOCSIN_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/** For tests about what only a file has. */
export const SQLITE_ONLY = TEST_ENGINE === 'sqlite' ? false : 'only for SQLite'

let databases: Promise<TestDatabases> | undefined

// Here, not when the first is made: inside a test it would be the end of that test. What runs several files loads this first:
// it is the end of them all then.
after(async () => (await databases)?.close())

/** The address of a new, empty database of PostgreSQL with the schema in it. All go at the end of the process. */
export async function createTestDatabase(): Promise<`postgres://${string}`> {
  databases ??= openDatabases()
  return (await (await databases).create()) as `postgres://${string}`
}

/** The address of a new database with nothing in it. */
export async function createEmptyTestDatabase(): Promise<string> {
  databases ??= openDatabases()
  return (await databases).createEmpty()
}

/** Most files want none. */
async function openDatabases(): Promise<TestDatabases> {
  const { TestDatabases } = await import('./test-databases.ts')
  return TestDatabases.open()
}
