import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import fastify from 'fastify'
import { eventually } from '../../../test/support/time/eventually.ts'
import { limitConnections } from './connections.ts'
import { Listener } from './listen.ts'

const SOCKETS = 16

/** Many for each socket, however the system deals them out. */
const CLIENTS = 20 * SOCKETS

describe('Listener', () => {
  function create(t: TestContext, connectionsMax = 1_000) {
    const server = fastify().get('/', () => 'here')
    const dropped: unknown[] = []
    const clock = { monotonic: () => 0 }
    limitConnections(server.server, connectionsMax, clock, (end) => dropped.push(end))
    const listener = new Listener(server, SOCKETS)
    t.after(() => {
      listener.cutOff()
      return listener.stop()
    })
    return { listener, dropped, server }
  }

  const portOf = (origin: string) => Number(new URL(origin).port)
  const ask = (origin: string) => fetch(origin, { headers: { connection: 'close' } })

  it('answers whichever of its sockets a caller comes to', async (t) => {
    const { listener } = create(t)
    const origin = await listener.listen({ host: '127.0.0.1', port: 0 })

    for (let count = 0; count < 4 * SOCKETS; count += 1) {
      assert.equal(await (await ask(origin)).text(), 'here')
    }
  })

  it('refuses an address that another one has', async (t) => {
    const { listener } = create(t)
    const port = portOf(await listener.listen({ host: '127.0.0.1', port: 0 }))

    await assert.rejects(create(t).listener.listen({ host: '127.0.0.1', port }), { code: 'EADDRINUSE' })
  })

  it('gives its address back', async (t) => {
    const { listener } = create(t)
    const origin = await listener.listen({ host: '127.0.0.1', port: 0 })
    await listener.stop()

    await assert.rejects(ask(origin))
    assert.equal(await create(t).listener.listen({ host: '127.0.0.1', port: portOf(origin) }), origin)
  })

  it('takes several of those who come at once in one turn of the event loop', async (t) => {
    const { listener, server } = create(t)
    const port = portOf(await listener.listen({ host: '127.0.0.1', port: 0 }))
    const taken: number[] = [0]
    server.server.on('connection', () => (taken[0] = (taken[0] ?? 0) + 1))
    const isOver = () => taken.reduce((sum, count) => sum + count, 0) === CLIENTS

    // All of them wait before the first tick of the loop.
    const sockets = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => undefined)
    const nextTurn = () => {
      taken.unshift(0)
      if (!isOver()) setImmediate(nextTurn)
    }
    setImmediate(nextTurn)
    await eventually('all have been taken', isOver)
    for (const socket of sockets) socket.destroy()

    // With a single socket it is one in every tick.
    assert.ok(Math.max(...taken) > 1, `at most ${Math.max(...taken)} in a turn`)
  })

  it('takes no more connections than there may be on all sockets together', async (t) => {
    const { listener, dropped } = create(t, 10)
    const port = portOf(await listener.listen({ host: '127.0.0.1', port: 0 }))

    const sockets = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => undefined).resume()
    await eventually('all but ten have been refused', () => dropped.length === 20)
    await eventually('and closed', () => sockets.filter(({ destroyed }) => destroyed).length === 20)
    for (const socket of sockets) socket.destroy()
  })
})
