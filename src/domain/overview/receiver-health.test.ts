import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { afterSignal, CLOSED, type Breaker } from '../flow/breaker.ts'
import type { DeliveryId } from '../ids.ts'
import { explainHealth, healthStateOf, receiverHealthOf, REJECTING_MS } from './receiver-health.ts'
import { LATE_MS_MIN } from '../health-problem.ts'

const NOW = 1_700_000_000_000
const ENABLED = { enabled: true, disabledReason: null }
const DISABLED = { enabled: false, disabledReason: null }

describe('the health of a webhook', () => {
  it('is not well while something has been due for a minute, whatever the cause', () => {
    const late = receiverHealthOf(CLOSED, NOW, NOW - LATE_MS_MIN)

    assert.equal(healthStateOf(late, ENABLED), 'late')
    assert.match(explainHealth(late, ENABLED), /has been due since 2023-11-14T22:12:20\.000Z\.$/)
    assert.match(explainHealth({ ...late, sending: 0 }, ENABLED), /, and none is under way\.$/)
    assert.match(explainHealth({ ...late, sending: 3 }, ENABLED), /, and 3 are under way\.$/)
  })

  it('is not late by what is due in time, is held, or goes to a receiver that fails', () => {
    const inTime = receiverHealthOf(CLOSED, NOW, NOW - LATE_MS_MIN + 1)
    assert.equal(healthStateOf(inTime, ENABLED), 'never_called')
    assert.equal(healthStateOf(receiverHealthOf(CLOSED, NOW, NOW - LATE_MS_MIN), DISABLED), 'disabled')
    const failing = receiverHealthOf({ ...CLOSED, failures: 1, failingSince: NOW }, NOW, NOW - LATE_MS_MIN)
    assert.deepEqual([failing.lateSince, healthStateOf(failing, ENABLED)], [null, 'failing'])
    const asked = { ...CLOSED, askedUntil: NOW + 5_000, pauseReason: 'HTTP 429' }
    assert.equal(healthStateOf(receiverHealthOf(asked, NOW, NOW - LATE_MS_MIN), ENABLED), 'paused')
  })

  it('tells a receiver that was never called, one that rejects, and one that is well', () => {
    const notified = (breaker: Breaker) => {
      const health = receiverHealthOf(breaker, NOW)
      return [healthStateOf(health, ENABLED), explainHealth(health, ENABLED)]
    }
    const rejecting = { ...CLOSED, rejectedAt: NOW - 60_000, rejections: 351, rejectReason: 'HTTP 400' }

    assert.deepEqual(notified(CLOSED), ['never_called', 'Not called yet.'])
    assert.deepEqual(notified({ ...CLOSED, firstAcceptedAt: NOW }), [
      'healthy',
      'Its last attempt was accepted.',
    ])
    assert.deepEqual(notified(rejecting), [
      'rejecting',
      'It answers, but rejected the last 351 attempts since 2023-11-14T22:12:20.000Z (HTTP 400), and has never accepted one.',
    ])
    assert.deepEqual(notified({ ...rejecting, rejections: 1, firstAcceptedAt: 1 }), [
      'rejecting',
      'It answers, but rejected the last attempt at 2023-11-14T22:12:20.000Z (HTTP 400), and has accepted none since.',
    ])
    assert.equal(notified({ ...rejecting, failures: 1, failingSince: NOW })[0], 'failing')
    assert.equal(notified({ ...CLOSED, askedUntil: NOW - 1 })[0], 'healthy', 'it has answered')
  })

  it('says why it fails, before it is paused and between two pauses', () => {
    const breaker = afterSignal(
      CLOSED,
      { kind: 'failing' },
      { now: NOW, reason: 'HTTP 503', deliveryId: 1 as DeliveryId },
    )

    assert.equal(
      explainHealth(receiverHealthOf(breaker, NOW + 1), ENABLED),
      'It has failed once since 2023-11-14T22:13:20.000Z (HTTP 503).',
    )
  })

  it('rejects lately for three hours after its last rejection, whatever the first one was', () => {
    const isLate = (given: Partial<Breaker>) =>
      receiverHealthOf({ ...CLOSED, ...given }, NOW).isRejectingLately
    const longAgo = NOW - 30 * REJECTING_MS

    assert.equal(isLate({}), false)
    assert.equal(isLate({ rejectedAt: longAgo, lastRejectedAt: NOW - REJECTING_MS + 1 }), true)
    assert.equal(isLate({ rejectedAt: longAgo, lastRejectedAt: NOW - REJECTING_MS }), false)
    // An earlier release has noted the first one only.
    assert.equal(isLate({ rejectedAt: NOW - 1, lastRejectedAt: null }), true)
    assert.equal(isLate({ rejectedAt: longAgo, lastRejectedAt: null }), false)
  })
})
