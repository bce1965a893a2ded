import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { openSqliteStore, type OpenedSqlite } from '../../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { exerciseEncryption, KEY, SECRETS, secretsIn, useAll } from '../suite/webhooks/encryption.ts'
import { exerciseHistory } from '../suite/history.ts'
import { exerciseSigning } from '../suite/webhooks/signing.ts'
import { exerciseWebhooks } from '../suite/webhooks/webhooks.ts'

const folder = await mkdtemp(join(tmpdir(), 'tocsin-sealed-'))
const open: Store[] = []
let count = 0
const newFile = () => join(folder, `${(count += 1)}.db`)
afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
})
after(() => rm(folder, { recursive: true, force: true }))

async function openWith(file: string, ...encryptionKeys: readonly Buffer[]): Promise<OpenedSqlite> {
  const opened = await openSqliteStore({ file, sizeMax: 0, encryptionKeys, now: NOW })
  open.push(opened.store)
  return opened
}

/** The bytes of a database and its log. */
async function bytesOf(...files: readonly string[]): Promise<Buffer> {
  const all = files.flatMap((file) => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`])
  return Buffer.concat(
    await Promise.all(all.filter((file) => existsSync(file)).map((file) => readFile(file))),
  )
}

const openEncrypted = async () => (await openWith(newFile(), KEY)).store
exerciseWebhooks('SQLite with a key', openEncrypted)
exerciseSigning('SQLite with a key', openEncrypted)
exerciseHistory('SQLite with a key', openEncrypted)

exerciseEncryption('SQLite', async () => {
  const file = newFile()
  return {
    open: (...keys) => openWith(file, ...keys),
    read: () => bytesOf(file),
    async run(sql) {
      const db = new Database(file)
      const statement = db.prepare<[], Record<string, unknown>>(sql)
      const rows = statement.reader ? statement.all() : (statement.run(), [])
      db.close()
      return rows
    },
  }
})

describe('secrets in the file of SQLite', () => {
  it('with a key none is in the bytes of database, log and backup, before and after it is closed', async () => {
    const file = newFile()
    const { store } = await openWith(file, KEY)
    await useAll(store)
    const backup = newFile()
    await store.backup(backup)
    const whileOpen = secretsIn(await bytesOf(file, backup))
    await store.close()

    assert.deepEqual(whileOpen, [])
    assert.deepEqual(secretsIn(await bytesOf(file)), [])
  })

  it('without a key all of them are, deleted ones as well', async () => {
    const file = newFile()
    const { store } = await openWith(file)
    await useAll(store)

    assert.deepEqual(secretsIn(await bytesOf(file)), Object.keys(SECRETS))
  })

  it('the first start with a key leaves no trace in the file, once the old records are gone', async () => {
    const file = newFile()
    const plain = await openWith(file)
    await useAll(plain.store)
    await plain.store.close()
    // Notifications of an active alert would be kept.
    const db = new Database(file)
    db.exec("UPDATE alerts SET state = 'cleared'")
    db.close()

    const { store, encryption } = await openWith(file, KEY)
    await store.pruneHistory({ endedBefore: NOW + 1, now: NOW, limit: 1000 })
    await store.pruneAudit({ madeBefore: NOW + 1, limit: 1000 })
    await store.close()

    assert.equal(encryption.isScrubbed, true)
    assert.deepEqual(secretsIn(await bytesOf(file)), [])
  })

  it('what was deleted before the first key is gone as well, though nothing was left to encrypt', async () => {
    const file = newFile()
    const plain = await openWith(file)
    const value = `${SECRETS.deletedHeader}${'x'.repeat(3000)}`
    for (let id = 1; id <= 30; id += 1) {
      await plain.store.createWebhook(newWebhook({ headers: [{ key: 'X', value }] }), NOW)
    }
    for (let id = 1; id <= 30; id += 1) await plain.store.deleteWebhook(id, { now: NOW })
    await plain.store.close()
    const before = secretsIn(await bytesOf(file))

    const { store } = await openWith(file, KEY)

    assert.deepEqual(before, ['deletedHeader'])
    assert.deepEqual(secretsIn(await bytesOf(file)), [])
    await store.close()
  })
})
