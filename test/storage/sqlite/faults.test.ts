import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { openDatabase } from '../../../src/storage/sqlite/connection/connect.ts'
import { MIGRATIONS } from '../../../src/storage/sqlite/migrate.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { assertBacklogIsExact } from '../suite/assert-backlog.ts'
import { claimAll, finished } from '../suite/finish.ts'

const folder = await mkdtemp(join(tmpdir(), 'tocsin-faults-'))
after(() => rm(folder, { recursive: true, force: true }))
let count = 0
const newFile = () => join(folder, 'made', `${(count += 1)}.db`)

describe('SQLite under faults', () => {
  it('a full disk: reports are refused as unavailable, nothing is half-written, and work resumes with room', async () => {
    const file = newFile()
    const small = await openSqliteStore({ file, sizeMax: 480 * 1024 })
    await small.store.createWebhook(newWebhook(), NOW)
    const big = 'x'.repeat(2_000)
    const acknowledged: number[] = []
    const refusals: unknown[] = []
    for (let index = 0; index < 1_000 && refusals.length === 0; index += 1) {
      const batch = [
        observation({ key: `${index} a`, details: { info: big } }),
        observation({ key: `${index} b` }),
      ]
      await small.store.acceptObservations(batch, NOW).then(
        () => acknowledged.push(index),
        (error: unknown) => refusals.push(error),
      )
    }
    const listed = (await small.store.listAlerts({}, { limit: 5_000 })).map(({ key }) => key).sort()
    await small.store.close()
    const roomy = await openSqliteStore({ file, sizeMax: 0 })
    const claims = await claimAll(roomy.store, NOW)
    const more = await roomy.store.acceptObservations([observation({ key: 'more' })], NOW)
    await roomy.store.close()

    assert.equal((refusals[0] as { code?: string }).code, 'unavailable')
    assert.match((refusals[0] as Error).message, /full/)
    assert.ok(acknowledged.length > 5)
    assert.deepEqual(listed, acknowledged.flatMap((index) => [`${index} a`, `${index} b`]).sort())
    assert.equal(claims.length, acknowledged.length * 2)
    assert.equal(more[0]?.result, 'raised')
  })

  it('a full disk: of reports that shared a commit, exactly the acknowledged ones are there', async () => {
    const { store } = await openSqliteStore({ file: newFile(), sizeMax: 480 * 1024 })
    await store.countBacklog(0)
    await store.createWebhook(newWebhook(), NOW)
    const acknowledged: string[] = []
    let refused = 0
    for (let round = 0; round < 100 && refused === 0; round += 1) {
      const keys = Array.from({ length: 20 }, (_, index) => `${round} ${index}`)
      const details = { info: 'x'.repeat(1_500) }
      const outcomes = await Promise.allSettled(
        keys.map((key) => store.acceptObservations([observation({ key, details })], NOW)),
      )
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') acknowledged.push(keys[index] ?? '')
        else {
          refused += 1
          assert.equal(outcome.reason.code, 'unavailable')
        }
      }
    }

    const listed = (await store.listAlerts({}, { limit: 5_000 })).map(({ key }) => key)
    const notified = await store.listDeliveries({}, { limit: 5_000 })
    await assertBacklogIsExact(store)
    await store.close()
    assert.ok(refused > 0 && acknowledged.length > 0)
    assert.deepEqual(listed.sort(), acknowledged.sort())
    assert.equal(notified.length, acknowledged.length)
  })

  it('a full disk: attempts that cannot be recorded are refused as a whole', async () => {
    const file = newFile()
    const { store } = await openSqliteStore({ file, sizeMax: 480 * 1024 })
    await store.createWebhook(newWebhook(), NOW)
    await store.acceptObservations(
      Array.from({ length: 20 }, (_, index) => observation({ key: `${index}` })),
      NOW,
    )
    const claims = await claimAll(store, NOW)
    const response = { status: 200, headers: [], body: 'y'.repeat(60_000), bodyTruncated: false }

    await assert.rejects(
      store.finishAttempts(
        claims.map((claim) => finished(claim, { state: 'delivered' }, { response })),
        NOW,
      ),
      { code: 'unavailable' },
    )

    const states = new Set((await store.listDeliveries({}, { limit: 100 })).map(({ state }) => state))
    await store.close()
    assert.deepEqual(states, new Set(['sending']))
  })

  it('a second process on the same file is refused with a sentence that says what to do', async () => {
    const file = newFile()
    const first = await openSqliteStore({ file, sizeMax: 0 })

    await assert.rejects(
      openSqliteStore({ file, sizeMax: 0 }),
      /Another Tocsin process is using .*TOCSIN_DATABASE/,
    )

    await first.store.close()
    const second = await openSqliteStore({ file, sizeMax: 0 })
    await second.store.close()
  })

  it('a database of a newer release is refused and left as it is', async () => {
    const file = newFile()
    const { store } = await openSqliteStore({ file, sizeMax: 0 })
    await store.close()
    const db = new Database(file)
    db.pragma(`user_version = ${MIGRATIONS.length + 1}`)
    db.close()

    await assert.rejects(openSqliteStore({ file, sizeMax: 0 }), /newer release/)
  })

  it('a file that is no database is refused', async () => {
    const file = newFile()
    await writeFile(file, 'This is a letter, and no database. '.repeat(200))
    await assert.rejects(openSqliteStore({ file, sizeMax: 0 }), /not a database/)
  })

  it('keeps its installation id, its migrations report what they did', async () => {
    const file = newFile()
    const first = await openSqliteStore({ file, sizeMax: 0 })
    await first.store.close()
    const second = await openSqliteStore({ file, sizeMax: 0 })
    await second.store.close()

    assert.equal(second.store.installationId, first.store.installationId)
    assert.deepEqual(
      [first.migration, second.migration],
      [
        { from: 0, to: MIGRATIONS.length },
        { from: MIGRATIONS.length, to: MIGRATIONS.length },
      ],
    )
  })

  it('a backup made while writes go on opens as a whole and consistent copy, and never overwrites', async () => {
    const { store } = await openSqliteStore({ file: newFile(), sizeMax: 0 })
    await store.createWebhook(newWebhook(), NOW)
    const write = (from: number) =>
      Promise.all(
        Array.from({ length: 300 }, (_, index) =>
          store.acceptObservations([observation({ key: `${from + index}` })], NOW),
        ),
      )
    await write(0)
    const copy = join(folder, 'copy.db')

    await Promise.all([store.backup(copy), write(1000)])

    await assert.rejects(store.backup(copy), { code: 'conflict' })
    await store.close()
    const restored = await openSqliteStore({ file: copy, sizeMax: 0 })
    const alerts = await restored.store.listAlerts({}, { limit: 1000 })
    const claims = await claimAll(restored.store, NOW)
    await restored.store.close()
    assert.ok(alerts.length >= 300)
    assert.equal(claims.length, alerts.length, 'each alert with its delivery: no transaction was cut in half')
    const db = new Database(copy)
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
    db.close()
  })

  it('a commit is on the disk when it is acknowledged: write-ahead log, flushed at every commit', () => {
    const db = openDatabase({ file: newFile(), sizeMax: 0 })

    assert.equal(db.pragma('journal_mode', { simple: true }), 'wal')
    assert.equal(db.pragma('synchronous', { simple: true }), 2, 'FULL')
    db.close()
  })
})
