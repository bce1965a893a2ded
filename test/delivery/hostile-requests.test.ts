import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { response, onRequests, RawReceiver, type Behaviour } from '../support/network/raw-receiver.ts'
import { answered, closeAll, failed, LIMITS, makeSender, post, SHORT } from './send-support.ts'

/** More than the buffers of both ends hold. */
const LARGE = { body: 'x'.repeat(16 * 1024 ** 2) }

const closing: (() => unknown)[] = []
afterEach(async () => {
  await closeAll()
  for (const close of closing.splice(0)) await close()
})

async function start(behave: Behaviour): Promise<RawReceiver> {
  const receiver = await RawReceiver.start(behave)
  closing.push(() => receiver.stop())
  return receiver
}

describe('receivers that do not take the request', () => {
  const cases: readonly (readonly [string, Behaviour, string, RegExp])[] = [
    [
      'resets in the middle of it',
      (socket) => void socket.once('data', () => socket.resetAndDestroy()),
      'reset',
      /^the connection was (reset|closed)/,
    ],
    [
      'closes in the middle of it',
      (socket) => void socket.once('data', () => socket.destroy()),
      'reset',
      /^the connection was (reset|closed)/,
    ],
    ['closes before it reads any of it', (socket) => void socket.destroy(), 'reset', /^the connection was/],
    ['never reads it', () => undefined, 'timeout', /^no response within 0\.8 s$/],
    [
      'reads it very slowly',
      (socket) => {
        const timer = setInterval(() => socket.read(10), 10)
        socket.on('close', () => clearInterval(timer))
      },
      'timeout',
      /^no response within 0\.8 s$/,
    ],
  ]
  for (const [name, behave, reason, words] of cases) {
    it(`one that ${name}`, async () => {
      const receiver = await start(behave)

      const result = failed(
        await makeSender().send({ ...post(receiver.url), ...LARGE }, reason === 'timeout' ? SHORT : LIMITS),
      )

      assert.equal(result.reason, reason)
      assert.match(result.detail, words)
    })
  }

  it('one that refuses a large request in its middle: what it says counts', async () => {
    const receiver = await start((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        socket.resume()
      })
    })

    const result = await makeSender().send({ ...post(receiver.url), ...LARGE }, LIMITS)

    assert.equal(answered(result).response.status, 413)
  })

  it('one that answers early and reads no more holds up no request but the next', async () => {
    const receiver = await start((socket) => {
      if (receiver.connectionCount > 1) {
        return onRequests(socket, () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
      }
      socket.once('data', () => {
        socket.pause()
        socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n')
      })
    })
    const sender = makeSender({ connectionsPerOriginMax: 1 })
    const send = (given: object, limits = LIMITS) => sender.send({ ...post(receiver.url), ...given }, limits)

    const refused = await send(LARGE)
    await send({}, SHORT)
    const next = await send({})

    assert.equal(answered(refused).response.status, 413)
    assert.equal(answered(next).response.status, 200)
  })

  it('one whose queue of connections is full', async () => {
    const url = await startWithFullQueue()

    const result = failed(await makeSender().send(post(url), SHORT))

    assert.deepEqual([result.reason, result.detail], ['timeout', 'no connection within 0.8 s'])
  })

  it('one that sends its response in front of the request is taken at its word, once', async () => {
    const receiver = await start((socket) => {
      socket.write('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n')
      response('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')(socket)
    })
    const sender = makeSender({ connectionsPerOriginMax: 1 })

    const first = answered(await sender.send(post(receiver.url), LIMITS))

    assert.equal(first.response.status, 503)
  })
})

/**
 * A server whose thread never comes back to accept anything, and connections that fill its queue: the system drops
 * what comes after them.
 */
async function startWithFullQueue(): Promise<string> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
     const server = require('node:net').createServer()
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
     })`,
    { eval: true },
  )
  closing.push(() => worker.terminate())
  const port = await new Promise<number>((resolve) => worker.once('message', resolve))
  for (let count = 0; count < 20; count += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    closing.push(() => socket.destroy())
    if (!(await isConnected(socket))) return `http://127.0.0.1:${port}`
  }
  throw new Error('the queue does not fill')
}

function isConnected(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    // If this process was blocked, an open connection is seen in the next tick.
    const timer = setTimeout(() => setImmediate(() => resolve(false)), 500)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
