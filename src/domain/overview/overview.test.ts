import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deliveringNodes, assessOverview, type OverviewFacts } from './overview.ts'
import { compareFailing, type FailingWebhook } from './receiver-health.ts'
import type { ServiceNode } from './node.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')

const node = (given: Partial<ServiceNode> = {}): ServiceNode => ({
  id: 'a',
  host: 'h',
  role: 'all',
  version: '1',
  startedAt: NOW - 1e6,
  seenAt: NOW - 5_000,
  ...given,
})

const failing = (given: Partial<FailingWebhook> = {}): FailingWebhook => ({
  id: 1,
  name: 'dba hook',
  failures: 7,
  failingSince: NOW - 600_000,
  pausedUntil: NOW + 5_000,
  pauseReason: 'HTTP 503',
  failReason: 'HTTP 503',
  rejections: 0,
  rejectingSince: null,
  rejectReason: null,
  isRejectingLately: false,
  firstAcceptedAt: null,
  isNeverCalled: false,
  lateSince: null,
  unfinished: 3,
  ...given,
})

const COUNTS = {
  total: 9,
  enabled: 8,
  disabled: 1,
  failing: 0,
  rejecting: 0,
  rejectedLast: 0,
  paused: 0,
  neverCalled: 0,
  disabledByReceiver: 0,
  blockedForHigh: 0,
}

const WELL = { isAlive: true, stalled: undefined, unclaimed: undefined, exhaustion: undefined }

const validate = (given: Partial<OverviewFacts> = {}) =>
  assessOverview({
    now: NOW,
    oldestDueAt: null,
    paused: { deliveryCount: 0, webhookCount: 0, oldestMadeAt: null },
    webhooks: { ...COUNTS, enabled: 8, disabled: 1, paused: 0, disabledByReceiver: 0 },
    failing: [],
    nodes: [node()],
    delivery: WELL,
    damage: undefined,
    refusal: undefined,
    stale: { count: 0, oldest: undefined },
    openNotifications: { count: 0, max: 5 },
    ...given,
  })
const counts = (paused: number) => ({
  webhooks: { ...COUNTS, enabled: 8, disabled: 1, paused, disabledByReceiver: 0 },
})
const STALLED = { ...WELL, stalled: { because: 'The disk is full.', since: NOW - 60_000 } }

