import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FALLBACK_AFTER_MS } from '../../../../src/domain/webhook/webhook-limits.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'
import {
  answered,
  attempt,
  deliveriesTo,
  NO_FLAGS,
  desired,
  report,
  RETRY_MS,
  said,
  statesOf,
  sentOf,
} from './support.ts'

const LATE = NOW + FALLBACK_AFTER_MS

/** A webhook that is notified only as a fallback, and another whose fallback it is. */
async function openWithFallback(
  openStore: OpenStore,
  given: {
    readonly primary?: Parameters<typeof newWebhook>[0]
    readonly fallback?: Parameters<typeof newWebhook>[0]
  } = {},
) {
  const store = await openStore()
  const fallback = await store.createWebhook(newWebhook({ alertFlags: NO_FLAGS, ...given.fallback }), NOW)
  const primary = await store.createWebhook(
    desired({ fallbackWebhookId: fallback.id, ...given.primary }),
    NOW,
  )
  return { store, fallback: fallback.id, primary: primary.id }
}

/** It goes on, because it says the current state. */
const lastOfSchedule = (now: number) =>
  ({ state: 'pending', dueAt: now + RETRY_MS, isScheduleOver: true }) as const

const escalateLate = (store: Store, now: number) => store.escalateToFallbacks({ now, limit: 10 })

/** Claims what is due to a webhook, accepts it, and lets all others be. */
async function deliverTo(store: Store, webhookId: number, now: number): Promise<readonly string[]> {
  const claims = await claimAll(store, now)
  const own = claims.filter(({ webhook }) => webhook.id === webhookId)
  await store.releaseClaims(
    claims.filter(({ webhook }) => webhook.id !== webhookId),
    now,
  )
  await store.finishAttempts(
    own.map((claim) => answered(claim, 'accepted', { now })),
    now,
  )
  return own.map(said)
}

/** Nothing arrives at the first, nor at its fallback, which has one of its own. */
async function openChain(openStore: OpenStore, given: Parameters<typeof newWebhook>[0] = {}) {
  const store = await openStore()
  const last = await store.createWebhook(newWebhook({ alertFlags: NO_FLAGS, ...given }), NOW)
  const middle = { alertFlags: NO_FLAGS, fallbackWebhookId: last.id, fallbackAfterMs: STEP_MS, ...given }
  const { id } = await store.createWebhook(newWebhook(middle), NOW)
  const first = await store.createWebhook(desired({ ...given, fallbackWebhookId: id }), NOW)
  return { store, first: first.id, middle: id, last: last.id }
}

const STEP_MS = 60_000

