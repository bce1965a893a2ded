import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOW } from '../../../test/support/build.ts'
import { fallbackAtAfter, newSuccessor, passedOn, takenOver, type Former } from './successor.ts'
import { URGENCY } from './urgency.ts'

const { high, normal, low } = URGENCY

const former: Former = {
  attemptsMade: 4,
  attemptsUncounted: 1,
  begunAt: NOW - 900,
  dueAt: NOW + 500,
  queueUrgency: normal,
  fallbackAt: NOW + 700,
  isRejected: false,
}

describe('a successor that is made now', () => {
  const own = { urgency: normal, fallbackAt: NOW + 9_000 }

  it('begins anew where nobody was before it', () => {
    assert.deepEqual(newSuccessor(undefined, own, NOW), {
      dueAt: NOW,
      begunAt: null,
      attemptsUncounted: 0,
      fallbackAt: NOW + 9_000,
    })
  })

  it('goes on where the former one was, its fallback as well', () => {
    assert.deepEqual(newSuccessor(former, own, NOW), {
      dueAt: NOW + 500,
      begunAt: NOW - 900,
      attemptsUncounted: -3,
      fallbackAt: NOW + 700,
    })
    assert.equal(newSuccessor({ ...former, fallbackAt: null }, own, NOW).fallbackAt, null)
  })

  it('is due at once if that was rejected, which speaks about that one alone', () => {
    assert.equal(newSuccessor({ ...former, isRejected: true }, own, NOW).dueAt, NOW)
  })

  it('is due at once if it is more urgent than the line was, or that was held', () => {
    assert.equal(newSuccessor(former, { ...own, urgency: high }, NOW).dueAt, NOW)
    assert.equal(newSuccessor(former, { ...own, urgency: low }, NOW).dueAt, NOW + 500)
    assert.equal(newSuccessor({ ...former, dueAt: null }, own, NOW).dueAt, NOW)
  })
})

describe('a successor that waited', () => {
  const own = {
    urgency: normal,
    attemptsMade: 2,
    attemptsUncounted: -5,
    begunAt: NOW - 50,
    fallbackAt: NOW + 80,
  } as const

  it('stays as it is where nothing is passed on to it', () => {
    const { begunAt, attemptsUncounted, fallbackAt } = own
    assert.deepEqual(takenOver(undefined, own, NOW), { dueAt: NOW, begunAt, attemptsUncounted, fallbackAt })
  })

  it('takes over what the former one was, so that its own attempts count for nobody', () => {
    const { begunAt, attemptsUncounted, fallbackAt } = takenOver(former, own, NOW)
    assert.deepEqual([begunAt, fallbackAt], [former.begunAt, former.fallbackAt])
    assert.equal(own.attemptsMade - attemptsUncounted, former.attemptsMade - former.attemptsUncounted)
  })
})

describe('what is passed on', () => {
  it('is nothing of one that arrived or failed', () => {
    assert.equal(
      passedOn(former, { superseded: null, dueAt: NOW + 5, isScheduleOver: true, isRejected: false }, NOW),
      undefined,
    )
  })

  it('is the place of one that gave way, due when it would have been tried again', () => {
    const superseded = 'a newer one says more'
    const again = { superseded, dueAt: NOW + 5, isScheduleOver: false, isRejected: false }
    assert.deepEqual(passedOn(former, again, NOW), { ...former, dueAt: NOW + 5 })
    assert.equal(passedOn(former, { ...again, dueAt: null }, NOW)?.dueAt, NOW)
  })

  it('tells the fallback at once where its retry schedule was used up', () => {
    const again = {
      superseded: 'a newer one says more',
      dueAt: NOW + 5,
      isScheduleOver: true,
      isRejected: false,
    }
    assert.equal(passedOn(former, again, NOW)?.fallbackAt, NOW)
  })
})

describe('the fallback of what is tried again', () => {
  it('is notified after the delay of its webhook, at once if the retry schedule ends earlier, and once only', () => {
    assert.equal(fallbackAtAfter(NOW + 5, { isScheduleOver: false, now: NOW }), NOW + 5)
    assert.equal(fallbackAtAfter(NOW + 5, { isScheduleOver: true, now: NOW }), NOW)
    assert.equal(fallbackAtAfter(NOW - 5, { isScheduleOver: true, now: NOW }), NOW - 5)
    assert.equal(fallbackAtAfter(null, { isScheduleOver: true, now: NOW }), null)
  })
})
