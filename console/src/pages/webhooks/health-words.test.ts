import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canBeTriedAgain, describeHealth, describeOffer, describeUnfinished } from './health-words.ts'

const facts = {
  state: 'healthy',
  failures: 0,
  failing_since: null,
  paused_until: null,
  pause_reason: null,
  rejections: 0,
  rejecting_since: null,
  reject_reason: null,
  first_accepted_at: null,
  late_since: null,
}
const since = '2026-11-21T09:00:00.000Z'
const until = '2026-11-21T09:10:00.000Z'

describe('what can be sent after a repair', () => {
  it('is what a receiver rejected or did not take', () => {
    const rejecting = { ...facts, state: 'rejecting', pending: 21 }
    const offer = '21 deliveries were rejected with the old template. Send them now?'
    assert.equal(describeOffer(rejecting, 'template'), offer)
    assert.equal(
      describeOffer({ ...rejecting, state: 'paused', pending: 1 }, 'URL'),
      '1 delivery was not accepted with the old URL. Send it now?',
    )
    assert.equal(describeOffer({ ...rejecting, state: 'healthy' }, 'URL'), null)
    assert.equal(describeOffer({ ...rejecting, pending: 0 }, 'URL'), null)
    const states = ['paused', 'failing', 'rejecting', 'healthy', 'late', 'disabled', 'never_called']
    assert.deepEqual(
      states.filter((state) => canBeTriedAgain({ state })),
      ['paused', 'failing', 'rejecting'],
    )
  })
})

describe('how a receiver does, in words', () => {
  it('says since when it fails, why, and when it is tried again', () => {
    const paused = { ...facts, state: 'paused', failures: 5, failing_since: since, paused_until: until }
    assert.deepEqual(describeHealth({ ...paused, pause_reason: 'HTTP 503' }, null), [
      'Failed 5 times in a row (HTTP 503)',
      ', first ',
      { at: since },
      '. The next attempt comes ',
      { at: until },
    ])
  })

  it('says since when deliveries are late to a receiver that is well', () => {
    assert.deepEqual(describeHealth({ ...facts, state: 'late', late_since: since }, null), [
      'The receiver accepts, but its deliveries are late: the oldest has been due since ',
      { at: since },
      '.',
    ])
  })

  it('says how often a receiver rejected what it got, and whether it has ever accepted anything', () => {
    const rejecting = {
      ...facts,
      state: 'rejecting',
      rejections: 1_351,
      rejecting_since: since,
      reject_reason: 'HTTP 400',
    }
    assert.deepEqual(describeHealth(rejecting, null), [
      'The receiver rejected the last 1,351 attempts (HTTP 400)',
      ', first ',
      { at: since },
      '. It has never accepted one.',
    ])
    const once = { ...rejecting, rejections: 1, first_accepted_at: since }
    assert.deepEqual(
      [describeHealth(once, null).at(0), describeHealth(once, null).at(-1)],
      ['The receiver rejected the last attempt (HTTP 400)', '. It has accepted none since.'],
    )
  })

  it('tells a receiver that accepted the last attempt from one that was never called', () => {
    assert.deepEqual(describeHealth(facts, null), ['The last attempt was accepted.'])
    assert.deepEqual(describeHealth({ ...facts, state: 'never_called' }, null), ['Not called yet.'])
  })

  it('says who disabled it', () => {
    const disabled = { ...facts, state: 'disabled' }
    assert.match(String(describeHealth(disabled, null)[0]), /^Disabled: nothing is sent/)
    assert.match(String(describeHealth(disabled, 'HTTP 410')[0]), /^The service disabled it: HTTP 410\./)
  })

  it('counts what is not delivered yet, as far as it is counted', () => {
    assert.equal(describeUnfinished({ sending: 0, pending: 0, waiting: 0 }), null)
    assert.equal(describeUnfinished({ sending: 1, pending: 0, waiting: 0 }), '1 delivery')
    assert.equal(describeUnfinished({ sending: 2, pending: 1_000, waiting: 0 }), '1,002 deliveries')
    assert.equal(
      describeUnfinished({ sending: 0, pending: 10_000, waiting: 5 }),
      'more than 10,005 deliveries',
    )
  })
})
