import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alert, alertEvent, NOW, webhook } from '../../../test/support/build.ts'
import { OWN_SOURCE } from '../alert/own-alert.ts'
import { afterChange } from './after-change.ts'
import { type EpisodeState, newReceiverState, type ReceiverState } from './receiver-state.ts'
import {
  dueAfterAccepted,
  nextReminderAt,
  remindAheadMsMax,
  remindPair,
  reminderEvent,
  remindersOf,
  type Skipped,
  whyReminderOver,
} from './reminder.ts'

const HOUR_MS = 3_600_000
const REMIND_MS = [HOUR_MS, 4 * HOUR_MS, 24 * HOUR_MS]
const HIGH: EpisodeState = { state: 'high', episodeNumber: 1 }
const hook = webhook({ mode: 'current_state', remindMs: REMIND_MS })
const raised = alert({ state: 'high', episodeNumber: 1 })
const acknowledgement = { by: 'Ada', note: null, state: 'high', at: NOW - 9, until: NOW + HOUR_MS } as const

/** The receiver has the state, and a reminder is due. */
const state = (given: Partial<ReceiverState> = {}): ReceiverState => ({
  ...newReceiverState({ alertId: 1, webhookId: 1 }),
  lastSent: HIGH,
  desired: HIGH,
  eventId: 5,
  nextDue: NOW,
  ...given,
})

type Pair = Parameters<typeof remindPair>[0]

const remind = (given: Partial<Pair> = {}) =>
  remindPair({
    receiverState: state(),
    webhook: hook,
    meetsMatch: true,
    coveredBy: null,
    alert: raised,
    head: undefined,
    now: NOW,
    ...given,
  })

describe('reminders', () => {
  it('are sent only in mode current_state, to webhooks for alerts that want them', () => {
    assert.deepEqual(remindersOf(hook), REMIND_MS)
    const others = [
      { remindMs: null },
      { remindMs: [] },
      { mode: 'every_change' },
      { payloadType: 'JOB' },
    ] as const
    for (const given of others) assert.equal(remindersOf({ ...hook, ...given }), null)
    assert.equal(remindersOf(undefined), null)
    assert.deepEqual([remindAheadMsMax(hook), remindAheadMsMax(webhook())], [24 * HOUR_MS, 0])
  })

  it('come after the distances one by one, the last of which repeats', () => {
    const hours = [0, 1, 2, 3, 9].map((count) => (nextReminderAt(hook, count, NOW)! - NOW) / HOUR_MS)
    assert.deepEqual(hours, [1, 4, 24, 24, 24])
    assert.equal(nextReminderAt(webhook(), 0, NOW), undefined)
  })

  it('are counted from the last accepted notification', () => {
    assert.equal(dueAfterAccepted(state({ nextDue: null }), hook, NOW), NOW + HOUR_MS)
    assert.equal(dueAfterAccepted(state({ reminders: 1 }), hook, NOW), NOW + 4 * HOUR_MS)
  })

  it('leave the timer as it is where the webhook wants none, or its acknowledgement was sent', () => {
    assert.equal(dueAfterAccepted(state({ nextDue: 7 }), webhook(), NOW), 7)
    assert.equal(dueAfterAccepted(state({ nextDue: 7, restate: true }), hook, NOW), 7)
    assert.equal(dueAfterAccepted(state({ nextDue: null, restate: true }), hook, NOW), NOW + HOUR_MS)
  })

  it('are counted anew once the alert gets worse, and only then', () => {
    const after = (before: EpisodeState['state'], now: EpisodeState['state']) =>
      afterChange(
        {
          receiverState: state({ desired: { ...HIGH, state: before }, reminders: 2 }),
          desired: { ...HIGH, state: now },
          eventId: 6,
          restate: false,
          now: NOW,
        },
        { isSending: false, isEnabled: true, coveredBy: null, wantsClear: true, notifiesMissed: false },
      ).receiverState?.reminders
    assert.deepEqual([after('medium', 'high'), after('high', 'low'), after('high', 'high')], [0, 2, 2])
    assert.equal(after('cleared', 'low'), 0)
  })
})

