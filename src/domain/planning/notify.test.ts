import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, NOW, webhook } from '../../../test/support/build.ts'
import { newReceiverState, type EpisodeState, type ReceiverState } from '../receiver-state/receiver-state.ts'
import { notifyAttempt, notifyChange, urgencyForReceiver } from './notify.ts'
import { URGENCY } from '../delivery/urgency.ts'

const HIGH: EpisodeState = { state: 'high', episodeNumber: 1 }
const NOTHING: EpisodeState = { state: 'cleared', episodeNumber: 0 }

const kept = webhook({ mode: 'current_state' })
const pair = { alertId: alertEvent().alertId, webhookId: kept.id }
const receiverState = (given: Partial<ReceiverState>): ReceiverState => ({
  ...newReceiverState(pair),
  ...given,
})
const event = (given: Parameters<typeof alertEvent>[0]) =>
  alertEvent({ episodeNumber: 1, acceptedAt: NOW, ...given })

describe('a change that is sent to a fallback webhook', () => {
  it('makes a delivery as urgent as its change, out of sync since the event', () => {
    const change = notifyChange(event({ newState: 'high' }), kept, {
      before: undefined,
      isMatched: true,
      isSending: false,
      coveredBy: null,
    })
    assert.deepEqual([change.makes, change.urgency, change.outOfSyncSince], ['pending', URGENCY.high, NOW])
    assert.deepEqual(
      [change.receiverState?.alertId, change.receiverState?.webhookId],
      [pair.alertId, pair.webhookId],
    )
  })

  it('counts from the moment since which it is out of sync', () => {
    const before = receiverState({ desired: HIGH, outOfSyncSince: NOW - 900 })
    assert.equal(
      notifyChange(event({ newState: 'low' }), kept, {
        before,
        isMatched: true,
        isSending: false,
        coveredBy: null,
      }).outOfSyncSince,
      NOW - 900,
    )
  })

  it('is a clear for a webhook that does not match any more, as urgent as what that knew', () => {
    const change = notifyChange(event({ oldState: 'medium', newState: 'low' }), kept, {
      before: receiverState({ lastSent: HIGH, desired: HIGH }),
      isMatched: false,
      isSending: false,
      coveredBy: null,
    })
    assert.deepEqual([change.makes, change.urgency], ['pending', URGENCY.endOfHigh])
  })

  it('waits behind what is on its way', () => {
    const before = receiverState({ desired: HIGH })
    assert.equal(
      notifyChange(event({ newState: 'low' }), kept, {
        before,
        isMatched: true,
        isSending: true,
        coveredBy: null,
      }).makes,
      'waiting',
    )
  })
})

describe('an attempt that was sent', () => {
  const attempt = {
    pair,
    before: undefined,
    eventId: 9,
    sentNotification: { episodeState: HIGH, certainty: 'accepted' },
    next: 'delivered',
    newestBehind: undefined,
    now: NOW,
  } as const

  it('is known, also of a pair of which nothing was remembered', () => {
    const receiverState = notifyAttempt(kept, attempt)?.receiverState
    assert.deepEqual(
      [receiverState?.lastSent, receiverState?.desired, receiverState?.eventId],
      [HIGH, HIGH, 9],
    )
  })

  it('takes the general path if its webhook is gone or in mode every_change', () => {
    assert.equal(notifyAttempt(undefined, attempt), undefined)
    assert.equal(notifyAttempt(webhook({ mode: 'every_change' }), attempt), undefined)
  })

  it('counts for a fallback that follows, whatever its mode', () => {
    const before = receiverState({ escalated: true, desired: HIGH })
    assert.deepEqual(
      notifyAttempt(webhook({ mode: 'every_change' }), { ...attempt, before })?.receiverState?.lastSent,
      HIGH,
    )
  })

  it('shows by a reminder what the receiver has, if nothing is remembered any more', () => {
    const sentNotification = { episodeState: HIGH, certainty: 'possible', isReminder: true } as const
    const effects = notifyAttempt(kept, { ...attempt, sentNotification, next: 'pending' })
    const { lastSent, desired, uncertain, resync } = effects?.receiverState ?? {}
    assert.deepEqual([lastSent, desired, uncertain, resync], [HIGH, HIGH, false, 'none'])
    assert.equal(effects?.superseded, null)
  })

  it('sets the timer once the active state was accepted and nothing differs', () => {
    const reminding = { ...kept, remindMs: [60_000] }
    const nextDue = (given: Partial<ReceiverState>) =>
      notifyAttempt(reminding, { ...attempt, before: receiverState({ desired: HIGH, ...given }) })
        ?.receiverState?.nextDue
    assert.equal(nextDue({}), NOW + 60_000)
    assert.equal(nextDue({ desired: { ...HIGH, state: 'low' }, nextDue: 7 }), 7)
  })
})

describe('urgencyForReceiver', () => {
  it('goes by what is known, and not by what the alert was', () => {
    const end = event({ oldState: 'low', newState: 'cleared' })
    const over: EpisodeState = { state: 'cleared', episodeNumber: 1 }
    assert.equal(urgencyForReceiver(end, { episodeState: over, lastSent: HIGH }), URGENCY.endOfHigh)
    assert.equal(
      urgencyForReceiver(end, { episodeState: over, lastSent: { state: 'low', episodeNumber: 1 } }),
      URGENCY.normal,
    )
    assert.equal(
      urgencyForReceiver(event({ oldState: 'high', newState: 'low' }), {
        episodeState: HIGH,
        lastSent: NOTHING,
      }),
      URGENCY.high,
    )
  })
})
