import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { webhookTestRoutes } from '../../../src/api/v1/webhooks/webhook-tests.ts'
import type { Event } from '../../../src/domain/alert/event.ts'
import type { Outcome, RecordedRequest, RequestResult } from '../../../src/domain/receiver/outcome.ts'
import type { Scope } from '../../../src/domain/people/token.ts'
import type { Webhook } from '../../../src/domain/webhook/webhook.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { partOfApi } from '../../support/app/part-of-api.ts'
import { serveRoutes } from '../../support/app/serve-routes.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const REQUEST: RecordedRequest = {
  method: 'POST',
  url: 'http://receiver/hook',
  headers: [['Content-Type', 'application/json']],
  body: '{}',
}

const RESPONDED: RequestResult = {
  kind: 'response',
  response: { status: 503, headers: [['Retry-After', '7']], body: 'busy', bodyTruncated: false },
  timing: { dnsMs: 0.5, connectMs: 1, firstByteMs: 9, totalMs: 10 },
}

/** The routes over a real store; what delivery would do is written down instead. */
describe('/v1/webhooks/{id}/preview and /test', () => {
  let app: TestApp
  let server: ReturnType<typeof serveRoutes>
  let scopes: readonly Scope[] = ['admin']
  let tested: { result: RequestResult; outcome: Outcome }
  const tried: { readonly webhook: Webhook; readonly event: Event }[] = []
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    await app.store.createWebhook(newWebhook({ enabled: false }), NOW)
    await app.store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
    await app.call('POST', '/v1/alerts', { key: 'a', name: 'Lag', state: 'low' })
    await app.call('POST', '/v1/job-runs', { job_id: 1, run_id: 1, name: 'job', status: 'success' })
    const note = (webhook: Webhook, event: Event) => void tried.push({ webhook, event })
    const routes = webhookTestRoutes(
      partOfApi({
        store: app.store,
        clock: new FakeClock(NOW),
        publicUrl: '',
        wake: () => {},
        tryWebhook: async (webhook, event) => {
          note(webhook, event)
          return { request: REQUEST, ...tested }
        },
        previewWebhook: async (webhook, event) => {
          note(webhook, event)
          return { request: REQUEST, warnings: [{ path: 'url', message: 'doubtful' }] }
        },
      }),
    )
    server = serveRoutes(routes, () => scopes)
  })
  after(async () => {
    await server.close()
    await app.stop()
  })

  const call = async (path: string, body?: object) => {
    const response = await server.inject({ method: 'POST', url: path, ...(body && { payload: body }) })
    return { status: response.statusCode, json: response.json() }
  }

  it('preview shows the request and the warnings, without a body too', async () => {
    const { status, json } = await call('/v1/webhooks/1/preview')

    assert.equal(status, 200)
    assert.deepEqual(json, {
      request: { ...REQUEST, headers: [{ name: 'Content-Type', value: 'application/json' }] },
      warnings: [{ path: 'url', message: 'doubtful' }],
    })
    assert.equal(tried.at(-1)?.webhook.id, 1)
  })

  it('takes a sample that fits the payload type if none is named', async () => {
    await call('/v1/webhooks/1/preview', {})
    const forAlerts = tried.at(-1)?.event
    await call('/v1/webhooks/2/preview', {})
    const forJobs = tried.at(-1)?.event

    assert.deepEqual(forAlerts?.kind === 'alert' && forAlerts.newState, 'high')
    assert.deepEqual(forJobs?.kind === 'job_run' && forJobs.status, 'failure')
  })

  it('takes the sample that is named, or the event that really happened', async () => {
    await call('/v1/webhooks/1/preview', { sample: 'cleared' })
    const sample = tried.at(-1)?.event
    await call('/v1/webhooks/1/test', { event_id: 1 })
    const past = tried.at(-1)?.event

    assert.deepEqual(sample?.kind === 'alert' && sample.newState, 'cleared')
    assert.deepEqual(past, await app.store.findEvent(1))
  })

  it('test answers what came back, and what a delivery would make of it', async () => {
    tested = {
      result: RESPONDED,
      outcome: { kind: 'retry', reason: 'HTTP 503', failure: 'asks_for_time', askedMs: 7_000, slow: false },
    }

    const { status, json } = await call('/v1/webhooks/1/test')

    assert.equal(status, 200)
    assert.deepEqual(json, {
      outcome: 'retry',
      reason: 'HTTP 503',
      request: { ...REQUEST, headers: [{ name: 'Content-Type', value: 'application/json' }] },
      response: {
        status: 503,
        headers: [{ name: 'Retry-After', value: '7' }],
        body: 'busy',
        body_truncated: false,
      },
      timing: { dns_ms: 0.5, connect_ms: 1, first_byte_ms: 9, total_ms: 10 },
      warnings: [],
    })
  })

  it('test says why there was no response', async () => {
    tested = {
      result: {
        kind: 'no-response',
        reason: 'blocked',
        detail: '10.0.0.1 is private',
        timing: { totalMs: 1 },
      },
      outcome: { kind: 'refuse', reason: '10.0.0.1 is private', disableWebhook: false },
    }

    const { status, json } = await call('/v1/webhooks/1/test')

    assert.deepEqual(
      [status, json.outcome, json.reason, json.response, json.timing],
      [200, 'refuse', '10.0.0.1 is private', null, { total_ms: 1 }],
    )
  })

  const wrong: readonly (readonly [what: string, path: string, body: object, issue: RegExp])[] = [
    [
      'a job run for an alert webhook',
      '/v1/webhooks/1/test',
      { event_id: 2 },
      /^event_id does not fit: .*ALERT.*alerts only$/,
    ],
    [
      'an alert for a job webhook',
      '/v1/webhooks/2/test',
      { event_id: 1 },
      /^event_id does not fit: .*JOB.*job runs only$/,
    ],
    ['a sample of the other kind', '/v1/webhooks/2/preview', { sample: 'raised' }, /^sample does not fit: /],
    [
      'an event that is not there',
      '/v1/webhooks/1/test',
      { event_id: 99 },
      /^event_id names no event: there is no event 99$/,
    ],
    [
      'both',
      '/v1/webhooks/1/test',
      { event_id: 1, sample: 'raised' },
      /^sample and `event_id` exclude each other/,
    ],
    [
      'an unknown sample',
      '/v1/webhooks/1/test',
      { sample: 'high' },
      /^sample must be one of "raised", "acknowledged", "cleared", /,
    ],
    ['a wrong id', '/v1/webhooks/1/test', { event_id: 0 }, /^event_id must be at least 1$/],
    [
      'an unknown member',
      '/v1/webhooks/1/test',
      { event: 1 },
      /^event is an unknown member; did you mean event_id\?$/,
    ],
  ]
  for (const [what, path, body, issue] of wrong) {
    it(`refuses ${what}, and sends nothing`, async () => {
      const before = tried.length

      const { status, json } = await call(path, body)

      assert.equal(status, 400)
      assert.equal(json.errors.length, 1)
      assert.match(`${json.errors[0].path} ${json.errors[0].message}`, issue)
      assert.equal(tried.length, before)
    })
  }

  it('answers 404 for an unknown webhook', async () => {
    assert.equal((await call('/v1/webhooks/99/test')).status, 404)
    assert.equal((await call('/v1/webhooks/x/preview')).status, 404)
  })

  it('needs webhooks:read to preview and webhooks:write to send', async () => {
    scopes = ['webhooks:read']
    const asReader = [await call('/v1/webhooks/1/preview'), await call('/v1/webhooks/1/test')]
    scopes = ['webhooks:write']
    const asWriter = [await call('/v1/webhooks/1/preview'), await call('/v1/webhooks/1/test')]
    scopes = ['admin']

    assert.deepEqual(
      [...asReader, ...asWriter].map(({ status }) => status),
      [200, 403, 403, 200],
    )
  })

  it('with an event that happened needs deliveries:read besides: it tells all of the event', async () => {
    tested = {
      result: RESPONDED,
      outcome: { kind: 'retry', reason: 'HTTP 503', failure: 'asks_for_time', askedMs: 7_000, slow: false },
    }
    const values = { event_id: 1 }
    const draft = { webhook: { name: 'x', url: 'http://127.0.0.1:9/' }, ...values }
    const all = async () => [
      await call('/v1/webhooks/1/preview', values),
      await call('/v1/webhooks/preview', draft),
      await call('/v1/webhooks/1/test', values),
      await call('/v1/webhooks/test', draft),
    ]
    const before = tried.length
    scopes = ['webhooks:read', 'webhooks:write']
    const refused = await all()
    const unknown = await call('/v1/webhooks/1/preview', { event_id: 99 })
    assert.equal(tried.length, before)
    scopes = ['webhooks:read', 'webhooks:write', 'deliveries:read']
    const taken = await all()
    scopes = ['admin']

    for (const { status, json } of [...refused, unknown]) {
      assert.equal(status, 403)
      assert.match(
        json.detail,
        /lacks the scope deliveries:read, which `event_id` needs; a `sample` does without/,
      )
    }
    assert.deepEqual(
      taken.map(({ status }) => status),
      [200, 200, 200, 200],
    )
  })
})
