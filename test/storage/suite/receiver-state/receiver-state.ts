import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOTHING_LEFT, REPLACED_BY_NEWER } from '../../../../src/domain/receiver-state/after-change.ts'
import { NOW, observation } from '../../../support/build.ts'
import { claimAll } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'
import {
  answered,
  attempt,
  claimOne,
  deliveriesTo,
  NO_FLAGS,
  desired,
  report,
  RETRY_MS,
  said,
  statesOf,
  sentOf,
} from './support.ts'

/** What changes and attempts make of webhooks that are in current-state mode. */
export function exerciseNotifying(engine: string, openStore: OpenStore): void {
  describe(`${engine}: the current state, by changes`, () => {
    it('follows the receiver state until the alert has cleared and is removed', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)

      await report(store, ['high'])
      const raised = await sentOf(store, id)
      const begun = await attempt(store, NOW)
      const lastSent = await sentOf(store, id)
      await report(store, ['low'], { at: NOW + 10 })
      const changed = await attempt(store, NOW + 10)
      await report(store, ['cleared'], { at: NOW + 20 })
      const ended = await attempt(store, NOW + 20)

      assert.deepEqual([...begun, ...changed, ...ended], ['cleared to high', 'high to low', 'low to cleared'])
      assert.deepEqual(
        [raised, lastSent].map(([receiverState]) => [
          receiverState?.lastSent,
          receiverState?.desired,
          receiverState?.outOfSyncSince,
        ]),
        [
          [{ state: 'cleared', episodeNumber: 0 }, { state: 'high', episodeNumber: 1 }, NOW],
          [{ state: 'high', episodeNumber: 1 }, { state: 'high', episodeNumber: 1 }, null],
        ],
      )
      assert.deepEqual(await sentOf(store, id), [])
      assert.deepEqual(await statesOf(store, id), ['delivered', 'delivered', 'delivered'])
    })

    it('lets what was not sent give way, in its place in the schedule and at its due time', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      await attempt(store, NOW, 'not_notified')

      await report(store, ['medium'], { at: NOW + 1_000 })

      const [old, successor] = await deliveriesTo(store, id)
      assert.deepEqual(
        [old?.state, old?.lastReason, old?.finishedAt, successor?.state, successor?.dueAt],
        ['superseded', `HTTP 503; ${REPLACED_BY_NEWER}`, NOW + 1_000, 'pending', NOW + RETRY_MS],
      )
      const [claim, ...others] = await claimAll(store, NOW + RETRY_MS)
      assert.deepEqual([claim?.attempt, claim?.scheduleAttempt, claim?.begunAt, others], [1, 2, NOW, []])
      assert.ok(claim)
      assert.equal(said(claim), 'cleared to medium')
      assert.equal((await sentOf(store, id))[0]?.outOfSyncSince, NOW)
    })

    it('sends at once what is more urgent than what it replaces', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['low'])
      await attempt(store, NOW, 'not_notified')

      await report(store, ['high'], { at: NOW + 1_000 })

      assert.equal((await deliveriesTo(store, id)).at(-1)?.dueAt, NOW + 1_000)
    })

    it('tells nothing once an alert is again as it is known, and the next raise in the same state', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      await attempt(store, NOW)

      await report(store, ['low', 'high'], { at: NOW + 10 })
      const flapped = await attempt(store, NOW + 20)
      await report(store, ['cleared', 'high'], { at: NOW + 30 })
      const again = await attempt(store, NOW + 40)

      assert.deepEqual([flapped, again], [[], ['high to high']])
      const deliveries = await deliveriesTo(store, id)
      assert.deepEqual(
        deliveries.map(({ state, lastReason }) => [state, state === 'superseded' && lastReason]),
        [
          ['delivered', false],
          ['superseded', NOTHING_LEFT],
          ['superseded', REPLACED_BY_NEWER],
          ['delivered', false],
        ],
      )
    })

    it('makes of several changes in one call what they make one after the other', async () => {
      const together = await openStore()
      const apart = await openStore()
      const states = ['low', 'high', 'medium', 'cleared', 'high'] as const
      for (const store of [together, apart]) await store.createWebhook(desired(), NOW)

      const accepted = await together.acceptObservations(
        states.map((state, index) => observation({ key: 'lag', state, at: NOW + index })),
        NOW + 9,
      )
      for (const [index, state] of states.entries()) {
        await apart.acceptObservations([observation({ key: 'lag', state, at: NOW + index })], NOW + 9)
      }

      const [one, other] = [await deliveriesTo(together, 1), await deliveriesTo(apart, 1)]
      const outline = (deliveries: typeof one) =>
        deliveries.map(({ eventId, state, lastReason, dueAt, finishedAt }) => ({
          eventId,
          state,
          lastReason,
          dueAt,
          finishedAt,
        }))
      assert.deepEqual(outline(one), outline(other))
      assert.deepEqual(
        one.map(({ state }) => state),
        ['superseded', 'superseded', 'superseded', 'pending'],
      )
      assert.deepEqual(
        accepted.map(({ deliveryCount }) => deliveryCount),
        [1, 1, 1, 0, 1],
      )
      assert.deepEqual(await sentOf(together, 1), await sentOf(apart, 1))
      assert.deepEqual(await attempt(together, NOW + 9), ['cleared to high'])
    })

    it('tells the end of what falls below the flags, and nothing of what is below them', async () => {
      const store = await openStore()
      await store.createWebhook(desired({ alertFlags: { ...NO_FLAGS, high: true, cleared: true } }), NOW)

      await report(store, ['medium'])
      const below = await attempt(store, NOW)
      await report(store, ['high'], { at: NOW + 10 })
      const above = await attempt(store, NOW + 10)
      await report(store, ['medium'], { at: NOW + 20 })
      const fallen = await attempt(store, NOW + 20)
      await report(store, ['cleared'], { at: NOW + 30 })
      const over = await attempt(store, NOW + 30)

      assert.deepEqual([below, above, fallen, over], [[], ['cleared to high'], ['high to cleared'], []])
    })

    it('tells who wants no ends each incident, and never its end', async () => {
      const store = await openStore()
      const flags = { ...NO_FLAGS, low: true, medium: true, high: true }
      const { id } = await store.createWebhook(desired({ alertFlags: flags }), NOW)
      await report(store, ['high'])
      const first = await attempt(store, NOW)

      await report(store, ['cleared'], { at: NOW + 10 })
      const forgotten = await sentOf(store, id)
      await report(store, ['high'], { at: NOW + 20 })
      const second = await attempt(store, NOW + 20)

      assert.deepEqual([first, forgotten, second], [['cleared to high'], [], ['cleared to high']])
    })

    it('tells the end of what expires or is cleared by hand', async () => {
      const store = await openStore()
      await store.createWebhook(desired(), NOW)
      await store.acceptObservations(
        ['silent', 'by hand'].map((key) => observation({ key, expiresAt: NOW + 100 })),
        NOW,
      )
      await attempt(store, NOW)
      const alerts = await store.listAlerts({}, { limit: 2 })
      const byHand = alerts.find(({ key }) => key === 'by hand')?.id ?? 0

      const { deliveryCount } = await store.clearAlert(byHand, { note: null, now: NOW + 300 })
      await store.expireAlerts({ expiredBefore: NOW + 200, now: NOW + 300, limit: 10 })

      assert.equal(deliveryCount, 1)
      assert.deepEqual(await attempt(store, NOW + 300), ['high to cleared', 'high to cleared'])
    })
  })

  describe(`${engine}: the current state, by attempts`, () => {
    it('sends the clear of what may have been sent, though it was never accepted', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      await attempt(store, NOW, 'possible')

      await report(store, ['cleared'], { at: NOW + 10 })

      const ended = await attempt(store, NOW + RETRY_MS)
      assert.deepEqual(ended, ['high to cleared'])
      assert.deepEqual(await statesOf(store, id), ['superseded', 'delivered'])
      assert.deepEqual(await sentOf(store, id), [])
    })

    it('sends nothing for a cleared alert that certainly was not sent', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      await attempt(store, NOW, 'not_notified')

      await report(store, ['cleared'], { at: NOW + 10 })

      assert.deepEqual(await attempt(store, NOW + RETRY_MS), [])
      const [only, ...others] = await deliveriesTo(store, id)
      assert.deepEqual(
        [only?.state, only?.lastReason, others],
        ['superseded', `HTTP 503; ${NOTHING_LEFT}`, []],
      )
      assert.deepEqual(await sentOf(store, id), [])
    })

    it('lets the newest wait behind what is being sent, and go when that was not accepted', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      const claim = await claimOne(store, NOW)

      await report(store, ['medium', 'low'], { at: NOW + 10 })
      const meanwhile = await statesOf(store, id)
      await store.finishAttempts([answered(claim, 'possible', { now: NOW + 20 })], NOW + 20)

      const [sent, ...behind] = await deliveriesTo(store, id)
      assert.deepEqual(meanwhile, ['sending', 'superseded', 'waiting'])
      assert.deepEqual(
        [sent?.state, sent?.lastReason, sent?.attemptsMade],
        ['superseded', `HTTP 503; ${REPLACED_BY_NEWER}`, 1],
      )
      assert.deepEqual(
        behind.map(({ state, dueAt }) => [state, dueAt]),
        [
          ['superseded', null],
          ['pending', NOW + 20 + RETRY_MS],
        ],
      )
      const next = await claimOne(store, NOW + 20 + RETRY_MS)
      assert.deepEqual([next.scheduleAttempt, said(next)], [2, 'cleared to low'])
      assert.equal((await store.listAttempts(claim.deliveryId)).length, 1)
    })

    it('sends what waits at once when what was before it is accepted, if that differs', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      const claim = await claimOne(store, NOW)
      await report(store, ['cleared'], { at: NOW + 10 })

      await store.finishAttempts([answered(claim, 'accepted', { now: NOW + 20 })], NOW + 20)

      assert.deepEqual(await statesOf(store, id), ['delivered', 'pending'])
      assert.deepEqual(await attempt(store, NOW + 20), ['high to cleared'])
    })

    it('supersedes what waits if nothing is left to say: the state was sent already, or the alert never was', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'], { key: 'flapping' })
      await report(store, ['high'], { key: 'not notified' })
      const claims = await claimAll(store, NOW)
      await report(store, ['low', 'high'], { key: 'flapping', at: NOW + 10 })
      await report(store, ['cleared'], { key: 'not notified', at: NOW + 10 })

      await store.finishAttempts(
        claims.map((claim) =>
          answered(claim, claim.deliveryId === 1 ? 'accepted' : 'not_notified', { now: NOW + 20 }),
        ),
        NOW + 20,
      )

      const left = (await deliveriesTo(store, id)).map(({ state, lastReason }) => [state, lastReason])
      assert.deepEqual(left, [
        ['delivered', 'HTTP 200'],
        ['superseded', `HTTP 503; ${NOTHING_LEFT}`],
        ['superseded', REPLACED_BY_NEWER],
        ['superseded', NOTHING_LEFT],
        ['superseded', NOTHING_LEFT],
      ])
      assert.deepEqual(
        (await sentOf(store, id)).map(({ lastSent }) => lastSent.state),
        ['high'],
      )
    })

    it('counts a lost lease as possibly sent', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'], { key: 'over' })
      await report(store, ['high'], { key: 'the same' })
      await claimAll(store, NOW)
      await report(store, ['cleared'], { key: 'over', at: NOW + 10 })

      await store.reclaimLeases({ leasedBefore: NOW + 100_000, now: NOW + 100_000, limit: 10 })

      assert.deepEqual(
        (await sentOf(store, id)).map(({ uncertain }) => uncertain),
        [true, true],
      )
      const receiverState = await attempt(store, NOW + 100_000)
      assert.deepEqual(receiverState, ['cleared to high', 'high to cleared'])
      const [over] = await deliveriesTo(store, id)
      assert.equal(over?.state, 'superseded')
      assert.match(over?.lastReason ?? '', /^the attempt was cut off: .*; a newer one says more$/)
      assert.equal((await store.listAttempts(over?.id ?? 0)).length, 1)
    })

    it('lets a claim that is given back give way to what waits behind it', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'], { key: 'changed' })
      await report(store, ['high'], { key: 'over' })
      await report(store, ['high'], { key: 'the same' })
      const claims = await claimAll(store, NOW)
      await report(store, ['low'], { key: 'changed', at: NOW + 10 })
      await report(store, ['cleared'], { key: 'over', at: NOW + 10 })

      await store.releaseClaims(claims, NOW + 20)

      assert.deepEqual(await statesOf(store, id), [
        'superseded',
        'superseded',
        'pending',
        'pending',
        'superseded',
      ])
      assert.deepEqual((await attempt(store, NOW + 20)).toSorted(), ['cleared to high', 'cleared to low'])
    })

    it('is not given up because it is old: its receiver fails, and it is what is so now', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      for (let round = 0; round < 5; round += 1) {
        await attempt(store, NOW + round * RETRY_MS, 'possible', { receiver: { kind: 'failing' } })
      }

      const ended = await store.endOverdue({ now: NOW + 1e10, limit: 10, scheduleMs: [0] })

      assert.deepEqual([ended, await statesOf(store, id)], [0, ['pending']])
    })
  })
}
