import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { routeTable } from '../../../scripts/pages/openapi-documents.ts'
import type { Route } from '../../../src/api/routes/route.ts'
import { sessionCookieName } from '../../../src/api/auth/session-cookie.ts'
import {
  csrfTokenOf,
  formatSessionSecret,
  hashSessionSecret,
  type SessionKind,
} from '../../../src/domain/people/session.ts'
import { SCOPES, type Scope } from '../../../src/domain/people/token.ts'
import { ROLES, type Role } from '../../../src/domain/people/user.ts'
import { DEFAULT_SOURCES } from '../../../src/domain/source/source.ts'
import { pushSources } from '../../../src/intake/source.ts'
import { asTokenWith } from '../../support/app/make-token.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

/** The right that a route asks for: none, to be known, or a scope. */
type Needed = 'open' | 'known' | Exclude<Scope, 'traces:write'>

/** One address for each dialect that is pushed; a new one needs no line here, but the same scope. */
const REPORTS = pushSources(DEFAULT_SOURCES)
  .filter(({ dialect }) => dialect.path === undefined)
  .map(({ name }) => `POST /intake/${name}`)

/** Written down apart from the routes themselves: a scope that is changed there by mistake is found here. */
const ROUTES_BY_SCOPE: Readonly<Record<Needed, readonly string[]>> = {
  open: [
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
    'GET /docs',
    'GET /docs/:page',
    'GET /openapi/:document',
    'GET /openapi/webhooks.schema.json',
    'GET /v1/sign-in',
    'POST /v1/session',
    'GET /v1/oidc/start',
    'GET /v1/oidc/callback',
    'POST /v1/invitations/check',
    'POST /v1/invitations/accept',
    'POST /api/token/',
  ],
  known: [
    'DELETE /api/token/',
    'GET /v1/session',
    'DELETE /v1/session',
    'PUT /v1/session/password',
    'GET /v1/sessions',
    'DELETE /v1/sessions',
    'DELETE /v1/sessions/:id',
  ],
  'webhooks:read': [
    'GET /api/v15/webhook/',
    'GET /api/v15/webhook/:webhook_id',
    'GET /api/v6/webhook/',
    'GET /api/v6/webhook/:webhook_id',
    'GET /v1/presets',
    'GET /v1/presets/:id',
    'POST /v1/presets/:id/draft',
    'GET /v1/templates',
    'POST /v1/templates/check',
    'GET /v1/webhooks',
    'GET /v1/webhooks/:id',
    'GET /v1/webhooks/:id/health',
    'POST /v1/webhooks/:id/preview',
    'GET /v1/webhooks/:id/signing',
    'POST /v1/webhooks/preview',
  ],
  'deliveries:read': [
    'GET /intake/prometheus/api/v2/alerts',
    'GET /intake/prometheus/api/v2/alerts/groups',
    'GET /intake/prometheus/api/v2/receivers',
    'GET /intake/prometheus/api/v2/silences',
    'GET /intake/prometheus/api/v2/silence/:silenceID',
    'GET /intake/prometheus/api/v2/status',
    'GET /v1/activity',
    'GET /v1/alerts',
    'GET /v1/alerts/:id',
    'GET /v1/deliveries',
    'GET /v1/deliveries/:id',
    'GET /v1/delivery-operations',
    'GET /v1/delivery-operations/:id',
    'GET /v1/events',
    'GET /v1/events/:id',
    'GET /v1/events/:id/explain',
    'GET /v1/job-runs',
    'GET /v1/job-runs/:id',
    'GET /v1/on-call',
    'GET /v1/overview',
    'GET /v1/silences',
    'GET /v1/silences/:id',
    'POST /v1/silences/preview',
    'GET /v1/windows',
    'GET /v1/windows/:id',
    'POST /v1/windows/preview',
    'GET /v1/sources',
    'GET /v1/status',
    'GET /v1/stream',
    'POST /v1/routing/preview',
    'POST /v1/routing/test',
    'GET /v1/routing/values',
    'GET /v1/webhooks/:id/receiver-states',
    'GET /v1/alerts/:id/receiver-states',
  ],
  'webhooks:write': [
    'POST /v1/windows',
    'PUT /v1/windows',
    'PATCH /v1/windows/:id',
    'DELETE /v1/windows/:id',
    'POST /api/v15/webhook/',
    'DELETE /api/v15/webhook/:webhook_id',
    'PUT /api/v15/webhook/:webhook_id',
    'POST /api/v6/webhook/',
    'DELETE /api/v6/webhook/:webhook_id',
    'PUT /api/v6/webhook/:webhook_id',
    'POST /v1/webhooks',
    'PUT /v1/webhooks',
    'POST /v1/webhooks/:id/mode',
    'DELETE /v1/webhooks/:id',
    'PATCH /v1/webhooks/:id',
    'DELETE /v1/webhooks/:id/signing',
    'POST /v1/webhooks/:id/signing/rotate',
    'POST /v1/webhooks/:id/test',
    'POST /v1/webhooks/test',
  ],
  'deliveries:write': [
    'POST /v1/webhooks/:id/resume',
    'POST /v1/deliveries/:id/cancel',
    'POST /v1/deliveries/:id/retry',
    'POST /v1/delivery-operations',
    'POST /v1/delivery-operations/:id/stop',
  ],
  'silences:write': [
    'POST /v1/alerts/:id/clear',
    'POST /v1/alerts/:id/acknowledgement',
    'DELETE /v1/alerts/:id/acknowledgement',
    'POST /intake/prometheus/api/v2/silences',
    'DELETE /intake/prometheus/api/v2/silence/:silenceID',
    'POST /v1/silences',
    'PATCH /v1/silences/:id',
    'DELETE /v1/silences/:id',
    'POST /v1/windows/:id/skip',
    'POST /v1/windows/:id/restore',
    'POST /v1/webhooks/:id/resync',
  ],
  'audit:read': ['GET /v1/audit', 'GET /v1/audit/:id'],
  'events:write': [
    'OPTIONS /intake/cloudevents',
    'POST /intake/prometheus/api/v1/alerts',
    'POST /intake/prometheus/api/v2/alerts',
    ...REPORTS,
    'POST /v1/alerts',
    'POST /v1/job-runs',
  ],
  'secrets:read': ['GET /v1/webhooks/:id/signing/secrets'],
  admin: [
    'GET /v1/backup',
    'GET /v1/encryption',
    'POST /v1/encryption/rotate',
    'GET /v1/tokens',
    'POST /v1/tokens',
    'DELETE /v1/tokens/:id',
    'GET /v1/users',
    'POST /v1/users',
    'DELETE /v1/users/:id',
    'GET /v1/users/:id',
    'PATCH /v1/users/:id',
    'POST /v1/users/:id/invitation',
    'DELETE /v1/users/:id/sessions',
  ],
}