/** Fallbacks that are notified in time, and follow the alert to its clear. */
export function exerciseFallbackStates(engine: string, openStore: OpenStore): void {
  describe(`${engine}: fallbacks in time`, () => {
    for (const mode of ['current_state', 'every_change'] as const) {
      it(`in mode ${mode}: is notified when nothing arrived in time, and follows the alert to its end`, async () => {
        const { store, fallback } = await openWithFallback(openStore, { primary: { mode } })
        await report(store, ['high'])

        const early = await escalateLate(store, LATE - 1)
        const count = await escalateLate(store, LATE)
        const again = await escalateLate(store, LATE)
        const begun = await deliverTo(store, fallback, LATE)
        await report(store, ['low'], { at: LATE + 10 })
        const changed = await deliverTo(store, fallback, LATE + 10)
        await report(store, ['cleared'], { at: LATE + 20 })
        const ended = await deliverTo(store, fallback, LATE + 20)
        await report(store, ['high'], { at: LATE + 30 })

        assert.deepEqual([early, count, again], [0, 1, 0])
        assert.deepEqual([begun, changed, ended], [['cleared to high'], ['high to low'], ['low to cleared']])
        assert.deepEqual(await sentOf(store, fallback), [])
        assert.deepEqual(await statesOf(store, fallback), ['delivered', 'delivered', 'delivered'])
      })
    }

    it('counts from when the difference arose, not from the last change', async () => {
      const { store, fallback } = await openWithFallback(openStore, { primary: { fallbackAfterMs: 60_000 } })
      await report(store, ['high'])
      await attempt(store, NOW, 'possible')
      await report(store, ['medium'], { at: NOW + 50_000 })

      const count = await escalateLate(store, NOW + 60_000)

      assert.equal(count, 1)
      assert.deepEqual(await deliverTo(store, fallback, NOW + 60_000), ['cleared to medium'])
    })

    it('is notified at the end of the retry schedule, and not again, while its webhook goes on', async () => {
      const { store, primary, fallback } = await openWithFallback(openStore)
      await report(store, ['high'])
      await attempt(store, NOW, 'possible')
      const early = await escalateLate(store, NOW)

      await attempt(store, NOW + RETRY_MS, 'possible', { next: lastOfSchedule(NOW + RETRY_MS) })
      const count = await escalateLate(store, NOW + RETRY_MS)
      const receiverState = await deliverTo(store, fallback, NOW + RETRY_MS)
      await attempt(store, NOW + 2 * RETRY_MS, 'possible', { next: lastOfSchedule(NOW + 2 * RETRY_MS) })
      const again = await escalateLate(store, LATE)

      assert.deepEqual([early, count, receiverState, again], [0, 1, ['cleared to high'], 0])
      assert.deepEqual(await statesOf(store, primary), ['pending'])
      assert.deepEqual(await statesOf(store, fallback), ['delivered'])
    })

    it('is notified of what takes the place of one whose retry schedule is used up', async () => {
      const { store, primary, fallback } = await openWithFallback(openStore)
      await report(store, ['high'])
      const [claim] = await claimAll(store, NOW)
      assert.ok(claim)
      await report(store, ['medium'], { at: NOW + 10 })

      await store.finishAttempts(
        [answered(claim, 'possible', { now: NOW + 20, next: lastOfSchedule(NOW + 20) })],
        NOW + 20,
      )
      const count = await escalateLate(store, NOW + 20)

      assert.equal(count, 1)
      assert.deepEqual(await statesOf(store, primary), ['superseded', 'pending'])
      assert.deepEqual(await deliverTo(store, fallback, NOW + 20), ['cleared to medium'])
    })

    it('of a fallback is notified in time too, counted from its own notification, and gets the clear', async () => {
      const { store, middle, last } = await openChain(openStore)
      await report(store, ['high'])
      await escalateLate(store, LATE)
      await attempt(store, LATE, 'possible')
      await report(store, ['medium'], { at: LATE + 10 })

      const early = await escalateLate(store, LATE + STEP_MS - 1)
      const count = await escalateLate(store, LATE + STEP_MS)
      const receiverState = await deliverTo(store, last, LATE + STEP_MS)
      await report(store, ['cleared'], { at: LATE + STEP_MS + 10 })

      assert.deepEqual([early, count, receiverState], [0, 1, ['cleared to medium']])
      assert.deepEqual(await deliverTo(store, last, LATE + STEP_MS + 10), ['medium to cleared'])
      assert.deepEqual(await deliverTo(store, middle, LATE + STEP_MS + 100_000), ['medium to cleared'])
    })

    it('of a fallback that is notified for a disabled webhook is notified in time too', async () => {
      const { store, first, last } = await openChain(openStore)
      await store.changeWebhook(first, { enabled: false }, { now: NOW })
      await report(store, ['high'])
      await attempt(store, NOW, 'possible')

      const early = await escalateLate(store, NOW + STEP_MS - 1)
      await escalateLate(store, NOW + STEP_MS)

      assert.equal(early, 0)
      assert.deepEqual(await deliverTo(store, last, NOW + STEP_MS), ['cleared to high'])
    })

    it('of a fallback is notified in time of a job run too', async () => {
      const { store, middle, last } = await openChain(openStore, { payloadType: 'JOB', mode: 'every_change' })
      // Otherwise they are notified of the run by themselves.
      for (const id of [middle, last]) await store.changeWebhook(id, { enabled: false }, { now: NOW })
      await store.acceptJobRuns([jobRunReport()], NOW)
      for (const id of [middle, last]) await store.changeWebhook(id, { enabled: true }, { now: NOW })
      await attempt(store, NOW, 'rejected')

      const early = await escalateLate(store, NOW + STEP_MS - 1)
      await escalateLate(store, NOW + STEP_MS)

      assert.equal(early, 0)
      assert.deepEqual(await deliverTo(store, last, NOW + STEP_MS), ['job_run'])
    })

    it('is not notified of what has arrived, and not of what is over', async () => {
      const { store, fallback } = await openWithFallback(openStore)
      await report(store, ['high'], { key: 'arrived' })
      await attempt(store, NOW)
      await report(store, ['high'], { key: 'over', at: NOW + 10 })
      await attempt(store, NOW + 10, 'possible')
      await report(store, ['cleared'], { key: 'over', at: NOW + 20 })

      await escalateLate(store, LATE + 100_000)

      assert.deepEqual(await statesOf(store, fallback), [])
      assert.deepEqual(await sentOf(store, fallback), [])
    })

    it('is notified at once of what was rejected, and of what is raised while its webhook is disabled', async () => {
      const { store, primary, fallback } = await openWithFallback(openStore)
      await report(store, ['high'], { key: 'rejected' })
      await attempt(store, NOW, 'rejected')
      const rejected = await deliverTo(store, fallback, NOW + 10)
      await store.changeWebhook(primary, { enabled: false }, { now: NOW + 20 })

      await report(store, ['low'], { key: 'disabled', at: NOW + 30 })
      const disabled = await deliverTo(store, fallback, NOW + 30)
      const made = await deliveriesTo(store, fallback)
      await report(store, ['cleared'], { key: 'rejected', at: NOW + 40 })
      await report(store, ['cleared'], { key: 'disabled', at: NOW + 40 })

      assert.deepEqual([rejected, disabled], [['cleared to high'], ['cleared to low']])
      assert.deepEqual(
        made.map(({ isFallback, fallbackOf }) => [isFallback, fallbackOf]),
        [
          [true, 1],
          [true, null],
        ],
      )
      const ends = await deliverTo(store, fallback, NOW + 50)
      assert.deepEqual(ends.toSorted(), ['high to cleared', 'low to cleared'])
    })

    it('is notified once by its own flags, though it is the fallback of a disabled one too', async () => {
      const store = await openStore()
      const primary = await store.createWebhook(desired({ enabled: false }), NOW)
      const flags = { ...NO_FLAGS, high: true }
      const fallback = await store.createWebhook(desired({ alertFlags: flags }), NOW)
      await store.changeWebhook(primary.id, { fallbackWebhookId: fallback.id }, { now: NOW })

      await report(store, ['high'])

      assert.deepEqual(await statesOf(store, fallback.id), ['pending'])
      assert.deepEqual(await deliverTo(store, fallback.id, NOW), ['cleared to high'])
    })

    it('is not notified twice of an event that it gets by its own flags', async () => {
      const { store, fallback } = await openWithFallback(openStore, {
        primary: { mode: 'every_change' },
        fallback: { alertFlags: { ...NO_FLAGS, high: true } },
      })
      await report(store, ['low', 'high'])

      await escalateLate(store, LATE)

      assert.deepEqual(await statesOf(store, fallback), ['pending'])
    })

    it('remembers what it is notified of as a fallback, and gets its clear, though it failed at first', async () => {
      const { store, fallback } = await openWithFallback(openStore)
      await report(store, ['high'])
      await attempt(store, NOW, 'rejected')
      const [claim] = await claimAll(store, NOW + 10)
      assert.ok(claim && claim.webhook.id === fallback)
      await store.finishAttempts([answered(claim, 'possible', { now: NOW + 10 })], NOW + 10)

      await report(store, ['cleared'], { at: NOW + 20 })

      assert.deepEqual(await deliverTo(store, fallback, NOW + 100_000), ['high to cleared'])
      assert.deepEqual(await sentOf(store, fallback), [])
    })

    it('gets the next change itself at once, though what it followed is over with the one before in the same call', async () => {
      const { store, fallback } = await openWithFallback(openStore, { primary: { enabled: false } })
      await report(store, ['high'])
      const alertFlags = { low: true, medium: true, high: true, cleared: true }
      await store.changeWebhook(fallback, { alertFlags }, { now: NOW + 5 })

      const states = ['cleared', 'low'] as const
      await store.acceptObservations(
        states.map((state, index) => observation({ key: 'lag', state, at: NOW + 10 + index })),
        NOW + 10,
      )

      assert.deepEqual(await statesOf(store, fallback), ['superseded', 'pending'])
      assert.deepEqual(await attempt(store, NOW + 20), ['cleared to low'])
    })

    it('is not notified of an alert that changes in one call, of which the last is over', async () => {
      const { store, primary, fallback } = await openWithFallback(openStore)
      await store.changeWebhook(primary, { enabled: false }, { now: NOW })

      await report(store, ['high', 'cleared'])

      assert.deepEqual(await statesOf(store, fallback), ['superseded'])
      assert.deepEqual([await sentOf(store, fallback), await sentOf(store, primary)], [[], []])
    })
  })
}
