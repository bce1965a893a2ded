import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { PLACES_MAX, PREDECESSORS_MAX, takePlace } from '../../../src/storage/sqlite/connection/node-slot.ts'

describe('the place of a node in its data folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-place-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('names those that had it before, the last one first', () => {
    for (const id of ['one', 'two']) takePlace(folder, id).leave()

    const { goneNodes, leave } = takePlace(folder, 'three')
    leave()

    assert.deepEqual(goneNodes, ['two', 'one'])
  })

  it('is nobody else’s while it is held: the next has one of its own', async () => {
    const first = takePlace(folder, 'first')
    const second = takePlace(folder, 'second')
    first.leave()
    const third = takePlace(folder, 'third')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.db'))
    second.leave()
    third.leave()

    assert.deepEqual([first.goneNodes, second.goneNodes, third.goneNodes], [[], [], ['first']])
    assert.deepEqual(names.toSorted(), ['node-1.db', 'node-2.db'])
    assert.equal((await stat(join(folder, 'node-1.db'))).mode & 0o777, 0o600)
  })

  it('proves nothing when its file was copied, for its lock knows nothing of the other', async () => {
    const lives = takePlace(folder, 'lives')
    const other = join(folder, 'copy')
    takePlace(other, 'unrelated').leave()
    await rm(join(other, 'node-1.db'))
    await copyFile(join(folder, 'node-1.db'), join(other, 'node-1.db'))

    const copied = takePlace(other, 'copied')
    copied.leave()
    lives.leave()

    assert.deepEqual(copied.goneNodes, [])
  })

  it('forgets those of long ago, and there is an end to places', () => {
    for (let number = 0; number < PREDECESSORS_MAX + 5; number += 1) takePlace(folder, `${number}`).leave()
    const places = Array.from({ length: PLACES_MAX }, (_, number) => takePlace(folder, `at once ${number}`))

    assert.equal(places[0]?.goneNodes.length, PREDECESSORS_MAX)
    assert.throws(() => takePlace(folder, 'one more'), /16 processes use .* already/)
    for (const slot of places) slot.leave()
  })

  it('is refused where its file cannot be used', async () => {
    await writeFile(join(folder, 'node-1.db'), 'no such file at all '.repeat(100))

    assert.throws(() => takePlace(folder, 'one'), /not a database/)
  })
})
