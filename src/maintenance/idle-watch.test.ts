import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { IdleWatch } from './idle-watch.ts'
import { watchForWork } from './watch-for-work.ts'

function setup({ isHearing = () => true }: { readonly isHearing?: () => boolean } = {}) {
  const clock = new FakeClock()
  const wakes: number[] = []
  const idle = new IdleWatch({ clock, isHearing, onWake: () => void wakes.push(clock.monotonic()) })
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
    const { clock, idle, rest } = setup({ isHearing: () => false })
    clock.advance(3_600_000)
    const short = rest()
    clock.advance(1_000)

    assert.equal(idle.isIdle, false)
    assert.equal(await short(), true)
  })
})

describe('watchForWork', () => {
  const watch = (idle: IdleWatch, isDue: boolean) =>
    watchForWork({ store: { isMaintenanceDue: async () => isDue }, clock: new FakeClock(), idle }).step()

  it('wakes those who rest if something is due', async () => {
    const { clock, idle, rest } = setup()
    clock.advance(10_000)
    const long = rest()
    assert.equal(await watch(idle, false), 0)
    assert.equal(await long(), false)

    assert.equal(await watch(idle, true), 1)
    assert.equal(await long(), true)
  })

  it('wakes those who rest if what other nodes tell does not arrive any more', async () => {
    let isHearing = true
    const { clock, idle, rest } = setup({ isHearing: () => isHearing })
    clock.advance(10_000)
    const long = rest()
    isHearing = false

    assert.equal(await watch(idle, false), 0)
    assert.equal(await long(), true)
  })
})
