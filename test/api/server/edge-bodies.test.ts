import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import {
  CRUMBS_MAX,
  DROPPED_BODIES_MAX,
  OPEN_DROPPED_BYTES_MAX,
} from '../../../src/api/body/incoming-request.ts'
import { DEPTH_MAX } from '../../../src/api/body/json-limits.ts'
import { OPEN_BODY_BYTES_MAX } from '../../../src/api/body/request-body.ts'
import { defineRoute, type Route, Type } from '../../../src/api/routes/route.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { eventually } from '../../support/time/eventually.ts'
import { openRaw, type RawConnection } from '../../support/network/raw-connection.ts'
import { serveRoutes, TEST_LIMITS } from '../../support/app/serve-routes.ts'

const BODY_BYTES_MAX = 100_000
/** Fits four of the largest bodies: three for those with a token, and sixty of the largest open ones. */
const BODIES_BYTES_MAX = 400_000

/** More than any machine sends before somebody checks. */
const FAR_BYTES = 1e12

describe('the bodies of requests', () => {
  let server: FastifyInstance
  let url: string
  let isFull = false
  const connections: RawConnection[] = []

  before(async () => {
    server = serveRoutes(
      [
        post('/known', 'events:write'),
        post('/open', null),
        post('/lenient', 'events:write', true),
        { ...post('/optional', null), bodyOptional: true },
      ],
      undefined,
      {
        limits: { ...TEST_LIMITS, bodyBytesMax: BODY_BYTES_MAX, bodiesBytesMax: BODIES_BYTES_MAX },
        refuseWhenFull: () => (isFull ? new AppError('unavailable', 'No memory is left.') : undefined),
      },
    )
    url = await server.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => server.close())

  const ask = async (path: string, body: string | Buffer, headers: Record<string, string> = {}) => {
    const response = await server.inject({
      method: 'POST',
      url: path,
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: response.statusCode, detail: String(response.json().detail), headers: response.headers }
  }

  /** Begins a request and sends so much of its body. */
  async function begin(path: string, sentBytes: number, framing: string): Promise<RawConnection> {
    const connection = await openRaw(url)
    connections.push(connection)
    connection.read()
    connection.socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`,
    )
    await new Promise((resolve) => connection.socket.write(' '.repeat(sentBytes), resolve))
    return connection
  }
  afterEach(() => {
    for (const { socket } of connections.splice(0)) socket.destroy()
  })

  it('are 16 KiB at most where no token is needed', async () => {
    const largest = `{"text":"${'x'.repeat(OPEN_BODY_BYTES_MAX - '{"text":""}'.length)}"}`

    assert.equal((await ask('/open', largest)).status, 200)
    const refused = await ask('/open', `${largest} `)
    assert.equal(refused.status, 413)
    assert.match(refused.detail, /larger than 16 KiB/)
    assert.equal((await ask('/known', `${largest} `)).status, 200)
  })

  it('are 16 KiB at most there also in chunks, and the connection goes on', async () => {
    const connection = await begin('/open', 0, 'Transfer-Encoding: chunked')
    const chunk = `2000\r\n${' '.repeat(0x2000)}\r\n`
    connection.socket.write(`${chunk.repeat(4)}0\r\n\r\n`)
    connection.socket.write('POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n')
    connection.socket.write('Content-Type: application/json\r\n\r\n{}')
    await eventually('both answers', () => connection.statuses().length === 2)

    assert.deepEqual(connection.statuses(), [413, 200])
  })

  it('arrive in pieces of any size as they were sent', async () => {
    const text = 'aé'.repeat(300)
    const pieces = [...Buffer.from(JSON.stringify({ text }))]
    const connection = await begin('/known', 0, 'Transfer-Encoding: chunked')
    connection.socket.write(Buffer.concat(pieces.map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]))))
    connection.socket.write('0\r\n\r\n')
    await eventually('a response', () => connection.text().endsWith('}'))

    assert.equal(JSON.parse(connection.text().split('\r\n\r\n')[1] ?? '').length, text.length)
  })

  it('are refused in crumbs, and their connection ends', async () => {
    const connection = await begin('/known', 0, 'Transfer-Encoding: chunked')
    connection.socket.write('1\r\na\r\n'.repeat(2 * CRUMBS_MAX))

    await eventually('the connection has ended', () => connection.isClosed())
    assert.deepEqual(connection.statuses(), [400])
    assert.match(connection.text(), /more than 1000 pieces of fewer than 64 bytes/)
  })

  it('that were refused are read and dropped, but not for ever', async () => {
    const connection = await begin('/open', 0, `Content-Length: ${FAR_BYTES}`)
    const piece = Buffer.alloc(OPEN_DROPPED_BYTES_MAX / 4, ' ')
    const sendOn = (error?: Error | null) => void (error || connection.socket.write(piece, sendOn))
    sendOn()

    await eventually('the connection has ended', () => connection.isClosed())
    assert.deepEqual(connection.statuses(), [413])
    assert.ok(connection.socket.bytesWritten < FAR_BYTES)
  })

  it('that were refused are dropped for a few senders at once, and for nobody else', async () => {
    const senders: RawConnection[] = []
    for (let index = 0; index < DROPPED_BODIES_MAX; index += 1) {
      senders.push(await begin('/open', 0, `Content-Length: ${FAR_BYTES}`))
    }
    await eventually('refusals', () => senders.every(({ statuses }) => statuses()[0] === 413))

    const oneMore = await begin('/open', 0, `Content-Length: ${FAR_BYTES}`)
    await eventually('its connection has ended', () => oneMore.isClosed())

    assert.deepEqual(oneMore.statuses(), [413])
    for (const { socket } of senders) socket.destroy()
    await eventually('room again', async () => {
      const later = await begin('/open', 0, `Content-Length: ${FAR_BYTES}`)
      await eventually('its refusal', () => later.statuses()[0] === 413)
      return !later.isClosed()
    })
  })

  it('have room together: those that have been coming for the longest make some for new ones', async () => {
    const slow: RawConnection[] = []
    const sent = BODY_BYTES_MAX - 1
    for (let index = 0; index < 5; index += 1) {
      slow.push(await begin('/known', sent, `Content-Length: ${BODY_BYTES_MAX}`))
    }
    await eventually('two refusals', () => slow.filter(({ statuses }) => statuses().length > 0).length === 2)
    assert.equal((await ask('/known', '{"text":"more than is left"}')).status, 200)
    for (const { socket } of slow) socket.write(' ')
    await eventually('all responses', () => slow.every(({ statuses }) => statuses().length > 0))

    // Blanks alone are no JSON.
    assert.deepEqual(
      slow.flatMap(({ statuses }) => statuses()),
      [503, 503, 503, 400, 400],
    )
    assert.match(slow[0]?.text() ?? '', /retry-after: 1\r\n/)
    assert.match(slow[0]?.text() ?? '', /as many bytes of unfinished requests as it has room for/)
  })

  it('of those without a token take no room from those with one', async () => {
    const sent = OPEN_BODY_BYTES_MAX - 1
    const open: RawConnection[] = []
    for (let index = 0; index < 10; index += 1) {
      open.push(await begin('/open', sent, `Content-Length: ${OPEN_BODY_BYTES_MAX}`))
    }
    await eventually('refusals', () => open.filter(({ statuses }) => statuses().length > 0).length === 4)
    const known: RawConnection[] = []
    for (let index = 0; index < 3; index += 1) {
      known.push(await begin('/known', BODY_BYTES_MAX - 1, `Content-Length: ${BODY_BYTES_MAX}`))
    }
    for (const { socket } of known) socket.write(' ')
    await eventually('their responses', () => known.every(({ statuses }) => statuses().length > 0))

    assert.deepEqual(
      open.flatMap(({ statuses }) => statuses()),
      [503, 503, 503, 503],
    )
    assert.deepEqual(
      known.flatMap(({ statuses }) => statuses()),
      [400, 400, 400],
    )
  })

  it('take their room also unpacked', async () => {
    const slow: RawConnection[] = []
    for (const bytes of [BODY_BYTES_MAX, BODY_BYTES_MAX, BODY_BYTES_MAX - 10_000]) {
      slow.push(await begin('/known', bytes - 1, `Content-Length: ${bytes}`))
    }
    await eventually('their bytes', async () => {
      const packed = gzipSync(`{"text":"${'x'.repeat(BODY_BYTES_MAX - 20)}"}`)
      assert.equal((await ask('/lenient', packed, { 'content-encoding': 'gzip' })).status, 200)
      return slow[0]?.statuses().length === 1
    })

    assert.deepEqual(
      slow.map(({ statuses }) => statuses()),
      [[503], [], []],
    )
  })

  for (const [what, one, other] of [
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ] as const) {
    for (const path of ['/known', '/open', '/lenient']) {
      it(`do not nest deeper than ${DEPTH_MAX} ${what}: ${path}`, async () => {
        const nested = (depth: number) => `{"text":${one.repeat(depth)}1${other.repeat(depth)}}`

        assert.match((await ask(path, nested(DEPTH_MAX - 1))).detail, /must be a string/)
        const refused = await ask(path, nested(DEPTH_MAX))
        assert.deepEqual([refused.status, /more than 64 deep/.test(refused.detail)], [400, true])
      })
    }
  }

  it('are refused before a byte of them is read when nothing can be taken', async () => {
    isFull = true
    const connection = await begin('/known', 0, 'Content-Length: 10')
    await eventually('a response', () => connection.text().endsWith('}'))
    isFull = false

    assert.deepEqual(connection.statuses(), [503])
    assert.match(connection.text(), /No memory is left/)
  })

  it('are refused for their coding before anybody asks whether they can be taken', async () => {
    isFull = true
    const { status } = await ask('/known', '{}', { 'content-encoding': 'br' })
    isFull = false

    assert.equal(status, 415)
  })

  it('may be left out where the route says so, and null is one', async () => {
    assert.equal((await ask('/optional', '')).status, 200)
    assert.equal((await ask('/optional', 'null')).status, 400)
    assert.equal((await ask('/open', '')).status, 400)
  })

  it('are refused for a coding that is not known, however long its name', async () => {
    const coding = `${'\u00a0'.repeat(15_000)}x`
    for (let index = 0; index < 2_000; index += 1) {
      assert.equal((await ask('/open', '{}', { 'content-encoding': coding })).status, 415)
    }
    for (const known of ['', ' ', 'identity', ' Identity ']) {
      assert.equal((await ask('/open', '{}', { 'content-encoding': known })).status, 200)
    }
  })
})

function post(path: string, scope: Route['scope'], anyContentType = false): Route {
  return defineRoute({
    route: `POST ${path}`,
    scope,
    id: path.slice(1),
    summary: path,
    anyContentType,
    body: Type.Object({ text: Type.Optional(Type.String()) }),
    responses: {},
    handler: async ({ body }) => ({ status: 200, body: { length: body.text?.length } }),
  })
}
