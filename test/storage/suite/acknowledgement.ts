import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AUTHOR, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimAll, deliverAll } from './finish.ts'
import { attempt, report } from './receiver-state/support.ts'
import { exerciseEdges, type Edge } from './silences/edges.ts'
import { MINUTE_MS } from './silences/scene.ts'
import type { OpenStore } from './store-suite.ts'

const UNTIL = NOW + 60 * MINUTE_MS
const GIVEN = { note: 'new disk', until: UNTIL, now: NOW + 5, by: AUTHOR } as const

const EDGES: readonly Edge[] = [
  {
    name: 'is sent after the raise, and the clear after it says nothing of it',
    actions: [
      [0, 'report high'],
      [1, 'acknowledge ada'],
      [2, 'report high'],
      [3, 'report cleared'],
    ],
    sent: ['high', 'high, ada', 'cleared'],
  },
  {
    name: 'goes on when the alert gets milder, and ends when it gets worse',
    actions: [
      [0, 'report medium'],
      [1, 'acknowledge ada'],
      [2, 'report low'],
      [3, 'report high'],
      [4, 'report low'],
    ],
    sent: ['medium', 'medium, ada', 'low, ada', 'high', 'low'],
  },
  {
    name: 'outlasts a dip: the alert comes back no worse than what was acknowledged',
    actions: [
      [0, 'report high'],
      [1, 'acknowledge ada'],
      [2, 'report medium'],
      [3, 'report high'],
      [4, 'report cleared'],
      [5, 'report high'],
    ],
    sent: ['high', 'high, ada', 'medium, ada', 'high, ada', 'cleared', 'high'],
  },
  {
    name: 'ends when the alert gets worse than what was acknowledged, also after a dip',
    actions: [
      [0, 'report medium'],
      [1, 'acknowledge ada'],
      [2, 'report low'],
      [3, 'report medium'],
      [4, 'report high'],
      [5, 'report medium'],
    ],
    sent: ['medium', 'medium, ada', 'low, ada', 'medium, ada', 'high', 'medium'],
  },
  {
    name: 'ends by its term, and nobody is notified of that',
    actions: [
      [0, 'report high'],
      [1, 'acknowledge ada 10'],
      [11, 'wait'],
      [12, 'report low'],
    ],
    sent: ['high', 'high, ada', 'low'],
  },
  {
    name: 'is sent with the raise that a dead receiver has not accepted',
    actions: [
      [0, 'receiver not_notified'],
      [0, 'report high'],
      [1, 'acknowledge ada'],
      [2, 'receiver accepted'],
      [90, 'wait'],
    ],
    sent: ['high, ada'],
    everyChange: ['high', 'high, ada'],
  },
  {
    name: 'is sent after a raise whose attempt is under way',
    actions: [
      [0, 'down report high'],
      [0, 'down claim'],
      [1, 'acknowledge ada'],
      [2, 'answer accepted'],
      [3, 'wait'],
    ],
    sent: ['high', 'high, ada'],
  },
  {
    name: 'is not sent to a receiver that does not know yet what has cleared meanwhile',
    actions: [
      [0, 'receiver not_notified'],
      [0, 'report high'],
      [1, 'acknowledge ada'],
      [2, 'report cleared'],
      [3, 'receiver accepted'],
      [90, 'wait'],
    ],
    sent: [],
    everyChange: ['high', 'high, ada', 'cleared'],
  },
  {
    name: 'of somebody else is sent too',
    actions: [
      [0, 'report high'],
      [1, 'acknowledge ada'],
      [2, 'acknowledge kim'],
    ],
    sent: ['high', 'high, ada', 'high, kim'],
  },
  {
    name: 'that was withdrawn is in no later notification',
    actions: [
      [0, 'report high'],
      [1, 'acknowledge ada'],
      [2, 'withdraw'],
      [3, 'report low'],
    ],
    sent: ['high', 'high, ada', 'low'],
  },
  {
    name: 'is held by a silence, and sent at its end',
    actions: [
      [0, 'report high'],
      [1, 'silence for 30'],
      [2, 'acknowledge ada'],
      [30, 'wait'],
    ],
    sent: ['high', 'high, ada'],
  },
  {
    name: 'is held by a silence that begins before it is sent',
    actions: [
      [0, 'report high'],
      [1, 'down acknowledge ada'],
      [2, 'silence for 30'],
      [30, 'wait'],
    ],
    sent: ['high', 'high, ada'],
  },
  {
    name: 'that a silence held is not sent once it is withdrawn',
    actions: [
      [0, 'report high'],
      [1, 'silence for 30'],
      [2, 'acknowledge ada'],
      [3, 'withdraw'],
      [30, 'wait'],
    ],
    sent: ['high'],
  },
  {
    name: 'is not sent to a disabled webhook, nor when that is enabled',
    actions: [
      [0, 'report high'],
      [1, 'disable'],
      [2, 'acknowledge ada'],
      [3, 'enable'],
    ],
    sent: ['high'],
  },
]

