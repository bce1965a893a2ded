import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { Shortage, SHORTAGE_LOGGED_MS } from './shortage.ts'

describe('Shortage', () => {
  const start = () => {
    const clock = new FakeClock()
    const lines: unknown[] = []
    const shortage = new Shortage({
      clock,
      log: { warn: (fields, event) => lines.push({ ...fields, event }) },
    })
    return { clock, lines, shortage }
  }
  const because = 'this process has no file descriptors left (EMFILE)'
  const line = (count: number) => ({ because, count, event: 'delivery.in_want' })

  it('is logged once a minute as long as it lasts, with how often it was since', () => {
    const { clock, lines, shortage } = start()

    shortage.note(because)
    clock.advance(SHORTAGE_LOGGED_MS - 1)
    shortage.note(because)
    assert.deepEqual(lines, [line(1)])
    clock.advance(1)
    shortage.note(because)

    assert.deepEqual(lines, [line(1), line(2)])
  })

  it('is told since its beginning, until it has not been for a minute', () => {
    const { clock, shortage } = start()
    const since = clock.now()

    shortage.note(because)
    clock.advance(SHORTAGE_LOGGED_MS - 1)
    shortage.note(because)
    clock.advance(SHORTAGE_LOGGED_MS - 1)

    assert.deepEqual(shortage.current, {
      because: `Requests to receivers cannot be made: ${because}.`,
      since,
    })
    clock.advance(1)
    assert.equal(shortage.current, undefined)
  })
})
