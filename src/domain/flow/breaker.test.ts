import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import {
  afterSignal,
  attemptsAllowed,
  CLOSED,
  FAILURES_BEFORE_PAUSE,
  isNeverCalled,
  isPaused,
  PAUSE_MS_FIRST,
  PAUSE_MS_MAX,
  pauseEndOf,
  signalOf,
  withoutPause,
  type Breaker,
} from './breaker.ts'
import type { FailureKind, Outcome, HealthSignal, RequestResult } from '../receiver/outcome.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
const FAILING = { kind: 'failing' } as const
const WELL = { kind: 'healthy' } as const
const REJECTING = { kind: 'rejecting' } as const

/** Each of another delivery, unless one is named. */
let deliveries = 0
const see = (breaker: Breaker, signal: HealthSignal, now = NOW, deliveryId = (deliveries += 1)) =>
  afterSignal(breaker, signal, { now, reason: 'HTTP 500', deliveryId })
const seeAll = (signals: readonly HealthSignal[]) =>
  signals.reduce((breaker, signal) => see(breaker, signal), CLOSED)
const failures = (count: number) => seeAll(Array.from({ length: count }, () => FAILING))
const PAUSED = failures(FAILURES_BEFORE_PAUSE)

describe('the breaker of a webhook', () => {
  it('a few failures change nothing but the count', () => {
    const breaker = failures(FAILURES_BEFORE_PAUSE - 1)

    assert.equal(attemptsAllowed(breaker, NOW), Infinity)
    assert.equal(breaker.failingSince, NOW)
  })

  it('several in a row pause it, with the reason, and then one probe at a time is sent', () => {
    assert.equal(PAUSED.pauseReason, 'HTTP 500')
    assert.equal(attemptsAllowed(PAUSED, NOW + PAUSE_MS_FIRST - 1), 0)
    assert.equal(attemptsAllowed(PAUSED, NOW + PAUSE_MS_FIRST), 1)
  })

  it('each failed probe doubles the pause, up to a minute', () => {
    let breaker = PAUSED
    const pauses: number[] = []
    for (let probe = 0; probe < 8; probe += 1) {
      const now = breaker.pausedUntil ?? 0
      breaker = see(breaker, FAILING, now)
      pauses.push((breaker.pausedUntil ?? 0) - now)
    }

    assert.deepEqual(pauses.slice(0, 5), [10_000, 20_000, 40_000, 60_000, 60_000])
    assert.equal(PAUSE_MS_MAX, 60_000)
  })

  it('one delivery that fails again and again makes no pause longer', () => {
    let breaker = PAUSED
    const pauses: number[] = []
    for (const deliveryId of [901, 901, 901, 902, 901]) {
      const now = breaker.pausedUntil ?? 0
      breaker = see(breaker, FAILING, now, deliveryId)
      pauses.push((breaker.pausedUntil ?? 0) - now)
    }

    assert.deepEqual(pauses, [10_000, 10_000, 10_000, 20_000, 40_000])
    assert.equal(breaker.failedId, 901)
  })

  it('what it rejects neither pauses it nor ends a pause', () => {
    const rejected = Array.from({ length: 30 }).reduce<Breaker>((one) => see(one, REJECTING), failures(4))

    assert.deepEqual([rejected.failures, rejected.pausedUntil], [4, null])
    assert.equal(attemptsAllowed(see(PAUSED, REJECTING), NOW + 1), 0)
    assert.deepEqual([rejected.rejections, rejected.rejectedAt, rejected.rejectReason], [30, NOW, 'HTTP 500'])
    const { rejectedAt, lastRejectedAt } = see(rejected, REJECTING, NOW + 5)
    assert.deepEqual([rejectedAt, lastRejectedAt], [NOW, NOW + 5])
  })

  it('remembers what it accepted first after it had rejected something, and nothing while it rejects nothing', () => {
    const accepted = see(see(CLOSED, REJECTING, NOW), WELL, NOW + 1_000)

    assert.deepEqual(accepted, { ...CLOSED, acceptedAt: NOW + 1_000, firstAcceptedAt: NOW + 1_000 })
    assert.equal(see(accepted, WELL, NOW + 2_000), accepted)
    assert.equal(see(see(accepted, REJECTING, NOW + 3_000), WELL, NOW + 4_000).acceptedAt, NOW + 4_000)
    const calm = { ...CLOSED, firstAcceptedAt: NOW - 1 }
    assert.equal(see(calm, WELL), calm)
  })

  it('remembers when a receiver accepted something for the first time, whatever happens after', () => {
    const first = see(CLOSED, WELL, NOW)
    const signals: readonly HealthSignal[] = [FAILING, REJECTING, WELL]
    const later = signals.reduce((one, signal) => see(one, signal, NOW + 5_000), first)

    assert.deepEqual([first.firstAcceptedAt, later.firstAcceptedAt], [NOW, NOW])
  })

  it('knows of a receiver that was never called', () => {
    assert.ok(isNeverCalled(CLOSED) && isNeverCalled(see(CLOSED, { kind: 'unknown' })))
    const asks = { kind: 'throttling', askedMs: 7_000 } as const
    for (const signal of [WELL, FAILING, REJECTING, asks]) assert.ok(!isNeverCalled(see(CLOSED, signal)))
  })

  it('failures of attempts that were under way when the pause began do not lengthen it', () => {
    assert.equal(see(PAUSED, FAILING, NOW + 1), PAUSED)
  })

  it('one accepted attempt ends it all', () => {
    assert.deepEqual(see(PAUSED, WELL, NOW + 1), { ...CLOSED, firstAcceptedAt: NOW + 1 })
    assert.deepEqual(see(failures(2), WELL), { ...CLOSED, firstAcceptedAt: NOW })
  })

  it('a receiver that asks for time gets it, and does not count as failing', () => {
    const breaker = see(CLOSED, { kind: 'throttling', askedMs: 7_000 })

    assert.equal(attemptsAllowed(breaker, NOW + 6_999), 0)
    assert.equal(attemptsAllowed(breaker, NOW + 7_000), Infinity)
    assert.equal(breaker.failures, 0)
    assert.equal(
      see(breaker, { kind: 'throttling', askedMs: 1_000 }, NOW),
      breaker,
      'a shorter wish changes nothing',
    )
  })

  it('what we cut off ourselves says nothing', () => {
    assert.equal(see(PAUSED, { kind: 'unknown' }), PAUSED)
  })

  it('a hand can end the pause of a failing one, not the wait that was asked for', () => {
    const throttled = see(CLOSED, { kind: 'throttling', askedMs: 7_000 })

    assert.equal(attemptsAllowed(withoutPause(PAUSED), NOW), 1)
    assert.equal(withoutPause(throttled), throttled)
    assert.equal(withoutPause(CLOSED), CLOSED)
  })

  it('only time ends the wait that a receiver asked for', () => {
    const asks = { kind: 'throttling', askedMs: 7_000 } as const
    const breakers = {
      'an attempt accepted that was under way already': see(see(CLOSED, asks), WELL, NOW + 1),
      'the same after failures': see(see(failures(2), asks), WELL, NOW + 1),
      'a hand, at a receiver that fails as well': withoutPause(see(PAUSED, asks)),
    }
    for (const [what, breaker] of Object.entries(breakers)) {
      assert.equal(attemptsAllowed(breaker, NOW + 6_999), 0, what)
      assert.ok(attemptsAllowed(breaker, NOW + 7_000) > 0, what)
      assert.equal(breaker.pauseReason, 'HTTP 500')
    }
    assert.equal(pauseEndOf(see(PAUSED, asks), NOW), NOW + 7_000)
    assert.equal(pauseEndOf(PAUSED, NOW), NOW + PAUSE_MS_FIRST)
  })

  it('a pause that lies further ahead than it ever can, since the clock was set back, counts as over', () => {
    const longest = { ...PAUSED, pauseMs: PAUSE_MS_MAX, pausedUntil: NOW + PAUSE_MS_MAX }
    const asked = see(CLOSED, { kind: 'throttling', askedMs: 24 * 3600_000 })
    for (const breaker of [PAUSED, longest, asked]) {
      assert.equal(attemptsAllowed(breaker, NOW - 500), 0)
      assert.ok(attemptsAllowed(breaker, NOW - 7_200_000) > 0)
      assert.equal(pauseEndOf(breaker, NOW - 7_200_000), null)
    }
    assert.equal(see(PAUSED, FAILING, NOW - 7_200_000).pausedUntil, NOW - 7_200_000 + 2 * PAUSE_MS_FIRST)
    assert.equal(
      see(asked, { kind: 'throttling', askedMs: 1_000 }, NOW - 7_200_000).askedUntil,
      NOW - 7_199_000,
    )
  })

  it('is never paused for ever, whatever comes', () => {
    const signals = fc.oneof(
      fc.constant(WELL),
      fc.constant(FAILING),
      fc.constant<HealthSignal>({ kind: 'unknown' }),
      fc.record({ kind: fc.constant('throttling' as const), askedMs: fc.nat() }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(signals, fc.nat({ max: 600_000 }))), (seen) => {
        let breaker = CLOSED
        let now = NOW
        for (const [signal, wait] of seen) {
          now += wait
          breaker = see(breaker, signal, now)
          assert.ok((pauseEndOf(breaker, now) ?? 0) <= now + 24 * 3600_000)
          assert.ok(!isPaused(breaker, now) || attemptsAllowed(breaker, now) === 0)
        }
      }),
    )
  })
})

