import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startApp, type CallResponse, type TestApp } from '../support/app/start-app.ts'

/** Follows responses to their outcome, seen through the interface, with real receivers. */
describe('a response is judged', () => {
  let app: TestApp
  let receiver: Receiver
  let elsewhere: Receiver
  let webhookId: number
  let alertCount = 0
  before(async () => {
    app = await startApp({ listen: true })
    elsewhere = await Receiver.start()
  })
  beforeEach(async () => {
    receiver = await Receiver.start()
  })
  afterEach(async () => {
    await app.call('DELETE', `/v1/webhooks/${webhookId}`)
    await receiver.stop()
  })
  after(async () => {
    await app.stop()
    await elsewhere.stop()
  })

  const createWebhook = async (given: object = {}): Promise<void> => {
    const response = await app.call('POST', '/v1/webhooks', {
      name: 'judged',
      url: receiver.url,
      mode: 'every_change',
      ...given,
    })
    assert.equal(response.status, 201, response.text)
    webhookId = response.json.id
  }

  const raise = async (): Promise<void> => {
    alertCount += 1
    const body = { key: `alert ${alertCount}`, name: 'Lag', state: 'high' }
    assert.equal((await app.call('POST', '/v1/alerts', body)).status, 200)
  }

  const newestDelivery = async (): Promise<CallResponse['json']> => {
    const { json } = await app.call('GET', `/v1/deliveries?webhook_id=${webhookId}&limit=1`)
    return (await app.call('GET', `/v1/deliveries/${json.items[0].id}`)).json
  }

  /** Raises an alert; the delivery once its first attempt is on record. */
  const deliverOnce = async (): Promise<CallResponse['json']> => {
    await raise()
    return eventually('an attempt is on record', async () => {
      const newest = await newestDelivery()
      return newest.state !== 'sending' && newest.attempts.length > 0 && newest
    })
  }

  /** What the test button says, which must be the same. */
  const test = async (): Promise<readonly [outcome: string, reason: string]> => {
    const { json } = await app.call('POST', `/v1/webhooks/${webhookId}/test`)
    return [json.outcome, json.reason]
  }

  const waitMs = ({ attempts, due_at }: CallResponse['json']): number =>
    Date.parse(due_at) - Date.parse(attempts[0].started_at)

  for (const status of [301, 302, 303, 307, 308]) {
    it(`${status} names the new address, which is never called, and is tried again slowly`, async () => {
      await createWebhook()
      const location = `${elsewhere.url}/new?token=geheim`
      receiver.alwaysRespondsWith((_request, response) => response.writeHead(status, { location }).end())

      const tested = await test()
      const delivery = await deliverOnce()

      const reason = `HTTP ${status}: moved to ${elsewhere.url}/new; redirects are not followed, change the URL of the webhook`
      assert.deepEqual([delivery.state, delivery.last_reason], ['pending', reason])
      assert.deepEqual(tested, ['retry', reason])
      assert.ok(waitMs(delivery) >= 300_000)
      assert.equal(receiver.requests.length, 2)
      assert.deepEqual(elsewhere.requests, [])
    })
  }

  it('410 disables the webhook, the reason can be read, and enabling it goes on with what was held', async () => {
    await createWebhook()
    receiver.respondsWith(410)
    await raise()
    const disabled = await eventually('the webhook is disabled', async () => {
      const { json } = await app.call('GET', `/v1/webhooks/${webhookId}`)
      return !json.enabled && json
    })
    const refused = await newestDelivery()

    // Nothing more is made for a webhook that is disabled; what was on its way is held.
    await raise()
    assert.equal((await newestDelivery()).id, refused.id)
    const enabled = await app.call('PATCH', `/v1/webhooks/${webhookId}`, { enabled: true })
    await raise()
    await receiver.received(2)

    assert.match(disabled.disabled_reason, /^HTTP 410: the receiver answered Gone/)
    assert.deepEqual([refused.state, refused.due_at], ['failed', null])
    assert.deepEqual([enabled.json.enabled, enabled.json.disabled_reason], [true, null])
    await eventually('it is delivered', async () => (await newestDelivery()).state === 'delivered')
  })

  it('410 holds what was still to be tried, until the webhook is enabled again', async () => {
    // Not again before the other one has been refused.
    await createWebhook({ retry_schedule: '0s,10m' })
    receiver.respondsWith(503, 410)
    await raise()
    const held = await eventually('an attempt is on record', async () => {
      const newest = await newestDelivery()
      return newest.state !== 'sending' && newest.attempts.length === 1 && newest
    })
    await raise()
    await eventually('the webhook is disabled', async () => {
      return !(await app.call('GET', `/v1/webhooks/${webhookId}`)).json.enabled
    })
    const { json: whileDisabled } = await app.call('GET', `/v1/deliveries/${held.id}`)
    await app.call('PATCH', `/v1/webhooks/${webhookId}`, { enabled: true })
    const delivered = await eventually('it is delivered', async () => {
      const { json } = await app.call('GET', `/v1/deliveries/${held.id}`)
      return json.state === 'delivered' && json
    })

    assert.deepEqual([whileDisabled.state, whileDisabled.due_at], ['pending', null])
    assert.equal(delivered.attempts.length, 2)
  })

  /** The header at the time of the response. */
  const inSomeMinutes = () => ({ 'retry-after': new Date(Date.now() + 150_000).toUTCString() })
  const wishes: readonly (readonly [
    string,
    number,
    Record<string, string> | typeof inSomeMinutes,
    string,
  ])[] = [
    ['Retry-After in seconds', 429, { 'retry-after': '120' }, ''],
    ['Retry-After in seconds', 503, { 'retry-after': '120' }, ''],
    ['Retry-After as a date', 429, inSomeMinutes, ''],
    ['Retry-After as a date', 503, inSomeMinutes, ''],
    ['the header of Discord', 429, { 'x-ratelimit-reset-after': '120.5' }, ''],
    ['the body of Slack', 429, {}, '{"retry_after":120,"ok":false,"error":"rate_limited"}'],
    ['the body of Discord', 429, {}, '{"message":"slow down","retry_after":119.6421,"global":false}'],
    ['the body of Telegram', 429, {}, '{"ok":false,"error_code":429,"parameters":{"retry_after":120}}'],
  ]
  for (const [name, status, headers, body] of wishes) {
    it(`${status} with ${name} is granted the time it asks for`, async () => {
      await createWebhook()
      receiver.alwaysRespondsWith((_request, response) =>
        response.writeHead(status, typeof headers === 'function' ? headers() : headers).end(body),
      )

      const delivery = await deliverOnce()

      assert.match(delivery.last_reason, new RegExp(`^HTTP ${status}, asked to wait \\d+ s$`))
      assert.equal(delivery.state, 'pending')
      assert.ok(waitMs(delivery) > 100_000 && waitMs(delivery) < 180_000, `${waitMs(delivery)} ms`)
    })
  }

  it('200 with a body that breaks the rule is no success, in deliveries and tests alike', async () => {
    await createWebhook({ response_rule: [{ member: 'ok', equals: true }] })
    receiver.alwaysRespondsWith((_request, response) =>
      response.end('{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}'),
    )

    const tested = await test()
    const delivery = await deliverOnce()

    const reason = 'HTTP 200, but ok is false: "Bad Request: chat not found"'
    assert.deepEqual(tested, ['retry', reason])
    assert.deepEqual([delivery.state, delivery.last_reason], ['pending', reason])
    assert.deepEqual([delivery.attempts[0].outcome, delivery.attempts[0].response.status], ['retry', 200])
    assert.ok(waitMs(delivery) >= 300_000)
  })

  it('200 with a wish for time in a body that breaks the rule is tried again after that time', async () => {
    await createWebhook({ response_rule: [{ member: 'ok', equals: true }] })
    receiver.alwaysRespondsWith((_request, response) =>
      response.end('{"ok":false,"error_code":429,"parameters":{"retry_after":120}}'),
    )

    const delivery = await deliverOnce()

    assert.equal(delivery.last_reason, 'HTTP 200, but ok is false, asked to wait 120 s')
    assert.ok(waitMs(delivery) >= 120_000 && waitMs(delivery) < 180_000)
  })

  it('200 with a body that keeps the rule is delivered', async () => {
    await createWebhook({
      response_rule: [{ member: 'ok', equals: true }, { lacks: 'error' }],
    })
    receiver.alwaysRespondsWith((_request, response) => response.end('{"ok":true}'))

    assert.deepEqual(await test(), ['accept', 'HTTP 200'])
    assert.equal((await deliverOnce()).state, 'delivered')
  })

  it('200 with a body that is too long for the rule says so', async () => {
    await createWebhook({ response_rule: [{ member: 'ok', equals: true }] })
    receiver.alwaysRespondsWith((_request, response) =>
      response.end(JSON.stringify({ ok: true, more: 'x'.repeat(20_000) })),
    )

    const [outcome, reason] = await test()

    assert.equal(outcome, 'retry')
    assert.match(reason, /^HTTP 200, but the body is longer than what is kept, so it cannot be read as JSON/)
  })
})
