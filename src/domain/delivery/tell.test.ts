import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, NOW, webhook } from '../../../test/support/build.ts'
import { newTold, type Telling, type Told } from '../telling/told.ts'
import { tellAttempt, tellChange, urgencyAsTold } from './tell.ts'
import { URGENCY } from './urgency.ts'

const HIGH: Telling = { state: 'high', raise: 1 }
const NOTHING: Telling = { state: 'cleared', raise: 0 }

const kept = webhook({ mode: 'present' })
const pair = { alertId: alertEvent().alertId, webhookId: kept.id }
const told = (given: Partial<Told>): Told => ({ ...newTold(pair), ...given })
const event = (given: Parameters<typeof alertEvent>[0]) => alertEvent({ raise: 1, acceptedAt: NOW, ...given })

describe('a change that is told to who follows it', () => {
  it('makes a delivery as urgent as what is heard, owed since the event', () => {
    const change = tellChange(event({ newState: 'high' }), kept, { before: undefined, isSending: false })
    assert.deepEqual([change.makes, change.urgency, change.owedSince], ['pending', URGENCY.high, NOW])
    assert.deepEqual([change.told?.alertId, change.told?.webhookId], [pair.alertId, pair.webhookId])
  })

  it('counts from the moment since which it is owed', () => {
    const before = told({ present: HIGH, owedSince: NOW - 900 })
    assert.equal(
      tellChange(event({ newState: 'low' }), kept, { before, isSending: false }).owedSince,
      NOW - 900,
    )
  })

  it('is an end by the flags of its webhook, as urgent as what that knew', () => {
    const { alertFlags } = kept
    const onlyHigh = { ...kept, alertFlags: { ...alertFlags, low: false } }
    const change = tellChange(event({ oldState: 'medium', newState: 'low' }), onlyHigh, {
      before: told({ known: HIGH, present: HIGH }),
      isSending: false,
    })
    assert.deepEqual([change.makes, change.urgency], ['pending', URGENCY.endOfHigh])
  })

  it('waits behind what is on its way', () => {
    const before = told({ present: HIGH })
    assert.equal(tellChange(event({ newState: 'low' }), kept, { before, isSending: true }).makes, 'waiting')
  })
})

describe('an attempt that told something', () => {
  const attempt = {
    pair,
    before: undefined,
    eventId: 9,
    attested: { telling: HIGH, certainty: 'accepted' },
    next: 'delivered',
    newestBehind: undefined,
    now: NOW,
  } as const

  it('is known, also of a pair of which nothing was remembered', () => {
    const told = tellAttempt(kept, attempt)?.told
    assert.deepEqual([told?.known, told?.present, told?.eventId], [HIGH, HIGH, 9])
  })

  it('goes the way of all others where its webhook is gone, or is told of changes', () => {
    assert.equal(tellAttempt(undefined, attempt), undefined)
    assert.equal(tellAttempt(webhook({ mode: 'changes' }), attempt), undefined)
  })

  it('counts for a fallback that follows, whatever its mode', () => {
    const before = told({ follows: true, present: HIGH })
    assert.deepEqual(tellAttempt(webhook({ mode: 'changes' }), { ...attempt, before })?.told?.known, HIGH)
  })
})

describe('urgencyAsTold', () => {
  it('goes by what is known, and not by what the alert was', () => {
    const end = event({ oldState: 'low', newState: 'cleared' })
    const over: Telling = { state: 'cleared', raise: 1 }
    assert.equal(urgencyAsTold(end, { telling: over, known: HIGH }), URGENCY.endOfHigh)
    assert.equal(urgencyAsTold(end, { telling: over, known: { state: 'low', raise: 1 } }), URGENCY.normal)
    assert.equal(
      urgencyAsTold(event({ oldState: 'high', newState: 'low' }), { telling: HIGH, known: NOTHING }),
      URGENCY.high,
    )
  })
})
