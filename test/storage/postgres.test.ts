import { after, afterEach } from 'node:test'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import type { Store } from '../../src/storage/store.ts'
import { TestDatabases } from '../support/test-databases.ts'
import { exerciseStore } from './store-suite.ts'

const databases = await TestDatabases.open()
const open: Store[] = []

afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
})
after(() => databases.close())

exerciseStore('PostgreSQL', async () => {
  const { store } = await openPostgresStore({ url: await databases.create(), poolMax: 8 })
  open.push(store)
  return store
})
