import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alert, NOW, observation } from '../../../test/support/build.ts'
import { acknowledge, acknowledgementAt } from './acknowledgement.ts'
import type { Alert, AlertState, Observation } from './alert.ts'
import { clearByHand } from './clear-by-hand.ts'
import { acknowledgementEventOf, alertEventOf } from './event.ts'
import { expire, observe } from './observe.ts'

const ADA = { by: 'Ada', note: null, at: NOW, until: NOW + 60_000 }

const acknowledged = (state: AlertState): Alert =>
  acknowledge(alert({ state, expiresAt: NOW + 1, endedBy: null }), ADA)

function after(known: Alert | undefined, report: Observation, now: number): Alert {
  const { alert } = observe(known, report, now)
  assert.ok(alert)
  return { ...alert, id: 1 }
}

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
      assert.deepEqual(alert?.acknowledgement, isKept ? { ...ADA, state: before } : undefined)
    })
  }

  const ways: readonly (readonly [states: readonly AlertState[], isKept: boolean])[] = [
    [['high', 'medium', 'high'], true],
    [['high', 'low', 'medium', 'high'], true],
    [['medium', 'low', 'medium'], true],
    [['medium', 'low', 'high'], false],
    [['low', 'medium', 'low'], false],
    [['high', 'cleared', 'high'], false],
  ]
  for (const [[first = 'high', ...states], isKept] of ways) {
    it(`${isKept ? 'goes on' : 'ends'} when an alert in state ${first} is reported as ${states.join(', ')}`, () => {
      let known: Alert = acknowledged(first)
      for (const [index, state] of states.entries()) {
        const at = NOW + 10 + index
        known = after(known, observation({ state, at }), at)
      }
      assert.equal(known.acknowledgement !== undefined, isKept)
    })
  }

  it('of several alerts that are one goes by the worst of them', () => {
    const report = (variant: string, state: AlertState, at: number) => observation({ variant, state, at })
    let known = after(undefined, report('a', 'high', NOW), NOW)
    known = acknowledge(after(known, report('b', 'low', NOW + 1), NOW + 1), ADA)
    for (const [variant, state] of [
      ['a', 'cleared'],
      ['b', 'medium'],
      ['b', 'high'],
    ] as const) {
      known = after(known, report(variant, state, NOW + 10), NOW + 10)
      assert.equal(known.acknowledgement?.state, 'high', `${variant} ${state}`)
    }
  })

  it('goes on when a report came too late to count', () => {
    const late = observation({ state: 'high', at: NOW - 60_000 })
    const { result, alert } = observe(acknowledged('low'), late, NOW + 10)
    assert.deepEqual([result, alert?.acknowledgement], ['stale', { ...ADA, state: 'low' }])
  })

  it('ends when the monitor stops reporting, or a person clears the alert', () => {
    assert.equal(expire(acknowledged('high'), NOW + 100).acknowledgement, undefined)
    assert.equal(clearByHand(acknowledged('high'), NOW + 100).acknowledgement, undefined)
  })

  it('counts until its term is over', () => {
    const one = acknowledged('high')
    assert.deepEqual(acknowledgementAt(one, NOW + 59_999), { ...ADA, state: 'high' })
    assert.equal(acknowledgementAt(one, NOW + 60_000), undefined)
    assert.equal(acknowledgementAt(alert(), NOW), undefined)
  })

  it('is in every event of the alert while it counts', () => {
    const one = acknowledged('high')
    const after = { ...one, state: 'low' } as const
    const eventAt = (now: number) => alertEventOf({ before: one, after, oldState: 'high' }, now)

    assert.deepEqual(eventAt(NOW + 1).acknowledgement, { ...ADA, state: 'high' })
    assert.equal('acknowledgement' in eventAt(NOW + 60_000), false)
    const event = acknowledgementEventOf(one, NOW + 5)
    assert.deepEqual(
      [event.trigger, event.oldState, event.newState, event.at, event.acceptedAt, event.acknowledgement],
      ['acknowledgement', 'high', 'high', NOW + 5, NOW + 5, { ...ADA, state: 'high' }],
    )
  })
})
