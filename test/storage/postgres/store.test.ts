import { afterEach } from 'node:test'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { assertBacklogIsExact } from '../suite/assert-backlog.ts'
import { exerciseStore } from '../suite/store-suite.ts'

const open: Store[] = []

afterEach(async () => {
  for (const store of open.splice(0)) {
    if (await isOpen(store)) await assertBacklogIsExact(store)
    await store.close()
  }
})

/** A test may have closed it. */
function isOpen(store: Store): Promise<boolean> {
  return store.checkHealth(0).then(
    () => true,
    () => false,
  )
}

exerciseStore('PostgreSQL', async () => {
  const { store } = await openPostgresStore({ url: await createTestDatabase(), poolMax: 3 })
  open.push(store)
  return store
})
