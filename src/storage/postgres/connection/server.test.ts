import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../../test/support/time/fake-clock.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { betterReading, ServerTime } from './server.ts'

const SERVER = Date.parse('2026-01-01T00:00:00Z')

/** A machine of its own time and a server of another; each question takes as long as `roundTrips` says. */
function setup({ roundTrips = [0, 0, 0] }: { readonly roundTrips?: number[] } = {}) {
  const passed = new FakeClock(0)
  let machineAhead = 5 * 3_600_000
  let serverAhead = 0
  const clock: Clock = {
    now: () => SERVER + passed.now() + machineAhead,
    monotonic: () => passed.now(),
    after: (ms, callback) => passed.after(ms, callback),
    wait: (ms, signal) => passed.wait(ms, signal),
  }
  const time = new ServerTime({
    clock,
    ask: async () => {
      const roundTrip = roundTrips.shift() ?? 0
      passed.advance(roundTrip / 2)
      const now = SERVER + serverAhead + passed.now()
      passed.advance(roundTrip / 2)
      return now
    },
  })
  return {
    time,
    passed,
    serverNow: () => SERVER + serverAhead + passed.now(),
    setMachine: (ms: number) => (machineAhead = ms),
    setServer: (ms: number) => (serverAhead = ms),
  }
}

describe('ServerTime', () => {
  it('is that of the server, and goes on by itself', async () => {
    const { time, passed, serverNow } = setup({ roundTrips: [8, 4, 6] })

    await time.measure()
    assert.equal(time.now(), serverNow())
    passed.advance(12_345)
    assert.equal(time.now(), serverNow())
    assert.equal(time.aheadMs(), 5 * 3_600_000)
  })

  it('is not moved by a step of the clock of the machine', async () => {
    const { time, serverNow, setMachine } = setup()
    await time.measure()

    setMachine(-3_600_000)

    assert.equal(time.now(), serverNow())
  })

  it('follows the server when that one is set, at the next measurement', async () => {
    const { time, serverNow, setServer } = setup()
    await time.measure()

    setServer(-30_000)
    assert.equal(time.now(), serverNow() + 30_000)
    await time.measure()

    assert.equal(time.now(), serverNow())
  })

  it('keeps what it knows when the questions take long', async () => {
    const { time, passed, serverNow } = setup({ roundTrips: [2, 2, 2, 4_000, 4_000, 4_000] })
    await time.measure()
    const before = { at: 0, time: SERVER, errorMs: 1 }
    passed.advance(10_000)

    await time.measure()

    assert.equal(time.now(), serverNow())
    // The server responded at the end of its two seconds, not in the middle.
    assert.deepEqual(betterReading(before, { at: 2_000, time: SERVER + 1_200, errorMs: 1_000 }), before)
  })

  it('takes a more exact measurement, and any that contradicts what it knew', () => {
    const rough = { at: 0, time: SERVER, errorMs: 50 }
    const exact = { at: 100, time: SERVER + 130, errorMs: 1 }
    const contrary = { at: 100, time: SERVER + 900, errorMs: 200 }

    assert.equal(betterReading(undefined, rough), rough)
    assert.equal(betterReading(rough, exact), exact)
    assert.equal(betterReading(rough, contrary), contrary)
  })
})
