import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { REJECTING_MS } from '../../../src/domain/overview/receiver-health.ts'
import type { HealthSignal } from '../../../src/domain/receiver/outcome.ts'
import type { Store } from '../../../src/storage/store.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimAll, finished } from './finish.ts'
import type { OpenStore } from './store-suite.ts'

const snapshot = (store: Store, now = NOW, failingMax = 20) => store.snapshot({ now, failingMax })

/** Every delivery that is due is tried once, and the response of its receiver depends on the webhook's id. */
async function tryAll(
  store: Store,
  signals: Readonly<Record<number, HealthSignal>>,
  now: number,
): Promise<void> {
  const claims = await claimAll(store, now)
  await store.finishAttempts(
    claims.map((claim) =>
      finished(
        claim,
        { state: 'pending', dueAt: now },
        { receiver: signals[claim.webhook.id] ?? { kind: 'unknown' } },
      ),
    ),
    now,
  )
}

export function exerciseSnapshot(engine: string, openStore: OpenStore): void {
  describe(`${engine}: survey`, () => {
    it('of an empty store has zeros', async () => {
      const { webhooks, failing, alerts } = await snapshot(await openStore())

      assert.deepEqual(webhooks, {
        total: 0,
        enabled: 0,
        disabled: 0,
        failing: 0,
        rejecting: 0,
        rejectedLast: 0,
        paused: 0,
        blockedForHigh: 0,
        neverCalled: 0,
        disabledByReceiver: 0,
      })
      assert.deepEqual([failing, alerts], [[], { low: 0, medium: 0, high: 0 }])
    })

    it('sees attempts of one batch in the order in which they ended', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation({ key: 'a' }), observation({ key: 'b' })], NOW)
      const [older, newer] = (await claimAll(store, NOW)).toSorted((a, b) => a.deliveryId - b.deliveryId)
      const rejected = finished(
        newer!,
        { state: 'pending', dueAt: NOW + 1 },
        { receiver: { kind: 'failing' } },
      )

      await store.finishAttempts([rejected, finished(older!)], NOW)

      assert.equal((await store.findHealth(id, NOW))?.failures, 0)
    })

    it('counts webhooks by how they do, and shows the worst of those that fail', async () => {
      const store = await openStore()
      for (const name of ['healthy', 'failing', 'paused', 'throttled', 'off', 'gone']) {
        await store.createWebhook(newWebhook({ name }), NOW)
      }
      await store.acceptObservations([observation({ key: 'a' }), observation({ key: 'b' })], NOW)
      const throttling = { kind: 'throttling', askedMs: 60_000 } as const
      const FAILING = { kind: 'failing' } as const
      await tryAll(store, { 1: { kind: 'healthy' }, 3: FAILING, 4: throttling, 5: FAILING }, NOW)
      for (let round = 1; round < 4; round += 1) await tryAll(store, { 3: FAILING }, NOW + round)
      await tryAll(store, { 2: FAILING, 3: FAILING }, NOW + 10)
      const [claim] = await claimAll(store, NOW + 20).then((claims) =>
        claims.filter(({ webhook }) => webhook.id === 6),
      )
      assert.ok(claim)
      await store.finishAttempts(
        [finished(claim, { state: 'failed' }, { disableWebhookReason: 'HTTP 410' })],
        NOW,
      )
      await store.changeWebhook(5, { enabled: false }, { now: NOW })

      const found = await snapshot(store, NOW + 100)
      const later = await snapshot(store, NOW + 3_600_000, 1)

      assert.deepEqual(found.webhooks, {
        total: 6,
        enabled: 4,
        disabled: 2,
        failing: 1,
        rejecting: 0,
        rejectedLast: 0,
        paused: 2,
        blockedForHigh: 2,
        neverCalled: 0,
        disabledByReceiver: 1,
      })
      assert.deepEqual(
        found.failing.map(({ name, failingSince, unfinished }) => [name, failingSince, unfinished]),
        [
          ['paused', NOW, 2],
          ['failing', NOW + 10, 2],
          ['throttled', null, 2],
        ],
      )
      assert.equal(found.failing[0]?.pauseReason, 'HTTP 503')
      assert.equal(found.failing[2]?.pausedUntil, NOW + 60_000)
      // Pauses end by themselves.
      assert.deepEqual(
        [later.webhooks.failing, later.webhooks.paused, later.failing.map(({ name }) => name)],
        [2, 0, ['paused']],
      )
    })

    it('counts webhooks that reject everything, and those that were never called', async () => {
      const store = await openStore()
      for (const name of ['healthy', 'rejecting', 'not called']) {
        await store.createWebhook(newWebhook({ name }), NOW)
      }
      await store.acceptObservations([observation({ key: 'a' })], NOW)
      for (let round = 0; round < 3; round += 1) {
        await tryAll(store, { 1: { kind: 'healthy' }, 2: { kind: 'rejecting' } }, NOW + round)
      }

      const { webhooks, failing } = await snapshot(store, NOW + 100)

      assert.partialDeepStrictEqual(webhooks, { failing: 0, rejecting: 1, paused: 0, neverCalled: 1 })
      assert.equal(webhooks.blockedForHigh, 1)
      await store.changeWebhook(failing[0]!.id, { alertFlags: { high: false } }, { now: NOW })
      assert.partialDeepStrictEqual((await snapshot(store)).webhooks, { rejecting: 1, blockedForHigh: 0 })
      assert.deepEqual(
        failing.map(({ name, rejections, rejectingSince, rejectReason, firstAcceptedAt }) => [
          name,
          rejections,
          rejectingSince,
          rejectReason,
          firstAcceptedAt,
        ]),
        [['rejecting', 3, NOW, 'HTTP 503', null]],
      )
      assert.equal((await store.countBacklog(NOW + 100)).rejectingWebhooks, 1)
      // The third rejection was at NOW + 2.
      for (const [now, rejecting] of [
        [NOW + 2 + REJECTING_MS - 1, 1],
        [NOW + 2 + REJECTING_MS, 0],
      ] as const) {
        assert.equal((await store.countBacklog(now)).rejectingWebhooks, rejecting)
        const counted = { rejecting, rejectedLast: 1 - rejecting }
        assert.partialDeepStrictEqual((await snapshot(store, now)).webhooks, counted)
      }
      assert.equal((await store.findHealth(1, NOW + 100))?.firstAcceptedAt, NOW)
      await tryAll(store, { 2: { kind: 'healthy' } }, NOW + 200)
      assert.partialDeepStrictEqual((await snapshot(store, NOW + 300)).webhooks, { rejecting: 0 })
    })

    it('counts alerts by the state that they have now', async () => {
      const store = await openStore()
      const states = async () => (await snapshot(store)).alerts
      await store.acceptObservations(
        [
          observation({ key: 'a', state: 'low' }),
          observation({ key: 'b', state: 'high' }),
          observation({ key: 'c', state: 'high', expiresAt: NOW + 5 }),
          observation({ key: 'd', state: 'medium' }),
          observation({ key: 'd', state: 'cleared', at: NOW + 1 }),
          observation({ key: 'unknown', state: 'cleared' }),
        ],
        NOW,
      )
      const before = await states()
      await store.acceptObservations([observation({ key: 'a', state: 'high', at: NOW + 1 })], NOW)
      await store.acceptObservations([observation({ key: 'b', state: 'low', at: NOW - 5 })], NOW)
      const changed = await states()
      await store.expireAlerts({ expiredBefore: NOW + 6, now: NOW + 10, limit: 10 })

      assert.deepEqual(before, { low: 1, medium: 0, high: 2 })
      assert.deepEqual(changed, { low: 0, medium: 0, high: 3 })
      assert.deepEqual(await states(), { low: 0, medium: 0, high: 2 })
    })

    it('has marks that grow when there is something new of a kind', async () => {
      const store = await openStore()
      const grown = async (work: () => Promise<unknown>) => {
        const before = (await snapshot(store)).watermarks
        await work()
        const after = (await snapshot(store)).watermarks
        return (Object.keys(after) as (keyof typeof after)[])
          .filter((mark) => after[mark] > before[mark])
          .toSorted()
      }

      assert.deepEqual(await grown(() => store.createWebhook(newWebhook(), NOW)), ['webhooks'])
      await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      // The first number of a counter may be one that it begins with.
      await store.acceptObservations([observation({ key: 'first' })], NOW)
      await store.acceptJobRuns([jobRunReport()], NOW)
      assert.deepEqual(await grown(() => store.changeWebhook(1, { name: 'x' }, { now: NOW })), ['webhooks'])
      assert.deepEqual(await grown(() => store.acceptObservations([observation()], NOW)), [
        'deliveries',
        'events',
      ])
      assert.deepEqual(await grown(() => store.acceptJobRuns([jobRunReport({ runId: 'x' })], NOW)), [
        'deliveries',
        'events',
        'jobRuns',
      ])
      assert.deepEqual(await grown(() => store.listWebhooks({})), [])
      assert.deepEqual(await grown(() => store.deleteWebhook(1, { now: NOW })), ['webhooks'])
    })
  })
}
