import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it, type TestContext } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { eventually } from '../../support/time/eventually.ts'
import { patientClock } from '../../support/time/patient-clock.ts'
import { openRaw, type RawConnection } from '../../support/network/raw-connection.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app/start-app.ts'

const TOKEN = `X-Auth-Token: ${ADMIN_TOKEN}`
const BASE = '/pem'

/** Closed at the end of the test, however that ends. */
async function open(app: TestApp, test: TestContext): Promise<RawConnection> {
  const connection = await openRaw(app.url)
  test.after(() => void connection.socket.destroy())
  connection.read()
  return connection
}

interface RawResponse {
  readonly status: number
  readonly contentType: string
  readonly isSniffed: boolean
  readonly detail: string
}

describe('the HTTP edge', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true, settings: { TOCSIN_BASE_PATH: BASE } })
  })
  after(() => app.stop())

  /** Sends these very bytes; the first response that comes back. */
  async function send(test: TestContext, lines: readonly string[], body = ''): Promise<RawResponse> {
    const connection = await open(app, test)
    connection.socket.write([...lines, '', body].join('\r\n'))
    await eventually(
      'a response',
      () => connection.text().includes('\r\n\r\n') && connection.text().trimEnd().endsWith('}'),
    )
    const [head = '', json = ''] = connection.text().split(/\r\n\r\n/)
    return {
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
      contentType: /^content-type: (.*)$/im.exec(head)?.[1] ?? '',
      isSniffed: !/^x-content-type-options: nosniff$/im.test(head),
      detail: String(JSON.parse(json).detail),
    }
  }

  const get = (path: string, ...headers: readonly string[]) => [`GET ${path} HTTP/1.1`, ...headers]
  const tooMany = Array.from({ length: 900 }, (_, index) => `X-${index}: ${'x'.repeat(20)}`)

  const broken: readonly (readonly [what: string, lines: readonly string[], status: number, says: RegExp])[] =
    [
      ['no HTTP at all', ['hello'], 400, /not a request in HTTP/],
      ['too many headers', get('/', 'Host: x', ...tooMany), 431, /larger than 16 KiB/],
      ['too long an address', get(`/?${'x'.repeat(20_000)}`, 'Host: x'), 431, /larger than 16 KiB/],
      ['no Host', get(`${BASE}/v1/webhooks`, TOKEN), 400, /the header Host/],
      ['two Hosts', get(`${BASE}/v1/webhooks`, 'Host: x', 'host: x', TOKEN), 400, /Host once/],
      ['a version that is not spoken', [`GET ${BASE}/healthz HTTP/2.0`, 'Host: x'], 505, /is in HTTP\/2\.0/],
      ['a version from before', [`GET ${BASE}/healthz HTTP/0.9`, 'Host: x'], 505, /is in HTTP\/0\.9/],
      ['a percent sign alone', get(`${BASE}/v1/webhooks/%zz`, 'Host: x'), 400, /percent sign/],
      ['encoded bytes that are no UTF-8', get(`${BASE}/v1/webhooks/%ff`, 'Host: x'), 400, /UTF-8/],
      [
        'two framings at once',
        ['POST / HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked'],
        400,
        /not a request in HTTP/,
      ],
      [
        'an expectation that nobody knows, and a wrong body',
        [`POST ${BASE}/v1/webhooks HTTP/1.1`, 'Host: x', TOKEN, 'Expect: more', 'Content-Length: 0'],
        400,
        /body is required/,
      ],
    ]
  for (const [what, lines, status, says] of broken) {
    it(`refuses ${what} with a problem document`, async (t) => {
      const response = await send(t, lines)
      assert.equal(response.status, status)
      assert.match(response.contentType, /^application\/problem\+json/)
      assert.equal(response.isSniffed, false)
      assert.match(response.detail, says)
    })
  }

  it('tells browsers to take every response for what it says it is', async () => {
    for (const [path, headers] of [
      ['/healthz', {}],
      ['/v1/webhooks', {}],
      ['/v1/webhooks', { 'x-auth-token': 'wrong-token-0123456789' }],
      ['/api/v6/webhook/', {}],
      ['/openapi/v1.json', {}],
      ['/docs/docs.js', {}],
      ['/nothing', {}],
      ['/%zz', {}],
    ] as const) {
      const response = await app.server.inject({ url: `${BASE}${path}`, headers })
      assert.equal(response.headers['x-content-type-options'], 'nosniff', path)
      assert.equal(response.headers['strict-transport-security'], undefined)
    }
  })

  it('lets nothing be kept that a token was needed for, nor a refusal', async () => {
    const { json: webhook } = await app.call('POST', `${BASE}/v1/webhooks`, {
      name: 'kept by nobody',
      url: 'http://x.example/',
    })
    for (const path of [
      '/v1/webhooks?show=secrets',
      `/v1/webhooks/${webhook.id}?show=secrets`,
      '/api/v15/webhook/',
      `/api/v15/webhook/${webhook.id}`,
      `/api/v6/webhook/${webhook.id}`,
      '/v1/alerts',
      '/v1/webhooks/999',
      '/nothing',
    ]) {
      const response = await app.call('GET', `${BASE}${path}`)
      assert.equal(response.headers['cache-control'], 'no-store', path)
    }
    await app.call('DELETE', `${BASE}/v1/webhooks/${webhook.id}`)
  })

  it('reads an address that is written as for a proxy', async (t) => {
    const response = await send(
      t,
      get(`http://elsewhere.example${BASE}/api/v15/webhook/77`, 'Host: x', TOKEN),
    )
    assert.deepEqual([response.status, response.detail], [404, 'There is no webhook 77.'])
  })

  it('logs a request whose address cannot be read like any other', async (t) => {
    const before = app.lines.length
    await send(t, get(`${BASE}/%zz`, 'Host: x'))
    await eventually('its line', () =>
      app.lines.slice(before).some(({ event, status }) => event === 'request.completed' && status === 400),
    )
  })

  it('does not take a caller that hangs up within its body for a fault of its own', async (t) => {
    const before = app.lines.length
    const connection = await open(app, t)
    const head = ['POST /pem/v1/webhooks HTTP/1.1', 'Host: x', TOKEN, 'Content-Type: application/json']
    connection.socket.write([...head, 'Content-Length: 100', '', '{"name":'].join('\r\n'))
    await new Promise(setImmediate)
    connection.socket.destroy()
    await eventually('its line', () =>
      app.lines.slice(before).some(({ event, isCutOff }) => event === 'request.completed' && isCutOff),
    )
    assert.deepEqual(
      app.lines.slice(before).filter(({ level }) => level === 'error'),
      [],
    )
  })

  const allowed = [
    ['/api/v15/webhook', 'HEAD, GET, POST'],
    ['/api/v6/webhook/7', 'HEAD, GET, PUT, DELETE'],
    ['/v1/alerts', 'POST, HEAD, GET'],
    ['/v1/tokens/1', 'DELETE'],
    ['/v1/webhooks/1/test', 'POST'],
    ['/healthz', 'HEAD, GET'],
  ] as const
  for (const [path, methods] of allowed) {
    it(`refuses every method that ${path} has not, with those it has`, async () => {
      for (const address of [path, `${path}/`, `${path}?a=b`]) {
        for (const method of ['OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY', 'LOCK']) {
          const response = await app.call(method, `${BASE}${address}`)
          assertProblem(response, 405)
          assert.deepEqual(String(response.headers['allow']).split(', ').sort(), methods.split(', ').sort())
        }
      }
    })
  }

  it('looks at the method before the body', async () => {
    const response = await app.call('PATCH', `${BASE}/api/v15/webhook/7`, 'no JSON', {
      'content-type': 'text/plain',
    })
    assertProblem(response, 405)
  })

  it('names the page of documents with the base path', async () => {
    const response = await app.call('GET', `${BASE}/v1/nothing`)
    assertProblem(response, 404)
    assert.match(response.json.detail, /\/pem\/docs/)
  })

  it('answers an id of any length with 404', async () => {
    for (const length of [100, 501, 10_000]) {
      assertProblem(await app.call('GET', `${BASE}/api/v15/webhook/${'1'.repeat(length)}`), 404)
    }
  })

  it('passes over a body where none is asked for, whatever it is', async (t) => {
    const { json: webhook } = await app.call('POST', `${BASE}/v1/webhooks`, {
      name: 'a',
      url: 'http://x.example/',
    })
    const path = `${BASE}/api/v15/webhook/${webhook.id}`
    const bodies = [
      ['application/json', '{half'],
      ['text/plain', 'now'],
    ] as const
    for (const [type, body] of bodies) {
      const lines = [`DELETE ${BASE}/api/v15/webhook/999 HTTP/1.1`, 'Host: x', TOKEN]
      const response = await send(
        t,
        [...lines, `Content-Type: ${type}`, `Content-Length: ${body.length}`],
        body,
      )
      assert.equal(response.status, 404, type)
    }
    assert.equal((await app.call('DELETE', path, { reason: 'gone' })).status, 200)
  })

  it('refuses a compressed body as such', async () => {
    const body = Buffer.from('H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==', 'base64')
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const response = await app.call('POST', `${BASE}/v1/webhooks`, body, headers)
    assertProblem(response, 415)
    assert.match(response.json.detail, /Content-Encoding: gzip/)
    const plain = { ...headers, 'content-encoding': 'identity' }
    assertProblem(await app.call('POST', `${BASE}/v1/webhooks`, {}, plain), 400)
  })

  for (const framing of ['Content-Length', 'Transfer-Encoding'] as const) {
    it(`tells a caller who sends too much so, even one who reads only afterwards: ${framing}`, async (t) => {
      const connection = await openRaw(app.url)
      t.after(() => void connection.socket.destroy())
      const body = 'x'.repeat(8_000_000)
      const isChunked = framing === 'Transfer-Encoding'
      const head = [
        `POST ${BASE}/api/v15/webhook/ HTTP/1.1`,
        'Host: x',
        TOKEN,
        'Content-Type: application/json',
      ]
      connection.socket.write(
        [...head, `${framing}: ${isChunked ? 'chunked' : body.length}`, '', ''].join('\r\n'),
      )
      const sent = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
      await new Promise<void>((resolve, reject) =>
        connection.socket.write(sent, (error) => (error ? reject(error) : resolve())),
      )
      connection.read()
      connection.socket.write(
        [`GET ${BASE}/healthz HTTP/1.1`, 'Host: x', 'Connection: close', '', ''].join('\r\n'),
      )
      await connection.closed
      const text = connection.text()
      assert.match(text, /^HTTP\/1\.1 413 /)
      assert.match(text, /TOCSIN_BODY_SIZE_MAX/)
      assert.match(text, /^connection: keep-alive\r\n/im)
      assert.match(text, /\r\n\r\n.*HTTP\/1\.1 200 /s, 'the connection goes on')
    })
  }

  it('refuses a body in which one member stands twice, and changes nothing', async () => {
    const body = '{"name": "a", "url": "https://a.example/", "url": "https://b.example/"}'
    const headers = { 'content-type': 'application/json' }
    const response = await app.call('POST', `${BASE}/api/v15/webhook/`, body, headers)
    assertProblem(response, 400)
    assert.match(response.json.detail, /"url" twice/)
    const listed = await app.call('GET', `${BASE}/api/v15/webhook/`)
    assert.deepEqual(listed.json, [])
  })
})

