import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { EARLY_CLEAR_KEPT_MS } from '../../../src/domain/alert/alert.ts'
import { RAISED_STATES } from '../../../src/domain/alert/severity.ts'
import type { OpenStore } from './store-suite.ts'

export function exerciseIntake(engine: string, openStore: OpenStore): void {
  describe(`${engine}: intake`, () => {
    it('acceptObservations: raise, change, refresh, clear; each transition is an event and a delivery', async () => {
      const store = await openStore()
      const { id: webhookId } = await store.createWebhook(newWebhook(), NOW)
      const steps = [
        observation({ state: 'low', at: NOW }),
        observation({ state: 'high', at: NOW + 1 }),
        observation({ state: 'high', at: NOW + 2, details: { currentValue: '500' } }),
        observation({ state: 'cleared', at: NOW + 3 }),
      ]

      const accepted = await store.acceptObservations(steps, NOW + 10)

      assert.deepEqual(
        accepted.map(({ result, deliveryCount }) => [result, deliveryCount]),
        [
          ['raised', 1],
          ['changed', 1],
          ['refreshed', 0],
          ['cleared', 1],
        ],
      )
      const events = (await store.listEvents({}, { limit: 10 })).toReversed()
      assert.deepEqual(
        events.map(
          (event) => event.kind === 'alert' && [event.oldState, event.newState, event.at, event.raisedAt],
        ),
        [
          ['cleared', 'low', NOW, NOW],
          ['low', 'high', NOW + 1, NOW],
          ['high', 'cleared', NOW + 3, NOW],
        ],
      )
      const deliveries = (await store.listDeliveries({}, { limit: 10 })).toReversed()
      assert.deepEqual(
        deliveries.map(({ state, webhookId, eventId }) => [state, webhookId, eventId]),
        [
          ['pending', webhookId, events[0]?.id],
          ['waiting', webhookId, events[1]?.id],
          ['waiting', webhookId, events[2]?.id],
        ],
      )
    })

    it('acceptObservations: keeps the alert id from raise to clear and beyond, and its details', async () => {
      const store = await openStore()
      const all = []
      for (const [index, state] of (['high', 'cleared', 'low'] as const).entries()) {
        all.push(...(await store.acceptObservations([observation({ state, at: NOW + index })], NOW + index)))
      }

      assert.equal(new Set(all.map(({ alertId }) => alertId)).size, 1)
      const alert = await store.findAlert(all[0]?.alertId ?? 0)
      assert.deepEqual(alert?.details, observation().details)
      assert.deepEqual([alert?.state, alert?.since, alert?.changedAt], ['low', NOW + 2, NOW + 2])
    })

    it('acceptObservations: what names no moment counts from its arrival, also when the clock was set back since', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      const { at: _, ...undated } = observation({ state: 'low' })
      const setBack = NOW - 7_200_000

      const before = await store.acceptObservations([undated], NOW)
      const after = await store.acceptObservations(
        [
          { ...undated, state: 'high' },
          { ...undated, state: 'cleared' },
        ],
        setBack,
      )

      assert.deepEqual(
        [...before, ...after].map(({ result, deliveryCount }) => [result, deliveryCount]),
        [
          ['raised', 1],
          ['changed', 1],
          ['cleared', 1],
        ],
      )
      const events = await store.listEvents({}, { limit: 10 })
      assert.deepEqual(
        events.map(({ at, acceptedAt }) => [at, acceptedAt]),
        [
          [NOW, setBack],
          [NOW, setBack],
          [NOW, NOW],
        ],
      )
    })

    it('acceptObservations: alerts of two sources with one key are two alerts', async () => {
      const store = await openStore()

      const [a, b] = await store.acceptObservations(
        [observation({ source: 'a' }), observation({ source: 'b' })],
        NOW,
      )

      assert.notEqual(a?.alertId, b?.alertId)
    })

    it('acceptObservations: an older report is stale, cleared for an unknown alert is ignored; neither notifies anybody', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation({ at: NOW + 10 })], NOW + 10)

      const accepted = await store.acceptObservations(
        [observation({ state: 'cleared', at: NOW + 5 }), observation({ key: 'unknown', state: 'cleared' })],
        NOW + 20,
      )

      assert.deepEqual(
        accepted.map(({ result }) => result),
        ['stale', 'ignored'],
      )
      assert.equal((await store.listEvents({}, { limit: 10 })).length, 1)
      assert.deepEqual(
        (await store.listAlerts({}, { limit: 10 })).map(({ state, staleCount }) => [state, staleCount]),
        [['high', 1]],
      )
    })

    it('acceptObservations: the end of what nobody has heard of makes its raise stale, in one batch and later', async () => {
      const store = await openStore()
      const [end, episodeNumber] = [
        observation({ state: 'cleared', at: NOW + 5 }),
        observation({ at: NOW + 4 }),
      ]
      const [one, other] = ['a', 'b'].map((variant) => ({ ...episodeNumber, key: 'joined', variant }))

      const [ended, late] = await store.acceptObservations([end, episodeNumber], NOW + 10)
      const [later] = await store.acceptObservations([episodeNumber], NOW + 20)
      await store.acceptObservations([{ ...one!, state: 'cleared', at: NOW + 5 }], NOW + 20)
      const joined = await store.acceptObservations([one!, other!, one!], NOW + 20)

      assert.deepEqual(ended, {
        result: 'ignored',
        alertId: null,
        eventId: null,
        deliveryCount: 0,
        notifiedNobody: false,
      })
      const stale = { ...ended, result: 'stale' }
      assert.deepEqual([late, later], [stale, stale])
      assert.deepEqual(
        joined.map(({ result }) => result),
        ['stale', 'raised', 'stale'],
      )
      const [raised] = await store.acceptObservations([observation({ at: NOW + 5 })], NOW + 30)
      assert.equal(raised?.result, 'raised')
      const listed = await store.listAlerts({}, { limit: 10 })
      assert.deepEqual(
        listed.map(({ key, lastReportedAt }) => [key, lastReportedAt]),
        [
          [observation().key, NOW + 5],
          ['joined', NOW + 4],
        ],
      )
    })

    it('pruneClearMarks: they go after a day, and the oldest where there are too many', async () => {
      const store = await openStore()
      const key = (index: number) => `key ${index}`
      for (const index of [0, 1, 2, 3]) {
        const end = observation({ key: key(index), state: 'cleared', at: NOW })
        await store.acceptObservations([end], NOW + index)
      }
      const episodeNumber = async (index: number) =>
        (await store.acceptObservations([observation({ key: key(index), at: NOW - 1 })], NOW))[0]?.result
      const day = NOW + EARLY_CLEAR_KEPT_MS

      assert.equal(await store.pruneEarlyClears({ now: day, limit: 10 }), 0)
      assert.equal(await store.pruneEarlyClears({ now: day + 1, limit: 10 }), 1)
      assert.equal(await store.pruneEarlyClears({ now: day, limit: 1, keptMax: 1 }), 1)
      assert.equal(await store.pruneEarlyClears({ now: day, limit: 10, keptMax: 1 }), 1)

      assert.deepEqual(
        [await episodeNumber(0), await episodeNumber(1), await episodeNumber(2), await episodeNumber(3)],
        ['raised', 'raised', 'raised', 'stale'],
      )
    })

    it('listAlerts: those that wait for their monitor, and that nobody has spoken of since', async () => {
      const store = await openStore()
      const raise = (key: string, now: number, expiresAt?: number) =>
        store.acceptObservations([observation({ key, at: now, ...(expiresAt && { expiresAt }) })], now)
      await raise('old', NOW)
      await raise('promised', NOW, NOW + 60_000)
      await raise('new', NOW + 10)

      for (const filter of [{}, { states: RAISED_STATES }, { source: 'api' }, { key: 'old' }]) {
        const listed = await store.listAlerts({ ...filter, silentSince: NOW + 10 }, { limit: 10 })
        assert.deepEqual(
          listed.map(({ key }) => key),
          ['old'],
        )
      }
    })

    it('acceptObservations: tells exactly the enabled ALERT webhooks whose flag of the new state is on', async () => {
      const store = await openStore()
      const flags = { low: false, medium: false, high: false, cleared: false }
      const make = async (given: Parameters<typeof newWebhook>[0]) =>
        (await store.createWebhook(newWebhook(given), NOW)).id
      const high = await make({ alertFlags: { ...flags, high: true } })
      const cleared = await make({ alertFlags: { ...flags, cleared: true } })
      await make({ alertFlags: { ...flags, low: true, medium: true } })
      await make({ enabled: false })
      await make({ payloadType: 'JOB' })

      await store.acceptObservations(
        [observation({ state: 'high' }), observation({ state: 'cleared', at: NOW + 1 })],
        NOW,
      )

      const notified = (await store.listDeliveries({}, { limit: 10 }))
        .toReversed()
        .map(({ webhookId }) => webhookId)
      assert.deepEqual(notified, [high, cleared])
    })

    it('acceptJobRuns: every enabled JOB webhook is notified, the same run only once', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      await store.createWebhook(newWebhook(), NOW)

      const first = await store.acceptJobRuns(
        [jobRunReport(), jobRunReport({ runId: '2' }), jobRunReport()],
        NOW,
      )
      const again = await store.acceptJobRuns([jobRunReport()], NOW + 1)

      assert.deepEqual(
        [...first, ...again].map(({ result, deliveryCount }) => [result, deliveryCount]),
        [
          ['accepted', 1],
          ['accepted', 1],
          ['duplicate', 0],
          ['duplicate', 0],
        ],
      )
      assert.equal(again[0]?.jobRunId, first[0]?.jobRunId)
      const run = await store.findJobRun(first[0]?.jobRunId ?? 0)
      assert.deepEqual(run, { ...jobRunReport(), id: first[0]?.jobRunId, acceptedAt: NOW })
      assert.deepEqual(
        (await store.listDeliveries({}, { limit: 10 })).map(({ webhookId }) => webhookId),
        [id, id],
      )
    })

    it('acceptJobRuns: ids with separators in them are not mixed up', async () => {
      const store = await openStore()

      const results = await store.acceptJobRuns(
        [jobRunReport({ jobId: 'a b', runId: 'c' }), jobRunReport({ jobId: 'a', runId: 'b c' })],
        NOW,
      )

      assert.deepEqual(
        results.map(({ result }) => result),
        ['accepted', 'accepted'],
      )
    })

    it('acceptObservations, acceptJobRuns: names and ids of full length, in characters that do not compress', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      const name = someText(65_536)
      const [key, source] = [someText(500), someText(100)]
      const run = jobRunReport({ source, jobId: key, runId: key.split('').toReversed().join('') })

      const [raised] = await store.acceptObservations([observation({ source, key, name })], NOW)
      const runs = await store.acceptJobRuns([run, run], NOW)

      const found = await store.listAlerts({ name }, { limit: 10 })
      assert.deepEqual(
        found.map(({ id, source, key }) => [id, source, key]),
        [[raised?.alertId, source, key]],
      )
      assert.deepEqual(await store.listAlerts({ name: name.slice(0, -1) }, { limit: 10 }), [])
      assert.deepEqual(
        runs.map(({ result }) => result),
        ['accepted', 'duplicate'],
      )
    })

    it('expireAlerts: clears raised alerts that were not refreshed in time, with an event that says so', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations(
        [
          observation({ key: 'a', expiresAt: NOW + 100 }),
          observation({ key: 'b', expiresAt: NOW + 900 }),
          observation({ key: 'c' }),
        ],
        NOW,
      )

      const count = await store.expireAlerts({ expiredBefore: NOW + 500, now: NOW + 600, limit: 10 })
      const again = await store.expireAlerts({ expiredBefore: NOW + 500, now: NOW + 600, limit: 10 })

      assert.deepEqual([count, again], [1, 0])
      const states = (await store.listAlerts({}, { limit: 10 }))
        .map(({ key, state }) => `${key} ${state}`)
        .sort()
      assert.deepEqual(states, ['a cleared', 'b high', 'c high'])
      const [event] = await store.listEvents({}, { limit: 1 })
      assert.ok(event?.kind === 'alert')
      assert.deepEqual(
        [event.endedBy, event.newState, event.oldState, event.at, event.raisedAt],
        ['expired', 'cleared', 'high', NOW + 100, NOW],
      )
      assert.equal((await store.listDeliveries({ eventId: event.id }, { limit: 10 })).length, 1)
    })

    it('expireAlerts: clears the fewer at once, the more webhooks may be notified, and one at least', async () => {
      const store = await openStore()
      for (const name of ['a', 'b', 'c', 'd']) await store.createWebhook(newWebhook({ name }), NOW)
      const reports = Array.from({ length: 5 }, (_, index) => {
        return observation({ key: `k${index}`, expiresAt: NOW + 100 })
      })
      await store.acceptObservations(reports, NOW)
      const expire = (limit: number) =>
        store.expireAlerts({ expiredBefore: NOW + 500, now: NOW + 600, limit })

      assert.deepEqual(
        [await expire(11), await expire(1), await expire(300), await expire(300)],
        [2, 1, 2, 0],
      )
    })

    it('acceptObservations: a batch is all or nothing', async () => {
      const store = await openStore()
      // A state that the schema forbids stands for any failure in the middle of a batch.
      const broken = observation({ key: 'broken', state: 'bogus' as 'high' })

      await assert.rejects(store.acceptObservations([observation(), broken], NOW))

      assert.deepEqual(await store.listAlerts({}, { limit: 10 }), [])
      assert.deepEqual(await store.listEvents({}, { limit: 10 }), [])
    })

    it('acceptObservations: of calls made at once, one that fails takes none of the others with it', async () => {
      const store = await openStore()
      const broken = observation({ key: 'broken', state: 'bogus' as 'high' })

      const outcomes = await Promise.allSettled([
        store.acceptObservations([observation({ key: 'a' })], NOW),
        store.acceptObservations([observation({ key: 'with the broken one' }), broken], NOW),
        store.acceptObservations([observation({ key: 'b' })], NOW),
      ])

      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
      assert.deepEqual((await store.listAlerts({}, { limit: 10 })).map(({ key }) => key).sort(), ['a', 'b'])
    })
  })
}

/** Characters of three bytes, in an order that looks like chance. */
function someText(length: number): string {
  return Array.from({ length }, (_, index) =>
    String.fromCharCode(0x4e00 + (((index * 7919) ^ (index << 3)) % 20_000)),
  ).join('')
}
