import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, jobRunEvent, NOW, webhook } from '../../../test/support/build.ts'
import { ALERT_STATES } from '../alert/alert.ts'
import type { RequestResult } from '../receiver/outcome.ts'
import type { Certainty } from './after-attempt.ts'
import { afterSending, certaintyOf, unconfirmedOutcome, afterSentAttempt } from './after-attempt.ts'
import { afterChange, NOTHING_LEFT, REPLACED_BY_NEWER } from './after-change.ts'
import { unconfirmedEpisodeState } from './sent-states.ts'
import {
  countedState,
  leaveOutOfSync,
  mayBeRetried,
  mustNotify,
  newEscalation,
  newReceiverState,
  type EpisodeState,
  type ReceiverState,
} from './receiver-state.ts'

const HIGH: EpisodeState = { state: 'high', episodeNumber: 1 }
const LOW: EpisodeState = { state: 'low', episodeNumber: 1 }
const OVER: EpisodeState = { state: 'cleared', episodeNumber: 1 }
const HIGH_AGAIN: EpisodeState = { state: 'high', episodeNumber: 2 }
const NOTHING: EpisodeState = { state: 'cleared', episodeNumber: 0 }

const pair = { alertId: 1, webhookId: 2 }
const receiverState = (given: Partial<ReceiverState>): ReceiverState => ({
  ...newReceiverState(pair),
  eventId: 5,
  ...given,
})
const kept = webhook({ mode: 'current_state' })
const ofChanges = webhook({ mode: 'every_change' })

describe('what must be sent', () => {
  const cases: readonly [
    what: string,
    lastSent: EpisodeState,
    uncertain: boolean,
    desired: EpisodeState,
    must: boolean,
  ][] = [
    ['a raise', NOTHING, false, HIGH, true],
    ['nothing, if it is known', HIGH, false, HIGH, false],
    ['another state', HIGH, false, LOW, true],
    ['the next raise in the same state', HIGH, false, HIGH_AGAIN, true],
    ['the end of what is known', HIGH, false, OVER, true],
    ['no end of what nobody heard of', NOTHING, false, OVER, false],
    ['the end of what may have been heard of', NOTHING, true, OVER, true],
    ['what may have been sent already', HIGH, true, HIGH, true],
  ]
  for (const [what, lastSent, uncertain, desired, must] of cases) {
    it(what, () => assert.equal(mustNotify(receiverState({ lastSent, uncertain, desired }), true), must))
  }

  it('no end to who wants none', () => {
    assert.equal(mustNotify(receiverState({ lastSent: HIGH, desired: OVER }), false), false)
    assert.equal(mustNotify(receiverState({ lastSent: HIGH, desired: HIGH_AGAIN }), false), true)
  })
})

describe('countedState', () => {
  it('takes what the webhook does not get for cleared', () => {
    const counted = ALERT_STATES.map((state) => countedState(state, state === 'high', { escalated: false }))
    assert.deepEqual(counted, ['cleared', 'cleared', 'cleared', 'high'])
  })

  it('takes every state as it is for a fallback', () => {
    const counted = ALERT_STATES.map((state) => countedState(state, false, { escalated: true }))
    assert.deepEqual(counted, ALERT_STATES)
  })
})

describe('certaintyOf', () => {
  const answered = (status: number): RequestResult => ({
    kind: 'response',
    response: { status, headers: [], body: '', bodyTruncated: false },
    timing: { totalMs: 1 },
  })
  const unanswered = (isWritten: boolean): RequestResult => ({
    kind: 'no-response',
    reason: 'reset',
    detail: '',
    ...(isWritten && { isWritten }),
    timing: { totalMs: 1 },
  })
  const cases: readonly (readonly [what: string, result: RequestResult, certainty: Certainty])[] = [
    ['nothing was written', unanswered(false), 'not_notified'],
    ['the response was cut off', unanswered(true), 'possible'],
    ...[301, 400, 401, 404, 410, 422, 429, 499].map(
      (status) => [`HTTP ${status}`, answered(status), 'not_notified'] as const,
    ),
    ...[200, 408, 425, 500, 502, 503, 504, 600].map(
      (status) => [`HTTP ${status}, not accepted`, answered(status), 'possible'] as const,
    ),
  ]
  for (const [what, result, certainty] of cases) {
    it(`${certainty}: ${what}`, () => assert.equal(certaintyOf(result, { kind: 'retry' }), certainty))
  }

  it('accepted, whatever the status', () => {
    assert.equal(certaintyOf(answered(200), { kind: 'accept' }), 'accepted')
  })
})

