import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { eventually } from '../../support/time/eventually.ts'

describe('proxies in front', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ settings: { TOCSIN_TRUST_PROXIES: '10.0.0.0/8, 127.0.0.2' } })
  })
  after(() => app.stop())

  const wrongToken = (remoteAddress: string, forwardedFor: string) =>
    app.server.inject({
      url: '/v1/webhooks',
      remoteAddress,
      headers: { 'x-auth-token': 'wrong', 'x-forwarded-for': forwardedFor },
    })

  it('an address that is not trusted cannot escape the limit of wrong tokens with made-up callers', async () => {
    for (let index = 0; index < 20; index += 1)
      assert.equal((await wrongToken('198.51.100.7', `192.0.2.${index}`)).statusCode, 401)

    assert.equal((await wrongToken('198.51.100.7', '192.0.2.77')).statusCode, 429)
  })

  it('callers behind a trusted proxy are counted each for himself, in whichever way they lie', async () => {
    for (let index = 0; index < 20; index += 1)
      assert.equal((await wrongToken('10.0.0.9', `192.0.2.${index}, 203.0.113.1`)).statusCode, 401)

    assert.equal((await wrongToken('10.0.0.9', '192.0.2.99, 203.0.113.1')).statusCode, 429)
    assert.equal((await wrongToken('127.0.0.2', '203.0.113.1:5555')).statusCode, 429)
    assert.equal((await wrongToken('10.0.0.9', '203.0.113.2')).statusCode, 401)
  })

  it('of IPv6 all addresses of one /64 are one caller, in whichever way they are written', async () => {
    for (let index = 0; index < 20; index += 1)
      assert.equal((await wrongToken('10.0.0.9', `[2001:db8::${index + 1}]:4711`)).statusCode, 401)

    assert.equal((await wrongToken('10.0.0.9', '2001:0DB8:0:0:ffff::1')).statusCode, 429)
    assert.equal((await wrongToken('10.0.0.9', '2001:db8:0:1::1')).statusCode, 401)
  })

  it('IPv4 is one caller also in the form of IPv6, with a port or without', async () => {
    for (let index = 0; index < 20; index += 1) {
      const written = ['203.0.113.9', '203.0.113.9:1', '::ffff:203.0.113.9', '[::ffff:cb00:7109]:1'][
        index % 4
      ]
      assert.equal((await wrongToken('10.0.0.9', written ?? '')).statusCode, 401)
    }
    assert.equal((await wrongToken('10.0.0.9', '203.0.113.9:99')).statusCode, 429)
  })

  it('the log names the caller', async () => {
    await app.server.inject({
      url: '/healthz',
      remoteAddress: '10.0.0.9',
      headers: { 'x-forwarded-for': '203.0.113.42' },
    })

    await eventually('its line', () =>
      app.lines.some(
        ({ event, route, address }) =>
          event === 'request.completed' && route === '/healthz' && address === '203.0.113.42',
      ),
    )
  })
})