describe('the sign in an attempt', () => {
  const response = (status: number): RequestResult => ({
    kind: 'response',
    response: { status, headers: [], body: '', bodyTruncated: false },
    timing: { totalMs: 1 },
  })
  const none = (reason: 'timeout' | 'cancelled'): RequestResult => ({
    kind: 'no-response',
    reason,
    detail: '',
    timing: { totalMs: 1 },
  })
  const retry = (askedMs = 0, failure: FailureKind = 'unreachable'): Outcome => ({
    kind: 'retry',
    reason: '',
    failure,
    askedMs,
    slow: false,
  })
  const table: readonly (readonly [string, RequestResult, Outcome, HealthSignal])[] = [
    ['accepted', response(200), { kind: 'accept', reason: '' }, WELL],
    ['HTTP 500', response(500), retry(), FAILING],
    ['a body that says failed', response(200), retry(0, 'rejected'), REJECTING],
    ['a token that is wrong', response(401), retry(0, 'endpoint_wrong'), FAILING],
    ['a notification that it does not take', response(400), retry(0, 'rejected'), REJECTING],
    ['gone', response(410), { kind: 'refuse', reason: '', disableWebhook: true }, FAILING],
    ['asked to wait', response(429), retry(3_000), { kind: 'throttling', askedMs: 3_000 }],
    ['too many, without a time', response(429), retry(), FAILING],
    ['a timeout', none('timeout'), retry(), FAILING],
    ['cut off by our stop', none('cancelled'), retry(), { kind: 'unknown' }],
  ]
  for (const [name, result, outcome, signal] of table) {
    it(`${name}: ${signal.kind}`, () => assert.deepEqual(signalOf(result, outcome), signal))
  }
})
