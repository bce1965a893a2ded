import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../support/time/eventually.ts'
import { FakeClock } from '../support/time/fake-clock.ts'
import { Receiver, type ReceivedRequest } from '../support/network/receiver.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/**
 * As a receiver would with the public library; it checks timestamps by the clock of the machine, give or take 5
 * minutes.
 */
function verifies(secret: string, request: ReceivedRequest): boolean {
  const headers = Object.fromEntries(HEADERS.map((name) => [name, String(request.headers[name])]))
  try {
    new Webhook(secret).verify(request.body, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

describe('signatures, through the whole service', () => {
  let app: TestApp
  let receiver: Receiver
  const clock = new FakeClock(Date.now())
  before(async () => {
    app = await startApp({ clock, listen: true, settings: { TOCSIN_RETRY_SCHEDULE: '0s,10s' } })
    receiver = await Receiver.start()
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })

  const addWebhook = async (given: object = {}): Promise<number> => {
    const { json, text } = await app.call('POST', '/v1/webhooks', {
      name: 'h',
      url: receiver.url,
      mode: 'every_change',
      ...given,
    })
    assert.ok(json.id, text)
    return json.id
  }
  const rotate = async (id: number, body?: object): Promise<string> => {
    const { json, status, text } = await app.call('POST', `/v1/webhooks/${id}/signing/rotate`, body)
    assert.equal(status, 200, text)
    return json.secret
  }
  let reports = 0
  /** Reports an alert, and waits for what comes of it at the receiver. */
  const report = async (given: object = {}): Promise<ReceivedRequest> => {
    const count = receiver.requests.length
    const key = `alert ${(reports += 1)}`
    await app.call('POST', '/v1/alerts', { key, name: 'Störung 🔥', state: 'high', ...given })
    const request = (await receiver.received(count + 1))[count]
    assert.ok(request)
    return request
  }
  const remove = (id: number) => app.call('DELETE', `/v1/webhooks/${id}`)

  it('nothing is signed unless it is asked for; then every request is, whatever its body', async () => {
    const id = await addWebhook({ payload_template: '{"what": "%AlertName% %AlertInfo%"}' })
    const unsigned = await report()
    const secret = await rotate(id)
    const signed = await report({ info: 'quotes " and \\ , newlines \n, 🧨, and halves \ud83d' })
    const { json } = await app.call('POST', `/v1/webhooks/${id}/test`)

    assert.equal(unsigned.headers['webhook-signature'], undefined)
    assert.match(signed.body, /Störung 🔥.*🧨/u)
    assert.ok(verifies(secret, signed))
    assert.ok(!verifies(secret, { ...signed, body: `${signed.body} ` }))
    assert.ok(!verifies(secret, { ...signed, headers: { ...signed.headers, 'webhook-id': 'dlv_x_1' } }))
    const tested = receiver.requests.at(-1)
    assert.ok(tested && verifies(secret, tested), 'a test is signed in the same way')
    const shown = json.request.headers.find(({ name }: { name: string }) => name === 'webhook-signature')
    assert.equal(shown.value, tested?.headers['webhook-signature'])
    await remove(id)
  })

  it('an empty body is signed as well', async () => {
    for (const method of ['GET', 'DELETE', 'POST']) {
      const id = await addWebhook({ method, payload_template: '' })
      const secret = await rotate(id)
      const request = await report()

      assert.deepEqual([request.method, request.body], [method, ''])
      assert.ok(verifies(secret, request), method)
      await remove(id)
    }
  })

  it('during the overlap old and new secret verify, afterwards only the new one', async () => {
    const id = await addWebhook()
    const old = await rotate(id)
    const fresh = await rotate(id, { overlap: '2m' })
    const during = await report()
    clock.advance(2 * 60_000)
    const afterwards = await report()

    assert.deepEqual([verifies(old, during), verifies(fresh, during)], [true, true])
    assert.match(String(during.headers['webhook-signature']), /^v1,\S{44} v1,\S{44}$/)
    assert.deepEqual([verifies(old, afterwards), verifies(fresh, afterwards)], [false, true])
    assert.match(String(afterwards.headers['webhook-signature']), /^v1,\S{44}$/)
    await remove(id)
  })

  it('a retry keeps the id, and has a timestamp and a signature of its own', async () => {
    const id = await addWebhook()
    const secret = await rotate(id)
    receiver.respondsWith(503)
    const first = await report()
    const count = receiver.requests.length
    await eventually('the retry comes', async () => {
      clock.advance(1_000)
      return receiver.requests.length > count
    })
    const second = receiver.requests.at(-1)

    assert.ok(second)
    assert.equal(second.headers['webhook-id'], first.headers['webhook-id'])
    assert.ok(Number(second.headers['webhook-timestamp']) >= Number(first.headers['webhook-timestamp']) + 10)
    assert.notEqual(second.headers['webhook-signature'], first.headers['webhook-signature'])
    assert.deepEqual([verifies(secret, first), verifies(secret, second)], [true, true])
    await remove(id)
  })

  it('a secret that the caller brings signs; without secrets nothing is signed any more', async () => {
    const id = await addWebhook()
    const mine = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
    const answered = await rotate(id, { secret: mine })
    const signed = await report()
    const { status } = await app.call('DELETE', `/v1/webhooks/${id}/signing`)
    const unsigned = await report()

    assert.equal(answered, mine)
    assert.ok(verifies(mine, signed))
    assert.equal(status, 204)
    assert.equal(unsigned.headers['webhook-signature'], undefined)
    await remove(id)
  })
})
