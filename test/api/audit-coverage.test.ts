import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { routeTable } from '../../scripts/pages/openapi-documents.ts'
import type { AuditAction } from '../../src/domain/audit.ts'
import { newWebhook, NOW, observation } from '../support/build.ts'
import { Receiver } from '../support/receiver.ts'
import { startApp, type TestApp } from '../support/start-app.ts'
import { SQLITE_ONLY } from '../support/test-engine.ts'

interface World {
  readonly app: TestApp
  readonly receiver: Receiver
  readonly webhookId: () => Promise<number>
  /** Of one that can be cancelled. */
  readonly deliveryId: () => Promise<number>
}

interface Doing {
  readonly action: AuditAction
  readonly path: (world: World) => Promise<string>
  readonly body?: object | undefined
  /** What the log says of it beyond the action. */
  readonly note?: RegExp
}

const DEFINITION = { name: 'x', url: 'http://127.0.0.1:9/' }

const webhookPath = (base: string) => async (world: World) => `${base}/${await world.webhookId()}`

/** What is asked of each route that writes, and the one entry that has to come of it. */
const DOINGS: Readonly<Record<string, Doing>> = {
  ...Object.fromEntries(
    ['v6', 'v15'].flatMap((version) => {
      const base = `/api/${version}/webhook`
      const note = new RegExp(`^through ${version}$`)
      const one = webhookPath(base)
      return [
        [`POST ${base}`, { action: 'webhook.created', path: async () => base, body: DEFINITION, note }],
        [`PUT ${base}/:webhook_id`, { action: 'webhook.changed', path: one, body: { name: 'y' }, note }],
        [`DELETE ${base}/:webhook_id`, { action: 'webhook.deleted', path: one, note }],
      ] satisfies readonly (readonly [string, Doing])[]
    }),
  ),
  'POST /v1/webhooks': { action: 'webhook.created', path: async () => '/v1/webhooks', body: DEFINITION },
  'PATCH /v1/webhooks/:id': {
    action: 'webhook.changed',
    path: webhookPath('/v1/webhooks'),
    body: { name: 'y' },
  },
  'DELETE /v1/webhooks/:id': { action: 'webhook.deleted', path: webhookPath('/v1/webhooks') },
  'POST /v1/webhooks/:id/test': {
    action: 'webhook.tested',
    path: async (world) => `/v1/webhooks/${await world.webhookId()}/test`,
    note: /^with the sample raised$/,
  },
  'POST /v1/webhooks/test': {
    action: 'webhook.tested',
    path: async () => '/v1/webhooks/test',
    body: { webhook: DEFINITION },
    note: /^with the sample raised; a draft; to http:\/\/127\.0\.0\.1:9$/,
  },
  'POST /v1/webhooks/:id/signing/rotate': {
    action: 'webhook.signing_rotated',
    path: async (world) => `/v1/webhooks/${await world.webhookId()}/signing/rotate`,
  },
  'DELETE /v1/webhooks/:id/signing': {
    action: 'webhook.signing_removed',
    path: async ({ app, webhookId }) => {
      const id = await webhookId()
      await app.store.rotateSigningSecret(id, { secret: 'whsec_x', overlapUntil: NOW, now: NOW })
      return `/v1/webhooks/${id}/signing`
    },
  },
  'POST /v1/encryption/rotate': {
    action: 'encryption.rotated',
    path: async () => '/v1/encryption/rotate',
    note: /^\d+ values under the key [0-9a-f]{12}$/,
  },
  'POST /v1/deliveries/:id/cancel': {
    action: 'delivery.cancelled',
    path: async (world) => `/v1/deliveries/${await world.deliveryId()}/cancel`,
    note: /^to webhook \d+ \(dba hook\)$/,
  },
  'POST /v1/deliveries/:id/retry': {
    action: 'delivery.retried',
    path: async (world) => {
      const id = await world.deliveryId()
      await world.app.store.cancelDelivery(id, NOW)
      return `/v1/deliveries/${id}/retry`
    },
    note: /^to webhook \d+ \(dba hook\)$/,
  },
  'POST /v1/delivery-operations': {
    action: 'operation.started',
    path: async () => '/v1/delivery-operations',
    body: { kind: 'retry', filter: { webhook_id: 999 } },
    note: /^retry of failed deliveries to webhook 999$/,
  },
  'POST /v1/delivery-operations/:id/stop': {
    action: 'operation.stopped',
    path: async ({ app, deliveryId }) => {
      await deliveryId()
      const filter = { states: ['failed' as const, 'pending' as const] }
      const operation = { kind: 'cancel' as const, filter, targetWebhookId: null }
      return `/v1/delivery-operations/${(await app.store.startOperation(operation, NOW)).id}/stop`
    },
    note: /^cancel of failed, pending deliveries; 0 changed, 0 left as they were$/,
  },
  'POST /v1/tokens': {
    action: 'token.created',
    path: async () => '/v1/tokens',
    body: { name: 'ci', scopes: ['events:write'] },
  },
  'DELETE /v1/tokens/:id': {
    action: 'token.revoked',
    path: async ({ app }) => {
      const token = { name: 'old', scopes: [], prefix: '', hash: 'h', expiresAt: null }
      return `/v1/tokens/${(await app.store.createToken(token, NOW)).id}`
    },
  },
  'GET /v1/backup': { action: 'backup.taken', path: async () => '/v1/backup' },
}

