import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Lookup } from '../../src/delivery/connection/lookup.ts'
import type { Sender, SenderDeps } from '../../src/delivery/send.ts'
import { classifyResult } from '../../src/domain/receiver/classify-result.ts'
import { createProxyRules, parseProxies } from '../../src/domain/target/proxy-rules.ts'
import { createTargetRules } from '../../src/domain/target/target-address.ts'
import type { WebhookTls } from '../../src/domain/webhook/webhook-tls.ts'
import { testCertificates, type TestCertificates } from '../support/network/certificates.ts'
import { eventually } from '../support/time/eventually.ts'
import { freePort } from '../support/network/free-port.ts'
import { TestProxy, type ProxyOptions } from '../support/network/proxy.ts'
import { TlsReceiver } from '../support/network/tls-receiver.ts'
import {
  answered,
  closeAll,
  failed,
  LIMITS,
  makeSender,
  post,
  SHORT,
  startRaw,
  startReceiver,
} from './send-support.ts'

/** It takes any 2xx, at one address. */
const ANY = { rule: null, urlHasMarkers: false }
const NONE: WebhookTls = { ca: null, certificate: null, key: null, insecure: false }
const CREDENTIALS = 'tocsin:pa:ss@word'
const IN_URL = 'tocsin:pa%3Ass%40word'

/** What the names mean here; others are known to the proxy alone. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'proxy.example': ['127.0.0.1'],
  'localhost.proxy.example': ['127.0.0.1'],
  'private.example': ['10.0.0.1', 'fd00::1'],
  'mixed.example': ['10.0.0.1', '203.0.113.99', '93.184.215.14'],
}
const asked: string[] = []
const lookup: Lookup = (hostname, callback) => {
  asked.push(hostname)
  const known = NAMES[hostname]
  if (known)
    return void setImmediate(() =>
      callback(
        null,
        known.map((address) => ({ address, family: 4 })),
      ),
    )
  if (hostname === 'slow.example') return
  setImmediate(() => callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []))
}

/** A connection takes the next request a moment after the response has come. */
const untilIdle = () => new Promise((resolve) => setImmediate(resolve))

