import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { testCertificates, type TestCertificates } from '../../support/network/certificates.ts'
import { eventually } from '../../support/time/eventually.ts'
import { TestProxy } from '../../support/network/proxy.ts'
import { Receiver } from '../../support/network/receiver.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { TlsReceiver } from '../../support/network/tls-receiver.ts'

describe('TLS settings of webhooks', () => {
  let made: TestCertificates
  let app: TestApp
  let receiver: TlsReceiver
  before(async () => {
    made = await testCertificates()
    app = await startApp({ listen: true })
    receiver = await TlsReceiver.start(made.local, { requestCert: true, ca: made.authority.certificate })
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })

  const create = (tls: object, url = `https://127.0.0.1:${receiver.port}/`) =>
    app.call('POST', '/v1/webhooks', { name: 'secured', url, tls })

  it('count for deliveries and for tests alike', async () => {
    const created = await create({
      ca_certificates: made.authority.certificate,
      client_certificate: made.client.certificate,
      client_key: made.client.key,
    })
    assert.equal(created.status, 201)
    assert.deepEqual(created.json.warnings, [])
    const { id } = created.json

    const tested = await app.call('POST', `/v1/webhooks/${id}/test`, {})
    await app.call('POST', '/v1/alerts', { key: 'a', name: 'a', state: 'high' })
    await eventually('the alert is delivered', () => receiver.requests.length === 2)

    assert.equal(tested.json.outcome, 'accept')
    assert.deepEqual(
      receiver.requests.map(({ client }) => client),
      ['first client', 'first client'],
    )
    assert.ok(!created.text.includes('PRIVATE KEY'))
    await app.call('DELETE', `/v1/webhooks/${id}`)
  })

  it('a wrong certificate is an attempt in words', async () => {
    const { json } = await create({ ca_certificates: made.otherAuthority.certificate })

    const tested = await app.call('POST', `/v1/webhooks/${json.id}/test`, {})

    assert.equal(tested.json.outcome, 'retry')
    assert.match(tested.json.reason, /^TLS failed: .* an authority that is not trusted/)
    await app.call('DELETE', `/v1/webhooks/${json.id}`)
  })

  it('mistakes are refused, each with its field, and what was sent is not repeated', async () => {
    const { key } = made.client
    const response = await create({
      ca_certificates: key,
      client_certificate: made.secondClient.certificate,
      client_key: key,
    })

    assert.equal(response.status, 400)
    assert.deepEqual(
      response.json.errors.map(({ path }: { path: string }) => path),
      ['tls.ca_certificates', 'tls.client_key'],
    )
    assert.ok(!response.text.includes(key.split('\n')[1]!))
  })

  it('a change is judged with what stands already', async () => {
    const { json } = await create({
      client_certificate: made.client.certificate,
      client_key: made.client.key,
    })
    const change = (tls: object | null) => app.call('PATCH', `/v1/webhooks/${json.id}`, { tls })

    const refused = await change({ client_certificate: made.secondClient.certificate })
    const moved = await change({
      client_certificate: made.secondClient.certificate,
      client_key: made.secondClient.key,
    })
    const cleared = await change(null)

    assert.equal(refused.status, 400)
    assert.match(refused.text, /tls\.client_key: is not the private key of tls\.client_certificate/)
    assert.equal(moved.status, 200)
    assert.equal(cleared.json.tls, null)
    await app.call('DELETE', `/v1/webhooks/${json.id}`)
  })

  it('what is insecure, expired or without effect is warned of when it is written and previewed', async () => {
    const { json } = await create({
      insecure: true,
      client_certificate: made.expired.certificate,
      client_key: made.expired.key,
    })
    const preview = await app.call('POST', `/v1/webhooks/${json.id}/preview`, {})
    const plain = await create({ ca_certificates: made.authority.certificate }, 'http://127.0.0.1/')

    for (const { warnings } of [json, preview.json])
      assert.deepEqual(
        warnings.map(({ path }: { path: string }) => path),
        ['tls.insecure', 'tls.client_certificate'],
      )
    assert.equal(json.tls.insecure, true)
    assert.deepEqual(plain.json.warnings, [
      { path: 'tls', message: 'has no effect: the URL begins with http://, so nothing is encrypted' },
    ])
  })
})

describe('a proxy for all receivers', () => {
  const stopping: (() => Promise<unknown>)[] = []
  after(async () => {
    for (const stop of stopping) await stop()
  })

  it('is what deliveries and tests go through; its credentials are nowhere to be seen', async () => {
    const [proxy, receiver] = [
      await TestProxy.start({ credentials: 'tocsin:hush-hush' }),
      await Receiver.start(),
    ]
    const app = await startApp({
      listen: true,
      settings: {
        TOCSIN_PROXY: `http://tocsin:hush-hush@127.0.0.1:${proxy.port}`,
        TOCSIN_NO_PROXY: 'direct.example',
      },
    })
    stopping.push(
      () => app.stop(),
      () => proxy.stop(),
      () => receiver.stop(),
    )
    const { port } = new URL(receiver.url)
    const { json } = await app.call('POST', '/v1/webhooks', {
      name: 'far',
      url: `http://receiver.invalid:${port}/`,
    })

    const tested = await app.call('POST', `/v1/webhooks/${json.id}/test`, {})
    await app.call('POST', '/v1/alerts', { key: 'a', name: 'a', state: 'high' })
    await receiver.received(2)
    const delivered = () => app.call('GET', '/v1/deliveries?state=delivered')
    await eventually('the delivery is recorded', async () => (await delivered()).json.items.length === 1)
    const { items } = (await delivered()).json
    const delivery = await app.call('GET', `/v1/deliveries/${items[0].id}`)

    assert.equal(tested.json.outcome, 'accept')
    assert.deepEqual(
      proxy.requests.map(({ target }) => target),
      [`http://receiver.invalid:${port}/`, `http://receiver.invalid:${port}/`],
    )
    for (const text of [tested.text, delivery.text, JSON.stringify(app.lines)])
      assert.ok(!/hush|dG9jc2lu|Proxy-Auth/i.test(text))
  })
})
