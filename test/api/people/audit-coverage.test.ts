import { tagOf } from '../../../src/api/openapi/tags.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { routeTable } from '../../../scripts/pages/openapi-documents.ts'
import type { AuditAction } from '../../../src/domain/audit/audit.ts'
import { NOW } from '../../support/build.ts'
import { startApp } from '../../support/app/start-app.ts'
import {
  acknowledgedId,
  CODE,
  openWorld,
  PASSWORD,
  silenceId,
  windowId,
  type As,
  type World,
} from './audit-world.ts'
import { SQLITE_ONLY } from '../../support/databases/test-engine.ts'

interface Doing {
  readonly action: AuditAction
  readonly path: (world: World) => Promise<string>
  readonly body?: object | undefined
  /** What the log says of it beyond the action. */
  readonly note?: RegExp
  /** Unless it is the admin’s token that does it. */
  readonly as?: (world: World) => Promise<As>
}

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
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
        [`POST ${base}/`, { action: 'webhook.created', path: async () => base, body: DEFINITION, note }],
        [`PUT ${base}/:webhook_id`, { action: 'webhook.changed', path: one, body: { name: 'y' }, note }],
        [`DELETE ${base}/:webhook_id`, { action: 'webhook.deleted', path: one, note }],
      ] satisfies readonly (readonly [string, Doing])[]
    }),
  ),
  'POST /v1/webhooks': { action: 'webhook.created', path: async () => '/v1/webhooks', body: DEFINITION },
  'PUT /v1/webhooks': {
    action: 'webhook.created',
    path: async () => '/v1/webhooks',
    body: { webhooks: [{ ...DEFINITION, name: 'of a set' }] },
  },
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
  'POST /v1/webhooks/:id/resync': {
    action: 'webhook.resynced',
    path: async ({ app, webhookId }) => {
      const id = await webhookId()
      await app.store.changeWebhook(id, { mode: 'current_state' }, { now: NOW })
      return `/v1/webhooks/${id}/resync`
    },
  },
  'POST /v1/webhooks/:id/resume': {
    action: 'webhook.resumed',
    path: async (world) => `/v1/webhooks/${await world.webhookId()}/resume`,
  },
  'POST /v1/webhooks/:id/mode': {
    action: 'webhook.changed',
    path: async (world) => `/v1/webhooks/${await world.webhookId()}/mode`,
    body: { mode: 'current_state' },
  },
  'POST /v1/alerts/:id/clear': {
    action: 'alert.cleared',
    path: async (world) => `/v1/alerts/${await world.alertId()}/clear`,
    body: { note: 'the server is gone' },
    note: /^the server is gone$/,
  },
  'POST /v1/alerts/:id/acknowledgement': {
    action: 'alert.acknowledged',
    path: async (world) => `/v1/alerts/${await world.alertId()}/acknowledgement`,
    body: { note: 'replacing the disk' },
    note: /^replacing the disk$/,
  },
  'DELETE /v1/alerts/:id/acknowledgement': {
    action: 'alert.acknowledgement_withdrawn',
    path: async (world) => `/v1/alerts/${await acknowledgedId(world)}/acknowledgement`,
  },
  'POST /intake/prometheus/api/v2/silences': {
    action: 'silence.created',
    path: async () => '/intake/prometheus/api/v2/silences',
    body: {
      matchers: [{ name: 'job', value: 'pg', isRegex: false }],
      startsAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      createdBy: 'ada',
      comment: 'patching',
    },
  },
  'DELETE /intake/prometheus/api/v2/silence/:silenceID': {
    action: 'silence.ended',
    path: async (world) => `/intake/prometheus/api/v2/silence/${await silenceId(world)}`,
  },
  'POST /v1/silences': {
    action: 'silence.created',
    path: async () => '/v1/silences',
    body: { match: 'server="db-1"', for: '1h', reason: 'patching' },
  },
  'PATCH /v1/silences/:id': {
    action: 'silence.changed',
    path: async (world) => `/v1/silences/${await silenceId(world)}`,
    body: { reason: 'patching longer' },
  },
  'DELETE /v1/silences/:id': {
    action: 'silence.ended',
    path: async (world) => `/v1/silences/${await silenceId(world)}`,
  },
  'POST /v1/windows': {
    action: 'window.created',
    path: async () => '/v1/windows',
    body: {
      name: 'patching',
      match: 'server="db-1"',
      zone: 'UTC',
      begins: '22:00',
      for: '1h',
      repeat: 'FREQ=WEEKLY;BYDAY=SU',
      reason: 'patching',
    },
  },
  'PUT /v1/windows': {
    action: 'window.created',
    path: async () => '/v1/windows',
    body: {
      windows: [
        {
          name: 'of a set',
          match: 'name="x"',
          zone: 'UTC',
          begins: '22:00',
          for: '1h',
          repeat: 'FREQ=DAILY',
          reason: 'patching',
        },
      ],
    },
  },
  'PATCH /v1/windows/:id': {
    action: 'window.changed',
    path: async (world) => `/v1/windows/${await windowId(world)}`,
    body: { reason: 'patching longer' },
  },
  'POST /v1/windows/:id/skip': {
    action: 'window.changed',
    path: async (world) => `/v1/windows/${await windowId(world)}/skip`,
    body: { day: TOMORROW },
  },
  'POST /v1/windows/:id/restore': {
    action: 'window.changed',
    path: async (world) => {
      const id = await windowId(world)
      await world.app.store.skipOccurrence(id, TOMORROW, { now: Date.now() })
      return `/v1/windows/${id}/restore`
    },
    body: { day: TOMORROW },
  },
  'DELETE /v1/windows/:id': {
    action: 'window.deleted',
    path: async (world) => `/v1/windows/${await windowId(world)}`,
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
    note: /^cancel of failed, pending deliveries; 0 cancelled$/,
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
  'POST /v1/session': {
    action: 'user.signed_in',
    path: async () => '/v1/session',
    body: { username: 'Ada', password: PASSWORD },
    as: ({ people }) => people.nobodyYet(),
  },
  'POST /api/token/': {
    action: 'user.signed_in',
    path: async () => '/api/token/',
    body: { username: 'ada', password: PASSWORD },
    as: ({ people }) => people.nobodyYet(),
  },
  'DELETE /v1/session': {
    action: 'user.signed_out',
    path: async () => '/v1/session',
    as: ({ people }) => people.signedIn(),
  },
  'DELETE /api/token/': {
    action: 'user.signed_out',
    path: async () => '/api/token/',
    as: ({ people }) => people.signedIn(),
  },
  'DELETE /v1/sessions': {
    action: 'user.signed_out_everywhere',
    path: async () => '/v1/sessions',
    as: ({ people }) => people.signedIn(),
  },
  'DELETE /v1/sessions/:id': {
    action: 'user.signed_out',
    path: async ({ people }) => `/v1/sessions/${await people.sessionId()}`,
    as: ({ people }) => people.signedIn(),
  },
  'PUT /v1/session/password': {
    action: 'user.password_changed',
    path: async () => '/v1/session/password',
    body: { current_password: PASSWORD, new_password: `${PASSWORD}!` },
    as: ({ people }) => people.signedIn(),
  },
  'POST /v1/invitations/accept': {
    action: 'user.password_changed',
    path: async () => '/v1/invitations/accept',
    // Known beforehand, so that it can stand in the body.
    body: { code: CODE, password: PASSWORD },
    note: /^by invitation$/,
    as: ({ people }) => people.invited(),
  },
  'POST /v1/users': {
    action: 'user.created',
    path: async () => '/v1/users',
    body: { name: 'Grace', role: 'viewer' },
  },
  'PATCH /v1/users/:id': {
    action: 'user.changed',
    path: async ({ people }) => `/v1/users/${people.otherId}`,
    body: { role: 'operator' },
  },
  'POST /v1/users/:id/invitation': {
    action: 'user.invited',
    path: async ({ people }) => `/v1/users/${people.otherId}/invitation`,
  },
  'DELETE /v1/users/:id/sessions': {
    action: 'user.signed_out_everywhere',
    path: async ({ people }) => {
      await people.signedIn()
      return `/v1/users/${people.userId}/sessions`
    },
  },
  'DELETE /v1/users/:id': {
    action: 'user.deleted',
    path: async ({ people }) => `/v1/users/${people.otherId}`,
  },
  'GET /v1/backup': { action: 'backup.taken', path: async () => '/v1/backup' },
}

