import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach } from 'node:test'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { assertBacklogIsExact } from '../suite/assert-backlog.ts'
import { exerciseStore } from '../suite/store-suite.ts'

const folder = await mkdtemp(join(tmpdir(), 'tocsin-store-'))
const open: Store[] = []
let count = 0

afterEach(async () => {
  for (const store of open.splice(0)) {
    if (await isOpen(store)) await assertBacklogIsExact(store)
    await store.close()
  }
})
after(() => rm(folder, { recursive: true, force: true }))

/** A test may have closed it. */
function isOpen(store: Store): Promise<boolean> {
  return store.checkHealth(0).then(
    () => true,
    () => false,
  )
}

exerciseStore('SQLite', async () => {
  count += 1
  const { store } = await openSqliteStore({ file: join(folder, `${count}.db`), sizeMax: 0 })
  open.push(store)
  // From now on it counts along; else it would count when it is asked in the end, and be right by that alone.
  await store.countBacklog(0)
  return store
})
