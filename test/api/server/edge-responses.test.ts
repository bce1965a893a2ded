import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { PIECE_BYTES } from '../../../src/api/server/register-route.ts'
import { type EndedConnection, PIPELINED_MAX } from '../../../src/api/server/connections.ts'
import { defineRoute, type Route, type RouteResponse } from '../../../src/api/routes/route.ts'
import type { ServerLimits } from '../../../src/api/server/server.ts'
import { eventually } from '../../support/time/eventually.ts'
import { openRaw, type RawConnection } from '../../support/network/raw-connection.ts'
import { serveRoutes, TEST_LIMITS } from '../../support/app/serve-routes.ts'

/** More than the operating system keeps of a connection that nobody reads. */
const LARGE_BYTES = 16_000_000
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

describe('answers that nobody reads', () => {
  let server: FastifyInstance | undefined
  let ended: EndedConnection[] = []
  const connections: RawConnection[] = []

  afterEach(async () => {
    for (const { socket } of connections.splice(0)) socket.destroy()
    await server?.close()
    ended = []
  })

  /** Where it listens. */
  async function serve(routes: readonly Route[], limits: Partial<ServerLimits> = {}): Promise<string> {
    server = serveRoutes(routes, undefined, {
      limits: { ...TEST_LIMITS, ...limits },
      onConnectionEnd: (fact) => ended.push(fact),
    })
    return server.listen({ port: 0, host: '127.0.0.1' })
  }

  async function open(url: string, sent = ''): Promise<RawConnection> {
    const connection = await openRaw(url)
    connections.push(connection)
    connection.socket.write(sent)
    return connection
  }

  const reasons = () => ended.map(({ reason }) => reason)

  it('are one for each connection, however many requests were sent at once', async () => {
    let begun = 0
    const url = await serve([
      get('/large', () => {
        begun += 1
        return { status: 200, body: { text: 'x'.repeat(LARGE_BYTES) } }
      }),
      get('/small', () => ({ status: 200, body: {} })),
    ])

    const connection = await open(url, GET('/large').repeat(3))
    await eventually('the first one', () => begun > 0)
    // Another one that comes and goes: whatever would begin has begun.
    assert.equal((await fetch(`${url}/small`)).status, 200)

    assert.equal(begun, 1)
    connection.read()
    await eventually('all three', () => connection.statuses().length === 3)
    assert.deepEqual([connection.statuses(), begun, ended], [[200, 200, 200], 3, []])
  })

  it('are handed over piece by piece when they are large', async () => {
    const url = await serve([
      get('/own', () => ({ status: 200, body: { text: 'x'.repeat(LARGE_BYTES) } })),
      get('/shared', () => ({ status: 200, body: Buffer.alloc(LARGE_BYTES, 'x') })),
    ])
    for (const path of ['/own', '/shared']) {
      const accepted = once(server!.server, 'connection')
      const connection = await open(url, GET(path))
      const [socket] = (await accepted) as [Socket]
      await eventually('a piece that waits', () => socket.writableLength > 0 && socket.writableNeedDrain)

      assert.ok(socket.writableLength <= 2 * PIECE_BYTES, String(socket.writableLength))
      connection.read()
      await eventually('the rest', () => connection.text().length > LARGE_BYTES)
      assert.match(connection.text(), /^content-length: 160000\d\d\r\n/m)
    }
  })

  it('tell of their length also to who asks for no more', async () => {
    const url = await serve([get('/own', () => ({ status: 200, body: { text: 'x'.repeat(LARGE_BYTES) } }))])

    const response = await fetch(`${url}/own`, { method: 'HEAD' })

    assert.equal(response.headers.get('content-length'), String(LARGE_BYTES + '{"text":""}'.length))
  })

  it('end the connection when too many requests wait behind one', async () => {
    let begun = 0
    const { promise: never } = Promise.withResolvers<RouteResponse>()
    const url = await serve([
      get('/slow', () => {
        begun += 1
        return never
      }),
    ])

    const patient = await open(url, GET('/slow').repeat(PIPELINED_MAX + 1))
    const flood = await open(url, GET('/slow').repeat(PIPELINED_MAX + 2))
    flood.read()
    await eventually('its end', () => flood.isClosed())

    assert.deepEqual([reasons(), begun, patient.isClosed()], [['pipelined'], 2, false])
  })

  it('end the connection also for requests whose address cannot be read', async () => {
    const { promise: never } = Promise.withResolvers<RouteResponse>()
    const url = await serve([get('/slow', () => never)])

    const flood = await open(url, GET('/slow') + GET('/%').repeat(PIPELINED_MAX + 1))
    flood.read()
    await eventually('its end', () => flood.isClosed())

    assert.deepEqual(reasons(), ['pipelined'])
  })

  for (const [who, headers, asked] of [
    ['the caller', {}, '\r\nConnection: close'],
    ['the service', { connection: 'close' }, ''],
  ] as const) {
    it(`are the last ones where ${who} ends the connection with one, whatever came behind its request`, async () => {
      let begun = 0
      const url = await serve([
        get('/last', async () => {
          begun += 1
          return { status: 200, headers, body: {} }
        }),
      ])

      const connection = await open(url, `GET /last HTTP/1.1\r\nHost: x${asked}\r\n\r\n${GET('/last')}`)
      connection.read()
      await eventually('its end', () => connection.isClosed())

      assert.deepEqual([connection.statuses(), begun], [[200], 1])
    })
  }

  it('end the connection when nothing is taken for a while; who reads, or waits for a response, goes on', async () => {
    const { promise: late, resolve: response } = Promise.withResolvers<RouteResponse>()
    const url = await serve(
      [
        get('/large', () => ({ status: 200, body: { text: 'x'.repeat(LARGE_BYTES) } })),
        get('/stream', () => ({ status: 200, stream: Readable.from(endlessly()) })),
        get('/late', () => late),
      ],
      { stalledMsMax: 2_000 },
    )

    // After a response that was slow to be taken the time does not count for the next.
    const waiting = await open(url, GET('/large') + GET('/late'))
    waiting.read()
    await eventually('its first response', () => waiting.text().length > LARGE_BYTES)
    const unread = [await open(url, GET('/large')), await open(url, GET('/stream'))]
    await eventually('both ends', () => ended.length === 2)
    response({ status: 200, body: {} })
    await eventually('the late response', () => waiting.statuses().length === 2)

    assert.deepEqual(reasons(), ['stalled', 'stalled'])
    assert.equal(ended[0]?.address, '127.0.0.1')
    for (const connection of unread) {
      connection.read()
      await eventually('its end', () => connection.isClosed())
    }
  })

  it('end the oldest connections when they hold more than there is room for; what all share takes none', async () => {
    const shared = Buffer.alloc(LARGE_BYTES)
    let begun = 0
    const url = await serve(
      [
        get('/own', () => {
          begun += 1
          return { status: 200, body: { text: 'x'.repeat(LARGE_BYTES) } }
        }),
        get('/shared', () => {
          begun += 1
          return { status: 200, body: shared }
        }),
      ],
      { unreadBytesMax: 2.5 * LARGE_BYTES },
    )
    const begin = async (path: string) => {
      const before = begun
      const connection = await open(url, GET(path))
      await eventually('its beginning', () => begun > before)
      return connection
    }

    const readers: RawConnection[] = []
    for (const path of ['/shared', '/shared', '/shared', '/own', '/own', '/own', '/own']) {
      readers.push(await begin(path))
    }
    await eventually('two ends', () => ended.length >= 2)
    for (const reader of readers) reader.read()
    await eventually('five answers', () => readers.filter(isWhole).length === 5)

    assert.deepEqual(reasons(), ['unread', 'unread'])
    assert.deepEqual(readers.map(isWhole), [true, true, true, false, false, true, true])
  })

  it('sends one that is larger than the room, if it is alone', async () => {
    const url = await serve([get('/own', () => ({ status: 200, body: { text: 'x'.repeat(LARGE_BYTES) } }))], {
      unreadBytesMax: 1_000,
    })

    const response = await fetch(`${url}/own`)

    assert.equal((await response.text()).length, LARGE_BYTES + '{"text":""}'.length)
  })
})

