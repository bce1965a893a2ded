import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { backupRoutes } from '../../../src/api/v1/overview/backup.ts'
import { webhookTestRoutes } from '../../../src/api/v1/webhooks/webhook-tests.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { NOW, webhook } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { asTokenWith } from '../../support/app/make-token.ts'
import { partOfApi } from '../../support/app/part-of-api.ts'
import { serveRoutes } from '../../support/app/serve-routes.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const DAY_MS = 86_400_000

describe('/v1/audit', () => {
  let app: TestApp
  const clock = new FakeClock(NOW)
  let operator: Record<string, string>
  let auditor: Record<string, string>
  before(async () => {
    app = await startApp({ clock })
    operator = await asTokenWith(app, 'webhooks:read', 'webhooks:write')
    auditor = await asTokenWith(app, 'audit:read')
    clock.advance(1_000)
    await app.call('POST', '/v1/webhooks', {
      name: 'pager',
      url: 'https://hooks.example.com/?token=geheim-1',
      http_headers: [{ http_header_key: 'Authorization', http_header_value: 'Bearer geheim-2' }],
    })
    clock.advance(1_000)
    await app.call('PUT', '/api/v15/webhook/1', { enabled: false, http_headers: { added: [] } }, operator)
    await app.call('PATCH', '/v1/webhooks/1', { enabled: false }, operator)
    clock.advance(1_000)
    await app.call('PATCH', '/v1/webhooks/1', { timeout: '5s' })
  })
  after(() => app.stop())

  const read = async (query = '') => {
    const response = await app.call('GET', `/v1/audit${query}`, undefined, auditor)
    assert.equal(response.status, 200, response.text)
    return response
  }
  const actionsOf = async (query: string) =>
    (await read(query)).json.items.map((entry: { action: string }) => entry.action)

  it('tells who changed what, when, from where and how; newest first', async () => {
    const { json } = await read('?object_type=webhook&object_id=1')

    const [timeout, disabled, created, ...others] = json.items
    assert.deepEqual(disabled, {
      id: disabled.id,
      at: '2026-09-14T03:00:02.000Z',
      actor: { token_id: 2, user_id: null, name: 'webhooks:read webhooks:write', address: '127.0.0.1' },
      action: 'webhook.changed',
      object_type: 'webhook',
      object_id: 1,
      object_name: 'pager',
      changes: [{ field: 'enabled', from: true, to: false }],
      note: 'through v15',
    })
    assert.deepEqual(timeout.changes, [{ field: 'timeout', from: null, to: '5s' }])
    assert.equal(timeout.actor.token_id, 1)
    assert.equal(created.action, 'webhook.created')
    assert.deepEqual(others, [], 'the change that changed nothing is not there')
  })

  it('shows no secret, also not the secret of a token', async () => {
    const { text, json } = await read('?limit=500')

    assert.ok(json.items.length >= 6)
    assert.doesNotMatch(text, /geheim/)
    assert.ok(text.includes('https://hooks.example.com/?token=***') && text.includes('Authorization: ***'))
    for (const headers of [operator, auditor]) assert.ok(!text.includes(headers['x-auth-token'] ?? '-'))
  })

  it('has what the service did by itself at its start', async () => {
    const { json } = await read('?actor=tocsin')

    assert.deepEqual(
      json.items.map(({ action, object_name }: Record<string, string>) => [action, object_name]),
      [['token.created', 'admin token']],
    )
  })

  it('is filtered by action, object, actor, token and time, and read page by page', async () => {
    assert.deepEqual(await actionsOf('?action=webhook.created,webhook.changed'), [
      'webhook.changed',
      'webhook.changed',
      'webhook.created',
    ])
    assert.deepEqual(await actionsOf('?token_id=2'), ['webhook.changed'])
    assert.deepEqual(await actionsOf('?object_type=token&object_id=2'), ['token.created'])
    assert.deepEqual(await actionsOf('?actor=webhooks:read%20webhooks:write'), ['webhook.changed'])
    assert.deepEqual(await actionsOf('?actor=nobody'), [])
    assert.deepEqual(await actionsOf('?from=2026-09-14T03:00:02Z&until=2026-09-14T03:00:03Z'), [
      'webhook.changed',
    ])
    const first = (await read('?limit=2')).json
    const second = (await read(`?limit=2&cursor=${first.next}`)).json
    const all = (await read()).json.items
    assert.deepEqual([...first.items, ...second.items], all.slice(0, 4))
    assert.equal((await read(`?limit=500`)).json.next, null)
  })

  it('one entry is read by its id; an unknown one is refused', async () => {
    const [entry] = (await read('?limit=1')).json.items

    assert.deepEqual((await app.call('GET', `/v1/audit/${entry.id}`, undefined, auditor)).json, entry)
    assertProblem(await app.call('GET', '/v1/audit/999', undefined, auditor), 404)
    assertProblem(await app.call('GET', '/v1/audit/x', undefined, auditor), 404)
  })

  it('refuses filters that mean nothing, and says which', async () => {
    for (const [query, path] of [
      ['?action=webhook.eaten', 'action'],
      ['?object_type=cat', 'object_type'],
      ['?object_id=1', 'object_id'],
      ['?token_id=x', 'token_id'],
      ['?from=yesterday', 'from'],
      ['?who=me', 'who'],
    ] as const) {
      const response = await app.call('GET', `/v1/audit${query}`, undefined, auditor)
      assertProblem(response, 400)
      assert.deepEqual(
        response.json.errors.map((issue: { path: string }) => issue.path),
        [path],
        query,
      )
    }
  })

  it('cannot be changed or emptied, by nobody', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      assertProblem(await app.call(method, '/v1/audit'), 405)
      assertProblem(await app.call(method, '/v1/audit/1'), 405)
    }
  })
})

