import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, jobRunEvent, NOW, webhook } from '../../../test/support/build.ts'
import { ALERT_STATES } from '../alert/alert.ts'
import type { Reply } from '../receiver/outcome.ts'
import { afterTelling, certaintyOf, unattestedEnd, whatLeaves, type Certainty } from './after-attempt.ts'
import { afterChange, NOTHING_LEFT, SAYS_LESS } from './after-change.ts'
import { unattestedTelling } from './as-told.ts'
import {
  countedState,
  leaveTold,
  mayBeRetried,
  mustBeTold,
  newFollower,
  newTold,
  type Telling,
  type Told,
} from './told.ts'

const HIGH: Telling = { state: 'high', raise: 1 }
const LOW: Telling = { state: 'low', raise: 1 }
const OVER: Telling = { state: 'cleared', raise: 1 }
const HIGH_AGAIN: Telling = { state: 'high', raise: 2 }
const NOTHING: Telling = { state: 'cleared', raise: 0 }

const pair = { alertId: 1, webhookId: 2 }
const told = (given: Partial<Told>): Told => ({ ...newTold(pair), eventId: 5, ...given })
const kept = webhook({ mode: 'present' })
const ofChanges = webhook({ mode: 'changes' })

describe('what must be told', () => {
  const cases: readonly [what: string, known: Telling, maybe: boolean, present: Telling, must: boolean][] = [
    ['a raise', NOTHING, false, HIGH, true],
    ['nothing, if it is known', HIGH, false, HIGH, false],
    ['another state', HIGH, false, LOW, true],
    ['the next raise in the same state', HIGH, false, HIGH_AGAIN, true],
    ['the end of what is known', HIGH, false, OVER, true],
    ['no end of what nobody heard of', NOTHING, false, OVER, false],
    ['the end of what may have been heard of', NOTHING, true, OVER, true],
    ['what may have been told already', HIGH, true, HIGH, true],
  ]
  for (const [what, known, maybe, present, must] of cases) {
    it(what, () => assert.equal(mustBeTold(told({ known, maybe, present }), true), must))
  }

  it('no end to who wants none', () => {
    assert.equal(mustBeTold(told({ known: HIGH, present: OVER }), false), false)
    assert.equal(mustBeTold(told({ known: HIGH, present: HIGH_AGAIN }), false), true)
  })
})

describe('countedState', () => {
  const flags = { alertFlags: { low: false, medium: true, high: true, cleared: true } }

  it('takes what is below the flags for over', () => {
    const counted = ALERT_STATES.map((state) => countedState(state, flags, { follows: false }))
    assert.deepEqual(counted, ['cleared', 'cleared', 'medium', 'high'])
  })

  it('takes every state as it is for a fallback', () => {
    const counted = ALERT_STATES.map((state) => countedState(state, flags, { follows: true }))
    assert.deepEqual(counted, ALERT_STATES)
  })
})

describe('certaintyOf', () => {
  const answered = (status: number): Reply => ({
    kind: 'response',
    answer: { status, headers: [], body: '', bodyTruncated: false },
    timing: { totalMs: 1 },
  })
  const unanswered = (isWritten: boolean): Reply => ({
    kind: 'no-response',
    reason: 'reset',
    detail: '',
    ...(isWritten && { isWritten }),
    timing: { totalMs: 1 },
  })
  const cases: readonly (readonly [what: string, reply: Reply, certainty: Certainty])[] = [
    ['nothing was written', unanswered(false), 'not_told'],
    ['the answer was cut off', unanswered(true), 'possible'],
    ...[301, 400, 401, 404, 410, 422, 429, 499].map(
      (status) => [`HTTP ${status}`, answered(status), 'not_told'] as const,
    ),
    ...[200, 408, 425, 500, 502, 503, 504, 600].map(
      (status) => [`HTTP ${status}, not accepted`, answered(status), 'possible'] as const,
    ),
  ]
  for (const [what, reply, certainty] of cases) {
    it(`${certainty}: ${what}`, () => assert.equal(certaintyOf(reply, { kind: 'retry' }), certainty))
  }

  it('accepted, whatever the status', () => {
    assert.equal(certaintyOf(answered(200), { kind: 'accept' }), 'accepted')
  })
})

