import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { WakeSignal } from './wake-signal.ts'

/** Returns a function that says whether a wait is over by now. */
function watch(wait: Promise<void>): () => Promise<boolean> {
  let isOver = false
  void wait.then(() => (isOver = true))
  return async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return isOver
  }
}

describe('WakeSignal', () => {
  it('ends a wait when woken, without any time passing', async () => {
    const signal = new WakeSignal(new FakeClock())
    const isOver = watch(signal.wait(1_000))

    assert.equal(await isOver(), false)
    signal.wake()
    assert.equal(await isOver(), true)
  })

  it('ends a wait when its time is over', async () => {
    const clock = new FakeClock()
    const isOver = watch(new WakeSignal(clock).wait(1_000))

    clock.advance(999)
    assert.equal(await isOver(), false)
    clock.advance(1)
    assert.equal(await isOver(), true)
  })

  it('does not lose a wake that comes between two waits, and keeps only one', async () => {
    const clock = new FakeClock()
    const signal = new WakeSignal(clock)
    signal.wake()
    signal.wake()

    await signal.wait(1_000)
    const isOver = watch(signal.wait(1_000))
    assert.equal(await isOver(), false)
    clock.advance(1_000)
    assert.equal(await isOver(), true)
  })

  it('is not woken by the timer of a wait that has ended', async () => {
    const clock = new FakeClock()
    const signal = new WakeSignal(clock)
    const first = signal.wait(1_000)
    signal.wake()
    await first

    const isOver = watch(signal.wait(5_000))
    clock.advance(1_000)
    assert.equal(await isOver(), false)
    clock.advance(4_000)
    assert.equal(await isOver(), true)
  })
})
