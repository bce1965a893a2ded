import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ModeChangeCounts } from '../../../../src/domain/receiver-state/mode-change.ts'
import type { ReceiverState } from '../../../../src/domain/receiver-state/receiver-state.ts'
import type { WebhookEdit } from '../../../../src/domain/webhook/webhook-edit.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { DAY_MS, newWebhook, NOW } from '../../../support/build.ts'
import type { OpenStore } from '../store-suite.ts'
import { attempt, NO_FLAGS, desired, report, statesOf, sentOf } from './support.ts'

const MINUTE_MS = 60_000

/** Each of them does what its preview said, which changes nothing. */
async function move(store: Store, id: number, now: number): Promise<void> {
  const before = await sentOf(store, id)
  const { webhook, changesMode, ...preview } = await store.previewModeChange(
    id,
    { mode: 'current_state' },
    { now },
  )
  assert.deepEqual(webhook, await store.findWebhook(id))
  assert.deepEqual(await sentOf(store, id), before)
  await store.changeWebhook(id, { mode: 'current_state' }, { now })
  assert.ok(changesMode)
  assert.deepEqual(preview, countsOf(await sentOf(store, id)))
}

/** Read from what is remembered: without history, a state that counts as sent names no event. */
function countsOf(receiverState: readonly ReceiverState[]): ModeChangeCounts {
  const own = receiverState.filter(({ escalated }) => !escalated)
  const isAssumed = ({ eventId, resync }: ReceiverState) => eventId === 0 && resync === 'none'
  return {
    fromHistory: own.filter((one) => one.lastSent.state !== 'cleared' && !isAssumed(one)).length,
    assumed: own.filter(isAssumed).length,
    underWay: own.filter(({ uncertain }) => uncertain).length,
    outOfSync: own.filter(({ resync }) => resync !== 'none').length,
    forgotten: 0,
  }
}

