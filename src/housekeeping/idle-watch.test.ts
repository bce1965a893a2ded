import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import type { Instant } from '../domain/instant.ts'
import { IdleWatch } from './idle-watch.ts'
import { watchForWork } from './create-housekeeping.ts'

function setup({ isListening = () => true }: { readonly isListening?: () => boolean } = {}) {
  const clock = new FakeClock()
  const wakes: number[] = []
  const idle = new IdleWatch({ clock, isListening, onWake: () => void wakes.push(clock.monotonic()) })
  const stopping = new AbortController()
  const rest = () => {
    let isOver = false
    void idle.rest({ busyMs: 1_000, idleMs: 60_000 }, stopping.signal).then(() => (isOver = true))
    return async () => {
      await new Promise(setImmediate)
      return isOver
    }
  }
  return { clock, idle, wakes, stopping, rest }
}

describe('IdleWatch', () => {
  it('rests shortly while there is work, and long after ten seconds without', async () => {
    const { clock, rest } = setup()
    const short = rest()
    clock.advance(1_000)
    assert.equal(await short(), true)

    clock.advance(9_000)
    const long = rest()
    clock.advance(59_999)
    assert.equal(await long(), false)
    clock.advance(1)
    assert.equal(await long(), true)
  })

  it('ends a long rest with the first work, and tells of it once', async () => {
    const { clock, idle, wakes, rest } = setup()
    clock.advance(10_000)
    const long = rest()
    idle.noteWork()
    idle.noteWork()

    assert.equal(await long(), true)
    assert.equal(wakes.length, 1)
    assert.equal(idle.isIdle, false)
  })

  it('ends a rest when the service stops', async () => {
    const { clock, stopping, rest } = setup()
    clock.advance(10_000)
    const long = rest()
    stopping.abort()

    assert.equal(await long(), true)
    assert.equal(await rest()(), true)
  })

  it('is never idle while what other nodes tell does not arrive', async () => {
    const { clock, idle, rest } = setup({ isListening: () => false })
    clock.advance(3_600_000)
    const short = rest()
    clock.advance(1_000)

    assert.equal(idle.isIdle, false)
    assert.equal(await short(), true)
  })
})

describe('watchForWork', () => {
  function watch({ clock, idle }: ReturnType<typeof setup>, respond: () => Instant | null) {
    const asked: Instant[] = []
    const store = {
      nextHousekeepingAt: async (now: Instant) => {
        asked.push(now)
        return respond()
      },
    }
    const task = watchForWork({ store, clock, idle, freshTime: async () => undefined })
    assert.ok(typeof task.idleMs === 'function')
    return { step: task.step, idleMs: task.idleMs, asked }
  }

  it('asks nothing while there is work, and at once when there is none any more', async () => {
    const world = setup()
    const { step, idleMs, asked } = watch(world, () => null)
    assert.equal(await step(), 0)
    assert.deepEqual([asked.length, idleMs()], [0, 0])

    world.clock.advance(10_000)
    assert.equal(await step(), 0)
    assert.deepEqual([asked.length, idleMs()], [1, 15_000])
  })

  it('sleeps until something is due, and 15 s at the most', async () => {
    const world = setup()
    world.clock.advance(10_000)
    let dueAt = world.clock.now() + 15_001
    const { step, idleMs } = watch(world, () => dueAt)
    await step()
    assert.equal(idleMs(), 15_000)

    dueAt = world.clock.now() + 7_300
    await step()
    assert.equal(idleMs(), 7_300)
    world.clock.advance(7_000)
    assert.equal(idleMs(), 300)
  })

  it('asks again after a second where the database does not answer', async () => {
    const world = setup()
    world.clock.advance(10_000)
    const { step, idleMs } = watch(world, () => {
      throw new Error('away')
    })
    await assert.rejects(step())
    assert.equal(idleMs(), 1_000)
  })

  it('wakes those who rest if something is due', async () => {
    const world = setup()
    const { clock, rest } = world
    clock.advance(10_000)
    const long = rest()
    let dueAt = clock.now() + 1
    const { step } = watch(world, () => dueAt)
    assert.equal(await step(), 0)
    assert.equal(await long(), false)

    dueAt = clock.now()
    assert.equal(await step(), 1)
    assert.equal(await long(), true)
  })

  it('wakes those who rest if what other nodes tell does not arrive any more', async () => {
    let isListening = true
    const world = setup({ isListening: () => isListening })
    world.clock.advance(10_000)
    const long = world.rest()
    isListening = false

    assert.equal(await watch(world, () => null).step(), 0)
    assert.equal(await long(), true)
  })
})
