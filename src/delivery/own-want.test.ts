import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { OwnWant, WANT_TOLD_MS } from './own-want.ts'

describe('OwnWant', () => {
  const start = () => {
    const clock = new FakeClock()
    const lines: unknown[] = []
    const want = new OwnWant({ clock, log: { warn: (fields, event) => lines.push({ ...fields, event }) } })
    return { clock, lines, want }
  }
  const because = 'this process has no file descriptors left (EMFILE)'
  const line = (count: number) => ({ because, count, event: 'delivery.in_want' })

  it('is logged once a minute as long as it lasts, with how often it was since', () => {
    const { clock, lines, want } = start()

    want.note(because)
    clock.advance(WANT_TOLD_MS - 1)
    want.note(because)
    assert.deepEqual(lines, [line(1)])
    clock.advance(1)
    want.note(because)

    assert.deepEqual(lines, [line(1), line(2)])
  })

  it('is told since its beginning, until it has not been for a minute', () => {
    const { clock, want } = start()
    const since = clock.now()

    want.note(because)
    clock.advance(WANT_TOLD_MS - 1)
    want.note(because)
    clock.advance(WANT_TOLD_MS - 1)

    assert.deepEqual(want.current, { because: `Requests to receivers cannot be made: ${because}.`, since })
    clock.advance(1)
    assert.equal(want.current, undefined)
  })
})
