import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { Exhaustion, EXHAUSTION_LOGGED_MS } from './resource-exhaustion.ts'

describe('ResourceExhaustion', () => {
  const start = () => {
    const clock = new FakeClock()
    const lines: unknown[] = []
    const exhaustion = new Exhaustion({
      clock,
      log: { warn: (fields, event) => lines.push({ ...fields, event }) },
    })
    return { clock, lines, exhaustion }
  }
  const because = 'this process has no file descriptors left (EMFILE)'
  const line = (count: number) => ({ because, count, event: 'delivery.resource_exhausted' })

  it('is logged once a minute as long as it lasts, with how often it was since', () => {
    const { clock, lines, exhaustion } = start()

    exhaustion.note(because)
    clock.advance(EXHAUSTION_LOGGED_MS - 1)
    exhaustion.note(because)
    assert.deepEqual(lines, [line(1)])
    clock.advance(1)
    exhaustion.note(because)

    assert.deepEqual(lines, [line(1), line(2)])
  })

  it('is reported from its beginning until a minute has passed without it', () => {
    const { clock, exhaustion } = start()
    const since = clock.now()

    exhaustion.note(because)
    clock.advance(EXHAUSTION_LOGGED_MS - 1)
    exhaustion.note(because)
    clock.advance(EXHAUSTION_LOGGED_MS - 1)

    assert.deepEqual(exhaustion.current, {
      because: `Requests to receivers cannot be made: ${because}.`,
      since,
    })
    clock.advance(1)
    assert.equal(exhaustion.current, undefined)
  })
})
