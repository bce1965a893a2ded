import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { openSqliteStore } from '../../../src/storage/sqlite/thread/store.ts'
import { newWebhook, NOW } from '../../support/build.ts'

async function open(test: TestContext, runsLong: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-place-'))
  test.after(() => rm(folder, { recursive: true, force: true }))
  let threadCount = 0
  const count = () => void (threadCount += 1)
  process.on('worker', count)
  test.after(() => void process.off('worker', count))
  const { store } = await openSqliteStore({ file: join(folder, 'tocsin.db'), sizeMax: 0, runsLong })
  return { store, threads: () => threadCount }
}

describe('the place of the SQLite engine', () => {
  for (const { who, runsLong, threads } of [
    { who: 'what runs long', runsLong: true, threads: 1 },
    { who: 'a command', runsLong: false, threads: 0 },
  ]) {
    it(`is ${threads === 1 ? 'a thread of its own' : 'the same thread'} for ${who}, which answers and refuses alike`, async (test) => {
      const opened = await open(test, runsLong)
      const { store } = opened

      const { id } = await store.createWebhook(newWebhook({ name: 'a' }), NOW)
      await assert.rejects(store.deleteWebhook(id + 1, { now: NOW }), {
        name: 'AppError',
        code: 'not_found',
      })

      assert.equal((await store.findWebhook(id))?.name, 'a')
      await store.close()
      await assert.rejects(store.findWebhook(id), { code: 'unavailable' })
      assert.equal(opened.threads(), threads)
    })
  }
})
