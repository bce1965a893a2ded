import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach } from 'node:test'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import type { Store } from '../../src/storage/store.ts'
import { exerciseStore } from './store-suite.ts'

const folder = await mkdtemp(join(tmpdir(), 'tocsin-store-'))
const open: Store[] = []
let count = 0

afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
})
after(() => rm(folder, { recursive: true, force: true }))

exerciseStore('SQLite', async () => {
  count += 1
  const { store } = await openSqliteStore({ file: join(folder, `${count}.db`), sizeMax: 0 })
  open.push(store)
  return store
})
