import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Claim } from '../../../../src/domain/delivery/delivery.ts'
import { continuesText } from '../../../../src/domain/receiver-state/after-change.ts'
import { eventForReceiver } from '../../../../src/domain/receiver-state/sent-states.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { NOW, observation } from '../../../support/build.ts'
import { claimAll } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'
import { answered, desired, report, sentOf } from './support.ts'

/** Tests the words by which an alert that lasts is closed at a receiver in mode `current_state`. */
export function exerciseClosing(engine: string, openStore: OpenStore): void {
  describe(`${engine}: the current state, no longer for a receiver`, () => {
    /** Sends all that is due; returns what each receiver reads, by webhook. */
    async function attempt(store: Store, now: number): Promise<readonly string[]> {
      const claims = await claimAll(store, now)
      await store.finishAttempts(
        claims.map((claim) => answered(claim, 'accepted', { now })),
        now,
      )
      return claims.toSorted((one, other) => one.webhook.id - other.webhook.id).map(read)
    }

    function read(claim: Claim): string {
      const known = eventForReceiver(claim)
      assert.ok(known.kind === 'alert')
      const { continuesAs, newState } = known
      return `${claim.webhook.name}: ${continuesAs === undefined ? newState : continuesText(continuesAs)}`
    }

    it('says that it continues when its severity, a label or `otherwise` no longer fits, and then no clear', async () => {
      const store = await openStore()
      const { medium, ...others } = { low: true, medium: true, high: false, cleared: true }
      await store.createWebhook(desired({ name: 'flags', alertFlags: { medium, ...others } }), NOW)
      await store.createWebhook(desired({ name: 'match', match: 'severity=medium' }), NOW)
      await store.createWebhook(desired({ name: 'team', match: 'severity=high' }), NOW)
      await store.createWebhook(desired({ name: 'rest', match: 'otherwise' }), NOW)

      await report(store, ['medium'])
      assert.deepEqual(await attempt(store, NOW), ['flags: medium', 'match: medium'])
      await report(store, ['high'], { at: NOW + 10 })
      assert.deepEqual(await attempt(store, NOW + 10), [
        `flags: ${continuesText('high')}`,
        `match: ${continuesText('high')}`,
        'team: high',
      ])
      assert.deepEqual(await sentOf(store, 2), [])
      await report(store, ['cleared'], { at: NOW + 20 })
      assert.deepEqual(await attempt(store, NOW + 20), ['team: cleared'])
    })

    it('says so at the next change after an edit of the webhook, and is told anew if it fits again', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired({ name: 'dba', match: 'label.team="dba"' }), NOW)
      const say = (at: number, state: 'medium' | 'high') =>
        store.acceptObservations([observation({ state, details: { labels: { team: 'dba' } }, at })], at)
      await say(NOW, 'high')
      await attempt(store, NOW)
      await store.changeWebhook(id, { match: 'label.team="web"' }, { now: NOW + 1 })
      await say(NOW + 2, 'medium')
      assert.deepEqual(await attempt(store, NOW + 2), [`dba: ${continuesText('medium')}`])
      await store.changeWebhook(id, { match: null }, { now: NOW + 3 })
      await say(NOW + 4, 'high')
      assert.deepEqual(await attempt(store, NOW + 4), ['dba: high'])
    })

    it('says *cleared* if the alert has cleared before that was sent', async () => {
      const store = await openStore()
      await store.createWebhook(desired({ name: 'match', match: 'severity=medium' }), NOW)
      await report(store, ['medium'])
      await attempt(store, NOW)
      await report(store, ['high', 'cleared'], { at: NOW + 10 })

      assert.deepEqual(await attempt(store, NOW + 20), ['match: cleared'])
    })
  })
}
