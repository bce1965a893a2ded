import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastify from 'fastify'
import { clientAddress, createProxyTrust, PROXIES_MAX } from './server.ts'

/** Returns the address of the client, with a connection from `peer` and this `X-Forwarded-For`. */
async function principalOf(trusted: readonly string[], peer: string, forwardedFor?: string): Promise<string> {
  const app = fastify({ trustProxy: createProxyTrust(trusted) })
  app.get('/', async (request) => clientAddress(request))
  const { payload } = await app.inject({
    url: '/',
    remoteAddress: peer,
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  })
  return payload
}

const PROXIES = ['10.0.0.1', '192.168.0.0/16', 'fd00::/8']

describe('the address of a caller', () => {
  const cases: readonly (readonly [string, string, string | undefined, string])[] = [
    ['who comes without a proxy', '198.51.100.7', undefined, '198.51.100.7'],
    ['who comes without a proxy and says otherwise', '198.51.100.7', '1.2.3.4', '198.51.100.7'],
    ['a trusted proxy that says nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['whom a trusted proxy names', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    [
      'the last that a trusted proxy names, not what that one said before',
      '10.0.0.1',
      '1.2.3.4, 198.51.100.7',
      '198.51.100.7',
    ],
    ['behind a chain of trusted proxies', '10.0.0.1', '1.2.3.4, 198.51.100.7, 192.168.7.7', '198.51.100.7'],
    [
      'behind a chain with a stranger in it',
      '10.0.0.1',
      '198.51.100.7, 203.0.113.5, 192.168.7.7',
      '203.0.113.5',
    ],
    ['a trusted proxy that calls itself', '10.0.0.1', '192.168.7.7', '192.168.7.7'],
    ['a proxy over IPv6, a caller over IPv6', 'fd00::5', '2001:DB8:0::7', '2001:db8::7'],
    ['IPv4 in the form of IPv6', '::ffff:10.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['with the port that some proxies add', '10.0.0.1', '198.51.100.7:40312, 192.168.1.1:80', '198.51.100.7'],
    ['with a port, over IPv6', '10.0.0.1', '[2001:db8::7]:40312', '2001:db8::7'],
    ['whom the proxy does not know', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['a neighbour of the trusted proxy', '10.0.0.2', '1.2.3.4', '10.0.0.2'],
  ]
  for (const [who, peer, header, expected] of cases) {
    it(`${who}: ${expected}`, async () => {
      assert.equal(await principalOf(PROXIES, peer, header), expected)
    })
  }

  it('goes back through so many proxies, and no further, whatever a header says', async () => {
    let askedCount = 0
    const trust = createProxyTrust(['10.0.0.0/8'])
    const app = fastify({
      trustProxy: (address, hop) => {
        askedCount += 1
        return trust !== false && trust(address, hop)
      },
    })
    app.get('/', async (request) => clientAddress(request))
    const chain = Array.from({ length: 1_700 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)

    const { payload } = await app.inject({
      url: '/',
      remoteAddress: '10.9.9.9',
      headers: { 'x-forwarded-for': chain.join(',') },
    })

    assert.equal(payload, chain.at(-PROXIES_MAX))
    assert.equal(askedCount, PROXIES_MAX + 1)
  })

  it('with no proxies to trust nobody is believed', async () => {
    assert.equal(await principalOf([], '127.0.0.1', '1.2.3.4'), '127.0.0.1')
  })
})
