import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNREPORTED_MS_MIN } from '../../../src/domain/alert/clear-by-hand.ts'
import type { Author } from '../../../src/domain/audit/audit.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import type { OpenStore } from './store-suite.ts'

const LATER = NOW + UNREPORTED_MS_MIN
const BY: Author = { tokenId: null, userId: null, name: 'ada', address: '192.0.2.7' }
const CLEARING = { note: 'decommissioned', now: LATER, by: BY } as const

export function exerciseClearAlert(engine: string, openStore: OpenStore): void {
  describe(`${engine}: clearAlert`, () => {
    const openRaised = async (given: Parameters<typeof observation>[0] = {}) => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      const [raised] = await store.acceptObservations([observation({ state: 'high', ...given })], NOW)
      return { store, id: raised?.alertId ?? 0, raised }
    }

    it('ends a raised alert, notifies the webhooks after their earlier deliveries, and says who did it and why', async () => {
      const { store, id, raised } = await openRaised()

      const { alert, eventId, deliveryCount } = await store.clearAlert(id, CLEARING)

      assert.deepEqual(
        [alert.state, alert.endedBy, alert.since, deliveryCount],
        ['cleared', 'person', LATER, 1],
      )
      assert.deepEqual(await store.findAlert(id), alert)
      const event = await store.findEvent(eventId ?? 0)
      assert.ok(event?.kind === 'alert')
      assert.deepEqual(
        [event.oldState, event.newState, event.endedBy, event.at, event.raisedAt],
        ['high', 'cleared', 'person', LATER, NOW],
      )
      const deliveries = await store.listDeliveries({ alertId: id }, { limit: 10 })
      assert.deepEqual(
        deliveries.map(({ state, eventId }) => [state, eventId]),
        [
          ['waiting', eventId],
          ['pending', raised?.eventId],
        ],
      )
      const [entry] = await store.listAudit({ actions: ['alert.cleared'] }, { limit: 10 })
      assert.deepEqual(
        [entry?.actor, entry?.objectType, entry?.objectId, entry?.objectName, entry?.note],
        [
          { tokenId: null, userId: null, name: 'ada', address: '192.0.2.7' },
          'alert',
          id,
          observation().name,
          'decommissioned',
        ],
      )
      assert.deepEqual(entry?.changes, [{ field: 'state', from: 'high', to: 'cleared' }])
      assert.equal((await store.snapshot({ now: LATER, failingMax: 1 })).alerts.high, 0)
    })

    it('refuses what is reported still, and changes nothing then', async () => {
      const { store, id } = await openRaised()
      await store.acceptObservations([observation({ state: 'high', at: NOW + 60_000 })], NOW + 60_000)
      const before = await store.findAlert(id)

      await assert.rejects(store.clearAlert(id, CLEARING), { code: 'conflict' })

      assert.deepEqual(await store.findAlert(id), before)
      assert.deepEqual(await store.listAudit({ actions: ['alert.cleared'] }, { limit: 10 }), [])
    })

    it('twice is harmless: the second finds it cleared, and leaves no trace', async () => {
      const { store, id } = await openRaised()
      const cleared = await Promise.all([1, 2, 3].map(() => store.clearAlert(id, CLEARING)))

      assert.equal(cleared.filter(({ eventId }) => eventId !== null).length, 1)
      assert.equal((await store.listEvents({ kind: 'alert', alertId: id }, { limit: 10 })).length, 2)
      assert.equal((await store.listAudit({ actions: ['alert.cleared'] }, { limit: 10 })).length, 1)
    })

    it('does not lose a report that comes at the same moment: it raises the alert anew, or keeps it from being cleared', async () => {
      const { store, id } = await openRaised()
      const report = observation({ state: 'low', at: LATER + 1 })

      const [cleared, [accepted]] = await Promise.all([
        store.clearAlert(id, CLEARING).then(
          () => true,
          () => false,
        ),
        store.acceptObservations([report], LATER + 1),
      ])

      assert.equal(accepted?.result, cleared ? 'raised' : 'changed')
      assert.equal((await store.findAlert(id))?.state, 'low')
    })

    it('is followed by a new raise, and not undone by a late report of before', async () => {
      const { store, id } = await openRaised()
      await store.clearAlert(id, CLEARING)

      const said = await store.acceptObservations(
        [
          observation({ state: 'high', at: LATER - 1, expiresAt: LATER + 86_400_000 }),
          observation({ state: 'high', at: LATER + 1 }),
        ],
        LATER + 1,
      )

      assert.deepEqual(
        said.map(({ result }) => result),
        ['stale', 'raised'],
      )
    })

    it('clears a joined alert whole', async () => {
      const { store, id } = await openRaised({ variant: 'a' })
      await store.acceptObservations([observation({ state: 'low', variant: 'b' })], NOW)

      const { alert } = await store.clearAlert(id, CLEARING)

      assert.equal(alert.state, 'cleared')
      assert.deepEqual(
        alert.details.variants?.map(({ state }) => state),
        ['cleared', 'cleared'],
      )
    })

    it('not_found for an unknown id', async () => {
      const store = await openStore()

      await assert.rejects(store.clearAlert(4711, CLEARING), { code: 'not_found' })
    })
  })
}