describe('after a change', () => {
  const change = (
    before: Partial<ReceiverState>,
    desired: EpisodeState,
    given: Partial<Parameters<typeof afterChange>[1]> = {},
  ) =>
    afterChange(
      { receiverState: receiverState(before), desired, eventId: 9, restate: false, now: NOW },
      {
        isSending: false,
        isEnabled: true,
        coveredBy: null,
        wantsClear: true,
        notifiesMissed: false,
        ...given,
      },
    )

  it('makes a delivery of a raise', () => {
    const { makes, receiverState: after } = change({}, HIGH)
    assert.equal(makes, 'pending')
    assert.deepEqual([after?.desired, after?.eventId, after?.outOfSyncSince], [HIGH, 9, NOW])
  })

  it('supersedes what was not sent, and stays out of sync since then', () => {
    const { makes, supersedes, receiverState: after } = change({ outOfSyncSince: 5 }, LOW)
    assert.deepEqual([makes, supersedes, after?.outOfSyncSince], ['pending', REPLACED_BY_NEWER, 5])
  })

  it('says nothing of what was over before anybody heard of it, and forgets it', () => {
    assert.deepEqual(change({ desired: HIGH, outOfSyncSince: 5 }, OVER), {
      makes: null,
      supersedes: NOTHING_LEFT,
      receiverState: null,
      missed: null,
    })
  })

  it('notifies of missed alerts where the webhook asks for it, once, and not of alerts that were sent', () => {
    const asked = { notifiesMissed: true } as const
    const missed = change({ desired: HIGH, outOfSyncSince: 5 }, OVER, asked)
    assert.deepEqual([missed.makes, missed.missed, missed.receiverState?.lastSent], ['pending', 'high', HIGH])
    assert.equal(change({ lastSent: HIGH, desired: HIGH }, OVER, asked).missed, null)
    assert.equal(change({ desired: HIGH, outOfSyncSince: 5 }, LOW, asked).missed, null)
  })

  it('says nothing once it is again as it is known', () => {
    const { makes, receiverState: after } = change({ lastSent: HIGH, desired: LOW }, HIGH)
    assert.deepEqual([makes, after?.outOfSyncSince], [null, null])
  })

  it('waits behind what is being sent', () => {
    assert.equal(change({ desired: HIGH }, OVER, { isSending: true }).makes, 'waiting')
  })

  it('waits for no end that nobody wants, and keeps the memory until the attempt is recorded', () => {
    const { makes, receiverState: after } = change({ desired: HIGH }, OVER, {
      isSending: true,
      wantsClear: false,
    })
    assert.equal(makes, null)
    assert.deepEqual(after?.desired, OVER)
  })

  it('forgets an end that is not wanted', () => {
    assert.equal(change({ lastSent: HIGH, desired: HIGH }, OVER, { wantsClear: false }).receiverState, null)
  })

  it('is out of sync for a disabled webhook', () => {
    const { makes, receiverState: after } = change({}, HIGH, { isEnabled: false })
    assert.deepEqual([makes, after?.resync, after?.outOfSyncSince], [null, 'later', NOW])
  })
})

