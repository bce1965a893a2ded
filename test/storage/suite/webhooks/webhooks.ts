import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HEADERS_MAX } from '../../../../src/domain/webhook/webhook-limits.ts'
import { newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll, claimDue, finished, lasting } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'

const header = (key: string, value = 'v') => ({ key, value })
const noHeaderChanges = { deleted: [], changed: [], added: [] }

export function exerciseWebhooks(engine: string, openStore: OpenStore): void {
  describe(`${engine}: webhooks`, () => {
    it('createWebhook: gives back everything that was put in, with ids, revision and times', async () => {
      const store = await openStore()
      const fallback = await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
      const definition = newWebhook({
        name: 'naïve 名 🔔',
        tags: { env: 'prod', team: 'naïve 名' },
        headers: [header('X-A', '1'), header('X-A', '2')],
        payloadType: 'JOB',
        alertFlags: { low: false, medium: true, high: false, cleared: true },
        timeoutMs: 1500,
        retryScheduleMs: [0, 5000],
        maxAgeMs: 7_200_000,
        concurrencyMax: 3,
        rateLimit: { count: 20, intervalMs: 60_000 },
        responseBytesMax: 0,
        tls: { ca: 'ca', certificate: 'certificate', key: 'key', insecure: true },
        responseRule: [
          { kind: 'json', member: 'ok', equals: true },
          { kind: 'json_matches', member: 'naïve', pattern: 'n.*' },
          { kind: 'part', part: 'content_type', operator: 'not_equals', value: 'text/html' },
          { kind: 'lacks', text: '名' },
        ],
        fallbackWebhookId: fallback.id,
        fallbackAfterMs: 300_000,
        description: 'd',
      })

      const created = await store.createWebhook(definition, NOW)

      assert.deepEqual(await store.findWebhook(created.id), created)
      const { id, headers, revision, createdAt, updatedAt, routedSince, ...others } = created
      const { disabledReason, signingSecrets, matchOwner: _owner, ...rest } = others
      const { headers: given, ...expected } = definition
      assert.deepEqual(rest, expected)
      assert.deepEqual(
        headers.map(({ key, value }) => ({ key, value })),
        given,
      )
      assert.deepEqual(
        { revision, createdAt, updatedAt, routedSince, disabledReason, signingSecrets },
        {
          revision: 1,
          createdAt: NOW,
          updatedAt: NOW,
          routedSince: NOW,
          disabledReason: null,
          signingSecrets: [],
        },
      )
      assert.ok(id > 0)
    })

    it('createWebhook and changeWebhook: the mode, what is missed, and the request that tells an end', async () => {
      const store = await openStore()
      const clearRequest = {
        method: 'PUT',
        url: 'https://hooks.example/close?key=%AlertID%',
        payloadTemplate: '{"é": 1}',
      }
      const present = { mode: 'current_state', missedAlerts: 'notify', clearRequest } as const

      const { id } = await store.createWebhook(newWebhook(present), NOW)
      const { mode, missedAlerts, clearRequest: stored } = (await store.findWebhook(id)) ?? newWebhook()
      const changed = await store.changeWebhook(
        id,
        { mode: 'every_change', missedAlerts: 'skip', clearRequest: null },
        { now: NOW },
      )

      assert.deepEqual({ mode, missedAlerts, clearRequest: stored }, present)
      assert.deepEqual(
        [changed.mode, changed.missedAlerts, changed.clearRequest],
        ['every_change', 'skip', null],
      )
      assert.deepEqual(await store.findWebhook(id), changed)
    })

    it('createWebhook: refuses more headers than the limit and writes nothing', async () => {
      const store = await openStore()
      const headers = Array.from({ length: HEADERS_MAX + 1 }, (_, index) => header(`X-${index}`))

      await assert.rejects(store.createWebhook(newWebhook({ headers }), NOW), { code: 'invalid_request' })

      assert.deepEqual(await store.listWebhooks({}), [])
    })

    it('listWebhooks: all of them ordered by id, or a page after an id', async () => {
      const store = await openStore()
      for (const name of ['a', 'b', 'c'])
        await store.createWebhook(newWebhook({ name, headers: [header(`X-${name}`)] }), NOW)

      const all = await store.listWebhooks({})
      const page = await store.listWebhooks({ after: all[0]?.id ?? 0, limit: 1 })

      assert.deepEqual(
        all.map(({ name, headers }) => [name, headers[0]?.key]),
        [
          ['a', 'X-a'],
          ['b', 'X-b'],
          ['c', 'X-c'],
        ],
      )
      assert.deepEqual(
        page.map(({ name }) => name),
        ['b'],
      )
    })

    it('changeWebhook: a merge; absent members stay as they are, the revision grows by one', async () => {
      const store = await openStore()
      const before = await store.createWebhook(newWebhook({ headers: [header('X-A')] }), NOW)

      const after = await store.changeWebhook(
        before.id,
        { name: 'new', alertFlags: { low: false } },
        { now: NOW + 5 },
      )

      assert.deepEqual(after, {
        ...before,
        name: 'new',
        alertFlags: { ...before.alertFlags, low: false },
        revision: 2,
        updatedAt: NOW + 5,
        routedSince: NOW + 5,
      })
      assert.deepEqual(await store.findWebhook(before.id), after)
    })

    it('changeWebhook: a change that changes nothing keeps revision and times', async () => {
      const store = await openStore()
      const before = await store.createWebhook(newWebhook({ headers: [header('X-A', '1')] }), NOW)
      const same = { ...noHeaderChanges, changed: [{ id: before.headers[0]?.id ?? 0, value: '1' }] }

      const after = await store.changeWebhook(
        before.id,
        { name: before.name, headers: same },
        { now: NOW + 5 },
      )

      assert.deepEqual(after, before)
    })

    it('changeWebhook: headers are deleted, then changed, then added; ids are never reused', async () => {
      const store = await openStore()
      const { id, headers } = await store.createWebhook(
        newWebhook({ headers: [header('A', '1'), header('B', '2')] }),
        NOW,
      )
      const [a, b] = headers.map((entry) => entry.id) as [number, number]

      const after = await store.changeWebhook(
        id,
        { headers: { deleted: [b], changed: [{ id: a, value: '9' }], added: [header('C', '3')] } },
        { now: NOW },
      )

      assert.deepEqual(
        after.headers.map(({ key, value }) => [key, value]),
        [
          ['A', '9'],
          ['C', '3'],
        ],
      )
      assert.equal(after.headers[0]?.id, a)
      assert.ok((after.headers[1]?.id ?? 0) > b)
    })

    it('changeWebhook: a header id that is not of this webhook, or is named twice, changes nothing', async () => {
      const store = await openStore()
      const other = await store.createWebhook(newWebhook({ headers: [header('Other')] }), NOW)
      const before = await store.createWebhook(newWebhook({ headers: [header('A')] }), NOW)
      const own = before.headers[0]?.id ?? 0
      const foreign = other.headers[0]?.id ?? 0

      for (const headers of [
        { ...noHeaderChanges, deleted: [foreign], added: [header('New')] },
        { ...noHeaderChanges, deleted: [own], changed: [{ id: own, value: 'x' }] },
        {
          ...noHeaderChanges,
          changed: [
            { id: own, value: 'x' },
            { id: own, value: 'y' },
          ],
        },
      ]) {
        const change = { name: 'never', headers }
        await assert.rejects(store.changeWebhook(before.id, change, { now: NOW + 1 }), {
          code: 'invalid_request',
        })
      }

      assert.deepEqual(await store.findWebhook(before.id), before)
      assert.deepEqual(await store.findWebhook(other.id), other)
    })

    it('changeWebhook and deleteWebhook: unknown ids and stale revisions are refused', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      const stale = { now: NOW, ifRevisions: [7] }

      await assert.rejects(store.changeWebhook(id + 1, {}, { now: NOW }), { code: 'not_found' })
      await assert.rejects(store.deleteWebhook(id + 1, { now: NOW }), { code: 'not_found' })
      await assert.rejects(store.changeWebhook(id, { name: 'x' }, stale), { code: 'precondition_failed' })
      await assert.rejects(store.deleteWebhook(id, stale), { code: 'precondition_failed' })

      assert.equal((await store.findWebhook(id))?.name, 'dba hook')
    })

    it('deleteWebhook: cancels its unfinished deliveries; ids are never reused', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation(), observation({ state: 'low', at: NOW + 1 })], NOW)

      await store.deleteWebhook(id, { now: NOW + 2 })

      assert.equal(await store.findWebhook(id), undefined)
      const deliveries = await store.listDeliveries({}, { limit: 10 })
      assert.deepEqual(
        deliveries.map(({ state, finishedAt }) => [state, finishedAt]),
        [
          ['cancelled', NOW + 2],
          ['cancelled', NOW + 2],
        ],
      )
      assert.ok((await store.createWebhook(newWebhook(), NOW)).id > id)
    })

    it('changeWebhook: disabling holds pending deliveries, enabling makes them due at once', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation()], NOW)

      await store.changeWebhook(id, { enabled: false }, { now: NOW + 1 })
      const whileDisabled = await claimAll(store, NOW + 1_000_000)
      await store.changeWebhook(id, { enabled: true }, { now: NOW + 2 })

      assert.deepEqual(whileDisabled, [])
      assert.equal((await claimAll(store, NOW + 2)).length, 1)
    })

    it('finishAttempts: a receiver that is gone disables the webhook with a reason; enabling clears it', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await store.acceptObservations([observation(), observation({ key: 'other' })], NOW)
      const [claim] = await claimDue(store, { limit: 1, now: NOW, lease: lasting(1000) })
      assert.ok(claim)

      await store.finishAttempts(
        [finished(claim, { state: 'failed' }, { disableWebhookReason: 'gone' })],
        NOW + 1,
      )

      const disabled = await store.findWebhook(id)
      assert.deepEqual([disabled?.enabled, disabled?.disabledReason, disabled?.revision], [false, 'gone', 2])
      assert.deepEqual(await claimAll(store, NOW + 1_000), [])
      const enabled = await store.changeWebhook(id, { enabled: true }, { now: NOW + 2 })
      assert.equal(enabled.disabledReason, null)
      assert.equal((await claimAll(store, NOW + 2)).length, 1)
    })
  })
}