/** The scopes that each role has besides those of the role before it. */
const SCOPES_OF: Readonly<Record<Role, readonly Needed[]>> = {
  viewer: ['webhooks:read', 'deliveries:read'],
  operator: ['webhooks:write', 'deliveries:write', 'silences:write', 'audit:read'],
  admin: ['events:write', 'secrets:read', 'admin'],
}

const NEEDED = new Map(
  (Object.keys(ROUTES_BY_SCOPE) as Needed[]).flatMap((needed) =>
    ROUTES_BY_SCOPE[needed].map((name) => [name, needed] as const),
  ),
)

const routes = new Map(routeTable().map((route) => [`${route.method} ${route.path}`, route]))

function may(role: Role, needed: Needed): boolean {
  if (needed === 'open' || needed === 'known') return true
  return ROLES.slice(0, ROLES.indexOf(role) + 1).some((one) => SCOPES_OF[one].includes(needed))
}

/** The edge's decision before anything is done: `let in` if the principal may, however the request ends then. */
async function ask(app: TestApp, { method, path }: Route, headers: Record<string, string>): Promise<string> {
  const response = await app.server.inject({
    // A stream and a backup as they are asked for, without what they send.
    method: method === 'GET' ? 'HEAD' : method,
    url: path.replaceAll(/:\w+/g, '999'),
    headers,
  })
  if (response.statusCode === 401) return 'unknown'
  return response.statusCode === 403 ? 'refused' : 'let in'
}

