import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Receiver } from '../support/network/receiver.ts'
import { startApp } from '../support/app/start-app.ts'
import { eventually } from '../support/time/eventually.ts'
import { FakeClock } from '../support/time/fake-clock.ts'

const PAGE = '<!doctype html>\n<title>Sign in</title><p>Look, your token has expired: ok?'

/** Receivers behind a proxy that asks for a login: by the page itself, or by the way to it. */
const DOORS = {
  page: { status: 200, reason: 'HTTP 200, but the body is not "ok"' },
  redirect: { status: 302, reason: 'HTTP 302: moved to ' },
} as const

async function start(t: TestContext, database: 'sqlite' | 'postgres') {
  const clock = new FakeClock()
  const receiver = await Receiver.start()
  const app = await startApp({ database, clock })
  await app.start()
  t.after(() => Promise.all([app.stop(), receiver.stop()]))
  const draft = await app.call('POST', '/v1/presets/slack-text/draft', {
    fields: { url: `${receiver.url}/services/T0` },
  })
  assert.equal(draft.status, 200, draft.text)
  const { json: webhook } = await app.call('POST', '/v1/webhooks', draft.json)
  return { app, clock, receiver, webhook }
}

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`${engine}: a login page in the place of a receiver`, () => {
    for (const [door, { status, reason }] of Object.entries(DOORS)) {
      it(`is no delivery, pauses the webhook as a wrong address does, and loses nothing: ${door}`, async (t) => {
        const { app, clock, receiver, webhook } = await start(t, engine)
        const location = 'https://sso.example.com/login?next=geheim'
        receiver.alwaysRespondsWith((_request, response) =>
          response
            .writeHead(status, { 'content-type': 'text/html', ...(status === 302 && { location }) })
            .end(PAGE),
        )
        const tested = await app.call('POST', `/v1/webhooks/${webhook.id}/test`)
        assert.equal(tested.json.outcome, 'retry')
        const alerts = Array.from({ length: 6 }, (_, place) => ({
          key: `a${place}`,
          name: 'Lag',
          state: 'high',
        }))
        await app.call('POST', '/v1/alerts', alerts)
        const health = await eventually('the webhook is paused', async () => {
          clock.advance(500)
          const { json } = await app.call('GET', `/v1/webhooks/${webhook.id}/health`)
          return json.state === 'paused' && json
        })
        const failed = (await app.call('GET', `/v1/deliveries?webhook_id=${webhook.id}`)).json.items
        const attempts = (await app.call('GET', `/v1/deliveries/${failed.at(-1).id}`)).json.attempts
        const states = (await app.call('GET', `/v1/webhooks/${webhook.id}/receiver-states`)).json.items

        assert.ok(health.pause_reason.startsWith(reason), health.pause_reason)
        if (status === 200) assert.match(health.pause_reason, /a web page, as for logging in/)
        assert.equal(attempts[0].failure, 'endpoint_wrong')
        assert.doesNotMatch(JSON.stringify(attempts), /"outcome":"accept"/)
        const possibly = states.filter((one: { uncertain: boolean }) => one.uncertain).length
        assert.equal(possibly > 0, status === 200, JSON.stringify(states.slice(0, 1)))

        receiver.alwaysRespondsWith((_request, response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end('ok'),
        )
        await app.call('POST', `/v1/webhooks/${webhook.id}/resume`)
        await eventually('all are delivered', async () => {
          clock.advance(1_000)
          const { json } = await app.call('GET', `/v1/deliveries?webhook_id=${webhook.id}&state=delivered`)
          return json.items.length === alerts.length
        })
      })
    }
  })
}
