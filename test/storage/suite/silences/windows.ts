import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewWindow } from '../../../../src/domain/window/window.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { AUTHOR, DAY_MS, jobRunReport, newWebhook, NOW } from '../../../support/build.ts'
import { claimAll } from '../finish.ts'
import { report } from '../receiver-state/support.ts'
import type { OpenStore } from '../store-suite.ts'
import { MINUTE_MS, silence } from './scene.ts'
import { isHousekeepingDue } from '../../../support/time/is-housekeeping-due.ts'

const HOUR_MS = 60 * MINUTE_MS

/** Returns a window that begins each day, `hours` after NOW by its schedule. */
export function daily(hours: number, given: Partial<NewWindow> = {}): NewWindow {
  const begin = new Date(NOW + hours * HOUR_MS).toISOString()
  return {
    name: 'nightly',
    match: 'name=~".+"',
    webhookIds: null,
    zone: 'UTC',
    begins: begin.slice(11, 16),
    lastsMs: 2 * HOUR_MS,
    repeat: 'FREQ=DAILY',
    days: null,
    firstDay: begin.slice(0, 10),
    jobs: 'hold',
    reason: 'nightly batch',
    createdBy: 'dba on duty',
    ...given,
  }
}

/** The first begin of a window by its schedule, as an instant of whole minutes. */
function beginOf(hours: number): number {
  return Math.floor((NOW + hours * HOUR_MS) / MINUTE_MS) * MINUTE_MS
}

