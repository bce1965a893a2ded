import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SilenceState } from '../../../../src/domain/silence/silence.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { AUTHOR, DAY_MS, jobRunReport, newWebhook, NOW } from '../../../support/build.ts'
import { claimAll } from '../finish.ts'
import { answered, deliveriesTo, report } from '../receiver-state/support.ts'
import type { OpenStore } from '../store-suite.ts'
import { MINUTE_MS, silence } from './scene.ts'

const HOUR_MS = 60 * MINUTE_MS

/** Checks what is stored of silences, and what they hold beside alerts. */
export function exerciseSilences(engine: string, openStore: OpenStore): void {
  describe(`${engine}: silences`, () => {
    it('createSilence: gives back what was put in; one that is to have begun begins now', async () => {
      const store = await openStore()
      const { id: webhookId } = await store.createWebhook(newWebhook(), NOW)

      const all = await store.createSilence(silence({ startsAt: NOW - HOUR_MS }), NOW, AUTHOR)
      const some = await store.createSilence(silence({ webhookIds: [webhookId], startsAt: NOW + 1 }), NOW)

      assert.deepEqual(all, {
        ...silence(),
        id: 1,
        matchOwner: 'token 1',
        startsAt: NOW,
        createdAt: NOW,
        updatedAt: NOW,
        lastHeldAt: null,
        jobs: 'hold',
        windowId: null,
        createdThrough: null,
        hasBegun: true,
        hasLength: false,
      })
      assert.deepEqual([some.id, some.webhookIds, some.startsAt], [2, [webhookId], NOW + 1])
      assert.deepEqual(await store.findSilence(1), { ...all, heldCount: 0 })
      assert.equal(await store.findSilence(3), undefined)
    })

    it('createSilence: refuses what is wrong with every mistake, and unknown webhooks', async () => {
      const store = await openStore()
      const wrong = silence({ match: ' ', reason: '', endsAt: NOW, webhookIds: [] })

      await assert.rejects(store.createSilence(wrong, NOW), {
        code: 'invalid_request',
        message: /match: is empty.*reason: is missing.*webhook_ids: is empty.*ends_at: is not in the future/s,
      })
      await assert.rejects(store.createSilence(silence({ webhookIds: [7, 8] }), NOW), {
        message: /webhook_ids: names 7, 8; GET \/v1\/webhooks lists/,
      })
      await assert.rejects(store.createSilence(silence({ match: 'server=~"("' }), NOW), {
        code: 'invalid_request',
      })
      const everything = silence({ match: 'name=~".*"' })
      await assert.rejects(store.createSilence(everything, NOW), {
        message: /^match: would silence everything: .* `everything: true` \(`--everything` of tocsin\)$/,
      })
      assert.deepEqual(await list(store), [])
      assert.equal(
        (await store.createSilence({ ...everything, everything: true }, NOW)).match,
        everything.match,
      )
    })

    it('changeSilence: changes everything before it begins, and then only its end and its reason', async () => {
      const store = await openStore()
      const at = NOW + HOUR_MS
      await store.createSilence(silence({ startsAt: at, endsAt: at + HOUR_MS }), NOW)

      const edit = { match: 'server="db-2"', startsAt: at + 1, endsAt: at + 2, reason: 'later' }
      const pending = await store.changeSilence(1, edit, { now: NOW + 1, by: AUTHOR })
      const active = await store.changeSilence(1, { endsAt: at + 9, reason: 'longer' }, { now: at + 1 })
      const change = (given: Parameters<Store['changeSilence']>[1], now: number) =>
        store.changeSilence(1, given, { now })

      assert.deepEqual([pending.match, pending.startsAt, pending.updatedAt], [edit.match, at + 1, NOW + 1])
      assert.deepEqual([active.endsAt, active.reason], [at + 9, 'longer'])
      await assert.rejects(change({ match: 'server="db-3"', startsAt: at }, at + 2), {
        message: /match: cannot change once the silence has begun.*starts_at: cannot change/s,
      })
      await assert.rejects(change({ endsAt: at }, at + 2), { message: /to end the silence now, delete it/ })
      await assert.rejects(change({ reason: 'x' }, at + 9), { code: 'conflict', message: /has ended/ })
      await assert.rejects(store.changeSilence(9, {}, { now: NOW }), { code: 'not_found' })
      assert.deepEqual(await store.findSilence(1), { ...active, heldCount: 0 })
    })

    it('endSilence: ends it at that moment, once', async () => {
      const store = await openStore()
      await store.createSilence(silence(), NOW)
      await store.createSilence(silence({ startsAt: NOW + HOUR_MS, endsAt: NOW + 2 * HOUR_MS }), NOW)

      await store.endSilence(1, { now: NOW + 5 })
      await store.endSilence(2, { now: NOW + 5 })

      const ends = (await list(store)).map(({ startsAt, endsAt }) => [startsAt, endsAt])
      assert.deepEqual(ends, [
        [NOW + 5, NOW + 5],
        [NOW, NOW + 5],
      ])
      await assert.rejects(store.endSilence(1, { now: NOW + 6 }), { code: 'conflict', message: /already/ })
      await assert.rejects(store.endSilence(9, { now: NOW }), { code: 'not_found' })
    })

    it('listSilences: newest first, by state and page; listSilencesAt: those that were active then', async () => {
      const store = await openStore()
      await store.createSilence(silence({ endsAt: NOW + 10 }), NOW)
      await store.createSilence(silence({ endsAt: NOW + 100 }), NOW)
      await store.createSilence(silence({ startsAt: NOW + 50, endsAt: NOW + 100 }), NOW)
      const ids = async (...states: readonly SilenceState[]) =>
        (await store.listSilences({ states, now: NOW + 20 }, { limit: 9 })).map(({ id }) => id)
      const idsAt = async (at: number) => (await store.listSilencesAt(at)).map(({ id }) => id)

      assert.deepEqual(
        await Promise.all([ids('expired'), ids('active'), ids('pending'), ids('active', 'expired')]),
        [[1], [2], [3], [2, 1]],
      )
      const page = await store.listSilences({ now: NOW }, { limit: 1, before: 3 })
      assert.deepEqual(
        page.map(({ id }) => id),
        [2],
      )
      assert.deepEqual(await Promise.all([idsAt(NOW), idsAt(NOW + 10), idsAt(NOW + 50), idsAt(NOW + 100)]), [
        [1, 2],
        [2],
        [2, 3],
        [],
      ])
    })

    it('createSilence: there may be 1,000 that have not ended', async () => {
      const store = await openStore()
      const one = silence({ match: 'server="db-1"' })
      for (let count = 0; count < 1_000; count += 100)
        await Promise.all(Array.from({ length: 100 }, () => store.createSilence(one, NOW)))

      await assert.rejects(store.createSilence(one, NOW), {
        code: 'conflict',
        message: /There are 1000 silences that have not ended/,
      })

      await store.endSilence(500, { now: NOW + 1 })
      assert.equal((await store.createSilence(one, NOW + 1)).id, 1_001)
    })

    it('are in the audit log', async () => {
      const store = await openStore()
      await store.createSilence(silence(), NOW, AUTHOR)
      await store.changeSilence(1, { reason: 'longer' }, { now: NOW + 1, by: AUTHOR })
      await store.changeSilence(1, { reason: 'longer' }, { now: NOW + 2, by: AUTHOR })
      await store.endSilence(1, { now: NOW + 3, by: AUTHOR })

      const entries = await store.listAudit({ objectType: 'silence' }, { limit: 9 })

      assert.deepEqual(
        entries.map(({ action, objectId, actor }) => [action, objectId, actor.name]),
        ['silence.ended', 'silence.changed', 'silence.created'].map((action) => [action, 1, AUTHOR.name]),
      )
    })

    it('say what they hold, and when they held something last', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ mode: 'current_state' }), NOW)
      await store.createWebhook(newWebhook(), NOW)
      await store.createSilence(silence(), NOW)
      await report(store, ['high'], { key: 'lag', at: NOW + 1 })
      await report(store, ['low'], { key: 'disk', at: NOW + 2 })

      const held = await store.findSilence(1)
      assert.deepEqual([held?.heldCount, held?.lastHeldAt], [4, NOW + 1])
      const { heldNotifications, outOfSyncNotifications } = await store.countBacklog(NOW + 3)
      assert.deepEqual([heldNotifications, outOfSyncNotifications], [4, 0])

      const states = await store.listReceiverStates({ webhookId: 1, isOutOfSync: true }, { limit: 9 })
      assert.deepEqual(
        states.map(({ heldBy, resync }) => [heldBy, resync]),
        [
          [1, 'later'],
          [1, 'later'],
        ],
      )
      await report(store, ['cleared'], { key: 'disk', at: NOW + 2 * MINUTE_MS })
      await report(store, ['medium'], { key: 'lag', at: NOW + 2 * MINUTE_MS })
      const later = await store.findSilence(1)
      assert.deepEqual([later?.heldCount, later?.lastHeldAt], [2, NOW + 2 * MINUTE_MS])
    })

    it('hold only what their matchers meet, for the webhooks that they name', async () => {
      const store = await openStore()
      for (let count = 0; count < 2; count += 1) await store.createWebhook(newWebhook(), NOW)
      await store.createSilence(silence({ match: 'name="other"' }), NOW)
      await store.createSilence(silence({ webhookIds: [2] }), NOW)

      await report(store, ['high'])

      const claims = await claimAll(store, NOW)
      assert.deepEqual(
        claims.map(({ webhook }) => webhook.id),
        [1],
      )
      assert.equal((await store.findSilence(1))?.lastHeldAt, null)
    })

    it('hold job runs for good: nothing of them is sent at the end', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      await store.createSilence(silence(), NOW)

      await store.acceptJobRuns([jobRunReport({ runId: '1' })], NOW)
      await store.releaseSilenced({ now: NOW + HOUR_MS, limit: 10 })
      await store.createMissingDeliveries({ now: NOW + HOUR_MS, limit: 10 })
      await store.acceptJobRuns([jobRunReport({ runId: '2' })], NOW + HOUR_MS)

      const eventIds = (await deliveriesTo(store, 1)).map(({ eventId }) => eventId)
      assert.deepEqual(eventIds, [2])
      assert.equal((await store.findSilence(1))?.lastHeldAt, NOW)
    })

    it('explain what they held: the reason is the silence of that moment', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.createWebhook(newWebhook({ enabled: false }), NOW)
      await store.createSilence(silence(), NOW)
      await report(store, ['high'])
      await store.endSilence(1, { now: NOW + 5 })
      const event = await store.findEvent(1)
      assert.ok(event)

      const limits = { openNotificationsMax: 9, notNotifiedMax: 9 }
      const { notNotified } = await store.reviewRouting(event, limits, NOW + HOUR_MS)

      assert.deepEqual(
        notNotified.map(({ webhook, reason, silenceId }) => [webhook.id, reason, silenceId]),
        [
          [2, 'disabled', null],
          [1, 'silenced', 1],
        ],
      )
    })

    it('keep a fallback from what they cover until they end', async () => {
      const store = await openStore()
      const escalated = { fallbackWebhookId: 1, fallbackAfterMs: MINUTE_MS }
      await store.createWebhook(newWebhook({ alertFlags: NO_FLAGS }), NOW)
      await store.createWebhook(newWebhook({ ...escalated, retryScheduleMs: [0, HOUR_MS] }), NOW)
      await report(store, ['high'])
      await respond(store, NOW, 'not_notified')
      await store.createSilence(silence({ startsAt: NOW + 1, endsAt: NOW + 10 * MINUTE_MS }), NOW + 1)

      await store.escalateToFallbacks({ now: NOW + MINUTE_MS, limit: 10 })
      assert.deepEqual(await deliveriesTo(store, 1), [])

      const end = NOW + 10 * MINUTE_MS
      await work(store, end)
      await respond(store, end, 'not_notified')
      await store.escalateToFallbacks({ now: end + MINUTE_MS, limit: 10 })
      assert.equal((await deliveriesTo(store, 1)).length, 1)
    })

    it('go on holding for a webhook whose mode changes meanwhile', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.createSilence(silence(), NOW)
      await report(store, ['high'])

      await store.changeWebhook(1, { mode: 'current_state' }, { now: NOW + 1 })
      await work(store, NOW + 2)
      assert.deepEqual(await claimAll(store, NOW + 2), [])
      await work(store, NOW + HOUR_MS)
      assert.equal((await claimAll(store, NOW + HOUR_MS)).length, 1)
    })

    it('are pruned with the events of their time, once they hold nothing', async () => {
      const store = await openStore()
      await store.createSilence(silence({ endsAt: NOW + 10 }), NOW)
      await store.createSilence(silence({ endsAt: NOW + DAY_MS }), NOW)
      const later = NOW + DAY_MS / 2
      await store.releaseSilenced({ now: later, limit: 10 })

      await store.pruneHistory({ endedBefore: NOW + 10, now: later, limit: 10 })
      assert.deepEqual(await idsOf(store), [2, 1])
      await store.pruneHistory({ endedBefore: NOW + 11, now: later, limit: 10 })
      assert.deepEqual(await idsOf(store), [2])
    })
  })
}

const NO_FLAGS = { low: false, medium: false, high: false, cleared: false }

/** Does the steps of housekeeping that concern silences. */
async function work(store: Store, now: number): Promise<void> {
  await store.releaseSilenced({ now, limit: 10 })
  await store.createMissingDeliveries({ now, limit: 10 })
}

async function respond(store: Store, now: number, response: Parameters<typeof answered>[1]): Promise<void> {
  const claims = await claimAll(store, now)
  await store.finishAttempts(
    claims.map((claim) => answered(claim, response, { now })),
    now,
  )
}

async function list(store: Store) {
  return store.listSilences({ now: NOW }, { limit: 100 })
}

async function idsOf(store: Store): Promise<readonly number[]> {
  return (await list(store)).map(({ id }) => id)
}