/** Routes that leave no entry, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'POST /v1/alerts': 'intake: each report has its own record, and there are too many',
  'POST /v1/job-runs': 'intake',
  'POST /intake/prometheus/api/v2/alerts': 'intake',
  'POST /v1/webhooks/:id/preview': 'sends and changes nothing',
  'POST /v1/webhooks/preview': 'sends and changes nothing',
  'POST /v1/receivers/:id/draft': 'sends and changes nothing',
  'POST /v1/templates/check': 'sends and changes nothing',
  'GET /v1/tokens': 'reads; secrets are not in it',
  'GET /v1/encryption': 'reads; keys are not in it',
}

describe('the audit log knows of every route', () => {
  const routes = new Map(
    routeTable()
      .filter(({ method, scope }) => method !== 'GET' || (scope !== null && !scope.endsWith(':read')))
      .map((route) => [`${route.method} ${route.path}`, route]),
  )
  let world: World
  before(async () => {
    const settings = { TOCSIN_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('hex') }
    // It does not deliver: nothing is done but what is asked for here.
    const app = await startApp({ settings })
    const receiver = await Receiver.start()
    world = {
      app,
      receiver,
      webhookId: async () => (await app.store.createWebhook(newWebhook({ url: receiver.url }), NOW)).id,
      deliveryId: async () => {
        const { id } = await app.store.createWebhook(newWebhook(), NOW)
        await app.store.acceptObservations([observation({ key: `for ${id}` })], NOW)
        const [delivery] = await app.store.listDeliveries({ webhookId: id }, { limit: 1 })
        return delivery?.id ?? 0
      },
    }
  })
  after(async () => {
    await world.receiver.stop()
    await world.app.stop()
  })

  it('each that writes is tried here or has a reason not to be, and no other is named', () => {
    assert.ok(routes.size > 15)
    assert.deepEqual(
      [...Object.keys(DOINGS), ...Object.keys(EXCEPTIONS)].toSorted(),
      [...routes.keys()].toSorted(),
    )
  })

  for (const [name, { action, path, body, note }] of Object.entries(DOINGS)) {
    it(`${name}: ${action}`, { skip: name === 'GET /v1/backup' && SQLITE_ONLY }, async () => {
      const { app } = world
      const address = await path(world)
      const [last] = await app.store.listAudit({}, { limit: 1 })

      const answer = await app.call(routes.get(name)?.method ?? '', address, body)

      assert.ok(answer.status >= 200 && answer.status < 300, answer.text)
      const entries = (await app.store.listAudit({}, { limit: 10 })).filter(({ id }) => id > (last?.id ?? 0))
      assert.deepEqual(
        entries.map((entry) => [entry.action, entry.actor.tokenId, entry.actor.address]),
        [[action, 1, '127.0.0.1']],
      )
      if (note) assert.match(entries[0]?.note ?? '', note)
      else assert.equal(entries[0]?.note, null)
    })
  }
})
