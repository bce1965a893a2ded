import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { WakeSignal } from './wake-signal.ts'

describe('WakeSignal', () => {
  it('ends a wait when woken, without any time passing', async () => {
    const signal = new WakeSignal(new FakeClock())

    const waiting = signal.wait(1_000)
    signal.wake()

    await waiting
  })

  it('ends a wait when its time is over', async () => {
    const clock = new FakeClock()
    const signal = new WakeSignal(clock)

    const waiting = signal.wait(1_000)
    clock.advance(1_000)

    await waiting
  })

  it('does not lose a wake that comes between two waits, and keeps only one', async () => {
    const clock = new FakeClock()
    const signal = new WakeSignal(clock)
    signal.wake()
    signal.wake()

    await signal.wait(1_000)
    let isOver = false
    const second = signal.wait(1_000).then(() => (isOver = true))
    await new Promise((resolve) => setImmediate(resolve))

    assert.equal(isOver, false)
    clock.advance(1_000)
    await second
  })

  it('is not woken by the timer of a wait that has ended', async () => {
    const clock = new FakeClock()
    const signal = new WakeSignal(clock)
    const first = signal.wait(1_000)
    signal.wake()
    await first

    let isOver = false
    const second = signal.wait(5_000).then(() => (isOver = true))
    clock.advance(1_000)
    await new Promise((resolve) => setImmediate(resolve))

    assert.equal(isOver, false)
    clock.advance(4_000)
    await second
  })
})
