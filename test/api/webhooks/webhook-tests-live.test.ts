import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { newWebhook, NOW } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { Receiver } from '../../support/network/receiver.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

/** The same routes through the whole service, to a receiver that really listens. */
describe('preview and test, with a receiver', () => {
  let app: TestApp
  let receiver: Receiver
  let path: string
  before(async () => {
    app = await startApp({ listen: true })
    receiver = await Receiver.start()
  })
  beforeEach(async () => {
    const { id } = await app.store.createWebhook(
      newWebhook({
        url: `${receiver.url}/hook`,
        enabled: false,
        headers: [{ key: 'Authorization', value: 'Bearer receiver-secret' }],
        payloadTemplate: '{"alert": "%AlertName%", "info": "%AlertInfo%", "what": "%Bogus%"}',
      }),
      NOW,
    )
    path = `/v1/webhooks/${id}`
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })

  it('preview shows what would be sent and warns of unknown markers, but sends nothing', async () => {
    const { status, json, text } = await app.call('POST', `${path}/preview`)

    assert.equal(status, 200)
    assert.equal(json.request.url, `${receiver.url}/hook`)
    assert.equal(JSON.parse(json.request.body).alert, 'Replication lag')
    assert.equal(json.warnings.length, 1)
    assert.equal(json.warnings[0].path, 'payload_template')
    assert.doesNotMatch(text, /receiver-secret/)
    assert.equal(receiver.requests.length, 0)
  })

  it('test sends the request that the preview showed, and returns the response of the receiver', async () => {
    receiver.respondsWith((_request, response) => {
      response.writeHead(202, { 'x-receiver': 'yes' })
      response.end('thank you')
    })
    const before = receiver.requests.length

    const { json: preview } = await app.call('POST', `${path}/preview`, { sample: 'cleared' })
    const { json: test, text } = await app.call('POST', `${path}/test`, { sample: 'cleared' })

    const [received, ...more] = receiver.requests.slice(before)
    assert.deepEqual(more, [])
    assert.equal(JSON.parse(received?.body ?? '').info, JSON.parse(preview.request.body).info)
    assert.equal(received?.headers['authorization'], 'Bearer receiver-secret')
    assert.deepEqual([test.outcome, test.response.status, test.response.body], ['accept', 202, 'thank you'])
    assert.ok(test.response.headers.some(({ name }: { name: string }) => name.toLowerCase() === 'x-receiver'))
    assert.ok(test.timing.total_ms >= 0)
    assert.doesNotMatch(text, /receiver-secret/)
    assert.deepEqual((await app.call('GET', '/v1/deliveries')).json.items, [])
  })

  it('test says that nobody listens, with 200', async () => {
    const { id } = await app.store.createWebhook(newWebhook({ url: 'http://127.0.0.1:9/' }), NOW)

    const { status, json } = await app.call('POST', `/v1/webhooks/${id}/test`)

    assert.deepEqual([status, json.outcome, json.response], [200, 'retry', null])
    assert.ok(json.reason.length > 0)
  })

  it('a real delivery shows up with its attempts, and in the metrics', async () => {
    await app.call('PATCH', path, { enabled: true })
    receiver.respondsWith((_request, response) => response.end('got it'))

    const { json: reported } = await app.call('POST', '/v1/alerts', {
      key: 'live',
      name: 'Lag',
      state: 'high',
    })
    const eventId = reported.results[0].event_id
    const delivery = await eventually('the delivery is delivered', async () => {
      const { json } = await app.call(
        'GET',
        `/v1/deliveries?event_id=${eventId}&webhook_id=${path.split('/').at(-1)}`,
      )
      return json.items[0]?.state === 'delivered' && json.items[0]
    })
    const { json, text } = await app.call('GET', `/v1/deliveries/${delivery.id}`)

    assert.equal(json.due_at, null)
    assert.equal(json.attempts.length, 1)
    assert.deepEqual([json.attempts[0].outcome, json.attempts[0].response.body], ['accept', 'got it'])
    assert.doesNotMatch(text, /receiver-secret/)
    // They are counted when they have been recorded.
    await eventually('the metrics have it', async () => {
      const metrics = await app.call('GET', '/metrics')
      return [
        /^tocsin_deliveries_total\{outcome="accept",state="delivered"\} [1-9]/m,
        /^tocsin_delivery_latency_seconds_count [1-9]/m,
      ].every((line) => line.test(metrics.text))
    })
  })

  it('test with a past event sends what its real delivery sent, but for the id and the moment', async () => {
    await app.call('PATCH', path, {
      enabled: true,
      url: `${receiver.url}/of/%AlertID%?state=%CurrentState%`,
      payload_template: '{"alert": "%AlertName%", "id": %AlertID%, "at": "%AlertTime%"}',
      timeout: '5s',
      response_size_max: '3b',
    })
    const before = receiver.requests.length
    receiver.alwaysRespondsWith((_request, response) => response.end('a long answer'))
    const { json: reported } = await app.call('POST', '/v1/alerts', {
      key: 'same',
      name: 'Lag',
      state: 'high',
    })
    const eventId = reported.results[0].event_id
    const query = `event_id=${eventId}&webhook_id=${path.split('/').at(-1)}`
    const delivery = await eventually('the delivery is delivered', async () => {
      const { json } = await app.call('GET', `/v1/deliveries?${query}`)
      return json.items[0]?.state === 'delivered' && json.items[0]
    })
    await app.call('PATCH', path, { enabled: false })

    const { json: test } = await app.call('POST', `${path}/test`, { event_id: eventId })

    const [real, tried] = receiver.requests
      .slice(before)
      .filter((request) => request.path.startsWith('/of/'))
      .map(({ headers, ...request }) => ({
        ...request,
        headers: { ...headers, 'webhook-id': '', 'webhook-timestamp': '' },
      }))
    assert.ok(real)
    assert.deepEqual(tried, real)
    const { json: recorded } = await app.call('GET', `/v1/deliveries/${delivery.id}`)
    const [attempt] = recorded.attempts
    const withoutStamp = ({ headers, ...request }: { headers: readonly { name: string }[] }) => ({
      ...request,
      headers: headers.filter(({ name }) => !/^webhook-(id|timestamp)$/.test(name)),
    })
    assert.deepEqual(withoutStamp(test.request), withoutStamp(attempt.request))
    assert.deepEqual(test.response.body, attempt.response.body)
    assert.deepEqual(Object.keys(test.timing).includes('first_byte_ms'), true)
  })

  it('previews a draft by the same code, and stores and sends nothing', async () => {
    const draft = {
      name: 'draft',
      url: `${receiver.url}/draft/%AlertID%`,
      http_headers: [{ http_header_key: 'Authorization', http_header_value: 'Bearer draft-secret' }],
      payload_template: '{"alert": "%AlertName%", "what": "%Bogus%"}',
    }
    const before = receiver.requests.length
    const count = (await app.call('GET', '/v1/webhooks')).json.items.length

    const first = await app.call('POST', '/v1/webhooks/preview', { webhook: draft })
    const second = await app.call('POST', '/v1/webhooks/preview', {
      webhook: { ...draft, payload_template: 'other' },
      sample: 'cleared',
    })
    const wrong = await app.call('POST', '/v1/webhooks/preview', {
      webhook: { ...draft, name: '', url: 'ftp://x' },
    })
    const misfit = await app.call('POST', '/v1/webhooks/preview', { webhook: draft, sample: 'job_success' })

    assert.deepEqual([first.status, JSON.parse(first.json.request.body).alert], [200, 'Replication lag'])
    assert.match(first.json.request.url, /\/draft\/\d+$/)
    assert.deepEqual(first.json.warnings.length, 1)
    assert.doesNotMatch(first.text, /draft-secret/)
    assert.equal(second.json.request.body, 'other')
    assert.deepEqual([wrong.status, misfit.status], [400, 400])
    assert.deepEqual(
      [receiver.requests.length, (await app.call('GET', '/v1/webhooks')).json.items.length],
      [before, count],
    )
  })

  it('says which methods an address has that is both a word and an id', async () => {
    const { status, headers } = await app.call('PUT', '/v1/webhooks/preview')

    assert.equal(status, 405)
    assert.deepEqual(String(headers['allow']).split(', ').toSorted(), [
      'DELETE',
      'GET',
      'HEAD',
      'PATCH',
      'POST',
    ])
  })
})