describe('the HTTP edge and whoever never ends a request', () => {
  it('cuts the connection when its time is over, also after the response', async (t) => {
    const app = await startApp({ listen: true })
    t.after(() => app.stop())
    const { server } = app.server
    const { headersTimeout, requestTimeout } = server
    const connection = await open(app, t)
    connection.socket.write('POST /v1/alerts HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n')
    const dripping = setInterval(() => connection.socket.write('x'), 50)
    t.after(() => clearInterval(dripping))
    await eventually('the response', () => connection.text().startsWith('HTTP/1.1 401 '))
    // Not half a minute for a test.
    Object.assign(server, { headersTimeout: 100, requestTimeout: 100 })
    await connection.closed

    // The longer of the two counts for the whole.
    assert.deepEqual([headersTimeout, requestTimeout], [30_000, 30_000])
  })
})

describe('the HTTP edge while the service stops', () => {
  it('refuses what still comes over an open connection, with a time to come back', async (t) => {
    // After some seconds it would close the connection.
    const app = await startApp({ listen: true, clock: patientClock })
    t.after(() => app.stop())
    const connection = await open(app, t)
    // A request under way keeps its connection open.
    const head = (length: number) =>
      [
        'POST /v1/alerts HTTP/1.1',
        'Host: x',
        TOKEN,
        'Content-Type: application/json',
        `Content-Length: ${length}`,
        '',
        '',
      ].join('\r\n')
    const arrived = once(app.server.server, 'request')
    connection.socket.write(`${head(2)}{`)
    await arrived
    const stopped = app.stop()
    await eventually('the listener to close', () => !app.server.server.listening)
    connection.socket.write(`}${head(0)}`)
    await connection.closed
    await stopped
    const responses = connection.text().split(/(?=HTTP\/1\.1 )/)
    assert.equal(responses.length, 2, connection.text())
    assert.match(responses[1] ?? '', /^HTTP\/1\.1 503 /)
    assert.match(responses[1] ?? '', /retry-after: 1\r\n/i)
    assert.match(responses[1] ?? '', /application\/problem\+json/)
  })
})