describe('after an attempt', () => {
  const attempt = (
    before: Partial<ReceiverState>,
    certainty: Certainty,
    given: Partial<Parameters<typeof afterSentAttempt>[0]> = {},
  ) => {
    const episodeState = given.episodeState ?? HIGH
    const former = receiverState({ desired: HIGH, outOfSyncSince: 5, ...before })
    const { isReminder = false } = given
    const recorded = afterSending(former, { episodeState, certainty, isReminder }, former.eventId)
    return afterSentAttempt({
      episodeState,
      isReminder,
      next: certainty === 'accepted' ? 'delivered' : 'pending',
      behind: null,
      wantsClear: true,
      notifiesMissed: false,
      now: NOW,
      ...given,
      receiverState: recorded,
    })
  }

  it('knows what was accepted', () => {
    const { receiverState: after, superseded } = attempt({}, 'accepted')
    assert.deepEqual([after?.lastSent, after?.outOfSyncSince, superseded], [HIGH, null, null])
  })

  it('forgets what is over and known to be', () => {
    assert.equal(
      attempt({ lastSent: HIGH, desired: OVER }, 'accepted', { episodeState: OVER }).receiverState,
      null,
    )
  })

  it('tries again what was not accepted', () => {
    const { receiverState: after, superseded } = attempt({}, 'not_notified')
    assert.deepEqual([after?.uncertain, after?.resync, superseded], [false, 'none', null])
  })

  it('lets the newer one go where it was not accepted', () => {
    const { superseded, behind } = attempt({ desired: LOW }, 'possible', { behind: 'newest' })
    assert.deepEqual([superseded, behind], [REPLACED_BY_NEWER, 'promoted'])
  })

  it('sends the clear of an alert that may have been sent', () => {
    const { superseded, behind } = attempt({ desired: OVER }, 'possible', { behind: 'newest' })
    assert.deepEqual([superseded, behind], [REPLACED_BY_NEWER, 'promoted'])
  })

  it('lets nothing go that says less than what somebody has cancelled, and has it looked at once more', () => {
    const { behind, receiverState: after } = attempt({ desired: LOW }, 'accepted', { behind: 'older' })
    assert.deepEqual([behind, after?.resync], [REPLACED_BY_NEWER, 'due'])
  })

  it('sends nothing for a cleared alert that was never sent', () => {
    const {
      superseded,
      behind,
      receiverState: after,
    } = attempt({ desired: OVER }, 'not_notified', { behind: 'newest' })
    assert.deepEqual([superseded, behind, after], [NOTHING_LEFT, NOTHING_LEFT, null])
  })

  it('lets the end of what was missed go, where that is asked for', () => {
    const given = { behind: 'newest', notifiesMissed: true } as const
    const { superseded, behind } = attempt({ desired: OVER }, 'not_notified', given)
    assert.deepEqual([superseded, behind], [REPLACED_BY_NEWER, 'promoted'])
  })

  it('does not try again what has changed while its webhook was disabled, and has it looked at once more', () => {
    const { superseded, receiverState: after } = attempt({ desired: LOW }, 'not_notified')
    assert.deepEqual([superseded, after?.resync], [REPLACED_BY_NEWER, 'due'])
  })

  it('has it looked at once more what an accepted attempt has left', () => {
    assert.equal(attempt({ desired: LOW }, 'accepted').receiverState?.resync, 'due')
  })

  it('leaves what somebody has cancelled while it waited', () => {
    assert.equal(attempt({ desired: LOW, resync: 'later' }, 'accepted').receiverState?.resync, 'later')
  })

  it('owes what ends untold', () => {
    const { superseded, receiverState: after } = attempt({}, 'not_notified', { next: 'failed' })
    assert.deepEqual([superseded, after?.resync, after?.outOfSyncSince], [null, 'later', 5])
  })

  it('supersedes the newer one that says what was just accepted', () => {
    const { behind } = attempt({ desired: HIGH }, 'accepted', { behind: 'newest' })
    assert.equal(behind, NOTHING_LEFT)
  })
})

describe('what a delivery leaves that ended untold', () => {
  const leave = (
    before: Partial<ReceiverState>,
    given: Partial<Parameters<typeof leaveOutOfSync>[2]> = {},
    to = kept,
  ) => leaveOutOfSync(receiverState(before), to, { resync: 'later', head: undefined, now: NOW, ...given })

  it('is out of sync since it was', () => {
    const left = leave({ desired: HIGH })
    assert.deepEqual([left?.resync, left?.outOfSyncSince], ['later', NOW])
    assert.equal(leave({ desired: HIGH, outOfSyncSince: 5 })?.outOfSyncSince, 5)
  })

  it('is nothing while another one is in the line', () => {
    assert.equal(leave({ desired: HIGH }, { head: 'pending' }), undefined)
  })

  it('is left to what is being sent, even if that tells all there is', () => {
    const left = leave({ lastSent: HIGH, desired: HIGH }, { head: 'sending', resync: 'due' })
    assert.deepEqual([left?.resync, left?.outOfSyncSince], ['due', null])
  })

  it('is removed if the alert cleared and was never sent; a sent state stays', () => {
    assert.equal(leave({ desired: OVER }), null)
    assert.equal(leave({ lastSent: HIGH, desired: HIGH }), undefined)
  })

  it('counts for a webhook in mode every_change whose alert a silence held, or that is a fallback', () => {
    assert.equal(leave({ desired: HIGH }, {}, ofChanges)?.resync, 'later')
    assert.equal(leave({ desired: HIGH, escalated: true }, {}, ofChanges)?.resync, 'later')
    assert.equal(leaveOutOfSync(undefined, kept, { resync: 'later', head: undefined, now: NOW }), undefined)
  })
})

