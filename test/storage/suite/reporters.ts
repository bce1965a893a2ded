import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Observation } from '../../../src/domain/alert/alert.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { readPush, type Arrival } from '../../senders/service.ts'
import { claimAll, finished } from './finish.ts'
import type { OpenStore } from './store-suite.ts'
import { isHousekeepingDue } from '../../support/time/is-housekeeping-due.ts'

const SECOND = 1000
const a = { token: 't', url: 'http://prom-1:9090', address: '10.0.0.1' }
const b = { token: 't', url: 'http://prom-2:9090', address: '10.0.0.2' }

/** A push so many seconds after NOW, good for four minutes unless it names its end. */
function push(
  at: number,
  by: Pick<Arrival, 'token' | 'url' | 'address'>,
  startsAt: number,
  endsAt = at + 240,
): Observation {
  const [now, starts, ends] = [at, startsAt, endsAt].map((seconds) => NOW + seconds * SECOND)
  return readPush({ ...by, at: now!, startsAt: starts!, endsAt: ends! })
}

export function exerciseReporters(engine: string, openStore: OpenStore): void {
  describe(`${engine}: reporters of an alert`, () => {
    it('expireAlerts: what was ended while another one fired clears when that one does not live any more, without grace', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      const at = (seconds: number) => NOW + seconds * SECOND
      await store.acceptObservations([push(0, b, 0)], NOW)
      await store.acceptObservations([push(30, a, 30)], at(30))
      const [held] = await store.acceptObservations([push(60, a, 30, 60)], at(60))
      assert.equal(held?.result, 'refreshed')
      const due = (seconds: number) => isHousekeepingDue(store, at(seconds))
      const expire = (seconds: number) =>
        store.expireAlerts({ expiredBefore: at(seconds - 60), now: at(seconds), limit: 10 })

      assert.deepEqual([await due(149), await due(151)], [false, true])
      assert.deepEqual([await expire(149), await expire(151), await expire(151)], [0, 1, 0])

      const [event] = await store.listEvents({}, { limit: 1 })
      assert.ok(event?.kind === 'alert')
      assert.equal(event.endedBy, 'monitor')
      assert.deepEqual(event.ending, [
        { name: 'prom-1:9090 (10.0.0.1)' },
        { name: 'prom-2:9090 (10.0.0.2)', unheardMs: 151 * SECOND },
      ])
    })

    it('expireAlerts: one that repeats itself keeps the alert raised', async () => {
      const store = await openStore()
      const at = (seconds: number) => NOW + seconds * SECOND
      for (const [seconds, said] of [
        [0, push(0, b, 0)],
        [30, push(30, a, 30)],
        [60, push(60, a, 30, 60)],
        [120, push(120, b, 0)],
      ] as const)
        await store.acceptObservations([said], at(seconds))

      assert.equal(await store.expireAlerts({ expiredBefore: at(240), now: at(300), limit: 10 }), 0)
      assert.equal(await store.expireAlerts({ expiredBefore: at(361), now: at(421), limit: 10 }), 1)
    })

    it('acceptObservations: an end cuts promises of more than four minutes, whatever times lie between two pushes', async () => {
      const store = await openStore()
      const at = (seconds: number) => NOW + seconds * SECOND
      const results = []
      for (const [seconds, said] of [
        [0, push(0, b, 0, 480)],
        [0, push(0, a, 0, 480)],
        [120.003, push(120.003, b, 0, 600)],
        [130, push(130, a, 0, 130)],
      ] as const)
        results.push(...(await store.acceptObservations([said], at(seconds))))

      assert.deepEqual(
        results.map(({ result }) => result),
        ['raised', 'refreshed', 'refreshed', 'refreshed'],
      )
      const expire = (ms: number) =>
        store.expireAlerts({ expiredBefore: NOW, now: at(120.003) + ms, limit: 10 })
      // 1¼ times 120.003 s, and 30 s.
      assert.deepEqual([await expire(180_000), await expire(180_005)], [0, 1])
    })

    it('acceptObservations: the end of a clock that is ahead is notified, though it names a raised state', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      const at = (seconds: number) => NOW + seconds * SECOND
      await store.acceptObservations([push(0, a, 3600, 3840)], NOW)
      await store.acceptObservations([push(120, a, 3600, 3960)], at(120))

      const [ended] = await store.acceptObservations([push(180, a, 3600, 3780)], at(180))

      assert.deepEqual([ended?.result, ended?.deliveryCount], ['cleared', 1])
      const claims = await claimAll(store, at(181))
      assert.equal(claims.length, 1)
      await store.finishAttempts([finished(claims[0]!, { state: 'delivered' })], at(182))
      assert.equal((await claimAll(store, at(183))).length, 1)
    })

    it('acceptObservations: copies are known in the next transaction as well', async () => {
      const store = await openStore()
      const at = (seconds: number) => NOW + seconds * SECOND
      const results = []
      for (const [seconds, said] of [
        [0, push(0, a, 0)],
        [40, push(40, a, 0, 40)],
        [41, push(41, a, 0, 240)],
        [42, push(42, a, 0, 40)],
        [400, push(400, a, 0, 640)],
      ] as const)
        results.push(...(await store.acceptObservations([said], at(seconds))))

      assert.deepEqual(
        results.map(({ result }) => result),
        ['raised', 'cleared', 'stale', 'refreshed', 'raised'],
      )
    })
  })
}
