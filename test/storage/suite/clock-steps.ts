import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NO_CLOCK_JUMP } from '../../../src/domain/clock-steps.ts'
import { OPEN_NOTED_EVERY_MS } from '../../../src/domain/open-time.ts'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import { FAILURES_BEFORE_PAUSE, OVERDUE_MS_MIN } from '../../../src/domain/flow/breaker.ts'
import type { HealthSignal } from '../../../src/domain/receiver/outcome.ts'
import { CLOCK_WATERMARK_KEPT_MS } from '../../../src/storage/scripts/meta.ts'
import type { Store } from '../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { LEASE_MS, claimDue, finished, lasting } from './finish.ts'
import type { OpenStore } from './store-suite.ts'

const HOUR = 3_600_000
/** The clock was set back by two hours since `NOW`. */
const BACK = NOW - 2 * HOUR
const SCHEDULE_MS = [0, 5_000, 3 * HOUR] as const
const FAILING = { kind: 'failing' } as const

/** Promises for a clock that is set, back or forward. */
export function exerciseClockSteps(engine: string, openStore: OpenStore): void {
  describe(`${engine}: steps of the clock`, () => {
    it('claimDue: a next turn that lies further ahead than the rate can bring it holds nothing up', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ rateLimit: { count: 1, intervalMs: 1_000 } }), NOW)
      await episodeNumber(store, 1)
      assert.equal((await claimDue(store)).length, 1)
      await episodeNumber(store, 3, BACK)

      assert.equal((await claimDue(store, { now: BACK })).length, 1)
      assert.equal((await claimDue(store, { now: BACK + 999 })).length, 0)
      assert.equal((await claimDue(store, { now: BACK + 1_000 })).length, 1)
    })

    it('claimDue and all that is shown: a pause that lies further ahead than it can is over', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ name: 'paused' }), NOW)
      await fail(store, FAILURES_BEFORE_PAUSE)
      await episodeNumber(store, 1, BACK, 'later')
      const shown = async (now: number) => {
        const { webhooks, failing } = await store.snapshot({ now, failingMax: 10 })
        const [found] = await store.searchWebhooks({}, { limit: 10 }, now)
        const health = await store.findHealth(id, now)
        const { pausedWebhooks } = await store.countBacklog(now)
        return [
          webhooks.paused,
          pausedWebhooks,
          failing[0]?.pausedUntil,
          found?.health.pausedUntil,
          health?.pausedUntil,
        ]
      }

      const until = NOW + 5_000
      assert.deepEqual(await shown(NOW), [1, 1, until, until, until])
      assert.deepEqual(await claimDue(store, { now: NOW }), [])
      assert.deepEqual(await shown(BACK), [0, 0, null, null, null])
      assert.equal((await claimDue(store, { now: BACK })).length, 1)
    })

    it('claimDue: what a receiver asked for holds for a day at the most', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await fail(store, 1, { kind: 'throttling', askedMs: 24 * HOUR })
      await episodeNumber(store, 1, BACK, 'later')

      assert.deepEqual(await claimDue(store, { now: NOW }), [])
      assert.equal((await claimDue(store, { now: BACK })).length, 1)
    })

    it('clampDueTimes: what is due later than its schedule can bring about is due at once, and no more', async () => {
      const store = await openStore()
      const [first, second, third] = await retried(store, [NOW + 5_000, NOW + 5_000, BACK + 4_000])
      await store.finishAttempts([finished(third as Claim, { state: 'pending', dueAt: BACK + 4_000 })], NOW)

      const count = await store.clampDueTimes({ now: BACK, limit: 10, scheduleMs: SCHEDULE_MS })

      assert.equal(count, 2)
      const due = await claimDue(store, { now: BACK })
      assert.deepEqual(
        due.map(({ deliveryId }) => deliveryId),
        [first?.deliveryId, second?.deliveryId],
      )
      assert.equal(await store.clampDueTimes({ now: BACK, limit: 10, scheduleMs: SCHEDULE_MS }), 0)
    })

    it('clampDueTimes: goes by how many attempts were made, by the schedule of the webhook, and by the limit', async () => {
      const store = await openStore()
      await retried(store, [NOW + 5_000, NOW + 5_000], [0, 3 * HOUR])
      const clamp = (limit: number, now: number) =>
        store.clampDueTimes({ now, limit, scheduleMs: SCHEDULE_MS })

      assert.equal(await clamp(10, BACK), 0)
      assert.equal(await clamp(1, NOW - 4 * HOUR), 1)
      assert.equal(await clamp(10, NOW - 4 * HOUR), 1)
    })

    it('clampDueTimes: a new delivery is never due later than now, one for which time was asked may be', async () => {
      const store = await openStore()
      const asking = await store.createWebhook(newWebhook(), NOW)
      await fail(store, 1, { kind: 'throttling', askedMs: 3 * HOUR }, { dueAt: NOW + 3 * HOUR })
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await episodeNumber(store, 1, NOW, 'later')
      await store.changeWebhook(asking.id, { rateLimit: null }, { now: NOW })

      assert.equal(await store.clampDueTimes({ now: BACK, limit: 10, scheduleMs: SCHEDULE_MS }), 2)
      const due = await claimDue(store, { now: BACK })
      assert.deepEqual(
        due.map(({ webhook }) => webhook.id),
        [id],
      )
    })

    it('reclaimLeases: a lease that reaches further than it can is cut to its full length, by the limit of its webhook', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ timeoutMs: null }), NOW)
      await store.createWebhook(newWebhook({ timeoutMs: 60_000 }), NOW)
      await episodeNumber(store, 1)
      assert.equal((await claimDue(store)).length, 2)
      const reclaim = (now: number) =>
        store.reclaimLeases({ leasedBefore: now, now, limit: 10, lease: lasting(LEASE_MS) })

      assert.equal(await reclaim(BACK), 0)
      assert.equal(await reclaim(BACK + LEASE_MS), 0)
      assert.equal(await reclaim(BACK + LEASE_MS + 1), 1)
      assert.equal(await reclaim(BACK + LEASE_MS + 60_000), 0)
      assert.equal(await reclaim(BACK + LEASE_MS + 60_001), 1)
    })

    it('reclaimLeases: a lease that is cut is still its holder’s', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await episodeNumber(store, 1)
      const [claim] = await claimDue(store)
      await store.reclaimLeases({ leasedBefore: BACK, now: BACK, limit: 10, lease: lasting(LEASE_MS) })

      assert.deepEqual(await store.finishAttempts([finished(claim as Claim)], BACK), ['delivered'])
    })

    it('endOverdue: a jump of the clock is no time in which anything was due', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ retryScheduleMs: [0] }), NOW)
      await fail(store, FAILURES_BEFORE_PAUSE)
      const clockJump = { at: NOW + 6 * HOUR + 1_000, ms: 6 * HOUR }
      const end = (now: number) => store.endOverdue({ now, limit: 10, scheduleMs: SCHEDULE_MS, clockJump })

      assert.equal(await end(clockJump.at), 0)
      assert.equal(await end(clockJump.at + OVERDUE_MS_MIN - 2_000), 0)
      assert.equal(await end(clockJump.at + OVERDUE_MS_MIN), FAILURES_BEFORE_PAUSE)
    })

    it('endOverdue: what takes the place of one that ended is due now, if it was made by a clock that was ahead', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ retryScheduleMs: [0] }), BACK)
      await fail(store, FAILURES_BEFORE_PAUSE, FAILING, { dueAt: BACK, now: BACK })
      await store.acceptObservations([observation({ key: 'failing 0', state: 'low', at: NOW })], NOW)
      const now = BACK + 2 * OVERDUE_MS_MIN - 1_000

      assert.equal(await store.endOverdue({ now, limit: 10, scheduleMs: SCHEDULE_MS }), FAILURES_BEFORE_PAUSE)
      assert.equal((await store.findHealth(id, now))?.nextDueAt, now)
    })

    for (const { it: name, change } of [
      { it: 'its time limit is lowered', change: { timeoutMs: 1_000 } },
      { it: 'it gets the time limit of the service', change: { timeoutMs: null } },
    ]) {
      it(`reclaimLeases: a request under way keeps the lease that it began with when ${name}`, async () => {
        const store = await openStore()
        const webhook = await store.createWebhook(newWebhook({ timeoutMs: 200_000 }), NOW)
        await episodeNumber(store, 1)
        const lease = { timeoutMs: 15_000, marginMs: 10_000 }
        const [claim] = await claimDue(store, { lease })
        assert.ok(claim)
        await store.changeWebhook(webhook.id, change, { now: NOW + 1_000 })
        const reclaim = (now: number) => store.reclaimLeases({ leasedBefore: now, now, limit: 10, lease })

        assert.equal(await reclaim(NOW + 2_000), 0)
        assert.equal(await reclaim(NOW + 209_999), 0)
        assert.deepEqual(await store.finishAttempts([finished(claim)], NOW + 209_999), ['delivered'])
      })
    }

    it('writeClockMark: keeps the last of each start of a machine, until it is long out of use', async () => {
      const store = await openStore()
      const mark = { at: 1_000.25, time: NOW, errorMs: 0.5, clockJump: { at: NOW - 10, ms: HOUR } }
      const later = { at: 61_000, time: NOW + 60_000, errorMs: 0, clockJump: NO_CLOCK_JUMP }

      assert.equal(await store.findClockWatermark('boot a'), undefined)
      await store.writeClockWatermark('boot a', mark)
      await store.writeClockWatermark('boot b', mark)
      assert.deepEqual(await store.findClockWatermark('boot a'), mark)
      await store.writeClockWatermark('boot a', later)
      assert.deepEqual(await store.findClockWatermark('boot a'), later)
      assert.deepEqual(await store.findClockWatermark('boot b'), mark)
      await store.writeClockWatermark('boot a', { ...later, time: NOW + CLOCK_WATERMARK_KEPT_MS + 1 })
      assert.equal(await store.findClockWatermark('boot b'), undefined)
    })

    it('expireAlerts: a promise runs out only in time in which reports could come in', async () => {
      const store = await openStore()
      const note = (now: number) => store.noteOpenTime({ now, steppedMs: 0 })
      const promise = (key: string, at: number) =>
        store.acceptObservations([observation({ key, at, expiresAt: at + 60_000 })], at)
      const expire = (now: number) => store.expireAlerts({ expiredBefore: now, now, limit: 10 })
      const stayOpen = async (from: number, until: number) => {
        for (let now = from; now <= until; now += OPEN_NOTED_EVERY_MS) await note(now)
        return note(until)
      }
      await note(NOW)
      await promise('before', NOW)
      const back = NOW + 2 * HOUR
      assert.equal(await expire(back), 0)
      const { absences } = await note(back)
      await promise('after', back + 5_000)

      assert.deepEqual(absences, [{ until: back, ms: 2 * HOUR }])
      assert.equal(await expire(back + 60_001), 0)
      await stayOpen(back, back + 60_000)
      assert.equal(await expire(back + 60_001), 0)
      await note(back + 60_001)
      assert.equal(await expire(back + 60_001), 1)
      await note(back + 65_001)
      assert.equal(await expire(back + 65_001), 1)
    })

    it('acceptObservations: what was promised before an absence has as much more time, once', async () => {
      const store = await openStore()
      const back = NOW + 2 * HOUR
      const openTime = { openUntil: back, absences: [{ until: back, ms: 2 * HOUR }] }
      const say = (now: number, at: number, expiresAt: number) =>
        store.acceptObservations([observation({ at, expiresAt })], now, openTime)
      await say(NOW, NOW, NOW + 600_000)

      // Reports of before: they confirm it, but a newer one has promised more.
      for (const now of [back, back + 1]) await say(now, NOW - 1, now + 60_000)

      const [alert] = await store.listAlerts({}, { limit: 1 })
      assert.equal(alert?.expiresAt, back + 600_000)
    })

    it('noteOpenTime: nodes that note it at once give one absence', async () => {
      const store = await openStore()
      await store.noteOpenTime({ now: NOW, steppedMs: 0 })

      const noted = await Promise.all(
        [0, 1, 2].map(() => store.noteOpenTime({ now: NOW + HOUR, steppedMs: 0 })),
      )

      for (const { absences } of noted) assert.deepEqual(absences, [{ until: NOW + HOUR, ms: HOUR }])
    })

    it('holdSource: a hold that reaches further than it can holds nothing', async () => {
      const store = await openStore()
      const hold = (holder: string, now: number, forMs = 60_000) =>
        store.lockSource({ source: 'cron', holder, now, until: now + forMs })

      assert.equal(await hold('one', NOW), true)
      assert.equal(await hold('two', NOW - 1_000), false)
      assert.equal(await hold('two', BACK, 0), false)
      assert.equal(await hold('two', BACK), true)
      assert.equal(await hold('one', BACK + 1), false)
    })
  })
}