describe('a retry by hand', () => {
  it('is of what is so, and is not known', () => {
    assert.equal(mayBeRetried(receiverState({ desired: HIGH }), kept, 5), true)
    assert.equal(mayBeRetried(receiverState({ desired: HIGH }), kept, 4), false)
    assert.equal(mayBeRetried(receiverState({ lastSent: HIGH, desired: HIGH }), kept, 5), false)
    assert.equal(mayBeRetried(undefined, kept, 5), false)
  })

  it('exists for every event in mode every_change', () => {
    assert.equal(mayBeRetried(undefined, ofChanges, 5), true)
    assert.equal(mayBeRetried(receiverState({ desired: HIGH, escalated: true }), ofChanges, 4), false)
  })
})

describe('a fallback that follows', () => {
  it('gets the event, whatever it received itself', () => {
    const event = alertEvent({ id: 8, newState: 'high', episodeNumber: 1 })
    const follower = newEscalation(pair, event, { hasAlertQueue: false, now: NOW })
    assert.deepEqual(
      follower,
      receiverState({ escalated: true, desired: HIGH, eventId: 8, outOfSyncSince: NOW }),
    )
    assert.equal(newEscalation(pair, event, { hasAlertQueue: true, now: NOW }).uncertain, true)
  })
})

describe('a delivery without a stored state', () => {
  const event = alertEvent({ id: 8, newState: 'low', episodeNumber: 1 })
  const onlyHigh = webhook({ mode: 'current_state', alertFlags: { ...kept.alertFlags, low: false } })
  const episodeState = (
    given: Partial<Parameters<typeof unconfirmedEpisodeState>[2]>,
    {
      of = event,
      to = onlyHigh,
    }: { of?: Parameters<typeof unconfirmedEpisodeState>[0]; to?: typeof kept } = {},
  ) =>
    unconfirmedEpisodeState(of, to, {
      pair,
      before: undefined,
      certainty: 'possible',
      next: 'pending',
      charactersMax: 512,
      ...given,
    })

  it('was the change, if it was accepted, whatever that counts as by now', () => {
    assert.deepEqual(episodeState({ certainty: 'accepted', next: 'delivered' }), LOW)
  })

  it('had the state it counts as, or the desired state when it was created', () => {
    assert.deepEqual(episodeState({}), { state: 'cleared', episodeNumber: 1 })
    assert.deepEqual(episodeState({ before: receiverState({ eventId: 8, desired: HIGH }) }), HIGH)
  })

  it('may have been anything, if its event cannot be read since; nothing, if it could not be read', () => {
    const unread = { of: jobRunEvent() }
    assert.deepEqual(episodeState({ before: receiverState({ desired: HIGH }) }, unread), HIGH)
    assert.equal(
      episodeState({ before: receiverState({ desired: HIGH }), next: 'failed' }, unread),
      undefined,
    )
  })

  it('was certainly not received if nothing was sent; its state is due', () => {
    const unsent = { isSent: false }
    assert.deepEqual(unconfirmedOutcome('failed', unsent), { certainty: 'not_notified', next: 'outdated' })
    assert.deepEqual(unconfirmedOutcome('outdated', unsent), { certainty: 'not_notified', next: 'outdated' })
    assert.deepEqual(unconfirmedOutcome('failed', { isSent: true }), {
      certainty: 'possible',
      next: 'failed',
    })
    assert.deepEqual(unconfirmedOutcome('delivered', { isSent: true }), {
      certainty: 'accepted',
      next: 'delivered',
    })
  })

  it('does not exist in mode every_change', () => {
    assert.equal(episodeState({}, { to: ofChanges }), undefined)
  })
})
