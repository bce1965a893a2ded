import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState } from '../../../../src/domain/alert/alert.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../../support/build.ts'
import { attempt, desired, sentOf } from '../receiver-state/support.ts'
import type { OpenStore } from '../store-suite.ts'

/** Reports an alert of a team, which is also its key. */
async function report(store: Store, team: string, state: AlertState, at = NOW): Promise<void> {
  const details = { labels: { team } }
  await store.acceptObservations([observation({ key: team, state, at, details })], at)
}

/** The webhooks that have a delivery of the newest event, by id. */
async function notified(store: Store): Promise<readonly number[]> {
  const [event] = await store.listEvents({}, { limit: 1 })
  const deliveries = await store.listDeliveries({ eventId: event?.id ?? 0 }, { limit: 100 })
  return deliveries.map(({ webhookId }) => webhookId).toSorted((one, other) => one - other)
}

/** Checks which events reach a webhook that has a `match`. */
export function exerciseMatchers(engine: string, openStore: OpenStore): void {
  describe(`${engine}: webhooks with matchers`, () => {
    it('get what meets them, also after a change, and "otherwise" the rest', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ match: 'label.team="dba"' }), NOW)
      const rest = await store.createWebhook(newWebhook({ match: 'otherwise' }), NOW)
      assert.equal((await store.findWebhook(id))?.match, 'label.team="dba"')

      await report(store, 'dba', 'high')
      assert.deepEqual(await notified(store), [id])
      await report(store, 'web', 'high')
      assert.deepEqual(await notified(store), [rest.id])

      await store.changeWebhook(id, { match: 'label.team=~"web|app"' }, { now: NOW + 1 })
      await report(store, 'web', 'low', NOW + 2)
      assert.deepEqual(await notified(store), [id])
      await report(store, 'dba', 'low', NOW + 2)
      assert.deepEqual(await notified(store), [rest.id])

      await store.changeWebhook(id, { match: null }, { now: NOW + 3 })
      await report(store, 'dba', 'high', NOW + 4)
      assert.deepEqual(await notified(store), [id])
      await store.deleteWebhook(id, { now: NOW + 5 })
      await report(store, 'dba', 'low', NOW + 6)
      assert.deepEqual(await notified(store), [rest.id])
    })

    it('get job runs by their status', async () => {
      const store = await openStore()
      const match = 'job_status!=success'
      const { id } = await store.createWebhook(newWebhook({ payloadType: 'JOB', match }), NOW)
      await store.acceptJobRuns([jobRunReport({ runId: '1', status: 'success' })], NOW)
      assert.deepEqual(await notified(store), [])
      await store.acceptJobRuns([jobRunReport({ runId: '2', status: 'failure' })], NOW)
      assert.deepEqual(await notified(store), [id])
    })

    it('hear in current-state mode of the clear of what they were sent, and of nothing else', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(
        desired({ match: 'label.team="dba", severity=~"medium|high"' }),
        NOW,
      )
      await report(store, 'dba', 'high')
      await report(store, 'web', 'high')
      assert.deepEqual(await attempt(store, NOW), ['cleared to high'])
      assert.equal((await sentOf(store, id)).length, 1)

      await report(store, 'dba', 'low', NOW + 1)
      await report(store, 'web', 'cleared', NOW + 1)
      assert.deepEqual(await attempt(store, NOW + 1), ['high to cleared'])
      await report(store, 'dba', 'medium', NOW + 2)
      assert.deepEqual(await attempt(store, NOW + 2), ['cleared to medium'])
      await store.changeWebhook(id, { match: 'label.team="web"' }, { now: NOW + 3 })
      await report(store, 'dba', 'cleared', NOW + 4)
      assert.deepEqual(await attempt(store, NOW + 4), ['medium to cleared'])
      assert.deepEqual(await sentOf(store, id), [])
    })

    it('are resynced by what meets them now', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired({ match: 'label.team="dba"' }), NOW)
      for (const team of ['dba', 'web', 'app']) await report(store, team, 'high')
      assert.deepEqual(await attempt(store, NOW), ['cleared to high'])

      await store.changeWebhook(id, { match: 'label.team=~"dba|web"' }, { now: NOW + 1 })
      assert.deepEqual(await store.resyncWebhook(id, { now: NOW + 2, isDryRun: true }), { count: 1 })
      assert.deepEqual(await store.resyncWebhook(id, { now: NOW + 2 }), { count: 1 })
      await store.createMissingDeliveries({ now: NOW + 2, limit: 10 })
      assert.deepEqual(await attempt(store, NOW + 3), ['cleared to high'])
      assert.deepEqual(await store.resyncWebhook(id, { now: NOW + 4, forgets: true, isDryRun: true }), {
        count: 2,
      })
    })

    it('that get what no other takes are resynced by what is left now', async () => {
      const store = await openStore()
      const other = await store.createWebhook(newWebhook({ match: 'label.team="dba"', enabled: false }), NOW)
      const { id } = await store.createWebhook(desired({ match: 'otherwise' }), NOW)
      for (const team of ['dba', 'web']) await report(store, team, 'high')
      assert.deepEqual(await attempt(store, NOW), ['cleared to high', 'cleared to high'])

      await store.changeWebhook(other.id, { enabled: true }, { now: NOW + 1 })
      assert.deepEqual(await store.resyncWebhook(id, { now: NOW + 2, forgets: true, isDryRun: true }), {
        count: 1,
      })
      await report(store, 'dba', 'medium', NOW + 3)
      assert.deepEqual((await attempt(store, NOW + 3)).toSorted(), ['high to cleared', 'high to medium'])
    })

    it('that move to current-state mode remember what meets them', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      for (const team of ['dba', 'web']) await report(store, team, 'high')
      assert.equal((await attempt(store, NOW)).length, 2)
      const edit = { mode: 'current_state', match: 'label.team="dba"' } as const

      const preview = await store.previewModeChange(id, edit, { now: NOW + 1 })
      await store.changeWebhook(id, edit, { now: NOW + 1 })
      const states = await sentOf(store, id)

      // What does not meet them differs from what its receiver accepted: its clear is sent by a resync.
      assert.deepEqual([preview.fromHistory, preview.outOfSync], [2, 1])
      assert.deepEqual(
        states.map(({ desired: { state }, lastSent, resync }) => [state, lastSent.state, resync]),
        [
          ['cleared', 'high', 'later'],
          ['high', 'high', 'none'],
        ],
      )
    })

    it('do not decide about what is escalated to them as fallbacks', async () => {
      const store = await openStore()
      const fallback = await store.createWebhook(newWebhook({ match: 'label.team="nobody"' }), NOW)
      const fallbackWebhookId = fallback.id
      await store.createWebhook(newWebhook({ match: 'label.team="dba"', fallbackWebhookId }), NOW)
      await report(store, 'dba', 'high')
      assert.deepEqual(await attempt(store, NOW, 'rejected'), ['cleared to high'])
      assert.deepEqual(await attempt(store, NOW + 1), ['cleared to high'])
      await report(store, 'dba', 'cleared', NOW + 2)
      assert.deepEqual(await attempt(store, NOW + 2), ['high to cleared', 'high to cleared'])
    })
  })
}
