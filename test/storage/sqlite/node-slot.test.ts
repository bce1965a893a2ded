import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import {
  NODE_SLOTS_MAX,
  PREDECESSORS_MAX,
  takeNodeSlot,
} from '../../../src/storage/sqlite/connection/process-lock.ts'

describe('the slot of a node in its data folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-slot-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('names those that had it before, the last one first', () => {
    for (const id of ['one', 'two']) takeNodeSlot(folder, id).leave()

    const { goneNodes, leave } = takeNodeSlot(folder, 'three')
    leave()

    assert.deepEqual(goneNodes, ['two', 'one'])
  })

  it('is nobody else’s while it is held: the next has one of its own', async () => {
    const first = takeNodeSlot(folder, 'first')
    const second = takeNodeSlot(folder, 'second')
    first.leave()
    const third = takeNodeSlot(folder, 'third')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.db'))
    second.leave()
    third.leave()

    assert.deepEqual([first.goneNodes, second.goneNodes, third.goneNodes], [[], [], ['first']])
    assert.deepEqual(names.toSorted(), ['node-1.db', 'node-2.db'])
    assert.equal((await stat(join(folder, 'node-1.db'))).mode & 0o777, 0o600)
  })

  it('proves nothing when its file was copied, for its lock knows nothing of the other', async () => {
    const lives = takeNodeSlot(folder, 'lives')
    const other = join(folder, 'copy')
    takeNodeSlot(other, 'unrelated').leave()
    await rm(join(other, 'node-1.db'))
    await copyFile(join(folder, 'node-1.db'), join(other, 'node-1.db'))

    const copied = takeNodeSlot(other, 'copied')
    copied.leave()
    lives.leave()

    assert.deepEqual(copied.goneNodes, [])
  })

  it('forgets those of long ago, and there is an end to slots', () => {
    for (let number = 0; number < PREDECESSORS_MAX + 5; number += 1) takeNodeSlot(folder, `${number}`).leave()
    const slots = Array.from({ length: NODE_SLOTS_MAX }, (_, number) =>
      takeNodeSlot(folder, `at once ${number}`),
    )

    assert.equal(slots[0]?.goneNodes.length, PREDECESSORS_MAX)
    assert.throws(() => takeNodeSlot(folder, 'one more'), /16 processes use .* already/)
    for (const slot of slots) slot.leave()
  })

  it('is refused where its file cannot be used', async () => {
    await writeFile(join(folder, 'node-1.db'), 'no such file at all '.repeat(100))

    assert.throws(() => takeNodeSlot(folder, 'one'), /not a database/)
  })
})