describe('after a change', () => {
  const change = (
    before: Partial<Told>,
    present: Telling,
    given: Partial<Parameters<typeof afterChange>[1]> = {},
  ) =>
    afterChange(
      { told: told(before), present, eventId: 9, now: NOW },
      { isSending: false, isEnabled: true, isEndWanted: true, tellsMissed: false, ...given },
    )

  it('makes a delivery of a raise', () => {
    const { makes, told: after } = change({}, HIGH)
    assert.equal(makes, 'pending')
    assert.deepEqual([after?.present, after?.eventId, after?.owedSince], [HIGH, 9, NOW])
  })

  it('lets what was not sent give way, and goes on being owed since then', () => {
    const { makes, supersedes, told: after } = change({ owedSince: 5 }, LOW)
    assert.deepEqual([makes, supersedes, after?.owedSince], ['pending', SAYS_LESS, 5])
  })

  it('says nothing of what was over before anybody heard of it, and forgets it', () => {
    assert.deepEqual(change({ present: HIGH, owedSince: 5 }, OVER), {
      makes: null,
      supersedes: NOTHING_LEFT,
      told: null,
      missed: null,
    })
  })

  it('tells what was missed, where that is asked for, once and of nothing that was told', () => {
    const asked = { tellsMissed: true } as const
    const missed = change({ present: HIGH, owedSince: 5 }, OVER, asked)
    assert.deepEqual([missed.makes, missed.missed, missed.told?.known], ['pending', 'high', HIGH])
    assert.equal(change({ known: HIGH, present: HIGH }, OVER, asked).missed, null)
    assert.equal(change({ present: HIGH, owedSince: 5 }, LOW, asked).missed, null)
  })

  it('says nothing once it is again as it is known', () => {
    const { makes, told: after } = change({ known: HIGH, present: LOW }, HIGH)
    assert.deepEqual([makes, after?.owedSince], [null, null])
  })

  it('waits behind what is being sent', () => {
    assert.equal(change({ present: HIGH }, OVER, { isSending: true }).makes, 'waiting')
  })

  it('waits for no end that nobody wants, and keeps the memory until the attempt is recorded', () => {
    const { makes, told: after } = change({ present: HIGH }, OVER, { isSending: true, isEndWanted: false })
    assert.equal(makes, null)
    assert.deepEqual(after?.present, OVER)
  })

  it('forgets an end that is not wanted', () => {
    assert.equal(change({ known: HIGH, present: HIGH }, OVER, { isEndWanted: false }).told, null)
  })

  it('is owed to a disabled webhook', () => {
    const { makes, told: after } = change({}, HIGH, { isEnabled: false })
    assert.deepEqual([makes, after?.owed, after?.owedSince], [null, 'owed', NOW])
  })
})

describe('after an attempt', () => {
  const attempt = (
    before: Partial<Told>,
    certainty: Certainty,
    given: Partial<Parameters<typeof whatLeaves>[0]> = {},
  ) => {
    const telling = given.telling ?? HIGH
    const recorded = afterTelling(told({ present: HIGH, owedSince: 5, ...before }), { telling, certainty })
    return whatLeaves({
      telling,
      next: certainty === 'accepted' ? 'delivered' : 'pending',
      behind: null,
      isEndWanted: true,
      tellsMissed: false,
      now: NOW,
      ...given,
      told: recorded,
    })
  }

  it('knows what was accepted', () => {
    const { told: after, superseded } = attempt({}, 'accepted')
    assert.deepEqual([after?.known, after?.owedSince, superseded], [HIGH, null, null])
  })

  it('forgets what is over and known to be', () => {
    assert.equal(attempt({ known: HIGH, present: OVER }, 'accepted', { telling: OVER }).told, null)
  })

  it('tries again what was not accepted', () => {
    const { told: after, superseded } = attempt({}, 'not_told')
    assert.deepEqual([after?.maybe, after?.owed, superseded], [false, 'none', null])
  })

  it('lets the newer one go where it was not accepted', () => {
    const { superseded, behind } = attempt({ present: LOW }, 'possible', { behind: 'newest' })
    assert.deepEqual([superseded, behind], [SAYS_LESS, 'promoted'])
  })

  it('lets the end go of what may have been told', () => {
    const { superseded, behind } = attempt({ present: OVER }, 'possible', { behind: 'newest' })
    assert.deepEqual([superseded, behind], [SAYS_LESS, 'promoted'])
  })

  it('lets nothing go that says less than what somebody has cancelled, and has it looked at once more', () => {
    const { behind, told: after } = attempt({ present: LOW }, 'accepted', { behind: 'older' })
    assert.deepEqual([behind, after?.owed], [SAYS_LESS, 'due'])
  })

  it('lets nothing go of what was not told and is over', () => {
    const { superseded, behind, told: after } = attempt({ present: OVER }, 'not_told', { behind: 'newest' })
    assert.deepEqual([superseded, behind, after], [NOTHING_LEFT, NOTHING_LEFT, null])
  })

  it('lets the end of what was missed go, where that is asked for', () => {
    const given = { behind: 'newest', tellsMissed: true } as const
    const { superseded, behind } = attempt({ present: OVER }, 'not_told', given)
    assert.deepEqual([superseded, behind], [SAYS_LESS, 'promoted'])
  })

  it('does not try again what has changed while its webhook was disabled, and has it looked at once more', () => {
    const { superseded, told: after } = attempt({ present: LOW }, 'not_told')
    assert.deepEqual([superseded, after?.owed], [SAYS_LESS, 'due'])
  })

  it('has it looked at once more what an accepted attempt has left', () => {
    assert.equal(attempt({ present: LOW }, 'accepted').told?.owed, 'due')
  })

  it('leaves what somebody has cancelled while it waited', () => {
    assert.equal(attempt({ present: LOW, owed: 'owed' }, 'accepted').told?.owed, 'owed')
  })

  it('owes what ends untold', () => {
    const { superseded, told: after } = attempt({}, 'not_told', { next: 'failed' })
    assert.deepEqual([superseded, after?.owed, after?.owedSince], [null, 'owed', 5])
  })

  it('supersedes the newer one that says what was just accepted', () => {
    const { behind } = attempt({ present: HIGH }, 'accepted', { behind: 'newest' })
    assert.equal(behind, NOTHING_LEFT)
  })
})

