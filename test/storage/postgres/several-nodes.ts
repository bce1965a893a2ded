import { Client } from 'pg'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

/** Nodes of one new database, and a connection to look into it; what is to be closed in the end is added to `open`. */
export async function openNodes(
  count: number,
  open: { readonly close: () => Promise<unknown> }[],
): Promise<{ readonly url: string; readonly client: Client; readonly stores: readonly Store[] }> {
  const url = await createTestDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  const stores: Store[] = []
  for (let node = 0; node < count; node += 1) {
    stores.push((await openPostgresStore({ url, poolMax: 4 })).store)
  }
  open.push(...stores, { close: () => client.end() })
  return { url, client, stores }
}