/** Checks how an alert is acknowledged, and who is notified. */
export function exerciseAcknowledgement(engine: string, openStore: OpenStore): void {
  exerciseEdges(`${engine}: an acknowledgement`, EDGES, openStore)

  describe(`${engine}: acknowledgeAlert`, () => {
    it('is kept with the alert, and in its event and the audit log', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ acknowledgements: true }), NOW)
      await report(store, ['high'])

      const { alert, eventId, deliveryCount } = await store.acknowledgeAlert(1, GIVEN)

      const acknowledgement = { by: AUTHOR.name, state: 'high', note: 'new disk', at: NOW + 5, until: UNTIL }
      assert.deepEqual([alert.acknowledgement, deliveryCount], [acknowledgement, 1])
      assert.deepEqual(await store.findAlert(1), alert)
      const event = await store.findEvent(eventId ?? 0)
      assert.ok(event?.kind === 'alert')
      assert.deepEqual(
        [event.trigger, event.oldState, event.newState, event.at, event.raisedAt, event.acknowledgement],
        ['acknowledgement', 'high', 'high', NOW + 5, NOW, acknowledgement],
      )
      const [entry] = await store.listAudit({ actions: ['alert.acknowledged'] }, { limit: 10 })
      const until = new Date(UNTIL).toISOString()
      assert.deepEqual(
        [entry?.actor.name, entry?.objectId, entry?.note, entry?.changes],
        [AUTHOR.name, 1, 'new disk', [{ field: 'acknowledged_until', from: null, to: until }]],
      )
    })

    it('names the person whom its author named, with the author', async () => {
      const store = await openStore()
      await report(store, ['high'])

      await store.acknowledgeAlert(1, { ...GIVEN, as: 'ada' })

      assert.equal((await store.findAlert(1))?.acknowledgement?.by, 'ada (token dba on duty)')
      const [entry] = await store.listAudit({ actions: ['alert.acknowledged'] }, { limit: 1 })
      const named = { field: 'acknowledged_by', from: null, to: 'ada (token dba on duty)' }
      assert.deepEqual([entry?.actor.name, entry?.changes.at(-1)], [AUTHOR.name, named])
    })

    it('notifies only those that ask for it and would be notified of the state', async () => {
      const store = await openStore()
      const asks = { acknowledgements: true }
      const add = async (given: Parameters<typeof newWebhook>[0]) =>
        (await store.createWebhook(newWebhook(given), NOW)).id
      const flags = { low: true, medium: true, high: false, cleared: true }
      const ids = [
        await add(asks),
        await add({ ...asks, mode: 'current_state' }),
        await add({}),
        await add({ mode: 'current_state' }),
        await add({ ...asks, alertFlags: flags }),
        await add({ ...asks, alertFlags: flags, mode: 'current_state' }),
        await add({ ...asks, match: 'source="other"' }),
        await add({ ...asks, match: 'otherwise' }),
        await add({ ...asks, payloadType: 'JOB' }),
        await add({ ...asks, enabled: false }),
      ]
      await report(store, ['high'])
      await deliverAll(store, NOW + 1)

      const { deliveryCount } = await store.acknowledgeAlert(1, GIVEN)

      const claims = await claimAll(store, NOW + 10)
      assert.deepEqual(claims.map(({ webhook }) => webhook.id).toSorted(), ids.slice(0, 2))
      assert.equal(deliveryCount, 2)
    })

    for (const mode of ['every_change', 'current_state'] as const) {
      it(`does not reach the fallback of a receiver that is slow to accept it, in mode ${mode}`, async () => {
        const store = await openStore()
        const { id: fallbackWebhookId } = await store.createWebhook(newWebhook({ enabled: false }), NOW)
        await store.createWebhook(newWebhook({ acknowledgements: true, fallbackWebhookId, mode }), NOW)
        await report(store, ['high'])
        await attempt(store, NOW + 1)
        await store.changeWebhook(fallbackWebhookId, { enabled: true }, { now: NOW + 2 })
        await store.acknowledgeAlert(1, GIVEN)

        await attempt(store, NOW + 10, 'not_notified')
        const escalated = await store.escalateToFallbacks({ now: NOW + 24 * 60 * MINUTE_MS, limit: 10 })

        assert.equal(escalated, 0)
      })
    }

    it('refuses one that is cleared, and one that is not known', async () => {
      const store = await openStore()
      await store.acceptObservations([observation({ state: 'high' })], NOW)
      await store.acceptObservations([observation({ state: 'cleared', at: NOW + 1 })], NOW + 1)

      await assert.rejects(store.acknowledgeAlert(1, GIVEN), {
        code: 'conflict',
        message: /Alert 1 has been cleared since .*nothing to acknowledge/,
      })
      await assert.rejects(store.acknowledgeAlert(2, GIVEN), { code: 'not_found' })
      await assert.rejects(store.withdrawAcknowledgement(2, GIVEN), { code: 'not_found' })
      assert.deepEqual(await store.listAudit({ actions: ['alert.acknowledged'] }, { limit: 10 }), [])
    })

    it('withdrawn, notifies nobody, and is in the audit log once', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ acknowledgements: true }), NOW)
      await report(store, ['high'])
      await store.acknowledgeAlert(1, GIVEN)
      await deliverAll(store, NOW + 6)

      const { alert, eventId } = await store.withdrawAcknowledgement(1, { now: NOW + 7, by: AUTHOR })
      await store.withdrawAcknowledgement(1, { now: NOW + 8, by: AUTHOR })

      assert.deepEqual([alert.acknowledgement, eventId], [undefined, null])
      assert.equal((await store.findAlert(1))?.acknowledgement, undefined)
      assert.deepEqual(await claimAll(store, NOW + 10), [])
      const entries = await store.listAudit({ actions: ['alert.acknowledgement_withdrawn'] }, { limit: 10 })
      assert.deepEqual(
        entries.map(({ changes }) => changes),
        [[{ field: 'acknowledged_until', from: new Date(UNTIL).toISOString(), to: null }]],
      )
    })

    it('is over for all variants of an alert when one of them is worse than all were', async () => {
      const store = await openStore()
      const report = (variant: string, state: 'low' | 'medium' | 'high', at: number) =>
        store.acceptObservations([observation({ variant, state, at })], at)
      await report('a', 'medium', NOW)
      await store.acknowledgeAlert(1, GIVEN)

      await report('b', 'low', NOW + 10)
      assert.equal((await store.findAlert(1))?.acknowledgement?.note, 'new disk')
      await report('b', 'high', NOW + 20)
      assert.equal((await store.findAlert(1))?.acknowledgement, undefined)
    })
  })
}
