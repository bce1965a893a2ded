import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HealthState } from '../../../../src/domain/overview/receiver-health.ts'
import { LATE_MS_MIN } from '../../../../src/domain/health-problem.ts'
import type { WebhookSearch } from '../../../../src/domain/overview/webhook-search.ts'
import { newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll, claimDue, finished } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'

const SLACK = 'https://hooks.slack.com/services/T0000/B1111/abcdefSECRET'

export function exerciseWebhookSearch(engine: string, openStore: OpenStore): void {
  describe(`${engine}: searching webhooks`, () => {
    const open = async () => {
      const store = await openStore()
      const make = (given: Parameters<typeof newWebhook>[0]) => store.createWebhook(newWebhook(given), NOW)
      await make({ name: 'Pager of the DBAs', url: 'http://127.0.0.1:9/Page/dba?team=night' })
      await make({ name: 'jobs', payloadType: 'JOB', url: 'http://user:pw@127.0.0.1:9/jobs' })
      await make({ name: 'chat', url: SLACK, enabled: false })
      await make({ name: 'failing one', url: 'http://127.0.0.1:9/fail' })
      const find = async (search: WebhookSearch, page = { limit: 10 }) =>
        (await store.searchWebhooks(search, page, NOW)).map(({ webhook }) => webhook.id)
      return { store, find }
    }

    it('searchWebhooks: by part of the name or of host and path, whatever the case', async () => {
      const { find } = await open()

      assert.deepEqual(await find({ search: 'of the dba' }), [1])
      assert.deepEqual(await find({ search: '/page/DBA' }), [1])
      assert.deepEqual(await find({ search: 'SLACK.com/services' }), [3])
      assert.deepEqual(await find({ search: 'https://hooks.slack' }), [3])
      assert.deepEqual(await find({ search: '127.0.0.1' }), [1, 2, 4])
      assert.deepEqual(await find({ search: 'nobody' }), [])
    })

    it('searchWebhooks: what a URL hides is not found, and neither is its query', async () => {
      const { find } = await open()

      for (const search of ['SECRET', 'abcdef', 'user', 'pw@', 'B1111', 'night', 'team=']) {
        assert.deepEqual(await find({ search }), [], search)
      }
    })

    it('searchWebhooks: by whether it is enabled, payload type and health, together', async () => {
      const { store, find } = await open()
      await store.acceptObservations([observation()], NOW)
      const claims = await claimAll(store, NOW)
      await store.finishAttempts(
        claims.map((claim) => {
          const kind = claim.webhook.id === 4 ? 'failing' : 'healthy'
          return finished(claim, { state: 'pending', dueAt: NOW }, { receiver: { kind } })
        }),
        NOW,
      )

      assert.deepEqual(await find({ enabled: false }), [3])
      assert.deepEqual(await find({ payloadType: 'JOB' }), [2])
      assert.deepEqual(await find({ health: 'failing' }), [4])
      assert.deepEqual(await find({ health: 'healthy' }), [1])
      assert.deepEqual(await find({ health: 'never_called' }), [2])
      assert.deepEqual(await find({ health: 'disabled' }), [3])
      assert.deepEqual(await find({ health: 'paused' }), [])
      assert.deepEqual(await find({ health: 'healthy', payloadType: 'ALERT', search: '127' }), [1])
      const [failing] = await store.searchWebhooks({ search: 'failing' }, { limit: 1 }, NOW)
      assert.deepEqual(failing?.health, {
        failures: 1,
        failingSince: NOW,
        pausedUntil: null,
        pauseReason: null,
        failReason: 'HTTP 503',
        rejections: 0,
        rejectingSince: null,
        rejectReason: null,
        isRejectingLately: false,
        firstAcceptedAt: null,
        isNeverCalled: false,
        lateSince: null,
      })
      assert.deepEqual(failing?.webhook, await store.findWebhook(4))
    })

    it('searchWebhooks and all that is shown: what has been due for a minute to a receiver that is well is late', async () => {
      const { store } = await open()
      await store.acceptObservations([observation()], NOW)
      const [well, failing] = await claimAll(store, NOW)
      assert.ok(well && failing)
      await store.releaseClaims([well], NOW)
      const again = { state: 'pending', dueAt: NOW } as const
      await store.finishAttempts([finished(failing, again, { receiver: { kind: 'failing' } })], NOW)
      const shown = async (now: number) => {
        const find = async (health: HealthState) => store.searchWebhooks({ health }, { limit: 10 }, now)
        return {
          late: (await find('late')).map(({ webhook, health }) => [webhook.id, health.lateSince]),
          calm: (await find('never_called')).map(({ webhook }) => webhook.id),
          health: (await store.findHealth(1, now))?.lateSince,
          count: (await store.countBacklog(now)).lateWebhooks,
        }
      }

      const lateAt = NOW + LATE_MS_MIN
      assert.deepEqual(await shown(lateAt - 1), { late: [], calm: [1, 2], health: null, count: 0 })
      assert.deepEqual(await shown(lateAt), { late: [[1, NOW]], calm: [2], health: NOW, count: 1 })
      const taken = await claimDue(store, { now: lateAt, limit: 2 })
      assert.ok(taken.some((claim) => claim.webhook.id === 1))
      assert.deepEqual(await shown(lateAt), { late: [], calm: [1, 2], health: null, count: 0 })
    })

    it('searchWebhooks: page by page in the order of ids, and as they are at the moment', async () => {
      const { store, find } = await open()
      const page = async (after: number, limit: number) =>
        (await store.searchWebhooks({}, { after, limit }, NOW)).map(({ webhook }) => webhook.id)

      assert.deepEqual([await page(0, 3), await page(3, 3), await page(4, 3)], [[1, 2, 3], [4], []])
      await store.changeWebhook(1, { name: 'renamed' }, { now: NOW })
      await store.deleteWebhook(2, { now: NOW })
      await store.createWebhook(newWebhook({ name: 'renamed too' }), NOW)
      assert.deepEqual(
        [await find({ search: 'renamed' }), await page(0, 9)],
        [
          [1, 5],
          [1, 3, 4, 5],
        ],
      )
    })
  })
}