describe('what a delivery leaves that ended untold', () => {
  const leave = (before: Partial<Told>, given: Partial<Parameters<typeof leaveTold>[2]> = {}, to = kept) =>
    leaveTold(told(before), to, { owed: 'owed', head: undefined, now: NOW, ...given })

  it('is owed, since it was', () => {
    const left = leave({ present: HIGH })
    assert.deepEqual([left?.owed, left?.owedSince], ['owed', NOW])
    assert.equal(leave({ present: HIGH, owedSince: 5 })?.owedSince, 5)
  })

  it('is nothing while another one is in the line', () => {
    assert.equal(leave({ present: HIGH }, { head: 'pending' }), undefined)
  })

  it('is left to what is being sent, even if that tells all there is', () => {
    const left = leave({ known: HIGH, present: HIGH }, { head: 'sending', owed: 'due' })
    assert.deepEqual([left?.owed, left?.owedSince], ['due', null])
  })

  it('is forgotten once it is over and was never told; what is known stays', () => {
    assert.equal(leave({ present: OVER }), null)
    assert.equal(leave({ known: HIGH, present: HIGH }), undefined)
  })

  it('is nothing of a webhook that is told of changes, unless it follows', () => {
    assert.equal(leave({ present: HIGH }, {}, ofChanges), undefined)
    assert.equal(leave({ present: HIGH, follows: true }, {}, ofChanges)?.owed, 'owed')
    assert.equal(leaveTold(undefined, kept, { owed: 'owed', head: undefined, now: NOW }), undefined)
  })
})

describe('a retry by hand', () => {
  it('is of what is so, and is not known', () => {
    assert.equal(mayBeRetried(told({ present: HIGH }), kept, 5), true)
    assert.equal(mayBeRetried(told({ present: HIGH }), kept, 4), false)
    assert.equal(mayBeRetried(told({ known: HIGH, present: HIGH }), kept, 5), false)
    assert.equal(mayBeRetried(undefined, kept, 5), false)
  })

  it('is of anything where changes are told', () => {
    assert.equal(mayBeRetried(undefined, ofChanges, 5), true)
    assert.equal(mayBeRetried(told({ present: HIGH, follows: true }), ofChanges, 4), false)
  })
})

describe('a fallback that follows', () => {
  it('is told the event, whatever it may have heard by itself', () => {
    const event = alertEvent({ id: 8, newState: 'high', raise: 1 })
    const follower = newFollower(pair, event, { hasLine: false, now: NOW })
    assert.deepEqual(follower, told({ follows: true, present: HIGH, eventId: 8, owedSince: NOW }))
    assert.equal(newFollower(pair, event, { hasLine: true, now: NOW }).maybe, true)
  })
})

describe('what one told that does not say it', () => {
  const event = alertEvent({ id: 8, newState: 'low', raise: 1 })
  const onlyHigh = webhook({ mode: 'present', alertFlags: { ...kept.alertFlags, low: false } })
  const telling = (
    given: Partial<Parameters<typeof unattestedTelling>[2]>,
    { of = event, to = onlyHigh }: { of?: Parameters<typeof unattestedTelling>[0]; to?: typeof kept } = {},
  ) =>
    unattestedTelling(of, to, { pair, before: undefined, certainty: 'possible', next: 'pending', ...given })

  it('was the change, if it was accepted, whatever that counts as by now', () => {
    assert.deepEqual(telling({ certainty: 'accepted', next: 'delivered' }), LOW)
  })

  it('was what it counts as, or what was to be told when it was made', () => {
    assert.deepEqual(telling({}), { state: 'cleared', raise: 1 })
    assert.deepEqual(telling({ before: told({ eventId: 8, present: HIGH }) }), HIGH)
  })

  it('may have been anything, if its event cannot be read since; nothing, if it could not be read', () => {
    const unread = { of: jobRunEvent() }
    assert.deepEqual(telling({ before: told({ present: HIGH }) }, unread), HIGH)
    assert.equal(telling({ before: told({ present: HIGH }), next: 'failed' }, unread), undefined)
  })

  it('was certainly not heard, if nothing was sent; and what it would have told is due', () => {
    const unsent = { isSent: false }
    assert.deepEqual(unattestedEnd('failed', unsent), { certainty: 'not_told', next: 'outdated' })
    assert.deepEqual(unattestedEnd('outdated', unsent), { certainty: 'not_told', next: 'outdated' })
    assert.deepEqual(unattestedEnd('failed', { isSent: true }), { certainty: 'possible', next: 'failed' })
    assert.deepEqual(unattestedEnd('delivered', { isSent: true }), {
      certainty: 'accepted',
      next: 'delivered',
    })
  })

  it('is nothing where changes are told', () => {
    assert.equal(telling({}, { to: ofChanges }), undefined)
  })
})
