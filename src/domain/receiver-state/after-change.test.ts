import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOW } from '../../../test/support/build.ts'
import { afterChange } from './after-change.ts'
import { newReceiverState, type EpisodeState, type ReceiverState } from './receiver-state.ts'

const HIGH: EpisodeState = { state: 'high', episodeNumber: 1 }
const OVER: EpisodeState = { state: 'cleared', episodeNumber: 1 }

function change(
  before: Partial<ReceiverState>,
  desired: EpisodeState,
  given: Partial<Parameters<typeof afterChange>[1]>,
) {
  const receiverState = { ...newReceiverState({ alertId: 1, webhookId: 2 }), ...before }
  return afterChange(
    { receiverState, desired, eventId: 9, restate: false, now: NOW },
    { isSending: false, isEnabled: true, coveredBy: null, wantsClear: true, notifiesMissed: false, ...given },
  )
}

describe('a change that a silence covers', () => {
  it('is held, unless it is the clear of what was sent', () => {
    const held = change({}, HIGH, { coveredBy: 3 })
    assert.equal(held.makes, null)
    assert.deepEqual([held.receiverState?.resync, held.receiverState?.heldBy], ['later', 3])
    const sent = change({ lastSent: HIGH, desired: HIGH }, OVER, { coveredBy: 3 })
    assert.deepEqual([sent.makes, sent.receiverState?.heldBy], ['pending', null])
  })

  it('leaves to a disabled webhook what it would leave without a silence', () => {
    const { receiverState } = change({ lastSent: HIGH, desired: HIGH }, OVER, {
      coveredBy: 3,
      isEnabled: false,
    })
    assert.deepEqual([receiverState?.resync, receiverState?.heldBy], ['later', null])
  })

  it('is not sent with its clear, even if missed alerts are', () => {
    const held = { desired: HIGH, resync: 'later', heldBy: 3 } as const
    const { makes, missed, receiverState } = change(held, OVER, { notifiesMissed: true })
    assert.deepEqual([makes, missed, receiverState], [null, null, null])
    const pending = change({ desired: HIGH }, OVER, { notifiesMissed: true, coveredBy: 3 })
    assert.deepEqual([pending.makes, pending.missed], [null, null])
  })
})
