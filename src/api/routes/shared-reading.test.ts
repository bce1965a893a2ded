import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/time/fake-clock.ts'
import { AppError } from '../../domain/errors.ts'
import { SharedReading } from './shared-reading.ts'

function counted(read: (call: number) => Promise<number>) {
  const clock = new FakeClock()
  let calls = 0
  const reading = new SharedReading({
    name: 'The gauge',
    read: () => {
      calls += 1
      return read(calls)
    },
    freshMs: 1_000,
    limitMs: 2_000,
    clock,
  })
  return { clock, reading, callCount: () => calls }
}

describe('SharedReading', () => {
  it('reads once for all who ask at the same time, and keeps the result while it is fresh', async () => {
    const { clock, reading, callCount } = counted(async (call) => call)

    assert.deepEqual(await Promise.all([reading.get(), reading.get(), reading.get()]), [1, 1, 1])
    clock.advance(999)
    assert.equal(await reading.get(), 1)
    clock.advance(1)
    assert.equal(await reading.get(), 2)
    assert.equal(callCount(), 2)
  })

  it('keeps a failure for as long: what is broken is not asked more often', async () => {
    const { clock, reading, callCount } = counted(async (call) => {
      if (call === 1) throw new Error('broken')
      return call
    })

    await assert.rejects(reading.get(), /broken/)
    await assert.rejects(reading.get(), /broken/)
    assert.equal(callCount(), 1)
    clock.advance(1_000)
    assert.equal(await reading.get(), 2)
  })

  it('gives up on a reading that hangs, and does not begin another beside it', async () => {
    const hanging = Promise.withResolvers<number>()
    const { clock, reading, callCount } = counted(() => hanging.promise)

    const first = reading.get()
    clock.advance(2_000)
    await assert.rejects(first, (error) => {
      assert.ok(error instanceof AppError)
      assert.deepEqual([error.code, error.message], ['unavailable', 'The gauge did not respond within 2 s.'])
      return true
    })
    const second = reading.get()
    hanging.resolve(7)

    assert.equal(await second, 7)
    assert.equal(callCount(), 1)
  })

  it('keeps a reading that took long for longer, up to a limit', async () => {
    const clock = new FakeClock()
    let tookMs = 100
    const reading = new SharedReading({
      name: 'The gauge',
      read: async () => {
        clock.advance(tookMs)
        return clock.now()
      },
      freshMs: 1_000,
      limitMs: 60_000,
      dear: { factor: 20, freshMsMax: 10_000 },
      clock,
    })

    const first = await reading.get()
    clock.advance(1_999)
    assert.equal(await reading.get(), first)
    clock.advance(1)
    tookMs = 5_000
    const second = await reading.get()
    assert.ok(second > first)
    clock.advance(9_999)
    assert.equal(await reading.get(), second)
    clock.advance(1)
    tookMs = 1
    const third = await reading.get()
    assert.ok(third > second)
    clock.advance(1_000)
    assert.ok((await reading.get()) > third)
  })
})