/** Routes that leave no entry, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'POST /v1/alerts': 'intake: each report has its own record, and there are too many',
  'POST /v1/job-runs': 'intake',
  'POST /intake/prometheus/api/v1/alerts': 'intake',
  'POST /intake/prometheus/api/v2/alerts': 'intake',
  'POST /v1/webhooks/:id/preview': 'sends and changes nothing',
  'POST /v1/webhooks/preview': 'sends and changes nothing',
  'POST /v1/presets/:id/draft': 'sends and changes nothing',
  'POST /v1/templates/check': 'sends and changes nothing',
  'POST /v1/routing/preview': 'sends and changes nothing',
  'POST /v1/silences/preview': 'sends and changes nothing',
  'POST /v1/windows/preview': 'sends and changes nothing',
  'POST /v1/routing/test': 'sends and changes nothing',
  'GET /v1/tokens': 'reads; secrets are not in it',
  'GET /v1/encryption': 'reads; keys are not in it',
  'GET /v1/users': 'reads; hashes of passwords are not in it',
  'GET /v1/users/:id': 'reads; likewise',
  'GET /v1/session': 'reads what is the caller’s own',
  'GET /v1/sessions': 'reads what is the caller’s own',
  'POST /v1/invitations/check': 'changes nothing; wrong codes are counted',
  'GET /v1/sign-in': 'reads what anybody may know',
  'GET /v1/oidc/start': 'changes nothing here',
  'GET /v1/oidc/callback': 'a sign-in; tried with a real provider in oidc.test.ts',
}

describe('the audit log knows of every route', () => {
  const routes = new Map(
    routeTable()
      .filter(
        ({ method, scope, path }) =>
          // Intake, whatever the dialect: each report has its own record, and there are too many.
          tagOf(path) !== 'sources' &&
          (method !== 'GET' || (scope === null ? tagOf(path) === 'people' : !scope.endsWith(':read'))),
      )
      .map((route) => [`${route.method} ${route.path}`, route]),
  )
  let world: World
  before(async () => {
    const settings = { TOCSIN_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('hex') }
    // It does not deliver: nothing is done but what is asked for here.
    const app = await startApp({ settings })
    world = await openWorld(app)
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

  for (const [name, { action, path, body, note, as }] of Object.entries(DOINGS)) {
    it(`${name}: ${action}`, { skip: name === 'GET /v1/backup' && SQLITE_ONLY }, async () => {
      const { app } = world
      const address = await path(world)
      const who = await as?.(world)
      const [last] = await app.store.listAudit({}, { limit: 1 })

      const response = await app.call(routes.get(name)?.method ?? '', address, body, who?.headers)

      assert.ok(response.status >= 200 && response.status < 300, response.text)
      const entries = (await app.store.listAudit({}, { limit: 10 })).filter(({ id }) => id > (last?.id ?? 0))
      assert.deepEqual(
        entries.map(({ action, actor }) => [action, actor.tokenId, actor.userId, actor.address]),
        [[action, who ? null : 1, who?.userId ?? null, '127.0.0.1']],
      )
      if (note) assert.match(entries[0]?.note ?? '', note)
      else assert.equal(entries[0]?.note, null)
    })
  }
})
