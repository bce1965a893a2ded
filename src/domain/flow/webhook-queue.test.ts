import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { CLOSED, FAILURES_BEFORE_PAUSE } from './breaker.ts'
import { nextScanAt, capacityOf, windowAfter, type WebhookQueueState } from './webhook-queue.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
const LIMITS = { now: NOW, concurrencyMax: 32, windowFirst: 4 }
const WEBHOOK = { enabled: true, concurrencyMax: null, rateLimit: null }
const QUEUE: WebhookQueueState = { dueAt: NOW, inFlight: 0, window: 100, breaker: CLOSED, rateNextAt: 0 }
const PROBED = { ...CLOSED, failures: FAILURES_BEFORE_PAUSE, failingSince: NOW - 1 }
const PAUSED = { ...PROBED, pausedUntil: NOW + 5_000 }

describe('the room in a webhook queue', () => {
  const table: readonly (readonly [string, Partial<WebhookQueueState>, object, number, number | null])[] = [
    ['the limit of the server', {}, {}, 32, NOW],
    ['the limit of the webhook', {}, { concurrencyMax: 3 }, 3, NOW],
    ['what is under way takes room', { inFlight: 30 }, {}, 2, NOW],
    ['none when all is under way', { inFlight: 32 }, {}, 0, null],
    ['a small window', { window: 5 }, {}, 5, NOW],
    ['a receiver that has shown nothing', { window: null }, {}, 4, NOW],
    ['a pause', { breaker: PAUSED }, {}, 0, NOW + 5_000],
    [
      'what others send takes no part of the window',
      { window: 5, inFlight: 20, inFlightHere: 2 },
      {},
      3,
      NOW,
    ],
    ['what others send counts for the limit', { inFlight: 30, inFlightHere: 2 }, {}, 2, NOW],
    ['a window filled from here', { window: 5, inFlight: 9, inFlightHere: 5 }, {}, 0, null],
    ['a limit filled by others', { inFlight: 32, inFlightHere: 0 }, {}, 0, null],
    ['no second probe from here', { breaker: PROBED, inFlight: 1, inFlightHere: 0 }, {}, 0, null],
    ['one probe', { breaker: PROBED }, {}, 1, NOW],
    ['no second probe', { breaker: PROBED, inFlight: 1 }, {}, 0, null],
    ['a wait that was asked for', { breaker: { ...CLOSED, askedUntil: NOW + 9_000 } }, {}, 0, NOW + 9_000],
    ['a pause that is over', { breaker: { ...CLOSED, askedUntil: NOW } }, {}, 32, NOW],
    ['a rate', {}, { rateLimit: { count: 1, intervalMs: 1_000 } }, 1, NOW],
    ['no turn left', { rateNextAt: NOW + 700 }, { rateLimit: { count: 1, intervalMs: 1_000 } }, 0, NOW + 700],
    ['due later', { dueAt: NOW + 40 }, {}, 32, NOW + 40],
    ['nothing pending', { dueAt: null }, {}, 32, null],
    ['a disabled webhook is not looked at', {}, { enabled: false }, 32, null],
  ]
  for (const [name, queue, webhook, capacity, nextAt] of table) {
    it(`${name}: ${capacity}, scanned ${nextAt === null ? 'when something happens' : 'in time'}`, () => {
      assert.equal(capacityOf({ ...QUEUE, ...queue }, { ...WEBHOOK, ...webhook }, LIMITS), capacity)
      assert.equal(nextScanAt({ ...QUEUE, ...queue }, { ...WEBHOOK, ...webhook }, LIMITS), nextAt)
    })
  }

  it('grows by one with each accepted attempt, halves with each failed one, and never ends', () => {
    assert.deepEqual(
      [
        windowAfter(4, { kind: 'healthy' }),
        windowAfter(9, { kind: 'failing' }),
        windowAfter(7, { kind: 'unknown' }),
      ],
      [5, 4, 7],
    )
    const signals = fc.array(fc.constantFrom({ kind: 'healthy' } as const, { kind: 'failing' } as const))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), signals, (first, seen) => {
        const window = seen.reduce(windowAfter, first)
        assert.ok(window >= 1 && window <= 1_000)
      }),
    )
  })
})