describe('connections', () => {
  it('are limited: idle ones are closed, and refused ones are counted', async () => {
    const ended: EndedConnection[] = []
    const server = serveRoutes([get('/small', () => ({ status: 200, body: {} }))], undefined, {
      limits: { ...TEST_LIMITS, connectionsMax: 2 },
      onConnectionEnd: (fact) => ended.push(fact),
    })
    const url = await server.listen({ port: 0, host: '127.0.0.1' })
    const idle = [await openRaw(url), await openRaw(url)]
    for (const connection of idle) {
      connection.read()
      connection.socket.write(GET('/small'))
      await eventually('a response', () => connection.statuses().length === 1)
    }

    const third = await openRaw(url)
    third.read()
    await eventually('its end', () => third.isClosed())
    await eventually('room', () => idle.every(({ isClosed }) => isClosed()))
    const fourth = await openRaw(url)
    fourth.read()
    fourth.socket.write(GET('/small'))
    await eventually('a response', () => fourth.statuses().length === 1)

    assert.deepEqual(
      ended.map(({ reason }) => reason),
      ['too_many'],
    )
    fourth.socket.destroy()
    await once(fourth.socket, 'close')
    await server.close()
  })
})

function isWhole(connection: RawConnection): boolean {
  return connection.text().length > LARGE_BYTES
}

function get(path: string, handler: () => RouteResponse | Promise<RouteResponse>): Route {
  return defineRoute({
    route: `GET ${path}`,
    scope: null,
    id: path.slice(1),
    summary: path,
    responses: {},
    handler: async () => handler(),
  })
}

function* endlessly(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64_000)
}
