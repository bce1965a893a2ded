import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../src/storage/store.ts'
import { claimDue } from '../storage/suite/finish.ts'
import { newWebhook, NOW, observation } from '../support/build.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { runTool } from './run-tool.ts'

describe('tocsin epoch', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-epoch-'))
    file = join(folder, 'tocsin.db')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('SQLite: a file that was put back gives no id again, and what was made before keeps its own', async () => {
    const before = await useFile(file, (store) => raiseOne(store, 'before'))
    const same = await useFile(file, (store) => raiseOne(store, 'same'))

    const { code, out } = await runTool(['epoch', '--database', `sqlite:${file}`])
    const afterwards = await useFile(file, (store) => raiseOne(store, 'afterwards'))

    assert.deepEqual([code, out], [0, `${file} is in a new epoch: no webhook-id is given twice.\n`])
    assert.equal(before.size, 1)
    assert.deepEqual([...same.values()], [...before.values(), ...before.values()])
    const [first, second, third] = afterwards.values()
    assert.deepEqual([first, second], [...same.values()])
    assert.notEqual(third, first)
  })

  it('SQLite: refuses a file that is in use, and one that is not there', async () => {
    const missing = await runTool(['epoch', '--database', `sqlite:${join(folder, 'none.db')}`])
    const used = await useFile(file, () => runTool(['epoch', '--database', `sqlite:${file}`]))

    assert.deepEqual([missing.code, used.code], [1, 1])
    assert.match(missing.err, /^There is no such file\./)
    assert.match(used.err, /^Another Tocsin process is using/)
  })

  it('PostgreSQL: a database that was restored gives no id again, while its nodes run or not', async () => {
    const url = await createTestDatabase()
    const { store } = await openPostgresStore({ url, poolMax: 4 })
    await raiseOne(store, 'before')
    await raiseOne(store, 'same')

    const { code } = await runTool(['epoch', '--database', url, '--json'])
    const epochs = await raiseOne(store, 'afterwards')
    await store.close()

    assert.equal(code, 0)
    const [first, second, third] = epochs.values()
    assert.equal(first, second)
    assert.notEqual(third, first)
  })

  it('is not needed after a backup: the first start on the copy begins a new epoch', async () => {
    const copy = join(folder, 'copy.db')
    const moved = join(folder, 'moved.db')
    const made = await useFile(file, async (store) => {
      await raiseOne(store, 'before')
      await store.backup(copy)
      return raiseOne(store, 'not in the copy')
    })
    await copyFile(file, moved)

    const restored = await useFile(copy, (store) => raiseOne(store, 'other'))
    const again = await useFile(copy, (store) => raiseOne(store, 'more'))

    assert.deepEqual([...restored.keys()], [...made.keys()], 'the same ids')
    assert.equal(restored.get(1), made.get(1))
    assert.notEqual(restored.get(2), made.get(2))
    assert.equal(again.get(3), restored.get(2))
  })

  it('what was made before there were epochs keeps the id that it has', async () => {
    await useFile(file, (store) => raiseOne(store, 'old'))
    const db = new Database(file)
    db.exec('UPDATE deliveries SET epoch = NULL')
    db.close()

    const epochs = await useFile(file, (store) => raiseOne(store, 'new'))

    assert.deepEqual([epochs.get(1), typeof epochs.get(2)], [null, 'string'])
  })
})

async function useFile<Result>(file: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const { store } = await openSqliteStore({ file, sizeMax: 0 })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The epochs of all deliveries, by their ids; with one more. */
async function raiseOne(store: Store, key: string): Promise<ReadonlyMap<number, string | null>> {
  if ((await store.listWebhooks({ after: 0, limit: 1 })).length === 0)
    await store.createWebhook(newWebhook(), NOW)
  await store.acceptObservations([observation({ key })], NOW)
  const claims = await claimDue(store)
  await store.releaseClaims(claims, NOW)
  const sorted = claims.toSorted((one, other) => one.deliveryId - other.deliveryId)
  return new Map(sorted.map(({ deliveryId, epoch }) => [deliveryId, epoch]))
}
