import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewWebhook } from '../../../../src/domain/webhook/webhook.ts'
import { announceWindows } from '../../../../src/housekeeping/announce-windows.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { newWebhook, NOW } from '../../../support/build.ts'
import { claimAll } from '../finish.ts'
import { answered, report, type ReceiverResponse } from '../receiver-state/support.ts'
import type { OpenStore } from '../store-suite.ts'
import { MINUTE_MS, silence } from './scene.ts'
import { daily } from './windows.ts'
import { isHousekeepingDue } from '../../../support/time/is-housekeeping-due.ts'

const HOUR_MS = 60 * MINUTE_MS

/** A store whose maintenance windows are announced at a time of the test. */
class Announcing {
  readonly store: Store
  readonly #sent: string[] = []

  constructor(store: Store) {
    this.store = store
  }

  /** Announces what is due, and delivers it; returns what each webhook got since, oldest first. */
  async at(now: number, outcome: ReceiverResponse = 'accepted'): Promise<readonly string[]> {
    const task = announceWindows({
      store: this.store,
      clock: { now: () => now },
      wake: () => undefined,
      onEvents: () => undefined,
    })
    while ((await task.step()) > 0);
    await this.store.releaseSilenced({ now, limit: 99 })
    await this.store.createMissingDeliveries({ now, limit: 99 })
    const claims = await claimAll(this.store, now)
    await this.store.finishAttempts(
      claims.map((claim) => answered(claim, outcome, { now })),
      now,
    )
    for (const { webhook, event } of claims)
      if (event.kind === 'alert')
        this.#sent.push(`${webhook.name}: ${event.name} ${event.newState}, ${event.details.info}`)
    return this.#sent.splice(0)
  }
}