describe('what each role and each scope may do', () => {
  let app: TestApp
  const ids = new Map<Role, number>()
  before(async () => {
    app = await startApp()
    for (const role of ROLES) {
      const user = { name: role, role, passwordHash: null, oidc: null }
      ids.set(role, (await app.store.createUser(user, { now: Date.now() })).id)
    }
  })
  after(() => app.stop())

  /** A session of its own for each request: some of them end it. */
  async function open(role: Role, kind: SessionKind): Promise<string> {
    const secret = formatSessionSecret(randomBytes(32))
    await app.store.openSession({
      hash: hashSessionSecret(secret),
      userId: ids.get(role) ?? 0,
      tokenId: null,
      kind,
      createdAt: Date.now(),
      expiresAt: Date.now() + 600_000,
      address: '',
      userAgent: '',
    })
    return secret
  }
  const byToken = async (role: Role) => ({ 'x-auth-token': await open(role, 'token_service') })
  const byCookie = async (role: Role) => {
    const secret = await open(role, 'console')
    const cookie = `${sessionCookieName(app.store.installationId)}=${secret}`
    return { cookie, 'x-csrf-token': csrfTokenOf(secret) }
  }

  it('every route is in the table, and nothing else is', () => {
    assert.deepEqual([...NEEDED.keys()].toSorted(), [...routes.keys()].toSorted())
  })

  for (const role of ROLES) {
    it(`${role}: what the table says, and no more, by a token of the token service`, async () => {
      for (const [name, route] of routes) {
        const expected = may(role, NEEDED.get(name) ?? 'admin') ? 'let in' : 'refused'
        assert.equal(await ask(app, route, await byToken(role)), expected, name)
      }
    })

    it(`${role}: the same by the cookie of the console, below /v1 only`, async () => {
      for (const [name, route] of routes) {
        const needed = NEEDED.get(name) ?? 'admin'
        const isThere = needed === 'open' || name.includes(' /v1/')
        const expected = isThere && may(role, needed) ? 'let in' : 'refused'
        assert.equal(await ask(app, route, await byCookie(role)), expected, name)
      }
    })
  }

  for (const scope of Object.keys(SCOPES) as Scope[]) {
    it(`the scope ${scope} opens what the table says, and no more; without it nothing does`, async () => {
      const only = await asTokenWith(app, scope)
      const others = (Object.keys(SCOPES) as Scope[]).filter((other) => other !== scope && other !== 'admin')
      const without = await asTokenWith(app, ...others)
      for (const [name, route] of routes) {
        const needed = NEEDED.get(name) ?? 'admin'
        if (needed === 'open' || needed === 'known') continue
        const isOpen = scope === 'admin' || needed === scope
        assert.equal(await ask(app, route, only), isOpen ? 'let in' : 'refused', name)
        if (needed === scope) assert.equal(await ask(app, route, without), 'refused', name)
      }
    })
  }

  it('nobody: what is open', async () => {
    for (const [name, route] of routes) {
      assert.equal(await ask(app, route, {}), NEEDED.get(name) === 'open' ? 'let in' : 'unknown', name)
    }
  })

  it('a browser hears why an address of programs is closed to it', async () => {
    const response = await app.call('GET', '/api/v15/webhook', undefined, {
      'x-auth-token': '',
      ...(await byCookie('admin')),
    })

    assert.equal(response.status, 403)
    assert.match(response.json.detail, /opens what is below \/v1 only; for this address send a token/)
  })
})
