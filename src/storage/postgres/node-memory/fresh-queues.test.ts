import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { URGENCY } from '../../../domain/delivery/urgency.ts'
import { CLOSED } from '../../../domain/flow/breaker.ts'
import { FreshQueues } from './fresh-queues.ts'

const NOW = 1_000_000
const NONE = new Map<number, number>()
const flow = (failures = 0) => ({ breaker: { ...CLOSED, failures }, rateNextAt: 5, flowSeen: '77' })
const raised = (webhookId: number) => ({ webhookId, queueUrgency: URGENCY.high })

/** After a scan that left nothing due, and with a flow of these webhooks known. */
function quiet(...webhookIds: readonly number[]): FreshQueues {
  const fresh = new FreshQueues()
  fresh.beginScan()
  for (const id of webhookIds) fresh.noteFlow(id, flow())
  fresh.endScan(3, NOW, NOW + 700)
  return fresh
}

describe('webhook queues with fresh deliveries', () => {
  it('are what a look would see, once', () => {
    const fresh = quiet(1, 2)
    fresh.note([raised(1), { webhookId: 1, queueUrgency: URGENCY.low }, raised(1)])

    assert.deepEqual(fresh.take(NOW + 10, new Map([[1, 4]])), {
      version: 3,
      failingHere: 0,
      nextAt: NOW + 700,
      queues: [
        {
          ...flow(),
          webhookId: 1,
          dueAt: NOW + 10,
          dueAts: [NOW + 10, null, null, NOW + 10],
          laterDueAts: [null, null, null, null],
          inFlight: 4,
        },
      ],
    })
    assert.deepEqual(fresh.take(NOW + 10, NONE), {
      version: 3,
      failingHere: 0,
      nextAt: NOW + 700,
      queues: [],
    })
  })

  it('count what this process sends to receivers that fail', () => {
    const fresh = quiet(1)
    fresh.noteFlow(2, flow(2))
    fresh.note([raised(1)])

    assert.equal(
      fresh.take(
        NOW,
        new Map([
          [1, 3],
          [2, 5],
          [9, 1],
        ]),
      )?.failingHere,
      5,
    )
  })

  const cases: readonly (readonly [string, (fresh: FreshQueues) => unknown, number?])[] = [
    ['nothing is fresh', (fresh) => fresh.beginScan()],
    ['something else may be due', (fresh) => fresh.forget()],
    [
      'something was written while the last look was under way',
      (fresh) => {
        fresh.beginScan()
        fresh.forget()
        fresh.note([raised(1)])
        fresh.endScan(3, NOW, null)
      },
    ],
    ['the last look left something due', (fresh) => (fresh.beginScan(), fresh.note([raised(1)]))],
    ['something else is due by now', () => undefined, NOW + 700],
    ['the last look was long ago', (fresh) => fresh.endScan(3, NOW, null), NOW + 1_001],
    ['the clock was set back since', () => undefined, NOW - 1_001],
    ['a webhook was never looked at', (fresh) => fresh.note([raised(2)])],
    ['a webhook is gone', (fresh) => fresh.keepOnly(new Map())],
  ]
  for (const [why, change, now = NOW] of cases) {
    it(`are not taken for all there is if ${why}`, () => {
      const fresh = quiet(1)
      fresh.note([raised(1)])
      change(fresh)

      assert.equal(fresh.take(now, NONE), undefined)
    })
  }
})
