import assert from 'node:assert/strict'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../../src/storage/store.ts'

const IN_USE = /^Error: Another Tocsin process is using \S+tocsin\.db\. Stop it first/

describe('one process for each SQLite file', () => {
  it('holds under the name of a symbolic link to it', async (t) => {
    const { folder, file } = await opened(t)
    mkdirSync(join(folder, 'other'))
    const link = join(folder, 'other', 'link.db')
    symlinkSync(file, link)

    await assert.rejects(open(link), IN_USE)
  })

  it('holds under another spelling, and through a link to its folder', async (t) => {
    const { folder, file } = await opened(t)
    symlinkSync(join(folder, 'data'), join(folder, 'linked'))

    await assert.rejects(open(join(folder, 'linked', 'tocsin.db')), IN_USE)
    await assert.rejects(open(file.replace('/data/', '/data/../data/./')), IN_USE)
  })

  it('refuses a file with a second hard link, whether it is in use or not', async (t) => {
    const { folder, file, store } = await opened(t)
    const link = join(folder, 'link.db')
    linkSync(file, link)
    const twoNames = /^Error: The database \S+ has 2 names \(hard links\).* Remove the others/

    await assert.rejects(open(link), twoNames)
    await store.close()
    await assert.rejects(open(file), twoNames)
    rmSync(link)
    await (await open(file)).close()
  })

  it('leaves nothing locked when it could not be opened', async (t) => {
    const { folder, file, store } = await opened(t)
    const link = join(folder, 'link.db')
    symlinkSync(file, link)
    await assert.rejects(open(link), IN_USE)
    await store.close()

    await (await open(link)).close()
  })
})

async function opened(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-one-'))
  mkdirSync(join(folder, 'data'))
  const file = join(folder, 'data', 'tocsin.db')
  const store = await open(file)
  t.after(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, file, store }
}

async function open(file: string): Promise<Store> {
  return (await openSqliteStore({ file, sizeMax: 0 })).store
}