describe('how it goes as a whole', () => {
  it('names alerts that nobody reports any more, and is as well as before', () => {
    const oldest = { name: 'Replication lag', observedAt: NOW - 86_400_000 }
    const notified = (count: number) => validate({ stale: { count, oldest } })

    assert.equal(notified(1).state, 'healthy')
    assert.match(
      notified(1).explanation,
      / An alert is raised and not reported any more: "Replication lag", last at 2026-09-13T03:00:00\.000Z\.$/,
    )
    assert.match(
      notified(3).explanation,
      / 3 alerts are raised and not reported any more: for longest "Replication lag", /,
    )
    assert.match(notified(100).explanation, / At least 100 alerts are raised /)
  })

  it('says that more notifications are open than there should be, and is as well as before', () => {
    const notified = (count: number) => validate({ openNotifications: { count, max: 5 } })

    assert.equal(notified(6).state, 'healthy')
    assert.match(
      notified(6).explanation,
      / 6 notifications are open, more than TOCSIN_OPEN_NOTIFICATIONS_MAX \(5\): clear /,
    )
    assert.doesNotMatch(notified(5).explanation, /notifications/)
  })

  it('is well while what is due goes out', () => {
    assert.deepEqual(validate({ oldestDueAt: NOW - 59_999 }), {
      state: 'healthy',
      explanation: 'Deliveries go out in time, and no receiver fails.',
    })
  })

  it('is degraded while reports are refused, and says why', () => {
    assert.deepEqual(validate({ refusal: { because: 'The disk is full.', since: NOW - 60_000 } }), {
      state: 'degraded',
      explanation: 'Reports have been refused since 2026-09-14T02:59:00.000Z: The disk is full.',
    })
  })

  it('is still well when a receiver has failed just now, or only asked for time', () => {
    const justNow = failing({ failures: 2, failingSince: NOW - 59_999, pausedUntil: null, pauseReason: null })
    const throttled = failing({ failures: 0, failingSince: null, pauseReason: 'HTTP 429' })

    assert.deepEqual(validate({ ...counts(2), failing: [justNow, throttled] }), {
      state: 'healthy',
      explanation:
        'Deliveries go out in time. 2 receivers have just failed or asked for a pause; what waits for them is retried.',
    })
  })

  it('is degraded by a receiver that is probed, or has failed for a minute', () => {
    const probed = failing({ failingSince: NOW - 1_000 })
    const forLong = failing({ failures: 1, failingSince: NOW - 60_000, pausedUntil: null, pauseReason: null })

    assert.deepEqual(validate({ ...counts(1), failing: [probed] }), {
      state: 'degraded',
      explanation: 'The receiver of "dba hook" has been failing since 2026-09-14T02:59:59.000Z (HTTP 503).',
    })
    assert.deepEqual(validate({ ...counts(3), failing: [forLong, probed] }), {
      state: 'degraded',
      explanation:
        '3 of 8 receivers are failing or throttling. Longest: "dba hook", since 2026-09-14T02:59:00.000Z.',
    })
  })

  it('is degraded by a receiver that rejects everything, from the first rejection on', () => {
    const calm = failing({ failures: 0, failingSince: null, pausedUntil: null, pauseReason: null })
    const lately = { ...calm, isRejectingLately: true, rejectReason: 'HTTP 400' }
    const rejecting = { ...lately, rejections: 5, rejectingSince: NOW - 1_000 }
    const given = (one: FailingWebhook, count = 1) =>
      validate({ webhooks: { ...COUNTS, rejecting: count }, failing: [one] })

    assert.deepEqual(given(rejecting), {
      state: 'degraded',
      explanation:
        'The receiver of "dba hook" has rejected everything since 2026-09-14T02:59:59.000Z (HTTP 400).',
    })
    assert.equal(given({ ...rejecting, rejections: 1, rejectingSince: NOW }).state, 'degraded')
    assert.equal(given(failing(), 2).state, 'degraded')
    assert.match(given(failing(), 2).explanation, / 2 receivers reject everything\.$/)
    assert.match(
      given(rejecting, 1_204).explanation,
      /^1,204 receivers reject everything\. Longest: "dba hook", since .+ \(HTTP 400\)\.$/,
    )
  })

  it('is well again when hours have passed since the last rejection, and says how it ended', () => {
    const calm = failing({ failures: 0, failingSince: null, pausedUntil: null, pauseReason: null })
    const rejected = { ...calm, rejections: 1, rejectingSince: NOW - 9e7, rejectReason: 'HTTP 413' }
    const given = (rejectedLast: number, rejecting: number, one: FailingWebhook) =>
      validate({ webhooks: { ...COUNTS, rejecting, rejectedLast }, failing: [one] })

    assert.deepEqual(given(1, 0, rejected), {
      state: 'healthy',
      explanation:
        'Deliveries go out in time, and no receiver fails. The receiver of "dba hook" rejected the last notification (HTTP 413), hours ago, and got none since.',
    })
    assert.match(
      given(3, 0, rejected).explanation,
      /3 receivers have rejected the last notification, hours ago, and got none since\.$/,
    )
    const { state, explanation } = given(1, 1, rejected)
    assert.equal(state, 'degraded')
    assert.equal(explanation, '1 receiver rejects everything.')
  })

  it('says how much stands still for paused receivers, and for how long', () => {
    const held = { deliveryCount: 2_880, webhookCount: 41, oldestMadeAt: NOW - 50 * 60_000 }
    const { explanation } = validate({ ...counts(41), failing: [failing()], paused: held })

    assert.match(
      explanation,
      / 2,880 deliveries wait: 41 receivers are paused or probed, the oldest since 2026-09-14T02:10:00\.000Z\.$/,
    )
  })

  it('is degraded when deliveries are late, with all that is wrong in one explanation', () => {
    const { state, explanation } = validate({ oldestDueAt: NOW - 60_000, ...counts(1), failing: [failing()] })

    assert.equal(state, 'degraded')
    assert.match(
      explanation,
      /^Deliveries are late: the oldest has been due since 2026-09-14T02:59:00.000Z, .*failing since/,
    )
  })

  it('is stopped when attempts cannot be recorded or the loop stands, with the cause', () => {
    assert.deepEqual(validate({ delivery: STALLED }), {
      state: 'stopped',
      explanation:
        'Nothing is delivered: since 2026-09-14T02:59:00.000Z attempts cannot be recorded; it goes on by itself. The disk is full.',
    })
    assert.match(validate({ delivery: { ...WELL, isAlive: false } }).explanation, /loop does not run/)
  })

  it('is stopped while nothing can be claimed, with the cause', () => {
    const unclaimed = { because: 'No connection.', since: NOW - 60_000 }

    assert.deepEqual(validate({ delivery: { ...WELL, unclaimed } }), {
      state: 'stopped',
      explanation:
        'Nothing is delivered: since 2026-09-14T02:59:00.000Z nothing can be claimed; it is tried again all the time. No connection.',
    })
  })

  it('is degraded by what the machine refuses us, and by damage, and says since when', () => {
    const fault = (because: string) => ({ because, since: NOW - 60_000 })
    const exhaustion = fault('No descriptors.')

    assert.deepEqual(validate({ delivery: { ...WELL, exhaustion }, damage: fault('Damaged.') }), {
      state: 'degraded',
      explanation: 'Since 2026-09-14T02:59:00.000Z: Damaged. Since 2026-09-14T02:59:00.000Z: No descriptors.',
    })
  })

  it('is only degraded when another node goes on', () => {
    const { state, explanation } = validate({
      delivery: STALLED,
      nodes: [node(), node({ id: 'b', role: 'worker' })],
    })

    assert.equal(state, 'degraded')
    assert.match(explanation, /^Of several nodes this one does not deliver: since/)
  })

  it('is stopped when no node delivers, and tells since when', () => {
    const api = node({ role: 'api' })

    assert.match(validate({ nodes: [api] }).explanation, /there is no node that delivers/)
    assert.deepEqual(validate({ nodes: [api, node({ role: 'worker', seenAt: NOW - 15_001 })] }), {
      state: 'stopped',
      explanation:
        'Nothing is delivered: no node that delivers has been seen since 2026-09-14T02:59:44.999Z.',
    })
    assert.equal(deliveringNodes([api, node({ seenAt: NOW - 15_000 })], NOW).length, 1)
  })

  it('tells of webhooks that the service disabled, although that is no trouble of today', () => {
    const { state, explanation } = validate({
      webhooks: { ...COUNTS, enabled: 7, disabled: 2, paused: 0, disabledByReceiver: 2 },
    })

    assert.equal(state, 'healthy')
    assert.match(explanation, /2 webhooks were disabled by the service/)
  })

  it('has those that have failed longest first, and last those that only asked for time', () => {
    const all = [
      failing({ id: 1, failingSince: null, failures: 0 }),
      failing({ id: 2, failingSince: NOW - 5 }),
      failing({ id: 4, failingSince: NOW - 9, failures: 3 }),
      failing({ id: 3, failingSince: NOW - 9, failures: 3 }),
      failing({ id: 5, failingSince: NOW - 9, failures: 8 }),
    ]

    assert.deepEqual(
      all.toSorted(compareFailing).map(({ id }) => id),
      [5, 3, 4, 2, 1],
    )
  })
})