async function episodeNumber(store: Store, count: number, now = NOW, name = 'alert'): Promise<void> {
  const keys = Array.from({ length: count }, (_, index) => `${name} ${index} ${now}`)
  await store.acceptObservations(
    keys.map((key) => observation({ key, at: now })),
    now,
  )
}

/**
 * So many attempts fail with this health signal, each of a delivery of its own, and are to be made again at once, or
 * later.
 */
async function fail(
  store: Store,
  count: number,
  sign: HealthSignal = FAILING,
  { dueAt = NOW, now = NOW } = {},
): Promise<void> {
  const keys = Array.from({ length: count }, (_, index) => `failing ${index}`)
  await store.acceptObservations(
    keys.map((key) => observation({ key, at: now })),
    now,
  )
  const claims = await claimDue(store, { now })
  assert.equal(claims.length, count)
  await store.finishAttempts(
    claims.map((claim) => finished(claim, { state: 'pending', dueAt }, { receiver: sign })),
    now,
  )
}

/** A webhook with a delivery for each due time, after its first attempt; the claims of that. */
async function retried(
  store: Store,
  dueAts: readonly number[],
  retryScheduleMs: readonly number[] | null = null,
): Promise<readonly Claim[]> {
  await store.createWebhook(newWebhook({ retryScheduleMs }), NOW)
  await episodeNumber(store, dueAts.length)
  const claims = await claimDue(store)
  await store.finishAttempts(
    claims.map((claim, index) => finished(claim, { state: 'pending', dueAt: dueAts[index] ?? NOW })),
    NOW,
  )
  return claims
}
