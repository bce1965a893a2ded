import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { NO_CLOCK_JUMP } from '../domain/clock-steps.ts'
import { ClockSteps, WatchedClock } from './clock-watch.ts'

function watch() {
  const machine = new FakeClock()
  const lines: unknown[] = []
  const steps = new ClockSteps({
    clock: 'machine',
    log: { warn: (fields, event) => void lines.push({ ...fields, event }) },
  })
  return { machine, lines, steps, clock: new WatchedClock(machine, steps) }
}

describe('a watched clock', () => {
  it('says in the log by how much it was set, either way, and once', () => {
    const { machine, clock, lines } = watch()
    machine.advance(50_000)
    clock.now()
    machine.step(7_200_000)
    machine.advance(10)
    clock.now()
    machine.advance(1_000)
    clock.now()
    machine.step(-3_000)
    clock.now()
    clock.now()

    assert.deepEqual(lines, [
      { clock: 'machine', stepMs: 7_200_000, event: 'clock.stepped' },
      { clock: 'machine', stepMs: -3_000, event: 'clock.stepped' },
    ])
  })

  it('knows of a jump in the very moment in which it shows the new time', () => {
    const { machine, clock, steps } = watch()
    machine.step(60_000)

    const now = clock.now()

    assert.deepEqual(steps.clockJump, { at: now, ms: 60_000 })
    assert.equal(steps.count, 1)
    machine.step(-60_000)
    clock.now()
    assert.equal(steps.clockJump, NO_CLOCK_JUMP)
    assert.equal(steps.count, 2)
  })

  it('takes no drift for a step, however much it comes to', () => {
    const { machine, clock, lines } = watch()
    for (let minute = 0; minute < 600; minute += 1) {
      machine.advance(60_000)
      machine.step(30)
      clock.now()
    }

    assert.deepEqual(lines, [])
  })
})