/** Checks what a webhook knows by history once it is in mode `current_state`. */
export function exerciseModeChanges(engine: string, openStore: OpenStore): void {
  describe(`${engine}: changing to current-state mode by what history says`, () => {
    it('has what its receiver accepted last, and is out of sync for the rest', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['low', 'high'], { key: 'taken' })
      for (let round = 0; round < 2; round += 1) await attempt(store, NOW + 10)
      await report(store, ['low'], { key: 'rejected later', at: NOW + 20 })
      await attempt(store, NOW + 30)
      await report(store, ['high'], { key: 'rejected later', at: NOW + 40 })
      await attempt(store, NOW + 50, 'rejected')
      await report(store, ['high'], { key: 'over and again', at: NOW + 60 })
      await attempt(store, NOW + 70)
      await report(store, ['cleared', 'high'], { key: 'over and again', at: NOW + 80 })
      for (let round = 0; round < 2; round += 1) await attempt(store, NOW + 90, 'rejected')

      await move(store, id, NOW + 100)

      assert.deepEqual(await knownTo(store, id), [
        ['high', 1, 'high', 2, 'later', false],
        ['low', 1, 'high', 1, 'later', false],
        ['high', 1, 'high', 1, 'none', false],
      ])
      assert.deepEqual(
        (await sentOf(store, id)).map(({ outOfSyncSince }) => outOfSyncSince),
        [NOW + 100, NOW + 100, null],
      )
      await store.resyncWebhook(id, { now: NOW + 110 })
      await store.createMissingDeliveries({ now: NOW + 110, limit: 10 })
      assert.deepEqual((await attempt(store, NOW + 120)).toSorted(), ['high to high', 'low to high'])
    })

    it('has no state for what was never accepted: nobody gets its clear', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['high'], { key: 'before' })
      await attempt(store, NOW)
      await report(store, ['high'], { key: 'rejected', at: NOW + 10 })
      await attempt(store, NOW + 10, 'rejected')
      await store.changeWebhook(id, { enabled: false }, { now: NOW + 20 })
      await report(store, ['high'], { key: 'while it was disabled', at: NOW + 30 })
      await store.changeWebhook(id, { enabled: true }, { now: NOW + 40 })

      await move(store, id, NOW + 50)

      assert.deepEqual(await knownTo(store, id), [['high', 1, 'high', 1, 'none', false]])
      for (const key of ['before', 'rejected', 'while it was disabled']) {
        await report(store, ['cleared'], { key, at: NOW + 60 })
      }
      assert.deepEqual(await attempt(store, NOW + 70), ['high to cleared'])
    })

    it('may have been sent what is on its way, after what it accepted before', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['low'])
      await attempt(store, NOW)
      await report(store, ['high'], { at: NOW + 10 })

      await move(store, id, NOW + 20)

      assert.deepEqual(await knownTo(store, id), [['low', 1, 'high', 1, 'none', true]])
      assert.deepEqual(await attempt(store, NOW + 30), ['low to high'])
    })

    it('gets nothing older if somebody has cancelled the delivery of the current state', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['low', 'cleared', 'high'])
      await move(store, id, NOW + 10)

      await store.cancelDelivery(3, NOW + 20)

      assert.deepEqual(await attempt(store, NOW + 30), ['cleared to low'])
      assert.deepEqual(await statesOf(store, id), ['delivered', 'superseded', 'cancelled'])
      await store.createMissingDeliveries({ now: NOW + 40, limit: 10 })
      assert.deepEqual(await attempt(store, NOW + 50), ['low to high'])
      assert.deepEqual(await attempt(store, NOW + 60), [])
    })

    it('is out of sync for an alert that it accepted and no longer matches, if it wants clears', async () => {
      const store = await openStore()
      const noLow = { alertFlags: { low: false, medium: true, high: true, cleared: true } }
      const wanting = await store.createWebhook(newWebhook(), NOW)
      const silent = await store.createWebhook(newWebhook(), NOW)
      await report(store, ['low'])
      await attempt(store, NOW)
      await store.changeWebhook(wanting.id, noLow, { now: NOW + 10 })
      await store.changeWebhook(
        silent.id,
        { alertFlags: { ...noLow.alertFlags, cleared: false } },
        { now: NOW + 10 },
      )

      await move(store, wanting.id, NOW + 20)
      await move(store, silent.id, NOW + 20)

      assert.deepEqual(await knownTo(store, wanting.id), [['low', 1, 'cleared', 1, 'later', false]])
      assert.deepEqual(await knownTo(store, silent.id), [])
    })

    it('counts as sent what began before the kept history and was reported since the webhook was created', async () => {
      const store = await openStore()
      // Nothing was sent of it, so that its history is not kept for the clear.
      const older = await store.createWebhook(newWebhook({ enabled: false }), NOW)
      await report(store, ['high'])
      const later = NOW + 3 * DAY_MS
      await store.changeWebhook(older.id, { enabled: true }, { now: later - MINUTE_MS })
      const newer = await store.createWebhook(newWebhook(), later - MINUTE_MS)
      await pruneAll(store, later - DAY_MS)
      assert.deepEqual(await store.listEvents({}, { limit: 10 }), [])
      // It keeps history from beginning with nothing.
      await report(store, ['high'], { key: 'new', at: later })
      await attempt(store, later)

      await move(store, older.id, later + 10)
      await move(store, newer.id, later + 10)

      assert.deepEqual(await knownTo(store, older.id), [
        ['high', 1, 'high', 1, 'none', false],
        ['high', 1, 'high', 1, 'none', false],
      ])
      // Nobody has reported the old one since it was made.
      assert.deepEqual(
        (await sentOf(store, newer.id)).map(({ alertId }) => alertId),
        [2],
      )
    })

    it('is previewed with each number in its place, and what is escalated to it is not counted', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ enabled: false }), NOW)
      const silent = await store.createWebhook(newWebhook({ alertFlags: NO_FLAGS }), NOW)
      await store.createWebhook(desired({ enabled: false, fallbackWebhookId: silent.id }), NOW)
      for (const key of ['old', 'old, and on its way']) await report(store, ['high'], { key })
      const later = NOW + 3 * DAY_MS
      await pruneAll(store, later - DAY_MS)
      await store.changeWebhook(id, { enabled: true }, { now: later - 10 })
      for (const key of ['new', 'later', 'again']) await report(store, ['low'], { key, at: later })
      await attempt(store, later + 10)
      await report(store, ['high'], { key: 'later', at: later + 20 })
      await attempt(store, later + 30, 'rejected')
      await report(store, ['high'], { key: 'again', at: later + 40 })
      for (const key of ['on its way', 'old, and on its way']) {
        await report(store, ['medium'], { key, at: later + 50 })
      }

      const { webhook: _, ...preview } = await store.previewModeChange(
        id,
        { mode: 'current_state' },
        { now: later + 60 },
      )

      assert.deepEqual(preview, {
        changesMode: true,
        fromHistory: 3,
        assumed: 1,
        underWay: 3,
        outOfSync: 1,
        forgotten: 0,
      })
      await move(store, id, later + 60)
      await store.changeWebhook(silent.id, { alertFlags: newWebhook().alertFlags }, { now: later + 60 })
      await move(store, silent.id, later + 70)
      assert.ok((await sentOf(store, silent.id)).some(({ escalated }) => escalated))
    })

    it('foresees what is forgotten in mode every_change: what is open', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired(), NOW)
      const other = await store.createWebhook(desired({ fallbackWebhookId: id }), NOW)
      await report(store, ['high'], { key: 'notified' })
      await attempt(store, NOW)
      await report(store, ['high'], { key: 'on its way', at: NOW + 10 })
      await store.changeWebhook(id, { enabled: false }, { now: NOW + 20 })
      await report(store, ['high'], { key: 'later', at: NOW + 30 })
      const before = await sentOf(store, id)
      const open = before.filter(
        ({ lastSent, uncertain, escalated }) => !escalated && (lastSent.state !== 'cleared' || uncertain),
      )

      const { changesMode, forgotten, fromHistory } = await store.previewModeChange(
        id,
        { mode: 'every_change' },
        { now: NOW + 40 },
      )

      assert.deepEqual([changesMode, forgotten, fromHistory], [true, open.length, 0])
      assert.ok(open.length > 0 && open.length < before.length)
      assert.deepEqual(await sentOf(store, id), before)
      const same = await store.previewModeChange(other.id, { mode: 'current_state' }, { now: NOW + 40 })
      assert.deepEqual([same.changesMode, same.fromHistory, same.forgotten], [false, 0, 0])
    })

    it('is refused as the change is', async () => {
      const store = await openStore()
      const jobs = await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      const missing = await store.createWebhook(desired({ missedAlerts: 'notify' }), NOW)
      const refusals: readonly (readonly [number, WebhookEdit, number[] | undefined, string])[] = [
        [9, { mode: 'current_state' }, undefined, 'not_found'],
        [jobs.id, { mode: 'current_state' }, undefined, 'invalid_request'],
        [missing.id, { mode: 'every_change' }, undefined, 'invalid_request'],
        [missing.id, { mode: 'current_state' }, [2], 'precondition_failed'],
      ]
      for (const [id, edit, ifRevisions, code] of refusals) {
        const when = { now: NOW, ...(ifRevisions && { ifRevisions }) }
        await assert.rejects(store.previewModeChange(id, edit, when), { code })
        await assert.rejects(store.changeWebhook(id, edit, when), { code })
      }
    })
  })
}

/** Last sent, desired state, what is out of sync, and whether more may have been sent: the newest alert first. */
async function knownTo(store: Store, id: number) {
  return (await sentOf(store, id)).map(({ lastSent, desired, resync, uncertain }: ReceiverState) => [
    lastSent.state,
    lastSent.episodeNumber,
    desired.state,
    desired.episodeNumber,
    resync,
    uncertain,
  ])
}

async function pruneAll(store: Store, endedBefore: number): Promise<void> {
  const now = endedBefore + DAY_MS
  while ((await store.pruneHistory({ endedBefore, now, limit: 50 })) > 0);
}