/** Checks who is notified when maintenance windows begin and end. */
export function exerciseAnnouncements(engine: string, openStore: OpenStore): void {
  const open = async (webhooks: readonly Partial<NewWebhook>[]) => {
    const store = await openStore()
    for (const given of webhooks) await store.createWebhook(newWebhook(given), NOW)
    return new Announcing(store)
  }
  const CHAT = { name: 'chat', maintenanceWindows: true }
  const ends = (webhook: string) =>
    `${webhook}: Maintenance window nightly cleared, Has ended: receivers get the current state of what it held.`
  /** The window is under way from NOW on, and ends so long after it. */
  const endOf = (hours: number) => NOW + hours * HOUR_MS

  describe(`${engine}: announcements of maintenance windows`, () => {
    for (const mode of ['every_change', 'current_state'] as const) {
      it(`mode ${mode}: the begin and the end go to webhooks that ask for it, whatever their matchers and flags`, async () => {
        const flags = { low: false, medium: false, high: true, cleared: true }
        const announcing = await open([
          { ...CHAT, mode, match: 'severity=high', alertFlags: flags },
          { name: 'pager', mode },
          { name: 'rest', mode, match: 'otherwise', maintenanceWindows: false },
          { name: 'off', mode, maintenanceWindows: true, enabled: false },
          { name: 'jobs', payloadType: 'JOB' },
        ])
        const { store } = announcing
        await report(store, ['high'], { key: 'lag' })
        await report(store, ['low'], { key: 'disk' })
        await announcing.at(NOW)
        await store.createWindow(daily(-1), NOW)

        const begin = await announcing.at(NOW)
        assert.equal(begin.length, 1)
        assert.match(
          begin[0] ?? '',
          /^chat: Maintenance window nightly low, Holds 2 active alerts until .*: nightly batch$/,
        )
        assert.deepEqual(await announcing.at(NOW + MINUTE_MS), [], 'once')
        assert.ok(await isHousekeepingDue(store, endOf(2)))
        assert.deepEqual(await announcing.at(endOf(2)), [ends('chat')])
        assert.deepEqual(await announcing.at(endOf(2) + MINUTE_MS), [])
        assert.equal(await isHousekeepingDue(store, endOf(2) + 2 * MINUTE_MS), false)
      })
    }

    it('nothing holds them, and no fallback is notified of them', async () => {
      const announcing = await open([{ name: 'pager' }])
      const { store } = announcing
      const retry = { retryScheduleMs: [0], fallbackWebhookId: 1, fallbackAfterMs: 0 }
      await store.createWebhook(newWebhook({ ...CHAT, ...retry }), NOW)
      await store.createSilence(silence({ match: 'source="tocsin"' }), NOW)
      await store.createWindow(daily(-1, { match: 'source=~".*"', everything: true }), NOW)

      assert.equal((await announcing.at(NOW, 'rejected')).length, 1)
      await store.escalateToFallbacks({ now: NOW + MINUTE_MS, limit: 9 })
      assert.deepEqual(await announcing.at(NOW + MINUTE_MS), [])
      assert.deepEqual(await store.listDeliveries({ webhookId: 1 }, { limit: 9 }), [])
    })

    it('say nothing of what began or ended while nobody asked, or while the service was down', async () => {
      const announcing = await open([{ name: 'chat' }])
      const { store } = announcing
      await store.createWindow(daily(-1), NOW)
      assert.deepEqual(await announcing.at(NOW), [])
      await store.changeWebhook(1, { maintenanceWindows: true }, { now: NOW })
      assert.deepEqual(await announcing.at(NOW + MINUTE_MS), [])
      assert.deepEqual(await announcing.at(endOf(2)), [])

      const later = endOf(24 + 3)
      await store.createWindowSilences({ now: endOf(22), limit: 9 })
      assert.deepEqual(await announcing.at(later), [], 'it was over before anybody could say so')
      const alerts = await store.listAlerts({}, { limit: 9 })
      assert.deepEqual(alerts, [])
    })

    it('tell the end of a window that was deleted, or ended by hand', async () => {
      const announcing = await open([CHAT])
      const { store } = announcing
      await store.createWindow(daily(-1), NOW)
      await announcing.at(NOW)
      await store.deleteWindow(1, { now: NOW + MINUTE_MS })
      assert.deepEqual(await announcing.at(NOW + MINUTE_MS), [ends('chat')])

      await store.createWindow(daily(-1, { zone: 'Asia/Tokyo', begins: '11:00' }), NOW + MINUTE_MS)
      const [begin = ''] = await announcing.at(NOW + MINUTE_MS)
      assert.match(begin, /Holds 0 active alerts until 2026-09-\d\d 13:00:00 \+09:00: nightly batch/)
      const [window] = await store.listWindows(NOW + MINUTE_MS, { limit: 1 })
      await store.endSilence(window?.silenceId ?? 0, { now: NOW + 2 * MINUTE_MS })
      assert.deepEqual(await announcing.at(NOW + 2 * MINUTE_MS), [ends('chat')])
    })

    it('a change of what is held ends one and begins another', async () => {
      const announcing = await open([CHAT])
      const { store } = announcing
      await store.createWindow(daily(-1), NOW)
      await announcing.at(NOW)
      await store.changeWindow(1, { match: 'name="other"' }, { now: NOW + MINUTE_MS })

      const states = (await announcing.at(NOW + MINUTE_MS)).map((sent) => / (low|cleared),/.exec(sent)?.[1])
      assert.ok(states.length > 0)
      const [own] = await store.listAlerts({ source: 'tocsin' }, { limit: 1 })
      assert.deepEqual([own?.state, own?.details.objectName], ['low', 'name="other"'])
    })

    it('do not count the alerts of other windows: no silence holds those', async () => {
      const announcing = await open([CHAT])
      const { store } = announcing
      await report(store, ['high'], { key: 'lag' })
      await announcing.at(NOW)
      await store.createWindow(daily(-1, { match: 'name="nothing"' }), NOW)
      await announcing.at(NOW)
      await store.createWindow(daily(-1, { name: 'other' }), NOW)

      assert.match((await announcing.at(NOW))[0] ?? '', /window other low, Holds 1 active alert until/)
    })

    it('explain why the others are not notified', async () => {
      const announcing = await open([CHAT, { name: 'pager' }])
      const { store } = announcing
      await store.createWindow(daily(-1), NOW)
      await announcing.at(NOW)

      const [event] = await store.listEvents({}, { limit: 1 })
      assert.ok(event)
      const review = await store.reviewRouting(event, { openNotificationsMax: 9, notNotifiedMax: 9 }, NOW)
      assert.deepEqual(
        review.notNotified.map(({ webhook, reason }) => [webhook.name, reason]),
        [['pager', 'maintenance_windows']],
      )
    })
  })
}
