import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../../../../src/storage/store.ts'
import { DAY_MS, newWebhook, NOW } from '../../../support/build.ts'
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
  said,
  statesOf,
  sentOf,
} from './support.ts'

const resyncPair = (store: Store, now: number) => store.createMissingDeliveries({ now, limit: 100 })

const enable = (store: Store, id: number, enabled: boolean, now: number) =>
  store.changeWebhook(id, { enabled }, { now })

async function outOfSyncOf(store: Store, id: number): Promise<readonly string[]> {
  return (await sentOf(store, id)).map(({ resync }) => resync)
}

/** How webhooks in current-state mode get out of sync and are resynced. */
export function exerciseOutOfSync(engine: string, openStore: OpenStore): void {
  describe(`${engine}: out of sync`, () => {
    it('makes no deliveries for a disabled webhook, and notifies it of the current state once it is enabled', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'], { key: 'notified' })
      await attempt(store, NOW)
      await enable(store, id, false, NOW)

      await report(store, ['cleared'], { key: 'notified', at: NOW + 10 })
      await report(store, ['low', 'medium'], { key: 'new', at: NOW + 10 })
      await report(store, ['high', 'cleared'], { key: 'over', at: NOW + 10 })
      const [states, resync] = [await statesOf(store, id), await outOfSyncOf(store, id)]
      const early = await resyncPair(store, NOW + 20)
      await enable(store, id, true, NOW + 30)
      const count = await resyncPair(store, NOW + 40)
      const receiverState = await attempt(store, NOW + 40)

      assert.deepEqual([states, resync, early, count], [['delivered'], ['later', 'later'], 0, 2])
      assert.deepEqual(receiverState.toSorted(), ['cleared to medium', 'high to cleared'])
      const events = await store.listEvents({}, { limit: 2 })
      assert.deepEqual(
        events.map((event) => event.kind === 'alert' && [event.trigger, event.newState, event.acceptedAt]),
        [
          ['resync', 'medium', NOW + 40],
          ['resync', 'cleared', NOW + 40],
        ],
      )
      assert.deepEqual(await outOfSyncOf(store, id), ['none'])
      assert.equal(await resyncPair(store, NOW + 50), 0)
    })

    it('supersedes what a disabled webhook was to be sent, when the alert changes', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      await enable(store, id, false, NOW)

      await report(store, ['low'], { at: NOW + 10 })

      assert.deepEqual([await statesOf(store, id), await outOfSyncOf(store, id)], [['superseded'], ['later']])
      await enable(store, id, true, NOW + 20)
      await resyncPair(store, NOW + 30)
      assert.deepEqual(await attempt(store, NOW + 30), ['cleared to low'])
    })

    it('is out of sync for what was being sent when it was disabled, if that was not accepted', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      const claim = await claimOne(store, NOW)
      await enable(store, id, false, NOW)
      await report(store, ['low'], { at: NOW + 10 })

      await store.finishAttempts([answered(claim, 'not_notified', { now: NOW + 20 })], NOW + 20)
      await store.createMissingDeliveries({ now: NOW + 30, limit: 10 })

      assert.deepEqual([await statesOf(store, id), await outOfSyncOf(store, id)], [['superseded'], ['later']])
    })

    it('forgets a webhook that is deleted, and gives its alerts free', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      await attempt(store, NOW)
      await report(store, ['low'], { key: 'not heard of' })
      const before = await store.countReceiverStates(id, 10)

      const deleted = await store.deleteWebhook(id, { now: NOW })

      assert.deepEqual(deleted, { openNotifications: 1 })
      assert.deepEqual(before, { open: 1, outOfSync: 0 })
      assert.deepEqual(await sentOf(store, id), [])
      await report(store, ['cleared'], { at: NOW + 10 })
      assert.deepEqual(await store.listReceiverStatesOf(1, 10), [])
    })

    it('remembers nothing of an attempt whose webhook is deleted meanwhile', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      const claim = await claimOne(store, NOW)
      await store.deleteWebhook(id, { now: NOW })

      await store.finishAttempts([answered(claim, 'accepted', { now: NOW + 20 })], NOW + 20)

      assert.deepEqual(await store.listReceiverStatesOf(1, 10), [])
    })

    it('keeps an alert as long as somebody may wait for its end', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      await attempt(store, NOW)
      await enable(store, id, false, NOW)
      await report(store, ['cleared'], { at: NOW + 10 })
      const now = NOW + 40 * DAY_MS
      const prune = async () => {
        while ((await store.pruneHistory({ endedBefore: now, now, limit: 100 })) > 0);
        return store.listAlerts({}, { limit: 9 })
      }

      const kept = await prune()
      await enable(store, id, true, now)
      await resyncPair(store, now)
      const receiverState = await attempt(store, now)

      assert.deepEqual([kept.length, receiverState], [1, ['high to cleared']])
      const later = now + 40 * DAY_MS
      while ((await store.pruneHistory({ endedBefore: later, now: later, limit: 100 })) > 0);
      assert.deepEqual(await store.listAlerts({}, { limit: 9 }), [])
    })

    it('is out of sync for what was rejected, and sends it when the receiver has recovered from failures', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'], { key: 'rejected' })
      await attempt(store, NOW, 'rejected')
      const resync = await outOfSyncOf(store, id)
      await report(store, ['low'], { key: 'other', at: NOW + 10 })
      await attempt(store, NOW + 10, 'not_notified', { receiver: { kind: 'failing' } })
      const early = await resyncPair(store, NOW + 20)

      await attempt(store, NOW + 100_000)

      assert.deepEqual([resync, early, await resyncPair(store, NOW + 100_010)], [['later'], 0, 1])
      assert.deepEqual(await attempt(store, NOW + 100_010), ['cleared to high'])
      assert.deepEqual(await statesOf(store, id), ['failed', 'delivered', 'delivered'])
    })

    it('tells what was rejected with the next change, from what is known', async () => {
      const store = await openStore()
      await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      await attempt(store, NOW, 'rejected')

      await report(store, ['low'], { at: NOW + 10 })

      assert.deepEqual(await attempt(store, NOW + 10), ['cleared to low'])
    })

    it('is out of sync for what somebody or an operation cancels', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'], { key: 'by hand' })
      await report(store, ['high'], { key: 'by an operation' })

      await store.cancelDelivery(1, NOW + 10)
      await store.startOperation(
        { kind: 'cancel', filter: { states: ['pending'] }, targetWebhookId: null },
        NOW + 10,
      )
      await store.advanceOperations({ now: NOW + 20, limit: 10 })

      assert.deepEqual(await statesOf(store, id), ['cancelled', 'cancelled'])
      assert.deepEqual(await outOfSyncOf(store, id), ['later', 'later'])
    })

    it('retries what is still so, and refuses what is not: by hand and by an operation', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'], { key: 'still so' })
      await report(store, ['high'], { key: 'changed' })
      await attempt(store, NOW, 'rejected')
      await report(store, ['low'], { key: 'changed', at: NOW + 10 })
      await attempt(store, NOW + 10)
      const outOfSyncBefore = await outOfSyncOf(store, id)

      await assert.rejects(store.retryDelivery(2, NOW + 20), {
        code: 'conflict',
        message: /^Delivery 2 has a state that is no longer current, .* Resync the webhook instead/,
      })
      await store.retryDelivery(1, NOW + 20)
      const resync = await outOfSyncOf(store, id)
      const receiverState = await attempt(store, NOW + 20)
      await store.startOperation(
        { kind: 'retry', filter: { states: ['failed'] }, targetWebhookId: null },
        NOW + 30,
      )
      const operation = await store.advanceOperations({ now: NOW + 40, limit: 10 })

      assert.deepEqual(
        [outOfSyncBefore, resync, receiverState],
        [['none', 'later'], ['none', 'none'], ['cleared to high']],
      )
      assert.equal(operation?.changedCount, 0)
      assert.deepEqual(await statesOf(store, id), ['delivered', 'failed', 'delivered'])
    })
  })

  describe(`${engine}: resync`, () => {
    it('tells what differs and nothing else; a dry run only counts', async () => {
      const store = await openStore()
      await report(store, ['high'], { key: 'before it was made' })
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'], { key: 'known', at: NOW + 1 })
      await attempt(store, NOW + 1)
      await report(store, ['medium'], { key: 'rejected', at: NOW + 2 })
      await attempt(store, NOW + 2, 'rejected')
      await report(store, ['low'], { key: 'under way', at: NOW + 3 })

      const dry = await store.resyncWebhook(id, { now: NOW + 10, isDryRun: true })
      const idle = await resyncPair(store, NOW + 10)
      const resynced = await store.resyncWebhook(id, { now: NOW + 10 })
      await resyncPair(store, NOW + 10)

      assert.deepEqual([dry, idle, resynced], [{ count: 2 }, 0, { count: 2 }])
      const receiverState = await attempt(store, NOW + 10)
      assert.deepEqual(receiverState.toSorted(), ['cleared to high', 'cleared to low', 'cleared to medium'])
      assert.deepEqual(await store.resyncWebhook(id, { now: NOW + 20, isDryRun: true }), { count: 0 })
      const [entry, ...more] = await store.listAudit({ actions: ['webhook.resynced'] }, { limit: 9 })
      assert.deepEqual([entry?.objectId, more], [id, []])
    })

    it('of one in mode every_change tells what it follows as a fallback, and nothing else', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ alertFlags: { ...NO_FLAGS, low: true } }), NOW)
      const refused = {
        code: 'conflict',
        message: /^Webhook 1 is in mode every_change, and follows no alert/,
      }
      await assert.rejects(store.resyncWebhook(id, { now: NOW }), refused)
      await store.createWebhook(desired({ fallbackWebhookId: id }), NOW)
      await report(store, ['high'], { key: 'rejected' })
      await attempt(store, NOW, 'rejected')
      await attempt(store, NOW + 10, 'rejected')
      await report(store, ['low'], { key: 'of its own', at: NOW + 20 })
      await attempt(store, NOW + 20)

      const { count } = await store.resyncWebhook(id, { now: NOW + 30 })
      await resyncPair(store, NOW + 30)
      const receiverState = await attempt(store, NOW + 30)
      const again = await store.resyncWebhook(id, { now: NOW + 40, isDryRun: true })
      const resynced = await store.resyncWebhook(id, { now: NOW + 40, forgets: true })
      await resyncPair(store, NOW + 40)

      assert.deepEqual([count, receiverState], [1, ['cleared to high']])
      assert.deepEqual([again, resynced], [{ count: 0 }, { count: 1 }])
      assert.deepEqual(await attempt(store, NOW + 40), ['cleared to high'])
    })

    it('that forgets tells all that is raised anew', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'], { key: 'one' })
      await report(store, ['low'], { key: 'other' })
      await attempt(store, NOW)

      const { count } = await store.resyncWebhook(id, { now: NOW + 10, forgets: true })
      await resyncPair(store, NOW + 10)

      assert.equal(count, 2)
      const receiverState = await attempt(store, NOW + 10)
      assert.deepEqual(receiverState.toSorted(), ['cleared to high', 'cleared to low'])
      assert.deepEqual(await attempt(store, NOW + 20), [])
    })

    it('is taken up in steps', async () => {
      const store = await openStore()
      for (let key = 0; key < 5; key += 1) await report(store, ['high'], { key: `${key}` })
      const { id } = await store.createWebhook(desired(), NOW)
      await store.resyncWebhook(id, { now: NOW })

      const steps: number[] = []
      for (let step = 0; step < 4; step += 1)
        steps.push(await store.createMissingDeliveries({ now: NOW, limit: 2 }))

      assert.deepEqual(steps, [2, 2, 1, 0])
      assert.equal((await attempt(store, NOW)).length, 5)
    })

    it('is refused where it has no meaning', async () => {
      const store = await openStore()
      const changes = await store.createWebhook(newWebhook(), NOW)
      const disabled = await store.createWebhook(desired({ enabled: false }), NOW)

      await assert.rejects(store.resyncWebhook(changes.id, { now: NOW }), {
        code: 'conflict',
        message: /is in mode every_change/,
      })
      await assert.rejects(store.resyncWebhook(disabled.id, { now: NOW }), { message: /is disabled/ })
      await assert.rejects(store.resyncWebhook(99, { now: NOW }), { code: 'not_found' })
    })
  })

  describe(`${engine}: moving between the modes`, () => {
    it('to current-state mode: what is raised counts as sent, what is under way as possibly sent', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['high'], { key: 'notified' })
      await attempt(store, NOW)
      await report(store, ['low', 'high', 'medium'], { key: 'under way', at: NOW + 10 })
      const claim = await claimOne(store, NOW + 20)

      await store.changeWebhook(id, { mode: 'current_state' }, { now: NOW + 30 })
      await store.finishAttempts([answered(claim, 'possible', { now: NOW + 40 })], NOW + 40)
      await report(store, ['cleared'], { key: 'notified', at: NOW + 50 })
      await report(store, ['cleared'], { key: 'under way', at: NOW + 50 })

      const receiverState: string[] = []
      for (let round = 0; round < 4; round += 1) receiverState.push(...(await attempt(store, NOW + 100_000)))
      assert.deepEqual(receiverState.toSorted(), ['high to cleared', 'medium to cleared'])
      assert.deepEqual(await sentOf(store, id), [])
    })

    it('to changes: what was remembered is forgotten, and each change is sent', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      await attempt(store, NOW)

      await store.changeWebhook(id, { mode: 'every_change' }, { now: NOW + 10 })
      const remembered = await sentOf(store, id)
      await report(store, ['low', 'cleared'], { at: NOW + 20 })

      assert.deepEqual(remembered, [])
      const claims = [...(await claimAll(store, NOW + 30))]
      await store.finishAttempts(
        claims.map((claim) => answered(claim, 'accepted', { now: NOW + 30 })),
        NOW + 30,
      )
      claims.push(...(await claimAll(store, NOW + 40)))
      assert.deepEqual(claims.map(said), ['high to low', 'low to cleared'])
      assert.ok(claims.every(({ sentStates }) => sentStates === null))
    })

    it('to changes while one is being sent: all that waits behind it is sent', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      const claim = await claimOne(store, NOW)
      await store.changeWebhook(id, { mode: 'every_change' }, { now: NOW + 10 })
      await report(store, ['low', 'cleared'], { at: NOW + 20 })

      await store.finishAttempts([answered(claim, 'accepted', { now: NOW + 30 })], NOW + 30)

      assert.deepEqual(await statesOf(store, id), ['delivered', 'pending', 'waiting'])
      assert.deepEqual(await sentOf(store, id), [])
    })

    it('to fewer flags: nothing is sent until the clear', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['low'])
      await attempt(store, NOW)

      await store.changeWebhook(
        id,
        { alertFlags: { ...NO_FLAGS, high: true, cleared: true } },
        { now: NOW + 10 },
      )
      const nothing = await attempt(store, NOW + 10)
      await report(store, ['cleared'], { at: NOW + 20 })

      assert.deepEqual([nothing, await attempt(store, NOW + 20)], [[], ['low to cleared']])
      assert.equal((await deliveriesTo(store, id)).length, 2)
    })
  })
}
