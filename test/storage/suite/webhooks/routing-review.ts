import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Event } from '../../../../src/domain/alert/event.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll, finished } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'

const SILENT = { low: false, medium: false, high: false, cleared: false }
const LIMITS = { openNotificationsMax: 2, notNotifiedMax: 3 }

export function exerciseRoutingReview(engine: string, openStore: OpenStore): void {
  describe(`${engine}: who is notified of an event`, () => {
    const firstEvent = async (store: Store): Promise<Event> => {
      const event = await store.findEvent(1)
      assert.ok(event)
      return event
    }

    it('reviewRouting: counts all deliveries, and names the newest with what they wait for', async () => {
      const store = await openStore()
      for (let count = 0; count < 4; count += 1) await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation({ state: 'low' })], NOW)
      const claims = await claimAll(store, NOW)
      await store.finishAttempts(
        claims.map((claim) =>
          claim.webhook.id === 3
            ? finished(
                claim,
                { state: 'pending', dueAt: NOW },
                { receiver: { kind: 'throttling', askedMs: 9_000 } },
              )
            : finished(claim),
        ),
        NOW,
      )
      await store.deleteWebhook(4, { now: NOW })

      const { notified, notifiedCounts } = await store.reviewRouting(await firstEvent(store), LIMITS, NOW)

      assert.deepEqual(
        notified.map(({ delivery, webhook, aheadId, pausedUntil }) => [
          delivery.webhookId,
          webhook?.id,
          aheadId,
          pausedUntil,
        ]),
        [
          [4, undefined, undefined, null],
          [3, 3, undefined, NOW + 9_000],
        ],
      )
      assert.deepEqual(notifiedCounts, {
        waiting: 0,
        pending: 1,
        sending: 0,
        delivered: 3,
        failed: 0,
        cancelled: 0,
        superseded: 0,
        outdated: 0,
      })
    })

    it('reviewRouting: says what a waiting one waits behind', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation({ state: 'low' })], NOW)
      await store.acceptObservations([observation({ state: 'high', at: NOW + 1 })], NOW + 1)
      const second = await store.findEvent(2)
      assert.ok(second)

      const { notified } = await store.reviewRouting(second, LIMITS, NOW + 1)

      assert.deepEqual(
        notified.map(({ delivery, aheadId }) => [delivery.state, aheadId]),
        [['waiting', 1]],
      )
    })

    it('reviewRouting: counts all others by reason, and names first those that a change lets know', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      for (let count = 0; count < 3; count += 1) {
        await store.createWebhook(newWebhook({ alertFlags: SILENT }), NOW)
      }
      await store.createWebhook(newWebhook({ name: 'off', enabled: false }), NOW)
      await store.createWebhook(newWebhook({ enabled: false }), NOW)
      await store.createWebhook(newWebhook({ name: 'notified' }), NOW)
      await store.acceptObservations([observation()], NOW + 1)
      await store.changeWebhook(5, { name: 'still off' }, { now: NOW + 2 })
      await store.createWebhook(newWebhook(), NOW + 2)

      const review = await store.reviewRouting(await firstEvent(store), LIMITS, NOW + 3)

      assert.deepEqual(review.notNotifiedCounts, {
        disabled: 2,
        state: 3,
        unknown: 0,
        already_in_sync: 0,
        made_later: 1,
        payload_type: 1,
      })
      assert.deepEqual(
        review.notNotified.map(({ webhook, reason, changedSince }) => [webhook.id, reason, changedSince]),
        [
          [5, 'disabled', true],
          [6, 'disabled', false],
          [2, 'state', false],
        ],
      )
      assert.equal(review.notNotified[0]?.webhook.name, 'still off')
      assert.deepEqual(
        review.notified.map(({ webhook }) => webhook?.name),
        ['notified'],
      )
    })
  })
}
