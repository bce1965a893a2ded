import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { BATCH_SIZE_MAX, sizeOf } from '../../../src/storage/copy/row.ts'
import { COPIED_TABLES } from '../../../src/storage/copy/tables.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { claimDue } from '../suite/finish.ts'
import { NOW, observation } from '../../support/build.ts'
import {
  assertSame,
  change,
  copy,
  COPY_KEY,
  CopyWorkshop,
  dump,
  fileOf,
  withEnd,
  withoutNul,
} from '../../support/databases/copy-support.ts'
import { TransactionPooler } from '../../support/databases/transaction-pooler.ts'
import { addManyDeliveries } from '../../support/databases/full-database.ts'

const workshop = await CopyWorkshop.open()
after(() => workshop.close())

describe('copying everything', () => {
  it('the database that these tests copy has rows in every table, and deliveries in every state', async () => {
    const tables = await dump(workshop.full)

    for (const { name } of COPIED_TABLES) assert.ok((tables[name]?.length ?? 0) > 0, name)
    for (const state of ['waiting', 'pending', 'sending']) {
      assert.ok(
        tables['deliveries']?.some((row) => row.includes(`"${state}"`)),
        state,
      )
    }
    for (const state of ['delivered', 'failed', 'cancelled']) {
      assert.ok(
        tables['ended_deliveries']?.some((row) => row.includes(`"${state}"`)),
        state,
      )
    }
    assert.ok(tables['meta']?.some((row) => row.includes('history_key')))
    assert.ok(tables['operations']?.some((row) => row.includes('"running"')))
  })

  it('SQLite to PostgreSQL to SQLite: every table and counter is the same, but for U+0000', async () => {
    const postgres = await workshop.emptyDatabase()
    const file = workshop.newFile()

    const there = await copy(workshop.full, postgres)
    const back = await copy(postgres, file)

    assert.deepEqual([there.isSame, there.others, back.isSame, back.others], [true, [], true, []])
    const expected = withoutNul(await dump(workshop.full))
    assertSame(await dump(postgres), expected)
    assertSame(await dump(file), expected)
    const replaced = Object.fromEntries(there.tables.map((table) => [table.table, table.replaced]))
    assert.deepEqual([replaced['alerts'], replaced['job_runs'], replaced['webhooks']], [2, 2, 0])
    assert.ok(back.tables.every((table) => table.replaced === 0))
  })

  it('SQLite to SQLite: the same to the last character', async () => {
    const file = workshop.newFile()

    const { isSame, tables } = await copy(workshop.full, file)

    assert.ok(isSame)
    assert.ok(tables.every(({ replaced }) => replaced === 0))
    assertSame(await dump(file), await dump(workshop.full))
  })

  it('PostgreSQL to PostgreSQL', async () => {
    const [one, other] = [await workshop.newDatabase(), await workshop.emptyDatabase()]
    await copy(workshop.full, one)

    assert.ok((await copy(one, other)).isSame)
    assertSame(await dump(other), await dump(one))
  })

  it('through a pooler in transaction mode, there and back', async () => {
    const pooler = await TransactionPooler.start(await workshop.emptyDatabase())
    try {
      const file = workshop.newFile()
      assert.ok((await copy(workshop.full, pooler.url)).isSame)
      assert.ok((await copy(pooler.url, file)).isSame)
      assertSame(await dump(file), withoutNul(await dump(workshop.full)))
    } finally {
      await pooler.stop()
    }
  })

  it('no id is used again, not even one of a table that is empty now', async () => {
    const emptied = await workshop.ownFull()
    await change(
      emptied,
      'DELETE FROM attempts',
      'DELETE FROM deliveries',
      'DELETE FROM audit',
      'DELETE FROM tokens',
    )
    const postgres = await workshop.newDatabase()
    await copy(emptied, postgres)
    const file = workshop.newFile()
    await copy(postgres, file)

    const { counters } = await dump(workshop.full)
    assert.deepEqual((await dump(postgres))['counters'], counters)
    assert.deepEqual((await dump(file))['counters'], counters)
    const before = JSON.parse(counters?.[0] ?? '')
    const { store } = await openSqliteStore({
      file: fileOf(file),
      sizeMax: 0,
      encryptionKeys: [COPY_KEY],
    })
    const [accepted] = await store.acceptObservations([observation({ key: 'the next one' })], NOW)
    const [delivery] = await store.listDeliveries({}, { limit: 1 })
    await store.close()
    assert.equal(accepted?.alertId, before.alerts + 1)
    assert.equal(accepted?.eventId, before.events + 1)
    assert.ok((delivery?.id ?? 0) > before.deliveries)
  })

  it('what was under way is reclaimed where it arrives: sent again, and not counted against its schedule', async () => {
    const database = await workshop.newDatabase()
    const file = workshop.newFile()
    await copy(workshop.full, database)
    await copy(database, file)
    const secrets = { encryptionKeys: [COPY_KEY] }
    const now = Date.now() + 60_000

    for (const { store } of [
      await openPostgresStore({ url: database, poolMax: 4, ...secrets }),
      await openSqliteStore({ file: fileOf(file), sizeMax: 0, ...secrets }),
    ]) {
      const sending = await store.listDeliveries({ states: ['sending'] }, { limit: 100 })
      const reclaimed = await store.reclaimLeases({ leasedBefore: now, now, limit: 100 })
      const later = await Promise.all(sending.map(({ id }) => store.findDelivery(id)))
      const attempts = await store.listAttempts(sending[0]?.id ?? 0)
      const again = (await claimDue(store, { now })).find(({ deliveryId }) => deliveryId === sending[0]?.id)
      await store.close()

      assert.ok(sending.length > 5)
      assert.equal(reclaimed, sending.length)
      assert.ok(later.every((delivery) => delivery?.state === 'pending'))
      assert.deepEqual(
        [attempts.at(-1)?.number, attempts.at(-1)?.outcome, attempts.at(-1)?.request],
        [sending[0]?.attemptsMade, 'retry', null],
      )
      assert.ok(Math.abs((attempts.at(-1)?.startedAt ?? 0) - Date.now()) < 3_600_000)
      assert.equal(again?.scheduleAttempt, sending[0]?.attemptsMade ?? 0)
    }
  })

  it('a database in which nothing ever happened', async () => {
    const empty = workshop.newFile()
    const { store } = await openSqliteStore({ file: fileOf(empty), sizeMax: 0 })
    await store.close()
    const postgres = await workshop.newDatabase()

    await copy(empty, postgres)

    assert.deepEqual(await dump(postgres), await dump(empty))
  })

  it('however large its rows are, few of them are in memory at once', async () => {
    const large = await workshop.ownFull()
    addManyDeliveries(fileOf(large), 12)
    const half = Math.floor(BATCH_SIZE_MAX / 2)
    await change(
      large,
      `UPDATE attempts SET request = hex(zeroblob(${half / 2})) WHERE delivery_id > (SELECT max(delivery_id) - 12 FROM attempts)`,
    )
    const postgres = await workshop.newDatabase()
    assert.ok((await copy(large, postgres)).isSame)

    const attempts = COPIED_TABLES.find(({ name }) => name === 'attempts')
    assert.ok(attempts)
    for (const address of [large, postgres]) {
      await withEnd(address, 'inspect', async (end) => {
        for await (const rows of end.read(attempts, null)) {
          const size = rows.reduce((sum, row) => sum + sizeOf(row), 0)
          assert.ok(size < BATCH_SIZE_MAX + 2 * half, `${rows.length} rows, ${size} characters`)
        }
      })
    }
  })
})
