import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimAll, claimDue, deliverAll, finished, lasting } from './finish.ts'
import type { OpenStore } from './store-suite.ts'

const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

export function exerciseHistory(engine: string, openStore: OpenStore): void {
  describe(`${engine}: seeing and pruning`, () => {
    it('lists are newest first, page by page', async () => {
      const store = await openStore()
      await store.acceptObservations(
        Array.from({ length: 5 }, (_, index) => observation({ key: `${index}` })),
        NOW,
      )

      const first = await store.listAlerts({}, { limit: 2 })
      const second = await store.listAlerts({}, { limit: 2, before: first[1]?.id ?? 0 })
      const third = await store.listAlerts({}, { limit: 2, before: second[1]?.id ?? 0 })

      assert.deepEqual(
        [...first, ...second, ...third].map(({ key }) => key),
        ['4', '3', '2', '1', '0'],
      )
    })

    it('listAlerts: by source, key, name and state', async () => {
      const store = await openStore()
      await store.acceptObservations(
        [
          observation({ key: 'a', name: 'Lag', state: 'low' }),
          observation({ key: 'b', source: 'prometheus', state: 'high' }),
          observation({ key: 'c', state: 'high' }),
          observation({ key: 'c', state: 'cleared', at: NOW + 1 }),
        ],
        NOW,
      )
      const keys = async (filter: Parameters<typeof store.listAlerts>[0]) =>
        (await store.listAlerts(filter, { limit: 10 })).map(({ key }) => key)

      assert.deepEqual(await keys({ source: 'prometheus' }), ['b'])
      assert.deepEqual(await keys({ key: 'a' }), ['a'])
      assert.deepEqual(await keys({ name: 'Lag' }), ['a'])
      assert.deepEqual(await keys({ states: ['low', 'medium', 'high'] }), ['b', 'a'])
      assert.deepEqual(await keys({ states: ['cleared'] }), ['c'])
      assert.deepEqual(await keys({ source: 'api', states: ['high'] }), [])
    })

    it('listJobRuns: by source, job and status', async () => {
      const store = await openStore()
      await store.acceptJobRuns(
        [jobRunReport(), jobRunReport({ jobId: 'x', status: 'success', source: 'cron' })],
        NOW,
      )
      const jobs = async (filter: Parameters<typeof store.listJobRuns>[0]) =>
        (await store.listJobRuns(filter, { limit: 10 })).map(({ jobId }) => jobId)

      assert.deepEqual(await jobs({}), ['x', '12'])
      assert.deepEqual(await jobs({ source: 'cron' }), ['x'])
      assert.deepEqual(await jobs({ jobId: '12' }), ['12'])
      assert.deepEqual(await jobs({ status: 'failure' }), ['12'])
    })

    it('listEvents and listDeliveries: by kind, alert, webhook, event, state and time', async () => {
      const store = await openStore()
      const { id: webhookId } = await store.createWebhook(newWebhook(), NOW)
      const [a] = await store.acceptObservations([observation({ key: 'a' })], NOW)
      const [b] = await store.acceptObservations([observation({ key: 'b' })], NOW + 10)
      await store.acceptJobRuns([jobRunReport()], NOW + 20)
      const [claim] = await claimDue(store, { limit: 1, now: NOW + 30, lease: lasting(1000) })
      assert.ok(claim && a && b)
      await store.finishAttempts([finished(claim, { state: 'failed' })], NOW + 30)
      const events = async (filter: Parameters<typeof store.listEvents>[0]) =>
        ids(await store.listEvents(filter, { limit: 10 }))
      const deliveries = async (filter: Parameters<typeof store.listDeliveries>[0]) =>
        (await store.listDeliveries(filter, { limit: 10 })).map(({ eventId }) => eventId)

      assert.deepEqual(await events({ kind: 'alert' }), [b.eventId, a.eventId])
      assert.deepEqual(await events({ alertId: a.alertId ?? 0 }), [a.eventId])
      assert.deepEqual(await events({ from: NOW + 10, until: NOW + 20 }), [b.eventId])
      assert.deepEqual(await events({ source: 'nobody' }), [])
      assert.deepEqual(await deliveries({ states: ['failed'] }), [a.eventId])
      assert.deepEqual(await deliveries({ states: ['pending', 'failed'] }), [b.eventId, a.eventId])
      assert.deepEqual(await deliveries({ alertId: b.alertId ?? 0 }), [b.eventId])
      assert.deepEqual(await deliveries({ eventId: b.eventId ?? 0, webhookId }), [b.eventId])
      assert.deepEqual(await deliveries({ webhookId: webhookId + 1 }), [])
      assert.deepEqual(await deliveries({ from: NOW + 10 }), [b.eventId])
    })

    it('findEvents and nameWebhooks: those that there are', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ name: 'first' }), NOW)
      const { id: goneId } = await store.createWebhook(newWebhook({ name: 'gone' }), NOW)
      await store.deleteWebhook(goneId, { now: NOW })
      const [a] = await store.acceptObservations([observation({ key: 'a' })], NOW)
      const [b] = await store.acceptObservations([observation({ key: 'b' })], NOW + 3 * DAY_MS)
      const [eventId = 0, laterId = 0] = [a?.eventId ?? 0, b?.eventId ?? 0]

      const events = await store.findEvents([laterId, eventId, 999])
      const found = events.map(({ described, ...event }) => {
        assert.deepEqual([described.name, described.serverName], [event.name, event.serverName])
        return event
      })

      assert.deepEqual(
        found.toSorted((one, other) => one.id - other.id),
        [eventId, laterId].map((id) => ({
          id,
          kind: 'alert',
          name: 'Replication lag',
          at: NOW,
          oldState: 'cleared',
          newState: 'high',
          trigger: 'change',
          status: null,
          objectName: 'pg-orders-2',
          serverName: 'pg-orders-2',
        })),
      )
      assert.deepEqual(await store.findEvents([]), [])
      assert.deepEqual(await store.nameWebhooks([goneId, id, 999]), [{ id, name: 'first', enabled: true }])
    })

    it('findEventsOfJobRuns: of each run that is known', async () => {
      const store = await openStore()
      await store.acceptObservations([observation()], NOW)
      const [one] = await store.acceptJobRuns([jobRunReport({ runId: '1' })], NOW)
      const [other] = await store.acceptJobRuns([jobRunReport({ runId: '2' })], NOW + 3 * DAY_MS)
      const ids = [other?.jobRunId ?? 0, one?.jobRunId ?? 0]

      const found = await store.findEventsOfJobRuns([...ids, 999])

      assert.deepEqual(
        found.toSorted((a, b) => a.jobRunId - b.jobRunId),
        [one, other].map((run) => ({ jobRunId: run?.jobRunId, eventId: run?.eventId })),
      )
      assert.deepEqual(await store.findEventsOfJobRuns([]), [])
    })

    it('unknown ids are undefined, not errors', async () => {
      const store = await openStore()

      assert.deepEqual(
        await Promise.all([
          store.findAlert(1),
          store.findEvent(1),
          store.findJobRun(1),
          store.findDelivery(1),
          store.findWebhook(1),
        ]),
        [undefined, undefined, undefined, undefined, undefined],
      )
    })

    it('pruneHistory: removes what ended before, in bounded steps, and nothing unfinished or younger', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      const pair = (key: string, at: number) => [
        observation({ key, at }),
        observation({ key, at: at + 1, state: 'cleared' }),
      ]
      await store.acceptObservations([...pair('old', NOW), ...pair('older', NOW)], NOW)
      await deliverAll(store, NOW)
      await store.acceptObservations([observation({ key: 'unfinished', at: NOW })], NOW)
      // An engine may keep a day as a whole, so what is young is from another one.
      const later = NOW + 2 * DAY_MS
      await store.acceptObservations(pair('young', later), later)
      await store.acceptJobRuns([jobRunReport()], NOW)

      const steps = []
      for (;;) {
        const count = await store.pruneHistory({ endedBefore: later, now: later, limit: 3 })
        if (count === 0) break
        steps.push(count)
      }

      assert.ok(steps.length > 1 && Math.max(...steps) <= 15, `bounded steps: ${steps.join(', ')}`)
      assert.deepEqual(
        (await store.listAlerts({}, { limit: 10 })).map(({ key }) => key),
        ['young', 'unfinished'],
      )
      assert.equal((await store.listEvents({}, { limit: 10 })).length, 3)
      assert.equal((await store.listDeliveries({}, { limit: 10 })).length, 3)
      assert.deepEqual(await store.listJobRuns({}, { limit: 10 }), [])
      const [again] = await store.acceptJobRuns([jobRunReport()], later + 2000)
      assert.equal(again?.result, 'duplicate', 'a reported run stays known after its history is gone')
      assert.equal((await claimAll(store, later + 2000)).length, 2)
    })

    it('pruneHistory: what must stay, however much it is, does not keep what is behind it', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      const held = Array.from({ length: 12 }, (_, index) => observation({ key: `held ${index}` }))
      await store.acceptObservations(held, NOW)
      await store.changeWebhook(id, { enabled: false }, { now: NOW })
      await store.acceptObservations([observation({ key: 'notified nobody' })], NOW + 1)

      for (let step = 0; step < 4; step += 1) {
        await store.pruneHistory({ endedBefore: NOW + DAY_MS, now: NOW, limit: 1 })
      }

      const events = await store.listEvents({}, { limit: 100 })
      assert.deepEqual(new Set(events.map(({ acceptedAt }) => acceptedAt)), new Set([NOW]))
      assert.equal(events.length, held.length)
    })

    it('listEvents and listDeliveries: by time, also when a clock was set back or events notified nobody', async () => {
      const store = await openStore()
      const minute = 60_000
      const accept = (key: string, now: number) => store.acceptObservations([observation({ key })], now)
      await accept('notified nobody, early', NOW)
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await accept('first', NOW + 60 * minute)
      await accept('set back', NOW + 55 * minute)
      await store.changeWebhook(id, { enabled: false }, { now: NOW })
      await accept('notified nobody, late', NOW + 61 * minute)
      await accept('notified nobody, last', NOW + 90 * minute)

      const keys = async (filter: { readonly from?: number; readonly until?: number }) =>
        (await store.listEvents(filter, { limit: 10 })).map(
          (event) => event.kind === 'alert' && event.alertKey,
        )
      const deliveries = async (filter: { readonly from?: number; readonly until?: number }) =>
        (await store.listDeliveries(filter, { limit: 10 })).map(({ eventId }) => eventId)

      assert.deepEqual(await keys({ from: NOW + 58 * minute, until: NOW + 61 * minute }), ['first'])
      assert.deepEqual(await keys({ until: NOW + 56 * minute }), ['set back', 'notified nobody, early'])
      assert.deepEqual(await keys({ from: NOW + 91 * minute }), [])
      assert.deepEqual(await keys({ until: NOW }), [])
      assert.deepEqual(await deliveries({ from: NOW + 58 * minute }), [2])
      assert.deepEqual(await deliveries({ until: NOW + 56 * minute }), [3])
      assert.deepEqual(await deliveries({ from: NOW, until: NOW + 120 * minute }), [3, 2])
      assert.deepEqual(await deliveries({ from: NOW + 85 * minute }), [])
      assert.deepEqual(await deliveries({ until: NOW + 1 }), [])
    })

    it('pruneHistory: deliveries are never numbered anew', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation()], NOW)
      const [before] = await deliverAll(store, NOW)
      while ((await store.pruneHistory({ endedBefore: NOW + DAY_MS, now: NOW, limit: 100 })) > 0);

      await store.acceptObservations([observation({ key: 'next' })], NOW + 5)
      const [after] = await claimAll(store, NOW + 5)

      assert.ok((after?.deliveryId ?? 0) > (before?.deliveryId ?? 0))
    })
  })
}