describe('how long the audit log is kept', () => {
  it('as long as TOCSIN_AUDIT_RETENTION says, however short the history is', async (test) => {
    const clock = new FakeClock(NOW)
    const settings = { TOCSIN_RETENTION: '1d', TOCSIN_AUDIT_RETENTION: '30d' }
    const app = await startApp({ clock, settings, listen: true })
    test.after(() => app.stop())
    const count = async () => (await app.call('GET', '/v1/audit')).json.items.length
    await app.call('POST', '/v1/webhooks', { name: 'old', url: 'http://127.0.0.1:9/' })

    clock.advance(20 * DAY_MS)
    await app.call('POST', '/v1/webhooks', { name: 'young', url: 'http://127.0.0.1:9/' })
    assert.equal(await count(), 3)

    clock.advance(11 * DAY_MS)
    await eventually('the old entries are gone', async () => (await count()) === 1)
    // It is notified after the commit, which the list may see first.
    await eventually('the log tells of it', () =>
      app.lines.some(({ event, count }) => event === 'housekeeping.audit_pruned' && count === 2),
    )
  })
})

describe('what is done by hand and leaves no other trace', () => {
  const done: string[] = []
  const store = {
    findWebhook: async () => webhook(),
    findEvent: async () => undefined,
    findHealth: async () => undefined,
    resumeWebhook: async () => void done.push('resume'),
    backup: async () => void done.push('backup'),
    recordAudit: () => Promise.reject(new AppError('unavailable', 'The disk is full.')),
  }
  const clock = new FakeClock(NOW)
  const tryWebhook = async () => assert.fail('it was sent')
  const previewWebhook = async () => assert.fail('it was rendered')
  const server = serveRoutes([
    ...webhookTestRoutes(
      partOfApi({ store, clock, tryWebhook, previewWebhook, wake: () => {}, publicUrl: '' }),
    ),
    ...backupRoutes(partOfApi({ store, clock, backupFolder: '/nonexistent' })),
  ])
  after(() => server.close())

  for (const [method, url] of [
    ['POST', '/v1/webhooks/7/test'],
    ['GET', '/v1/backup'],
  ] as const) {
    it(`is not done if it cannot be written down: ${method} ${url}`, async () => {
      const { statusCode } = await server.inject({ method, url })

      assert.equal(statusCode, 503)
      assert.deepEqual(done, [])
    })
  }
})
