import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CURSOR_FAILURE_MAX, CURSOR_NAME_MAX } from '../../../src/domain/source/source-cursor.ts'
import { DAY_MS, NOW } from '../../support/build.ts'
import type { OpenStore } from './store-suite.ts'

const NIGHTLY = { source: 'nightly', name: '' }

export function exerciseSourceCursors(engine: string, openStore: OpenStore): void {
  describe(`${engine}: cursors of sources`, () => {
    it('writeSourceCursors: what was written is found, and nothing of other names', async () => {
      const store = await openStore()

      await store.writeSourceCursors([{ ...NIGHTLY, position: 42 }], NOW)
      await store.writeSourceCursors([], NOW)

      const written = { ...NIGHTLY, position: 42, checkedAt: NOW, failure: null, failingSince: null }
      assert.deepEqual(await store.findSourceCursor('nightly', ''), written)
      assert.equal(await store.findSourceCursor('nightly', 'db-1'), undefined)
      assert.equal(await store.findSourceCursor('', ''), undefined)
    })

    it('writeSourceCursors: a cursor only goes forward; null keeps it, and it was checked all the same', async () => {
      const store = await openStore()
      const seen = []
      for (const [index, position] of [null, 50, 40, null, 60].entries()) {
        await store.writeSourceCursors([{ ...NIGHTLY, position }], NOW + index)
        const found = await store.findSourceCursor('nightly', '')
        seen.push([found?.position, found?.checkedAt])
      }

      assert.deepEqual(seen, [
        [null, NOW],
        [50, NOW + 1],
        [50, NOW + 2],
        [50, NOW + 3],
        [60, NOW + 4],
      ])
    })

    it('writeSourceCursors: many at once, also one name twice', async () => {
      const store = await openStore()
      const last = Number.MAX_SAFE_INTEGER
      const names = ['b', 'ä', 'B', 'x'.repeat(CURSOR_NAME_MAX)]

      await store.writeSourceCursors(
        [...names, 'b'].map((name, index) => ({ source: 's', name, position: last - index })),
        NOW,
      )

      assert.deepEqual(
        await Promise.all(names.map(async (name) => (await store.findSourceCursor('s', name))?.position)),
        [last, last - 1, last - 2, last - 3],
      )
    })

    it('listSourceCursors: those of the source whose names begin so; deleteSourceCursors: these and no others', async () => {
      const store = await openStore()
      const names = ['run 1', 'run 2', 'run', 'r%n 3', 'other']
      const cursors = names.map((name) => ({ source: 's', name, position: 1 }))
      await store.writeSourceCursors([...cursors, { source: 't', name: 'run 1', position: 2 }], NOW)
      const listed = async (prefix: string) =>
        (await store.listSourceCursors('s', prefix)).map(({ name }) => name).toSorted()

      assert.deepEqual(await listed('run '), ['run 1', 'run 2'])
      assert.equal((await listed('')).length, 5)
      assert.deepEqual(await listed('r%n'), ['r%n 3'])
      await store.deleteSourceCursors('s', ['run 2', 'run 1', 'not there'])
      await store.deleteSourceCursors('s', [])

      assert.deepEqual(await listed(''), ['other', 'r%n 3', 'run'])
      assert.equal((await store.findSourceCursor('t', 'run 1'))?.position, 2)
    })

    it('noteSourceFailure: keeps the position and tells since when; the next one ends it', async () => {
      const store = await openStore()
      await store.writeSourceCursors([{ ...NIGHTLY, position: 7 }], NOW)

      await store.noteSourceFailure({ ...NIGHTLY, failure: 'away' }, NOW + 1)
      await store.noteSourceFailure({ ...NIGHTLY, failure: `${'😀'.repeat(CURSOR_FAILURE_MAX)}` }, NOW + 2)

      const failing = await store.findSourceCursor('nightly', '')
      assert.deepEqual([failing?.position, failing?.checkedAt, failing?.failingSince], [7, NOW + 2, NOW + 1])
      assert.equal(failing?.failure, '😀'.repeat(CURSOR_FAILURE_MAX / 2))
      await store.writeSourceCursors([{ ...NIGHTLY, position: null }], NOW + 3)
      assert.deepEqual(await store.findSourceCursor('nightly', ''), {
        ...NIGHTLY,
        position: 7,
        checkedAt: NOW + 3,
        failure: null,
        failingSince: null,
      })
    })

    it('noteSourceFailure: is kept of a source that was never read', async () => {
      const store = await openStore()

      await store.noteSourceFailure({ ...NIGHTLY, failure: 'refused' }, NOW)

      const failing = { ...NIGHTLY, position: null, checkedAt: NOW, failure: 'refused', failingSince: NOW }
      assert.deepEqual(await store.findSourceCursor('nightly', ''), failing)
    })

    it('holdSource: one holder at a time, until it ends or is given back', async () => {
      const store = await openStore()
      const hold = (holder: string, now: number, until: number, source = 'nightly') =>
        store.lockSource({ source, holder, now, until })

      assert.equal(await hold('a', NOW, NOW + 10), true)
      assert.equal(await hold('b', NOW + 9, NOW + 20), false)
      assert.equal(await hold('b', NOW + 9, NOW + 20, 'hourly'), true)
      assert.equal(await hold('a', NOW + 9, NOW + 30), true, 'held on')
      assert.equal(await hold('b', NOW + 10, NOW + 20), false)
      assert.equal(await hold('b', NOW + 30, NOW + 40), true, 'it ended')
      assert.equal(await hold('a', NOW + 31, NOW + 40), false)
      assert.equal(await hold('b', NOW + 31, NOW + 31), true, 'given back')
      assert.equal(await hold('a', NOW + 31, NOW + 40), true)
    })

    it('holdSource: of many that ask at once one holds it', async () => {
      const store = await openStore()
      const holders = Array.from({ length: 8 }, (_, index) => `node ${index}`)

      const held = await Promise.all(
        holders.map((holder) => store.lockSource({ source: 'nightly', holder, now: NOW, until: NOW + 1 })),
      )

      assert.equal(held.filter(Boolean).length, 1)
    })

    it('pruneHistory: cursors that nobody has checked since go, in bounded steps', async () => {
      const store = await openStore()
      const old = Array.from({ length: 5 }, (_, index) => ({
        source: 'old',
        name: String(index),
        position: 1,
      }))
      const later = NOW + 2 * DAY_MS
      await store.writeSourceCursors(old, NOW)
      await store.writeSourceCursors([{ ...NIGHTLY, position: 1 }], later)

      const first = await store.pruneHistory({ endedBefore: later, now: later, limit: 3 })
      const namesLeft = async () => {
        const found = await Promise.all(old.map(({ source, name }) => store.findSourceCursor(source, name)))
        return found.flatMap((cursor) => (cursor ? [cursor.name] : []))
      }
      const left = await namesLeft()
      while ((await store.pruneHistory({ endedBefore: later, now: later, limit: 3 })) > 0);

      assert.deepEqual([first, left.length], [3, 2])
      assert.deepEqual(await namesLeft(), [])
      assert.equal((await store.findSourceCursor('nightly', ''))?.position, 1)
    })
  })
}
