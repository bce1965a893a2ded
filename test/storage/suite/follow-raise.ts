import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNREPORTED_MS_MIN } from '../../../src/domain/alert/clear-by-hand.ts'
import type { Observation } from '../../../src/domain/alert/alert.ts'
import type { Author } from '../../../src/domain/audit/audit.ts'
import type { NewWebhook } from '../../../src/domain/webhook/webhook.ts'
import type { Store } from '../../../src/storage/store.ts'
import { DAY_MS, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimAll, deliverAll, finished } from './finish.ts'
import type { OpenStore } from './store-suite.ts'

const DBA = 'label.team="dba"'
const BY: Author = { tokenId: null, userId: null, name: 'ada', address: '192.0.2.7' }

/** The clear moves the alert to another team: no matcher of the raise is met. */
const report = (state: Observation['state'], team: string, given: Partial<Observation> = {}) =>
  observation({ state, details: { labels: { team } }, ...given })

export function exerciseFollowRaise(engine: string, openStore: OpenStore): void {
  describe(`${engine}: the clear follows the raise in mode every_change`, () => {
    const open = async (...given: readonly Partial<NewWebhook>[]): Promise<Store> => {
      const store = await openStore()
      for (const one of given) await store.createWebhook(newWebhook(one), NOW)
      return store
    }
    const accept = (store: Store, said: Observation, at: number) =>
      store.acceptObservations([{ ...said, at }], at)

    /** The webhooks that get the clear, by name. */
    async function clear(store: Store, at = NOW + 100): Promise<readonly string[]> {
      const [result] = await accept(store, report('cleared', 'net'), at)
      return namesOf(store, result?.eventId ?? 0)
    }
    async function namesOf(store: Store, eventId: number): Promise<readonly string[]> {
      const webhooks = new Map((await store.listWebhooks({})).map(({ id, name }) => [id, name]))
      const deliveries = await store.listDeliveries({ eventId }, { limit: 20 })
      return deliveries.map(({ webhookId }) => webhooks.get(webhookId) ?? '').toSorted()
    }

    it('also where the clear says other labels, and before `otherwise` is decided', async () => {
      const store = await open(
        { name: 'dba', match: DBA },
        { name: 'web', match: 'label.team="web"' },
        { name: 'rest', match: 'otherwise' },
      )
      await accept(store, report('high', 'dba'), NOW)
      await deliverAll(store, NOW)

      assert.deepEqual(await clear(store), ['dba'])
    })

    it('to whoever got a change, also `otherwise`, and to nobody of the episode before', async () => {
      const store = await open(
        { name: 'dba', match: DBA },
        { name: 'high', match: 'label.team="web", severity=high' },
        { name: 'rest', match: 'otherwise' },
      )
      await accept(store, report('high', 'dba'), NOW)
      await accept(store, report('cleared', 'dba'), NOW + 1)
      await accept(store, report('low', 'web'), NOW + 2)
      await accept(store, report('high', 'web'), NOW + 3)
      await deliverAll(store, NOW + 4)

      assert.deepEqual(await clear(store), ['high', 'rest'])
    })

    it('while the raise may yet be sent: both go, in order', async () => {
      const store = await open({ name: 'dba', match: DBA })
      await accept(store, report('high', 'dba'), NOW)

      assert.deepEqual(await clear(store), ['dba'])
      const states = (await deliverAll(store, NOW + 200)).map(({ event }) =>
        event.kind === 'alert' ? event.newState : '',
      )
      assert.deepEqual(states, ['high', 'cleared'])
    })

    it('within one batch', async () => {
      const store = await open({ name: 'dba', match: DBA })
      const results = await store.acceptObservations(
        [report('high', 'dba', { at: NOW }), report('cleared', 'net', { at: NOW + 1 })],
        NOW + 1,
      )

      assert.deepEqual(await namesOf(store, results[1]?.eventId ?? 0), ['dba'])
    })

    for (const [what, reason, expected] of [
      ['may have been sent', 'HTTP 503', ['dba']],
      ['may have been sent before its connection was cut', 'timeout after 15 s', ['dba']],
      ['was refused', 'HTTP 400', []],
      ['found no connection', 'connection refused (192.0.2.1:9)', []],
    ] as const) {
      it(`if what failed ${what}: ${expected.length === 0 ? 'not' : 'yes'}`, async () => {
        const store = await open({ name: 'dba', match: DBA })
        await accept(store, report('high', 'dba'), NOW)
        const [claim] = await claimAll(store, NOW)
        await store.finishAttempts([finished(claim!, { state: 'failed' }, { reason })], NOW + 1)

        assert.deepEqual(await clear(store), expected)
      })
    }

    it('not for what was cancelled, nor where clears are not wanted or the webhook is disabled', async () => {
      const flags = { low: true, medium: true, high: true, cleared: false }
      const store = await open(
        { name: 'cancelled', match: DBA },
        { name: 'no clears', match: DBA, alertFlags: flags },
        { name: 'disabled', match: DBA },
      )
      const [result] = await accept(store, report('high', 'dba'), NOW)
      const [first] = await store.listDeliveries(
        { eventId: result?.eventId ?? 0, webhookId: 1 },
        { limit: 1 },
      )
      await store.cancelDelivery(first?.id ?? 0, NOW + 1)
      await deliverAll(store, NOW + 2)
      await store.changeWebhook(3, { enabled: false }, { now: NOW + 3 })

      assert.deepEqual(await clear(store), [])
    })

    it('when it ends by its promise, and by hand', async () => {
      const store = await open({ name: 'dba', match: DBA })
      await store.acceptObservations(
        [
          report('high', 'dba', { key: 'promised', at: NOW, expiresAt: NOW + 1_000 }),
          report('high', 'dba', { key: 'by hand', at: NOW }),
        ],
        NOW,
      )
      await deliverAll(store, NOW)
      await store.changeWebhook(1, { match: 'label.team="web"' }, { now: NOW + 1 })

      await store.expireAlerts({ expiredBefore: NOW + 2_000, now: NOW + 2_000, limit: 10 })
      const later = NOW + UNREPORTED_MS_MIN
      const { eventId } = await store.clearAlert(2, { note: 'gone', now: later, by: BY })

      const [expired] = (await store.listEvents({ alertId: 1 }, { limit: 1 })) ?? []
      assert.deepEqual(await namesOf(store, expired?.id ?? 0), ['dba'])
      assert.deepEqual(await namesOf(store, eventId ?? 0), ['dba'])
    })

    it('however long the alert lasts: retention begins with its clear', async () => {
      const store = await open({ name: 'dba', match: DBA })
      await accept(store, report('high', 'dba'), NOW)
      await accept(store, report('high', 'dba', { key: 'over' }), NOW)
      await accept(store, report('cleared', 'dba', { key: 'over' }), NOW + 1)
      await deliverAll(store, NOW + 2)
      const prune = async (now: number) => {
        for (let round = 0; round < 4; round += 1)
          await store.pruneHistory({ endedBefore: now, now, limit: 100 })
      }

      await prune(NOW + 40 * DAY_MS)
      const kept = await store.listDeliveries({}, { limit: 10 })
      assert.deepEqual(
        kept.map(({ eventId }) => eventId),
        [1],
      )
      assert.deepEqual(await clear(store, NOW + 40 * DAY_MS), ['dba'])

      await deliverAll(store, NOW + 40 * DAY_MS + 1)
      await prune(NOW + 80 * DAY_MS)
      assert.deepEqual(await store.listDeliveries({}, { limit: 10 }), [])
    })
  })
}
