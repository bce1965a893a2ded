import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FALLBACK_AFTER_MS } from '../../../../src/domain/webhook/webhook-limits.ts'
import { OVERDUE_MS_MIN } from '../../../../src/domain/flow/breaker.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { newWebhook, NOW } from '../../../support/build.ts'
import { finished } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'
import {
  answered,
  attempt,
  claimOne,
  NO_FLAGS,
  desired,
  report,
  RETRY_MS,
  statesOf,
  sentOf,
} from './support.ts'

const LATE = NOW + FALLBACK_AFTER_MS

/** What happens to webhooks while something of an alert is under way to them. */
export function exerciseInBetween(engine: string, openStore: OpenStore): void {
  describe(`${engine}: the current state, what was missed`, () => {
    it('is notified once where that is asked for: what it was, and that it is over', async () => {
      const store = await openStore()
      await store.createWebhook(desired({ missedAlerts: 'notify' }), NOW)
      await report(store, ['high', 'cleared'])

      const receiverState = await attempt(store, NOW + 10)
      const again = await attempt(store, NOW + 100_000)

      assert.deepEqual([receiverState, again], [['high to cleared'], []])
      const [event] = await store.listEvents({}, { limit: 1 })
      assert.ok(event?.kind === 'alert')
      assert.deepEqual([event.trigger, event.oldState, event.newState], ['missed', 'high', 'cleared'])
      assert.deepEqual(await sentOf(store, 1), [])
    })

    it('is notified if it was over while it was being sent in vain', async () => {
      const store = await openStore()
      await store.createWebhook(desired({ missedAlerts: 'notify' }), NOW)
      await report(store, ['high'])
      const claim = await claimOne(store, NOW)
      await report(store, ['cleared'], { at: NOW + 10 })

      await store.finishAttempts([answered(claim, 'not_notified', { now: NOW + 20 })], NOW + 20)

      assert.deepEqual(await attempt(store, NOW + 20 + RETRY_MS), ['high to cleared'])
      // What waited after it goes as the change that it is.
      const events = await store.listEvents({}, { limit: 10 })
      assert.deepEqual(
        events.map((event) => event.kind === 'alert' && event.trigger),
        ['change', 'change'],
      )
    })
  })

  describe(`${engine}: the current state, in between`, () => {
    it('gets what changed while a webhook was disabled and something was being sent to it', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      const claim = await claimOne(store, NOW)
      await store.changeWebhook(id, { enabled: false }, { now: NOW })
      await report(store, ['cleared'], { at: NOW + 10 })
      await store.changeWebhook(id, { enabled: true }, { now: NOW + 20 })

      await store.finishAttempts([answered(claim, 'accepted', { now: NOW + 30 })], NOW + 30)
      await store.createMissingDeliveries({ now: NOW + 40, limit: 10 })

      assert.deepEqual(await attempt(store, NOW + 40), ['high to cleared'])
    })

    it('gets what was to be sent, though the flags have changed since', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['low'])

      await store.changeWebhook(id, { alertFlags: { ...NO_FLAGS, high: true } }, { now: NOW + 10 })

      assert.deepEqual(await attempt(store, NOW + 10), ['cleared to low'])
    })

    it('counts as sent what was claimed before its webhook came to this mode', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['high'])
      const claim = await claimOne(store, NOW)
      await store.changeWebhook(id, { mode: 'current_state' }, { now: NOW + 10 })

      await store.finishAttempts([finished(claim)], NOW + 20)

      const [receiverState, ...others] = await sentOf(store, id)
      assert.deepEqual([receiverState?.lastSent.state, receiverState?.uncertain, others], ['high', false, []])
      assert.equal(await store.createMissingDeliveries({ now: NOW + 30, limit: 10 }), 0)
    })

    it('gets no clear of an alert that could not be read and was never sent', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      const claim = await claimOne(store, NOW)
      await report(store, ['cleared'], { at: NOW + 10 })

      await store.finishAttempts([finished(claim, { state: 'failed' }, { request: null })], NOW + 20)

      assert.deepEqual(await statesOf(store, id), ['failed', 'superseded'])
      assert.deepEqual(await sentOf(store, id), [])
      await store.createMissingDeliveries({ now: NOW + 30, limit: 10 })
      assert.deepEqual(await attempt(store, NOW + 30), [])
    })

    it('is sent the current state instead of what could not be read', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['low'])
      const low = await claimOne(store, NOW)
      await report(store, ['high'], { at: NOW + 10 })
      await store.finishAttempts([finished(low, { state: 'failed' }, { request: null })], NOW + 20)
      const high = await claimOne(store, NOW + 20)

      await store.finishAttempts([finished(high, { state: 'failed' }, { request: null })], NOW + 30)

      assert.deepEqual(await statesOf(store, id), ['failed', 'failed'])
      assert.deepEqual(
        (await sentOf(store, id)).map(({ resync, uncertain }) => ({ resync, uncertain })),
        [{ resync: 'due', uncertain: false }],
      )
      await store.createMissingDeliveries({ now: NOW + 40, limit: 10 })
      assert.deepEqual(await attempt(store, NOW + 40), ['cleared to high'])
    })

    it('leaves what somebody cancels while one is being sent, until the next change', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      await report(store, ['high'])
      const claim = await claimOne(store, NOW)
      await report(store, ['cleared'], { at: NOW + 10 })
      await store.cancelDelivery(2, NOW + 20)

      await store.finishAttempts([answered(claim, 'accepted', { now: NOW + 30 })], NOW + 30)

      assert.equal(await store.createMissingDeliveries({ now: NOW + 40, limit: 10 }), 0)
      assert.deepEqual(
        (await sentOf(store, id)).map(({ resync }) => resync),
        ['later'],
      )
    })

    it('ends all but the newest of what an older mode has left waiting', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['high', 'low', 'medium'])
      await store.changeWebhook(id, { mode: 'current_state' }, { now: NOW + 10 })

      const [first, second] = [
        await attempt(store, NOW + 20, 'possible'),
        await attempt(store, NOW + 100_000),
      ]

      assert.deepEqual([first, second], [['cleared to high'], ['cleared to medium']])
      assert.deepEqual(await statesOf(store, id), ['superseded', 'superseded', 'delivered'])
    })
  })

  describe(`${engine}: what fallbacks follow, in between`, () => {
    const withFallback = async (store: Store) => {
      const fallback = await store.createWebhook(newWebhook({ alertFlags: NO_FLAGS }), NOW)
      const primary = await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)
      return { fallback: fallback.id, primary: primary.id }
    }

    it('hears the end, though nobody has a fallback any more', async () => {
      const store = await openStore()
      const { fallback, primary } = await withFallback(store)
      await report(store, ['high'])
      await attempt(store, NOW, 'rejected')
      const begun = await attempt(store, NOW)
      await store.deleteWebhook(primary, { now: NOW + 10 })

      await report(store, ['cleared'], { at: NOW + 20 })

      assert.deepEqual([begun, await attempt(store, NOW + 20)], [['cleared to high'], ['high to cleared']])
      assert.deepEqual(await sentOf(store, fallback), [])
    })

    it('is not given up because it is old', async () => {
      const store = await openStore()
      const { fallback } = await withFallback(store)
      await report(store, ['high'])
      await attempt(store, NOW, 'rejected')
      for (let round = 0; round < 5; round += 1) {
        await attempt(store, NOW + round * RETRY_MS, 'possible', { receiver: { kind: 'failing' } })
      }

      await store.endOverdue({ now: NOW + OVERDUE_MS_MIN + 1e6, limit: 10, scheduleMs: [0] })

      assert.deepEqual(await statesOf(store, fallback), ['pending'])
    })

    it('is notified once, where it is notified of changes by itself and a disabled webhook has it for its fallback', async () => {
      const store = await openStore()
      const flags = { ...NO_FLAGS, high: true }
      const fallback = await store.createWebhook(newWebhook({ alertFlags: flags }), NOW)
      await store.createWebhook(desired({ enabled: false, fallbackWebhookId: fallback.id }), NOW)

      await report(store, ['high'])

      assert.deepEqual(await statesOf(store, fallback.id), ['pending'])
    })

    it('may have been sent what is on its way when it begins to follow', async () => {
      const store = await openStore()
      const flags = { ...NO_FLAGS, high: true }
      const fallback = await store.createWebhook(newWebhook({ alertFlags: flags }), NOW)
      await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)
      await report(store, ['high', 'low'])

      await store.escalateToFallbacks({ now: LATE, limit: 10 })

      assert.deepEqual(
        (await sentOf(store, fallback.id)).map(({ uncertain }) => uncertain),
        [true],
      )
    })
  })
}
