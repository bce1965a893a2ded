import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { Refusals } from './intake-limits.ts'

describe('Refusals', () => {
  it('tells since when and why, in one line of the log, until reports are taken in for a while', () => {
    const clock = new FakeClock()
    const lines: string[] = []
    const note = (fields: object, event: string) => void lines.push(`${event} ${JSON.stringify(fields)}`)
    const refusals = new Refusals({ clock, log: { warn: note, info: note } })
    const since = clock.now()

    refusals.noteAccepted()
    assert.equal(refusals.current, undefined)
    refusals.noteRefused('The disk is full.')
    clock.advance(4_000)
    refusals.noteAccepted()
    refusals.noteRefused('It is very full.')
    clock.advance(4_000)
    refusals.noteAccepted()
    assert.deepEqual(refusals.current, { because: 'It is very full.', since })
    clock.advance(1_000)
    refusals.noteAccepted()

    assert.equal(refusals.current, undefined)
    assert.deepEqual(lines, ['intake.refusing {"because":"The disk is full."}', 'intake.resumed {}'])
  })

  it('after a minute without reports nobody knows', () => {
    const clock = new FakeClock()
    const refusals = new Refusals({ clock, log: { warn: () => undefined, info: () => undefined } })

    refusals.noteRefused('The disk is full.')
    clock.advance(60_001)

    assert.equal(refusals.current, undefined)
  })
})
