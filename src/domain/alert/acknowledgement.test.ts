import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alert, NOW, observation } from '../../../test/support/build.ts'
import { acknowledge, acknowledgementAt } from './acknowledgement.ts'
import type { Alert, AlertState } from './alert.ts'
import { clearByHand } from './clear-by-hand.ts'
import { acknowledgementEventOf, alertEventOf } from './event.ts'
import { expire, observe } from './observe.ts'

const ADA = { by: 'Ada', note: null, at: NOW, until: NOW + 60_000 }

const acknowledged = (state: AlertState): Alert =>
  acknowledge(alert({ state, expiresAt: NOW + 1, endedBy: null }), ADA)

describe('an acknowledgement', () => {
  const rows: readonly (readonly [before: AlertState, after: AlertState, isKept: boolean])[] = [
    ['low', 'low', true],
    ['low', 'medium', false],
    ['low', 'cleared', false],
    ['medium', 'low', true],
    ['medium', 'high', false],
    ['high', 'high', true],
    ['high', 'low', true],
    ['high', 'cleared', false],
  ]
  for (const [before, after, isKept] of rows) {
    it(`${isKept ? 'goes on' : 'ends'} when an alert in state ${before} is reported as ${after}`, () => {
      const { alert } = observe(acknowledged(before), observation({ state: after, at: NOW + 10 }), NOW + 10)
      assert.deepEqual(alert?.acknowledgement, isKept ? ADA : undefined)
    })
  }

  it('goes on when a report came too late to count', () => {
    const late = observation({ state: 'high', at: NOW - 60_000 })
    const { result, alert } = observe(acknowledged('low'), late, NOW + 10)
    assert.deepEqual([result, alert?.acknowledgement], ['stale', ADA])
  })

  it('ends when the monitor stops reporting, or a person clears the alert', () => {
    assert.equal(expire(acknowledged('high'), NOW + 100).acknowledgement, undefined)
    assert.equal(clearByHand(acknowledged('high'), NOW + 100).acknowledgement, undefined)
  })

  it('counts until its term is over', () => {
    const one = acknowledged('high')
    assert.deepEqual(acknowledgementAt(one, NOW + 59_999), ADA)
    assert.equal(acknowledgementAt(one, NOW + 60_000), undefined)
    assert.equal(acknowledgementAt(alert(), NOW), undefined)
  })

  it('is in every event of the alert while it counts', () => {
    const one = acknowledged('high')
    const after = { ...one, state: 'low' } as const
    const eventAt = (now: number) => alertEventOf({ before: one, after, oldState: 'high' }, now)

    assert.deepEqual(eventAt(NOW + 1).acknowledgement, ADA)
    assert.equal('acknowledgement' in eventAt(NOW + 60_000), false)
    const event = acknowledgementEventOf(one, NOW + 5)
    assert.deepEqual(
      [event.trigger, event.oldState, event.newState, event.at, event.acceptedAt, event.acknowledgement],
      ['acknowledgement', 'high', 'high', NOW + 5, NOW + 5, ADA],
    )
  })
})
