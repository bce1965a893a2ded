import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'

const MB = 1024 ** 2
/** More than is kept in the log before it is moved. */
const WRITTEN_BYTES = 24 * MB

async function open(test: TestContext, runsLong: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-checkpoints-'))
  let threadCount = 0
  const count = () => void (threadCount += 1)
  process.on('worker', count)
  test.after(() => void process.off('worker', count))
  const file = join(folder, 'tocsin.db')
  const { store } = await openSqliteStore({ file, sizeMax: 0, runsLong })
  test.after(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const logBytes = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  return { store, file, logBytes, threads: () => threadCount }
}

type Opened = Awaited<ReturnType<typeof open>>

/** New alerts, until so much was written, and twice as much as the log could have; gives how large that has been. */
async function writeMuch(
  { store, logBytes }: Opened,
  { changesMode }: { readonly changesMode: boolean },
): Promise<number> {
  const details = { info: 'x'.repeat(20_000) }
  let written = 0
  let largest = 0
  const isEnough = () => written >= (changesMode ? Math.max(WRITTEN_BYTES, 2 * largest) : WRITTEN_BYTES)
  while (!isEnough()) {
    const reports = Array.from({ length: 8 }, (_, index) =>
      observation({ key: `${logBytes()} ${written} ${index}`, details }),
    )
    await store.acceptObservations(reports, NOW)
    written += 8 * 20_000
    largest = Math.max(largest, logBytes())
    if (written > 100 * WRITTEN_BYTES)
      throw new Error(`the log has ${logBytes()} bytes, and never begins anew`)
  }
  return largest
}

describe('the log of SQLite', () => {
  it('is moved into the file by a thread of its own while a service writes, and begins anew', async (test) => {
    const opened = await open(test, true)
    assert.equal(opened.threads(), 0, 'not before there is much to move')

    await writeMuch(opened, { changesMode: true })

    assert.equal(opened.threads(), 1)
    await opened.store.close()
    assert.equal(opened.logBytes(), 0)
    const db = new Database(opened.file, { readonly: true })
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
    assert.ok(Number(db.prepare('SELECT count(*) FROM alerts').pluck().get()) >= WRITTEN_BYTES / 20_000)
    db.close()
  })

  it('grows on while somebody reads what is in it, and is moved when they are done', async (test) => {
    const opened = await open(test, true)
    await opened.store.acceptObservations([observation({ key: 'before' })], NOW)
    const reader = new Database(opened.file, { readonly: true })
    reader.exec('BEGIN')
    assert.equal(reader.prepare('SELECT count(*) FROM alerts').pluck().get(), 1)
    const largest = await writeMuch(opened, { changesMode: false })
    assert.equal(reader.prepare('SELECT count(*) FROM alerts').pluck().get(), 1, 'what it saw stays')

    reader.exec('COMMIT')
    reader.close()
    assert.ok(largest >= WRITTEN_BYTES, `nothing of it could be left out: ${largest}`)
    await writeMuch(opened, { changesMode: true })
  })

  it('is moved in place where no thread can be had', async (test) => {
    const opened = await open(test, true)
    const end = (worker: Worker) => void worker.terminate()
    process.on('worker', end)
    test.after(() => void process.off('worker', end))

    await writeMuch(opened, { changesMode: true })

    assert.ok(opened.threads() > 1, 'it is tried anew each time')
  })

  it('needs no thread for a command, which answers and refuses alike', async (test) => {
    const opened = await open(test, false)
    const { store } = opened
    const { id } = await store.createWebhook(newWebhook({ name: 'a' }), NOW)
    await assert.rejects(store.deleteWebhook(id + 1, { now: NOW }), { name: 'AppError', code: 'not_found' })
    assert.equal((await store.findWebhook(id))?.name, 'a')

    await writeMuch(opened, { changesMode: true })

    await store.close()
    await assert.rejects(store.findWebhook(id), { code: 'unavailable' })
    assert.equal(opened.threads(), 0)
  })
})

describe('the log of SQLite, after a change of webhooks', () => {
  it('is emptied, and waits for no reader', async (test) => {
    const { store, file, logBytes } = await open(test, true)
    await store.createWebhook(newWebhook(), NOW)
    await eventually('it is empty', () => logBytes() === 0)
    const reader = new Database(file, { readonly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM webhooks').pluck().get()

    await store.createWebhook(newWebhook(), NOW)
    let longestMs = 0
    let last = performance.now()
    const turns = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last)
      last = performance.now()
    }, 10)
    const begun = performance.now()
    await eventually('it could have been emptied', () => performance.now() - begun > 1_000)
    clearInterval(turns)
    assert.ok(longestMs < 4_000, `nothing else had a turn for ${longestMs} ms`)
    assert.ok(logBytes() > 0, 'what the reader sees stays')

    reader.exec('COMMIT')
    reader.close()
    await store.createWebhook(newWebhook(), NOW)
    await eventually('it is empty again', () => logBytes() === 0)
  })
})
