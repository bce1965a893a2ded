import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { checkVersion } from '../../../src/storage/copy/ends.ts'
import { copyAll } from '../../../src/storage/copy/copy.ts'
import { verifyAll } from '../../../src/storage/copy/verify.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import {
  assertSame,
  change,
  copy,
  COPY_KEY,
  CopyWorkshop,
  dump,
  fileOf,
  withBoth,
} from '../../support/databases/copy-support.ts'

const workshop = await CopyWorkshop.open()
after(() => workshop.close())

describe('comparing', () => {
  for (const engine of ['SQLite', 'PostgreSQL']) {
    it(`${engine}: finds what is another value, missing or too much, and names it without its value`, async () => {
      const target = engine === 'SQLite' ? workshop.newFile() : await workshop.newDatabase()
      await copy(workshop.full, target)
      await change(
        target,
        "UPDATE alerts SET name = 'another', stale_count = 9 WHERE id = 3",
        'UPDATE webhooks SET timeout_ms = NULL WHERE id = 2',
        'DELETE FROM attempts WHERE delivery_id = (SELECT min(delivery_id) FROM attempts)',
        'DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)',
        "INSERT INTO webhook_headers (id, webhook_id, key, value) VALUES (900, 1, 'x-more', 'secret')",
      )

      const { isSame, tables } = await withBoth(workshop.full, target, verifyAll)

      assert.equal(isSame, false)
      const differences = Object.fromEntries(
        tables.flatMap(({ table, difference }) => (difference === null ? [] : [[table, difference]])),
      )
      const { attempts = '', audit = '', ...others } = differences
      assert.deepEqual(others, {
        alerts: 'id 3 differs in name, stale_count',
        webhooks: 'id 2 differs in timeout_ms',
        webhook_headers: 'id 900 is in the target only',
      })
      assert.match(attempts, /^delivery_id \d+, number 1 is missing in the target$/)
      assert.match(audit, /^id \d+ is missing in the target$/)
      for (const { difference, source, target: found } of tables) {
        assert.equal(source.checksum === found.checksum, difference === null)
      }
    })
  }

  it('finds a counter that has fallen back', async () => {
    const target = await workshop.newDatabase()
    await copy(workshop.full, target)
    await change(target, "SELECT setval('delivery_ids', 5)")

    const { isSame, others } = await withBoth(workshop.full, target, verifyAll)

    assert.equal(isSame, false)
    assert.match(others.join('; '), /^the last id of deliveries is \d+ in the source and 5 in the target$/)
  })
})

describe('what cannot be copied', () => {
  it('a source that a service is using', async () => {
    const used = await workshop.ownFull()
    const { store } = await openSqliteStore({
      file: fileOf(used),
      sizeMax: 0,
      encryptionKeys: [COPY_KEY],
    })
    await assert.rejects(withBoth(used, workshop.newFile(), copyAll), /Another Tocsin process is using/)
    await store.close()
    await withBoth(used, workshop.newFile(), copyAll)
  })

  it('a database of PostgreSQL that a node has been using lately, as source or as target', async () => {
    const url = await workshop.newDatabase()
    await copy(workshop.full, url)
    const node = (ageMs: number) =>
      `INSERT INTO nodes (id, host, role, version, started_at, seen_at) VALUES
         ('n1', 'db-host-7', 'all', '0', 0, extract(epoch FROM clock_timestamp()) * 1000 - ${ageMs})
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`
    await change(url, node(9_000))

    for (const [from, to] of [
      [url, workshop.newFile()],
      [workshop.full, url],
    ] as const) {
      await assert.rejects(
        withBoth(from, to, copyAll),
        /is in use: a node on db-host-7 was at work (?:9|10) seconds ago/,
      )
    }
    await change(url, node(90_000))
    assert.ok((await copy(url, workshop.newFile())).isSame)
  })

  it('into a database that has something', async () => {
    for (const target of [await workshop.ownFull(), await workshop.newDatabase()]) {
      if (target.startsWith('postgres')) await copy(workshop.full, target)
      const before = await dump(target)

      await assert.rejects(withBoth(workshop.full, target, copyAll), /is not empty: it has webhooks\./)

      assertSame(await dump(target), before)
    }
  })

  it('into itself', async () => {
    const url = await workshop.newDatabase()
    await copy(workshop.full, url)

    await assert.rejects(withBoth(url, url, copyAll), /Source and target are the same database\./)
  })

  it('rows of SQLite that would be one in PostgreSQL, and only there', async () => {
    const source = await workshop.ownFull()
    await change(
      source,
      `INSERT INTO alerts SELECT id + 500, source, 'two' || char(0), name, state, since, changed_at, observed_at,
         expires_at, details, warnings, stale_count, last_reported_at, ended_by, alerts.episode_number, ends_at FROM alerts WHERE id = 12`,
      `INSERT INTO alerts SELECT id + 1, source, 'two' || char(65533), name, state, since, changed_at, observed_at,
         expires_at, details, warnings, stale_count, last_reported_at, ended_by, alerts.episode_number, ends_at FROM alerts WHERE id = 512`,
    )

    await assert.rejects(
      withBoth(source, await workshop.newDatabase(), copyAll),
      /PostgreSQL cannot hold the character U\+0000, and only that keeps apart: alerts 512 and 513\./,
    )
    assert.ok((await copy(source, workshop.newFile())).isSame)
  })

  it('while deliveries have not followed a change of their webhook', async () => {
    const [url, source] = [await workshop.newDatabase(), await workshop.ownFull()]
    await copy(workshop.full, url)
    await change(url, 'INSERT INTO unfinished_webhook_changes (webhook_id) VALUES (3), (7)')
    await change(source, 'INSERT INTO unfinished_webhook_changes (webhook_id, since) VALUES (3, 1), (7, 1)')

    for (const from of [url, source]) {
      await assert.rejects(
        withBoth(from, workshop.newFile(), copyAll),
        /not all deliveries have followed the last change of their webhooks \(3, 7\)\./,
      )
    }
  })

  it('from a schema of another release', async () => {
    const newer = await workshop.ownFull()
    await change(newer, 'PRAGMA user_version = 99')

    assert.throws(
      () => checkVersion('old.db', 1, 2),
      /old\.db has schema version 1, and this release works with 2\./,
    )
    await assert.rejects(withBoth(newer, workshop.newFile(), copyAll), /it was used by a newer release/)
    await assert.rejects(
      withBoth(await workshop.emptyDatabase(), workshop.newFile(), copyAll),
      /holds no database of Tocsin/,
    )
  })
})