describe('send through a proxy', () => {
  let made: TestCertificates
  let trusting: WebhookTls
  const stopping: (() => Promise<unknown>)[] = []
  const ofTheSystem = getCACertificates('default')

  before(async () => {
    made = await testCertificates()
    trusting = { ...NONE, ca: made.authority.certificate }
  })
  afterEach(async () => {
    await closeAll()
    for (const stop of stopping.splice(0)) await stop()
  })
  after(() => setDefaultCACertificates(ofTheSystem))

  async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
    const proxy = await TestProxy.start(options)
    stopping.push(() => proxy.stop())
    return proxy
  }

  async function startTls(): Promise<TlsReceiver> {
    const receiver = await TlsReceiver.start(made.good)
    stopping.push(() => receiver.stop())
    return receiver
  }

  function senderThrough(proxies: string, given: Partial<SenderDeps> = {}): Sender {
    return makeSender({
      lookup,
      targets: createTargetRules({ listenHost: '0.0.0.0', allowTargets: [] }),
      findProxy: createProxyRules(parseProxies(proxies), []),
      ...given,
    })
  }

  describe('https', () => {
    it('goes through a tunnel with TLS to the receiver itself; the proxy sees the name and its own credentials', async () => {
      const [receiver, proxy] = [await startTls(), await startProxy({ credentials: CREDENTIALS })]
      const sender = senderThrough(`http://${IN_URL}@proxy.example:${proxy.port}`)

      const { response, timing } = answered(
        await sender.send(post(`https://receiver.example:${receiver.port}/`), { ...LIMITS, tls: trusting }),
      )

      assert.equal(response.body, `receiver.example:${receiver.port}`)
      assert.equal(receiver.requests[0]?.serverName, 'receiver.example')
      assert.deepEqual(proxy.requests, [
        {
          method: 'CONNECT',
          target: `receiver.example:${receiver.port}`,
          host: `receiver.example:${receiver.port}`,
          authorization: `Basic ${Buffer.from(CREDENTIALS).toString('base64')}`,
        },
      ])
      for (const part of ['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs'] as const)
        assert.ok(timing[part] !== undefined, part)
      assert.ok(timing.dnsMs! + timing.connectMs! + timing.tlsMs! <= timing.firstByteMs! + 0.5)
    })

    it('keeps the tunnel for the next request, and another for other TLS settings', async () => {
      const [receiver, proxy] = [await startTls(), await startProxy()]
      const sender = senderThrough(`http://127.0.0.1:${proxy.port}`)
      const url = `https://receiver.example:${receiver.port}/`

      for (const tls of [trusting, trusting, { ...NONE, insecure: true }, trusting]) {
        answered(await sender.send(post(url), { ...LIMITS, tls }))
        await untilIdle()
      }

      assert.deepEqual(
        receiver.requests.map(({ connection }) => connection),
        [0, 0, 1, 0],
      )
      assert.equal(proxy.requests.length, 2)
      await sender.close()
      await eventually('all connections of the proxy are closed', () => proxy.connectionCount === 0)
    })

    it('judges the certificate of the receiver as without a proxy', async () => {
      const [receiver, proxy] = [await startTls(), await startProxy()]
      const sender = senderThrough(`http://127.0.0.1:${proxy.port}`)
      const url = `https://elsewhere.example:${receiver.port}/`

      const result = failed(await sender.send(post(url), { ...LIMITS, tls: trusting }))

      assert.equal(result.reason, 'tls')
      assert.match(
        result.detail,
        /^TLS failed: the certificate is for another name .*\(through the proxy http:\/\/127\.0\.0\.1:\d+\)$/,
      )
      await eventually('the connection to the proxy is closed', () => proxy.connectionCount === 0)
    })

    it('goes through a proxy that speaks TLS itself, whose certificate must be trusted by the system', async () => {
      const [receiver, proxy] = [await startTls(), await startProxy({ identity: made.local })]
      const url = `https://receiver.example:${receiver.port}/`
      const through = () => senderThrough(`https://127.0.0.1:${proxy.port}`)

      const refused = failed(await through().send(post(url), { ...LIMITS, tls: trusting }))
      setDefaultCACertificates([...ofTheSystem, made.authority.certificate])
      const sender = through()
      const accepted = answered(await sender.send(post(url), { ...LIMITS, tls: trusting }))
      setDefaultCACertificates(ofTheSystem)

      assert.equal(refused.reason, 'proxy')
      assert.match(
        refused.detail,
        /^the proxy https:\/\/127\.0\.0\.1:\d+ cannot be used: TLS failed: the certificate was issued by/,
      )
      assert.equal(accepted.response.body, `receiver.example:${receiver.port}`)
      await sender.close()
      await eventually('all connections of the proxy are closed', () => proxy.connectionCount === 0)
    })
  })

  describe('http', () => {
    it('asks the proxy for the whole URL, with its credentials and never those of the webhook', async () => {
      const [receiver, proxy] = [await startReceiver(), await startProxy({ credentials: CREDENTIALS })]
      const sender = senderThrough(`http://${IN_URL}@127.0.0.1:${proxy.port}`)
      const url = `http://receiver.example:${new URL(receiver.url).port}/path?q=1`

      for (let round = 0; round < 2; round += 1) {
        const request = { ...post(url), headers: [['Proxy-Authorization', 'Basic b3RoZXI=']] as const }
        assert.equal(answered(await sender.send(request, LIMITS)).response.status, 200)
        await untilIdle()
      }

      assert.equal(receiver.requests[1]?.path, '/path?q=1')
      assert.equal(receiver.requests[1]?.headers.host, new URL(url).host)
      assert.deepEqual(proxy.requests[1], {
        method: 'POST',
        target: url,
        host: new URL(url).host,
        authorization: `Basic ${Buffer.from(CREDENTIALS).toString('base64')}`,
      })
      assert.equal(proxy.connectionCount, 1)
    })

    it('goes so through a proxy that speaks TLS, too', async () => {
      const [receiver, proxy] = [await startReceiver(), await startProxy({ identity: made.local })]
      setDefaultCACertificates([...ofTheSystem, made.authority.certificate])
      const sender = senderThrough(`https://127.0.0.1:${proxy.port}`)
      const url = `http://receiver.example:${new URL(receiver.url).port}/`

      const { response } = answered(await sender.send(post(url), LIMITS))
      setDefaultCACertificates(ofTheSystem)

      assert.equal(response.status, 200)
      assert.equal(proxy.requests[0]?.target, url)
    })

    it('a response that may be the proxy’s is said to have come through it, unless all is well', async () => {
      const [receiver, proxy] = [await startReceiver(), await startProxy()]
      const name = `http://127.0.0.1:${proxy.port}`
      const sender = senderThrough(name)
      const url = `http://receiver.example:${new URL(receiver.url).port}/`
      receiver.respondsWith(200, 500)

      const good = classifyResult(await sender.send(post(url), LIMITS), 0, ANY)
      const bad = classifyResult(await sender.send(post(url), LIMITS), 0, ANY)
      await receiver.stop()
      const gone = classifyResult(await sender.send(post(url), LIMITS), 0, ANY)

      const note = `(through the proxy ${name}, which may have answered itself)`
      assert.deepEqual(
        [good.reason, bad.reason, gone.reason],
        ['HTTP 200', `HTTP 500 ${note}`, `HTTP 502 ${note}`],
      )
      assert.equal(gone.kind, 'retry')
    })
  })

  describe('failures of the proxy', () => {
    const urls = ['http://receiver.example:81/', 'https://receiver.example/']

    for (const url of urls) {
      it(`wrong or missing credentials (${new URL(url).protocol})`, async () => {
        const proxy = await startProxy({ credentials: CREDENTIALS })
        const name = `http://127.0.0.1:${proxy.port}`

        const missing = failed(await senderThrough(name).send(post(url), LIMITS))
        const wrong = failed(await senderThrough(name.replace('//', '//wrong:hush@')).send(post(url), LIMITS))

        assert.deepEqual(
          [missing.reason, missing.detail],
          ['proxy', `the proxy ${name} asks for credentials (HTTP 407), but TOCSIN_PROXY has none for it`],
        )
        assert.deepEqual(
          [wrong.reason, wrong.detail],
          ['proxy', `the proxy ${name} does not accept the credentials in TOCSIN_PROXY (HTTP 407)`],
        )
        assert.equal(classifyResult(wrong, 0, ANY).kind, 'retry')
      })

      it(`nothing listens there, or the name is not known (${new URL(url).protocol})`, async () => {
        const port = await freePort()

        const refused = failed(await senderThrough(`http://127.0.0.1:${port}`).send(post(url), LIMITS))
        const unknown = failed(await senderThrough('http://nowhere.example:1').send(post(url), LIMITS))

        assert.deepEqual(
          [refused.reason, refused.detail],
          [
            'proxy',
            `the proxy http://127.0.0.1:${port} cannot be used: connection refused by 127.0.0.1:${port}`,
          ],
        )
        assert.match(
          unknown.detail,
          /^the proxy http:\/\/nowhere\.example:1 cannot be used: the name nowhere\.example does not exist/,
        )
      })

      it(`a proxy that never answers (${new URL(url).protocol})`, async () => {
        const proxy = await startProxy({ response: null })
        const name = `http://127.0.0.1:${proxy.port}`

        const result = failed(await senderThrough(name).send(post(url), SHORT))

        assert.equal(result.reason, 'timeout')
        assert.match(result.detail, /^no response .*within 0\.8 s/)
        assert.ok(result.detail.includes(`the proxy ${name}`))
        await eventually('the connection to the proxy is closed', () => proxy.connectionCount === 0)
      })
    }

    for (const [status, words] of [
      [403, 'does not allow connections to'],
      [502, 'could not reach'],
      [504, 'could not reach'],
    ] as const) {
      it(`a tunnel that is refused with ${status}`, async () => {
        const proxy = await startProxy({ response: status })
        const name = `http://127.0.0.1:${proxy.port}`

        const result = failed(await senderThrough(name).send(post('https://receiver.example/'), LIMITS))

        assert.deepEqual(
          [result.reason, result.detail],
          ['proxy', `the proxy ${name} ${words} receiver.example:443 (HTTP ${status})`],
        )
      })
    }

    it('what answers is no proxy, hangs up, or talks without end', async () => {
      const behaviours = [
        [await startRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')), /the response is not HTTP/],
        [await startRaw((socket) => socket.end()), /the connection was reset/],
        [
          await startRaw((socket) => socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(40_000)}\r\n`)),
          /the response is not HTTP \(HPE_HEADER_OVERFLOW\)/,
        ],
      ] as const
      for (const [url, words] of behaviours) {
        const result = failed(await senderThrough(url).send(post('https://receiver.example/'), LIMITS))

        assert.equal(result.reason, 'proxy')
        assert.ok(result.detail.startsWith(`the proxy ${url} did not open the way to receiver.example:443: `))
        assert.match(result.detail, words)
      }
    })

    it('its credentials are in no reply', async () => {
      const proxy = await startProxy({ response: 502 })
      const sender = senderThrough(`http://user:hush-hush@127.0.0.1:${proxy.port}`)

      for (const url of urls) {
        const result = await sender.send(post(url), LIMITS)
        assert.ok(!/hush|aHVzaC/.test(JSON.stringify([result, classifyResult(result, 0, ANY)])))
      }
      assert.equal(proxy.requests.length, 2)
    })
  })

  describe('the address guard', () => {
    for (const scheme of ['http', 'https']) {
      it(`refuses addresses and names that mean nothing but refused ones before it asks the proxy (${scheme})`, async () => {
        const proxy = await startProxy()
        const sender = senderThrough(`http://127.0.0.1:${proxy.port}`)

        for (const host of ['10.1.2.3', '[fd00::1]', '169.254.169.254', '0x0a010203', 'private.example']) {
          const result = failed(await sender.send(post(`${scheme}://${host}/`), LIMITS))
          assert.equal(result.reason, 'blocked', host)
          assert.match(result.detail, /TOCSIN_ALLOW_TARGETS/)
        }
        assert.equal(proxy.requests.length, 0)
        assert.equal(proxy.connectionCount, 0)
      })
    }

    it('leaves names to the proxy that are unknown here or may be called', async () => {
      const [receiver, proxy] = [await startReceiver(), await startProxy()]
      const sender = senderThrough(`http://127.0.0.1:${proxy.port}`)

      for (const host of ['unknown.example', 'mixed.example'])
        answered(await sender.send(post(`http://${host}:${new URL(receiver.url).port}/`), LIMITS))

      assert.equal(proxy.requests.length, 2)
    })

    it('does not wait for ever for a name server, and not again for the same name', async () => {
      const [receiver, proxy] = [await startReceiver(), await startProxy()]
      const sender = senderThrough(`http://127.0.0.1:${proxy.port}`)
      const url = `http://slow.example:${new URL(receiver.url).port}/`
      receiver.alwaysRespondsWith((_request, response) =>
        response.writeHead(200, { connection: 'close' }).end(),
      )

      const first = answered(await sender.send(post(url), LIMITS))
      answered(await sender.send(post(url), LIMITS))

      assert.ok(first.timing.dnsMs! >= 990, String(first.timing.dnsMs))
      assert.equal(asked.filter((name) => name === 'slow.example').length, 1)
    })

    it('has no say about the proxy itself, and this machine is never asked of it', async () => {
      const [receiver, proxy] = [await startReceiver(), await startProxy()]
      const direct = senderThrough(`http://localhost.proxy.example:${proxy.port}`, {
        targets: createTargetRules({ listenHost: '127.0.0.1', allowTargets: [] }),
      })

      answered(await direct.send(post(receiver.url), LIMITS))
      assert.equal(proxy.requests.length, 0)
      answered(await direct.send(post(`http://unknown.example:${new URL(receiver.url).port}/`), LIMITS))
      assert.equal(proxy.requests.length, 1)
    })
  })

  it('the pattern decides which proxy, and none for the rest', async () => {
    const [receiver, first, second] = [await startReceiver(), await startProxy(), await startProxy()]
    const sender = senderThrough(
      `*.corp.example=http://127.0.0.1:${first.port},receiver.example=http://127.0.0.1:${second.port}`,
      { targets: createTargetRules({ listenHost: '127.0.0.1', allowTargets: [] }) },
    )

    for (const host of ['a.corp.example', 'receiver.example', 'proxy.example'])
      answered(await sender.send(post(`http://${host}:${new URL(receiver.url).port}/`), LIMITS))

    assert.deepEqual([first.requests.length, second.requests.length, receiver.requests.length], [1, 1, 3])
  })
})
