import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { copyAll, type CopyStep } from '../../../src/storage/copy/copy.ts'
import type { CopyRecord, CopyTarget } from '../../../src/storage/copy/ends.ts'
import { COPIED_TABLES } from '../../../src/storage/copy/tables.ts'
import { verifyAll } from '../../../src/storage/copy/verify.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import {
  assertSame,
  change,
  COPY_KEY,
  CopyWorkshop,
  dump,
  fileOf,
  withBoth,
  withEnd,
  withoutNul,
} from '../../support/databases/copy-support.ts'
import { addManyDeliveries } from '../../support/databases/full-database.ts'

const workshop = await CopyWorkshop.open()
after(() => workshop.close())

/** The same target, with something that happens first. */
function beforeEachWrite(target: CopyTarget, act: () => Promise<void>): CopyTarget {
  const write: CopyTarget['write'] = async (...given) => {
    await act()
    return target.write(...given)
  }
  return new Proxy(target, {
    get(of, name) {
      if (name === 'write') return write
      const member: unknown = Reflect.get(of, name, of)
      return typeof member === 'function' ? member.bind(of) : member
    },
  })
}

describe('a copy that is not complete', () => {
  it('goes on where it was stopped, and its checksums are those of a copy in one go', async () => {
    const source = await workshop.ownFull()
    addManyDeliveries(fileOf(source), 9_000)
    for (const target of [workshop.newFile(), await workshop.newDatabase()]) {
      let stops = 0
      for (;;) {
        const stop = new AbortController()
        const seen = new Map<string, number>()
        let batches = 0
        // Every run copies a few batches more.
        const onStep = ({ table, rows }: CopyStep) => {
          if (rows !== (seen.get(table) ?? rows)) batches += 1
          seen.set(table, rows)
          if (batches === 6) stop.abort()
        }
        const isDone = await withBoth(
          source,
          target,
          async (options) => {
            const record = await copyAll(options)
            const { tables, isSame } = await verifyAll({ ...options, stop: new AbortController().signal })
            assert.ok(isSame)
            for (const { table, source: counted } of tables) {
              const copied = record.tables[table] ?? { rows: 0, checksum: counted.checksum }
              assert.deepEqual([copied.rows, copied.checksum], [counted.rows, counted.checksum], table)
            }
            await options.target.finish(record)
            return true
          },
          { stop: stop.signal, onStep },
        ).catch((error: Error) => {
          assert.match(error.message, /^Interrupted; what was copied stays\./)
          return false
        })
        if (isDone) break
        stops += 1
        assert.ok(stops < 100)
      }
      assert.ok(stops >= 3, `stopped ${stops} times`)
      assertSame(
        await dump(target),
        target.startsWith('postgres') ? withoutNul(await dump(source)) : await dump(source),
      )
    }
  })

  it('no service starts on it', async () => {
    for (const target of [workshop.newFile(), await workshop.newDatabase()]) {
      await withBoth(workshop.full, target, (options) => copyAll(options))

      const start = target.startsWith('sqlite')
        ? openSqliteStore({ file: fileOf(target), sizeMax: 0, encryptionKeys: [COPY_KEY] })
        : openPostgresStore({ url: target, poolMax: 2 })

      await assert.rejects(start, /is an unfinished copy of .*full\.db\. Give the same `tocsin copy` again/)
    }
  })

  it('is refused when its source has been used meanwhile, and when it is of another one', async () => {
    const [source, target] = [await workshop.ownFull(), await workshop.newDatabase()]
    await withBoth(source, target, (options) => copyAll(options))
    await change(source, 'DELETE FROM audit WHERE id = 1')
    const other = workshop.newFile()
    await (await openSqliteStore({ file: fileOf(other), sizeMax: 0 })).store.close()

    await assert.rejects(withBoth(source, target, copyAll), /has been used since the copy into .* began\./)
    await assert.rejects(withBoth(other, target, copyAll), /holds an unfinished copy of another database/)
    await assert.rejects(withBoth(target, workshop.newFile(), copyAll), /is itself an unfinished copy/)
  })

  it('a batch is not written when somebody else has written one', async () => {
    const empty = { installationId: 'a', from: 'b', totals: {}, counters: {}, tables: {} }
    const record = empty as unknown as CopyRecord
    const tokens = COPIED_TABLES.find(({ name }) => name === 'tokens')
    assert.ok(tokens)
    const row = [1, 'a', '[]', 'b', 'c', 0, null, null, null]
    for (const target of [workshop.newFile(), await workshop.newDatabase()]) {
      await withEnd(target, 'target', async (end) => {
        await end.begin(record)

        const late = end.write(tokens, [row], { from: { ...record, from: 'another' }, to: record })

        await assert.rejects(late, /Another process is copying into/)
        assert.equal(await end.countRows(tokens), 0)
        await end.write(tokens, [row], { from: record, to: record })
        assert.equal(await end.countRows(tokens), 1)
      })
    }
  })

  it('two processes never write into the same target', async () => {
    const target = await workshop.newDatabase()
    const [source, other] = [await workshop.ownFull(), await workshop.ownFull()]
    let batches = 0

    const first = withBoth(source, target, (options) =>
      copyAll({
        ...options,
        target: beforeEachWrite(options.target, async () => {
          batches += 1
          // In the middle of the first one the second does everything.
          if (batches === 5) await withBoth(other, target, copyAll)
        }),
      }),
    )

    await assert.rejects(first, /Another process is copying into/)
    assert.equal(batches, 5)
    assertSame(await dump(target), withoutNul(await dump(source)))
  })
})
