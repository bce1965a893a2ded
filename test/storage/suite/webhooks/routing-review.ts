import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState } from '../../../../src/domain/alert/alert.ts'
import type { Event } from '../../../../src/domain/alert/event.ts'
import { explainNotNotified } from '../../../../src/domain/routing/explanation.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll, finished } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'

const SILENT = { low: false, medium: false, high: false, cleared: false }
const LIMITS = { openNotificationsMax: 2, notNotifiedMax: 3 }

export function exerciseRoutingReview(engine: string, openStore: OpenStore): void {
  describe(`${engine}: who is notified of an event`, () => {
    const firstEvent = async (store: Store): Promise<Event> => {
      const event = await store.findEvent(1)
      assert.ok(event)
      return event
    }

    it('reviewRouting: counts all deliveries, and names the newest with what they wait for', async () => {
      const store = await openStore()
      for (let count = 0; count < 4; count += 1) await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation({ state: 'low' })], NOW)
      const claims = await claimAll(store, NOW)
      await store.finishAttempts(
        claims.map((claim) =>
          claim.webhook.id === 3
            ? finished(
                claim,
                { state: 'pending', dueAt: NOW },
                { receiver: { kind: 'throttling', askedMs: 9_000 } },
              )
            : finished(claim),
        ),
        NOW,
      )
      await store.deleteWebhook(4, { now: NOW })

      const { notified, notifiedCounts } = await store.reviewRouting(await firstEvent(store), LIMITS, NOW)

      assert.deepEqual(
        notified.map(({ delivery, webhook, aheadId, pausedUntil }) => [
          delivery.webhookId,
          webhook?.id,
          aheadId,
          pausedUntil,
        ]),
        [
          [4, undefined, undefined, null],
          [3, 3, undefined, NOW + 9_000],
        ],
      )
      assert.deepEqual(notifiedCounts, {
        waiting: 0,
        pending: 1,
        sending: 0,
        delivered: 3,
        failed: 0,
        cancelled: 0,
        superseded: 0,
        outdated: 0,
      })
    })

    it('reviewRouting: says what a waiting one waits behind', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation({ state: 'low' })], NOW)
      await store.acceptObservations([observation({ state: 'high', at: NOW + 1 })], NOW + 1)
      const second = await store.findEvent(2)
      assert.ok(second)

      const { notified } = await store.reviewRouting(second, LIMITS, NOW + 1)

      assert.deepEqual(
        notified.map(({ delivery, aheadId }) => [delivery.state, aheadId]),
        [['waiting', 1]],
      )
    })

    it('reviewRouting: counts all others by reason, and names first those that a change lets know', async () => {
      const store = await openStore()
      await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      for (let count = 0; count < 3; count += 1) {
        await store.createWebhook(newWebhook({ alertFlags: SILENT }), NOW)
      }
      await store.createWebhook(newWebhook({ name: 'off', enabled: false }), NOW)
      await store.createWebhook(newWebhook({ enabled: false }), NOW)
      await store.createWebhook(newWebhook({ name: 'notified' }), NOW)
      await store.acceptObservations([observation()], NOW + 1)
      await store.changeWebhook(5, { name: 'still off' }, { now: NOW + 2 })
      await store.createWebhook(newWebhook(), NOW + 2)

      const review = await store.reviewRouting(await firstEvent(store), LIMITS, NOW + 3)

      assert.deepEqual(review.notNotifiedCounts, {
        disabled: 2,
        state: 3,
        match: 0,
        acknowledgements: 0,
        maintenance_windows: 0,
        taken_by_others: 0,
        silenced: 0,
        not_kept: 0,
        unknown: 0,
        already_in_sync: 0,
        made_later: 1,
        payload_type: 1,
      })
      assert.deepEqual(
        review.notNotified.map(({ webhook, reason, changedSince }) => [webhook.id, reason, changedSince]),
        [
          [5, 'disabled', false],
          [6, 'disabled', false],
          [2, 'state', false],
        ],
      )
      assert.equal(review.notNotified[0]?.webhook.name, 'still off')
      assert.deepEqual(
        review.notified.map(({ webhook }) => webhook?.name),
        ['notified'],
      )
    })

    it('reviewRouting: goes by what webhooks were when the event was accepted', async () => {
      const store = await openStore()
      const named = async (name: string, given: Parameters<typeof newWebhook>[0]) =>
        (await store.createWebhook(newWebhook({ name, ...given }), NOW)).id
      const disabled = await named('disabled', { enabled: false })
      const silent = await named('silent', { alertFlags: SILENT })
      const matched = await named('matched', { match: 'label.team="web"' })
      const deleted = await named('deleted', { match: 'otherwise' })
      const job = await named('job', { payloadType: 'JOB' })
      await named('heard', { match: 'label.team="dba"' })
      const details = { labels: { team: 'dba' } }
      await store.acceptObservations([observation({ details })], NOW + 1)
      await store.changeWebhook(disabled, { enabled: true }, { now: NOW + 2 })
      await store.changeWebhook(silent, { alertFlags: { high: true } }, { now: NOW + 2 })
      await store.changeWebhook(matched, { match: 'label.team="app"' }, { now: NOW + 2 })
      await store.changeWebhook(matched, { match: null }, { now: NOW + 3 })
      await store.deleteWebhook(deleted, { now: NOW + 4 })
      await store.changeWebhook(job, { payloadType: 'ALERT' }, { now: NOW + 5 })

      const review = async () =>
        (
          await store.reviewRouting(
            await firstEvent(store),
            { openNotificationsMax: 0, notNotifiedMax: 9 },
            NOW + 6,
          )
        ).notNotified
      const shown = (await review()).map(({ webhook, reason, changedSince }) => [
        webhook.id,
        reason,
        changedSince,
      ])

      assert.deepEqual(shown, [
        [disabled, 'disabled', true],
        [silent, 'state', true],
        [matched, 'match', true],
        [deleted, 'taken_by_others', true],
        [job, 'payload_type', true],
      ])
      const event = await firstEvent(store)
      assert.deepEqual(
        (await review()).slice(2, 4).map((one) => explainNotNotified({ ...one, event })),
        [
          'Webhook 3 "matched" does not match: label.team="web" is not met by "dba". So it was at that time; it has been changed since.',
          'Webhook 4 "deleted" gets what no other webhook takes, and another one takes this. So it was at that time; it has been deleted since.',
        ],
      )

      // Events of before are pruned with what was kept for them.
      await store.acceptObservations([observation({ key: 'later', details })], NOW + 3)
      await store.pruneHistory({ endedBefore: NOW + 4, now: NOW + 10, limit: 100 })
      const [later] = await store.listEvents({}, { limit: 1 })
      const { notNotified } = await store.reviewRouting(
        later ?? assert.fail(),
        { openNotificationsMax: 0, notNotifiedMax: 9 },
        NOW + 11,
      )
      assert.deepEqual(
        notNotified.map(({ webhook, reason }) => [webhook.id, reason]),
        [[deleted, 'taken_by_others']],
      )
    })

    it('reviewRouting: says of a webhook that was changed since and not kept that this is so', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ enabled: false }), NOW)
      await store.acceptObservations([observation()], NOW + 1)
      await store.changeWebhook(id, { enabled: true }, { now: NOW + 2 })
      const event = await firstEvent(store)
      await store.pruneHistory({ endedBefore: NOW + 3, now: NOW + 10, limit: 100 })

      const { notNotified } = await store.reviewRouting(event, LIMITS, NOW + 10)

      assert.deepEqual(
        notNotified.map(({ reason, changedSince }) => [reason, changedSince]),
        [['not_kept', true]],
      )
    })

    it('listEvents, countNotifiedNobody: events that no webhook took', async () => {
      const store = await openStore()
      const taken = await store.createWebhook(newWebhook({ match: 'label.team="dba"' }), NOW)
      const kept = await store.createWebhook(
        newWebhook({ match: 'label.team="web"', mode: 'current_state', fallbackWebhookId: taken.id }),
        NOW,
      )
      const report = (team: string, state: AlertState, at: number) =>
        store.acceptObservations([observation({ key: team, state, at, details: { labels: { team } } })], at)
      for (const team of ['dba', 'web', 'nobody']) await report(team, 'high', NOW)
      await store.acceptJobRuns([jobRunReport()], NOW + 1)
      await store.changeWebhook(kept.id, { enabled: false }, { now: NOW + 2 })
      await report('web', 'low', NOW + 3)
      await report('nobody', 'cleared', NOW + 3)
      await store.changeWebhook(taken.id, { alertFlags: { cleared: false } }, { now: NOW + 4 })
      await report('dba', 'cleared', NOW + 5)

      const list = async (filter: Parameters<Store['listEvents']>[0]) =>
        (await store.listEvents({ notifiedNobody: true, ...filter }, { limit: 10 })).map((event) =>
          event.kind === 'alert' ? `${event.alertKey} ${event.newState}` : event.kind,
        )
      assert.deepEqual(await list({}), ['nobody cleared', 'job_run', 'nobody high'])
      assert.deepEqual(await list({ kind: 'job_run' }), ['job_run'])
      assert.deepEqual(await list({ source: 'api', from: NOW + 2 }), ['nobody cleared'])
      assert.equal(await store.countNotifiedNobody({ since: NOW + 1, limit: 10 }), 2)
      assert.equal(await store.countNotifiedNobody({ since: NOW, limit: 2 }), 2)
    })
  })
}