/** Checks maintenance windows, and the silences that they create. */
export function exerciseWindows(engine: string, openStore: OpenStore): void {
  const list = (store: Store) => store.listSilences({ now: NOW }, { limit: 9 })
  const timesOf = async (store: Store) =>
    (await list(store)).map(({ startsAt, endsAt, windowId }) => [startsAt, endsAt, windowId])

  describe(`${engine}: maintenance windows`, () => {
    it('createWindow: gives back what was put in', async () => {
      const store = await openStore()
      const { id: webhookId } = await store.createWebhook(newWebhook(), NOW)

      const one = await store.createWindow(daily(3), NOW, AUTHOR)
      const days = [new Date(NOW + 3 * DAY_MS).toISOString().slice(0, 10)]
      const other = await store.createWindow(
        daily(3, { name: 'other', webhookIds: [webhookId], repeat: null, days, jobs: 'notify_failures' }),
        NOW + 1,
      )

      const kept = { except: [], matchOwner: 'token 1', createdAt: NOW, updatedAt: NOW }
      assert.deepEqual(one, { ...daily(3), id: 1, ...kept })
      assert.deepEqual(
        [other.webhookIds, other.repeat, other.days, other.jobs],
        [[webhookId], null, days, 'notify_failures'],
      )
      assert.deepEqual(await store.findWindow(1, NOW), { ...one, silenceId: null, ended: [] })
      assert.deepEqual(
        (await store.listWindows(NOW, { limit: 9 })).map(({ id }) => id),
        [2, 1],
      )
      assert.deepEqual(await store.listWindows(beginOf(3), { limit: 9, before: 2 }), [
        { ...one, silenceId: 1, ended: [] },
      ])
      assert.equal(await store.findWindow(3, NOW), undefined)
    })

    it('createWindow: refuses mistakes, a second window of a name, unknown webhooks and too many', async () => {
      const store = await openStore()
      const create = (given: Partial<NewWindow>) => store.createWindow(daily(3, given), NOW)

      await assert.rejects(create({ name: '', zone: 'x' }), { message: /name: is missing.*zone: is "x"/s })
      await assert.rejects(create({ webhookIds: [7] }), { message: /webhook_ids: names 7;/ })
      await create({})
      await assert.rejects(create({}), {
        code: 'conflict',
        message: /window 1 has the name "nightly" already/,
      })
      for (let count = 1; count < 200; count += 1)
        await create({ name: `window ${count}`, match: 'name=~".*x.*"', repeat: 'FREQ=MONTHLY' })
      await assert.rejects(create({ name: 'more' }), {
        code: 'conflict',
        message: /There are 200 maintenance/,
      })
    })

    it('create the silence of an occurrence a day before it begins, once', async () => {
      const store = await openStore()
      await store.createWindow(daily(30), NOW)
      const step = (now: number) => store.createWindowSilences({ now, limit: 9 })
      const begin = beginOf(30)

      assert.deepEqual([await step(NOW), await isHousekeepingDue(store, NOW)], [0, false])
      assert.deepEqual(await list(store), [])
      assert.ok(await isHousekeepingDue(store, begin - DAY_MS))
      assert.deepEqual([await step(begin - DAY_MS), await step(begin - DAY_MS)], [1, 0])
      assert.deepEqual(await timesOf(store), [[begin, begin + 2 * HOUR_MS, 1]])

      await step(begin)
      assert.deepEqual(await timesOf(store), [
        [begin + DAY_MS, begin + DAY_MS + 2 * HOUR_MS, 1],
        [begin, begin + 2 * HOUR_MS, 1],
      ])
    })

    it('hold what a silence holds, from their begin on, with the reason and the name', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ mode: 'current_state' }), NOW)
      await store.createWindow(daily(3), NOW)

      await report(store, ['high'], { key: 'before', at: beginOf(3) - 1 })
      await report(store, ['high'], { key: 'inside', at: beginOf(3) })

      const claims = await claimAll(store, beginOf(3))
      assert.deepEqual(
        claims.map(({ heldBy, event }) => [heldBy, event.kind === 'alert' && event.alertKey]),
        [[1, 'before']],
      )
      const held = await store.findSilence(1)
      assert.deepEqual(
        [held?.heldCount, held?.reason, held?.createdBy, held?.windowId],
        [1, 'nightly batch', 'maintenance window nightly', 1],
      )
    })

    it('that are under way begin at once; none is created for what is over', async () => {
      const store = await openStore()
      await store.createWindow(daily(-1), NOW)
      await store.createWindow(daily(-3, { name: 'over', repeat: 'FREQ=MONTHLY' }), NOW)

      assert.deepEqual(await timesOf(store), [
        [beginOf(-1) + DAY_MS, beginOf(-1) + DAY_MS + 2 * HOUR_MS, 1],
        [NOW, beginOf(-1) + 2 * HOUR_MS, 1],
      ])
    })

    it('an occurrence that was ended by hand stays so, before it begins and after', async () => {
      const store = await openStore()
      await store.createWindow(daily(-1), NOW)
      await store.endSilence(1, { now: NOW + 1 })
      await store.endSilence(2, { now: NOW + 1 })

      await store.changeWindow(1, { name: 'renamed' }, { now: NOW + 2 })
      await store.createWindowSilences({ now: NOW + DAY_MS - 2 * HOUR_MS, limit: 9 })

      const silences = await list(store)
      assert.deepEqual(
        silences.map(({ id, endsAt }) => [id, endsAt]),
        [
          [2, NOW + 1],
          [1, NOW + 1],
        ],
      )
    })

    it('skipOccurrence: one occurrence holds nothing, however early it is skipped, until it is restored', async () => {
      const store = await openStore()
      const { id } = await store.createWindow(daily(3), NOW)
      const day = (days: number) => new Date(beginOf(3) + days * DAY_MS).toISOString().slice(0, 10)

      await store.skipOccurrence(id, day(2), { now: NOW })
      await store.skipOccurrence(id, day(0), { now: NOW, by: AUTHOR })
      assert.deepEqual((await store.findWindow(id, NOW))?.except, [day(0), day(2)])
      for (const days of [1, 2, 3]) {
        await store.createWindowSilences({ now: NOW + days * DAY_MS, limit: 9 })
      }
      assert.deepEqual(
        (await timesOf(store)).map(([startsAt]) => startsAt).toSorted(),
        [beginOf(3) + DAY_MS, beginOf(3) + 3 * DAY_MS],
        'the first and the third of the next four have no silence',
      )

      const { except } = await store.restoreOccurrence(id, day(2), { now: NOW + 2 * DAY_MS })
      assert.deepEqual(except, [day(0)])
      assert.ok((await timesOf(store)).some(([startsAt]) => startsAt === beginOf(3) + 2 * DAY_MS))
      const { items = [] } = { items: await store.listAudit({ actions: ['window.changed'] }, { limit: 9 }) }
      assert.deepEqual(items.at(-2)?.changes, [{ field: 'except', from: day(2), to: `${day(0)}, ${day(2)}` }])
    })

    it('skipOccurrence: ends the one under way, and refuses a day on which none begins', async () => {
      const store = await openStore()
      const { id } = await store.createWindow(daily(-1), NOW)
      const today = new Date(beginOf(-1)).toISOString().slice(0, 10)
      assert.equal((await store.findWindow(id, NOW))?.silenceId, 1)

      await store.skipOccurrence(id, today, { now: NOW })
      assert.equal((await store.findWindow(id, NOW + 1))?.silenceId, null)
      await store.restoreOccurrence(id, today, { now: NOW + 2 })
      assert.notEqual((await store.findWindow(id, NOW + 3))?.silenceId, null)

      await assert.rejects(store.skipOccurrence(id, '2020-01-01', { now: NOW }), {
        message: /day: is "2020-01-01", on which it does not begin; it begins next on 20/,
      })
      await assert.rejects(store.skipOccurrence(99, today, { now: NOW }), { code: 'not_found' })
    })

    it('findWindow: knows which occurrence was cancelled by the end of its silence', async () => {
      const store = await openStore()
      const { id } = await store.createWindow(daily(3), NOW)
      const [silence] = await list(store)
      await store.endSilence(silence!.id, { now: NOW + 1 })
      assert.deepEqual((await store.findWindow(id, NOW + 2))?.ended, [beginOf(3)])
      assert.deepEqual((await store.listWindows(NOW + 2, { limit: 9 }))[0]?.ended, [beginOf(3)])

      const day = new Date(beginOf(3)).toISOString().slice(0, 10)
      await store.restoreOccurrence(id, day, { now: NOW + 3, by: AUTHOR })

      assert.deepEqual((await store.findWindow(id, NOW + 4))?.ended, [])
      assert.equal((await store.findWindow(id, beginOf(3)))?.silenceId, 2)
    })

    it('changeWindow: a change of what it holds ends the silence, and begins another one', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ mode: 'current_state' }), NOW)
      await store.createWindow(daily(-1), NOW)
      await report(store, ['high'], { key: 'lag', at: NOW + 1 })

      const now = NOW + MINUTE_MS
      const changed = await store.changeWindow(1, { match: 'name="other"' }, { now, by: AUTHOR })
      await store.releaseSilenced({ now, limit: 9 })
      await store.createMissingDeliveries({ now, limit: 9 })

      assert.deepEqual([changed.match, changed.updatedAt], ['name="other"', now])
      assert.equal((await claimAll(store, now)).length, 1, 'what the other one does not hold is sent')
      assert.deepEqual(
        (await list(store)).map(({ match, startsAt, endsAt }) => [match, startsAt, endsAt]),
        [
          ['name="other"', beginOf(-1) + DAY_MS, beginOf(-1) + DAY_MS + 2 * HOUR_MS],
          ['name="other"', now, beginOf(-1) + 2 * HOUR_MS],
          ['name=~".+"', NOW, now],
        ],
      )
    })

    it('changeWindow: another name or reason leaves the occurrence under way alone', async () => {
      const store = await openStore()
      await store.createWindow(daily(-1), NOW)

      await store.changeWindow(1, { name: 'batch', reason: 'month end' }, { now: NOW + 1 })

      assert.deepEqual(
        (await list(store)).map(({ createdBy, reason, startsAt }) => [createdBy, reason, startsAt]),
        [
          ['maintenance window batch', 'month end', beginOf(-1) + DAY_MS],
          ['maintenance window nightly', 'nightly batch', NOW],
        ],
      )
      await store.createWindow(daily(1), NOW)
      const change = (id: number, name: string) => store.changeWindow(id, { name }, { now: NOW + 2 })
      await assert.rejects(change(1, 'nightly'), { code: 'conflict', message: /window 2 has the name/ })
      await assert.rejects(change(9, 'x'), { code: 'not_found' })
    })

    it('deleteWindow: ends the silence, and leaves none that was to begin', async () => {
      const store = await openStore()
      await store.createWindow(daily(-1), NOW)

      await store.deleteWindow(1, { now: NOW + 1, by: AUTHOR })

      assert.deepEqual(await timesOf(store), [[NOW, NOW + 1, 1]])
      assert.deepEqual(await store.listWindows(NOW, { limit: 9 }), [])
      await assert.rejects(store.deleteWindow(1, { now: NOW + 2 }), { code: 'not_found' })
    })

    it('jobs: notify_failures holds runs that succeeded', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      await store.createWindow(daily(-1, { jobs: 'notify_failures' }), NOW)
      const runs = (['success', 'failure', 'cancelled'] as const).map((status, index) =>
        jobRunReport({ runId: `${index}`, status }),
      )

      await store.acceptJobRuns(runs, NOW + 1)

      const deliveries = await store.listDeliveries({}, { limit: 9 })
      const statuses = await Promise.all(
        deliveries.map(async ({ eventId }) => {
          const event = await store.findEvent(eventId)
          return event?.kind === 'job_run' && event.status
        }),
      )
      assert.deepEqual(statuses.toSorted(), ['cancelled', 'failure'])
    })

    it('do not count as silences that somebody created', async () => {
      const store = await openStore()
      await store.createWindow(daily(-1), NOW)
      const one = silence({ match: 'server="db-1"' })
      for (let count = 0; count < 1_000; count += 100)
        await Promise.all(Array.from({ length: 100 }, () => store.createSilence(one, NOW)))

      await assert.rejects(store.createSilence(one, NOW), { message: /There are 1000 silences/ })
    })

    it('are in the audit log', async () => {
      const store = await openStore()
      await store.createWindow(daily(3), NOW, AUTHOR)
      await store.changeWindow(1, { begins: '23:00' }, { now: NOW + 1, by: AUTHOR })
      await store.changeWindow(1, { begins: '23:00' }, { now: NOW + 2, by: AUTHOR })
      await store.deleteWindow(1, { now: NOW + 3, by: AUTHOR })

      const entries = await store.listAudit({ objectType: 'window' }, { limit: 9 })

      assert.deepEqual(
        entries.map(({ action, objectId, objectName, actor }) => [action, objectId, objectName, actor.name]),
        ['window.deleted', 'window.changed', 'window.created'].map((action) => [
          action,
          1,
          'nightly',
          AUTHOR.name,
        ]),
      )
      assert.deepEqual(entries[1]?.changes, [{ field: 'begins', from: daily(3).begins, to: '23:00' }])
    })
  })
}
