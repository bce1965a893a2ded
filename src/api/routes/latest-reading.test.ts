import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOW } from '../../../test/support/build.ts'
import { FakeClock } from '../../../test/support/time/fake-clock.ts'
import { LatestReading } from './shared-reading.ts'

/** Readings that end when the test says so. */
function readings(clock = new FakeClock(NOW)) {
  const started: PromiseWithResolvers<string>[] = []
  const reading = new LatestReading(() => {
    const next = Promise.withResolvers<string>()
    started.push(next)
    return next.promise
  }, clock)
  return { clock, started, reading }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a shared reading', () => {
  it('begins after it was asked for, once for all who asked meanwhile', async () => {
    const { started, reading } = readings()
    const first = reading.get()
    const [second, third] = [reading.get(), reading.get()]
    assert.equal(started.length, 1, 'one at a time')

    started[0]?.resolve('before')
    assert.equal(await first, 'before')
    await settled()
    assert.equal(started.length, 2)
    started[1]?.resolve('after')

    assert.deepEqual(await Promise.all([second, third]), ['after', 'after'])
    await settled()
    void reading.get()
    assert.equal(started.length, 3)
  })

  it('rests as long as it took before the next one', async () => {
    const { clock, started, reading } = readings()
    void reading.get()
    const next = reading.get()
    clock.advance(200)
    started[0]?.resolve('slow')
    await settled()
    assert.equal(started.length, 1)

    clock.advance(199)
    await settled()
    assert.equal(started.length, 1)
    clock.advance(1)
    await settled()
    started[1]?.resolve('next')

    assert.equal(await next, 'next')
  })

  it('goes on after one that failed', async () => {
    const { started, reading } = readings()
    const first = reading.get()
    started[0]?.reject(new Error('the database is away'))
    await assert.rejects(first, /away/)
    await settled()
    const second = reading.get()
    started[1]?.resolve('back')

    assert.equal(await second, 'back')
  })
})