describe('remindPair', () => {
  it('reminds, counts that, and looks again after the next distance', () => {
    const { receiverState, skipped, supersedes } = remind()
    assert.deepEqual([skipped, supersedes], [null, false])
    assert.deepEqual(receiverState, state({ reminders: 1, nextDue: NOW + 4 * HOUR_MS }))
  })

  it('reminds once after an absence in which five were due', () => {
    assert.equal(
      remind({ receiverState: state({ nextDue: NOW - 5 * HOUR_MS }) }).receiverState.nextDue,
      NOW + 4 * HOUR_MS,
    )
  })

  const SKIPPED: readonly [reason: Skipped, nextDue: number | null, given: Partial<Pair>][] = [
    ['silenced', NOW + HOUR_MS, { coveredBy: 3 }],
    ['disabled', NOW + HOUR_MS, { webhook: { ...hook, enabled: false } }],
    ['acknowledged', NOW + HOUR_MS, { alert: { ...raised, acknowledgement } }],
    ['unfinished', NOW + HOUR_MS, { head: 'sending' }],
    ['unfinished', NOW + HOUR_MS, { receiverState: state({ uncertain: true }), head: 'pending' }],
    ['unfinished', NOW + HOUR_MS, { receiverState: state({ lastSent: { ...HIGH, state: 'low' } }) }],
    ['unfinished', NOW + HOUR_MS, { alert: { ...raised, episodeNumber: 2 } }],
    ['no_longer_for_receiver', NOW + HOUR_MS, { meetsMatch: false }],
    ['not_wanted', null, { webhook: webhook({ mode: 'current_state' }) }],
    ['not_wanted', null, { webhook: undefined }],
    ['over', null, { alert: undefined }],
    ['over', null, { alert: { ...raised, state: 'cleared' } }],
    ['over', null, { receiverState: state({ desired: { ...HIGH, state: 'cleared' } }) }],
    ['over', null, { alert: { ...raised, source: OWN_SOURCE, key: 'window 3' } }],
  ]
  for (const [reason, nextDue, given] of SKIPPED) {
    it(`skips without making up for it: ${reason}, ${Object.keys(given).join(' and ')}`, () => {
      const { receiverState, skipped } = remind(given)
      assert.deepEqual([skipped, receiverState.nextDue, receiverState.reminders], [reason, nextDue, 0])
    })
  }

  it('looks again at the end of the term of an acknowledgement, and then reminds at once', () => {
    const acknowledged = { ...raised, acknowledgement: { ...acknowledgement, until: NOW + 5 } }
    assert.equal(remind({ alert: acknowledged }).receiverState.nextDue, NOW + 5)
    const sending = remind({ alert: { ...raised, acknowledgement }, head: 'sending' })
    assert.equal(sending.receiverState.nextDue, NOW + 60_000)
    assert.equal(remind({ alert: acknowledged, now: NOW + 5 }).skipped, null)
  })

  it('supersedes an earlier reminder that was not sent, but nothing else', () => {
    assert.deepEqual(
      [remind({ head: 'pending' }), remind({ head: 'pending', coveredBy: 3 })].map(
        ({ supersedes }) => supersedes,
      ),
      [true, true],
    )
    assert.equal(remind({ head: 'pending', receiverState: state({ uncertain: true }) }).supersedes, false)
  })

  it('reminds of an escalated alert, whatever flags and matchers say', () => {
    const flags = { low: false, medium: false, high: false, cleared: false }
    const given = { receiverState: state({ escalated: true }), meetsMatch: false }
    assert.equal(remind({ ...given, webhook: { ...hook, alertFlags: flags } }).skipped, null)
  })
})

describe('the event of a reminder', () => {
  it('says the current state, and since when a stale alert is not confirmed', () => {
    const day = { now: NOW, staleAfterMs: 24 * HOUR_MS }
    const of = (given: Parameters<typeof alert>[0]) => reminderEvent(alert({ state: 'high', ...given }), day)

    const { trigger, oldState, newState, at, unconfirmedSince } = of({ observedAt: NOW - HOUR_MS })
    assert.deepEqual(
      [trigger, oldState, newState, at, unconfirmedSince],
      ['reminder', 'high', 'high', NOW, undefined],
    )
    const since = NOW - 24 * HOUR_MS
    assert.equal(of({ observedAt: since, expiresAt: null }).unconfirmedSince, since)
    assert.equal(of({ observedAt: since, expiresAt: NOW + 1 }).unconfirmedSince, undefined)
  })

  it('is not sent after its webhook was enabled or changed, unless the clock is behind that', () => {
    const event = alertEvent({ trigger: 'reminder', acceptedAt: NOW })
    const why = (routedSince: number, now: number, of = event) =>
      whyReminderOver({ event: of, webhook: { routedSince } }, now)
    assert.match(why(NOW + 5, NOW + 5) ?? '', /^not sent: a reminder from before/)
    assert.deepEqual([why(NOW, NOW + 5), why(NOW + 5, NOW + 4)], [undefined, undefined])
    assert.equal(why(NOW + 5, NOW + 5, alertEvent({ acceptedAt: NOW })), undefined)
  })
})
