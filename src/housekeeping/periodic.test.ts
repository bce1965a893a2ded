import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { eventually } from '../../test/support/time/eventually.ts'
import { Periodic } from './periodic.ts'

function setup(step: () => Promise<number>) {
  const clock = new FakeClock()
  const lines: string[] = []
  const keep = (_fields: unknown, name: string) => void lines.push(name)
  const log = { error: keep, warn: keep, info: keep, debug: keep }
  const service = new Periodic(
    { name: 'housekeeping.test', everyMs: 1_000, stepMax: 10, step },
    { clock, log },
  )
  return { clock, lines, service }
}

describe('Periodic', () => {
  it('makes a step at once and then at its interval; a full step is followed sooner', async () => {
    const counts = [10, 0, 3]
    let steps = 0
    const { clock, service } = setup(async () => counts[steps++] ?? 0)
    service.start()
    service.start()

    await eventually('the first step', () => steps === 1)
    clock.advance(20)
    await eventually('the step after a full one', () => steps === 2)
    clock.advance(999)
    await new Promise(setImmediate)
    const before = steps
    clock.advance(1)
    await eventually('the step after the interval', () => steps === 3)
    await service.stop()
    await service.stop()

    assert.equal(before, 2)
  })

  it('logs a failure and goes on; logs only steps that did something', async () => {
    let steps = 0
    const { clock, lines, service } = setup(async () => {
      steps += 1
      if (steps === 1) throw new Error('lost')
      return steps === 2 ? 4 : 0
    })
    service.start()

    await eventually('the failing step', () => lines.length === 1)
    clock.advance(1_000)
    await eventually('the second step', () => steps === 2)
    clock.advance(1_000)
    await eventually('the third step', () => steps === 3)
    await service.stop()

    assert.deepEqual(lines, ['housekeeping.test.failed', 'housekeeping.test'])
  })
})
