import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import type { OutgoingRequest } from '../../src/delivery/dispatch-options.ts'
import { eventually } from '../support/time/eventually.ts'
import { onRequests, RawReceiver } from '../support/network/raw-receiver.ts'
import { answered, closeAll, failed, LIMITS, makeSender, post, SHORT } from './send-support.ts'

const receivers: RawReceiver[] = []
afterEach(async () => {
  await closeAll()
  for (const receiver of receivers.splice(0)) await receiver.stop()
})

async function start(behave: (socket: Socket, connection: number) => void): Promise<RawReceiver> {
  const receiver = await RawReceiver.start((socket) => behave(socket, receiver.connectionCount))
  receivers.push(receiver)
  return receiver
}

const responseWith = (body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const FORGED = responseWith('forged')

/** What is written for the first request of the first connection; every other request gets an honest response. */
type Trick = readonly [name: string, given: Partial<OutgoingRequest>, write: (socket: Socket) => void]

/** A round of the event loop, and what has come meanwhile is read. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * Bytes that a receiver sends before the next request is written are no response: the connection they came over is
 * closed, and the next request goes over another one.
 */
describe('one connection, several requests', () => {
  const tricks: readonly Trick[] = [
    ['a second answer right behind the first', {}, (socket) => socket.write(responseWith('own') + FORGED)],
    [
      'a second answer in a segment of its own',
      {},
      (socket) => {
        socket.write(responseWith('own'))
        socket.write(FORGED)
      },
    ],
    [
      'a second answer that is read apart from the first',
      {},
      (socket) => {
        // One read of the client is 64 KiB.
        const head = 'HTTP/1.1 200 OK\r\nContent-Length: 65494\r\n\r\n'
        socket.write(head + 'o'.repeat(65_536 - head.length))
        socket.write(FORGED)
      },
    ],
    [
      'the beginning of a second answer',
      {},
      (socket) => socket.write(`${responseWith('own')}HTTP/1.1 200 OK\r\n`),
    ],
    [
      'a second answer in a body longer than announced',
      {},
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nown and${FORGED}`),
    ],
    [
      'a second answer behind the last chunk',
      {},
      (socket) =>
        socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nown\r\n0\r\n\r\n${FORGED}`),
    ],
    [
      'a second answer in the body of a 204',
      {},
      (socket) => socket.write(`HTTP/1.1 204 No Content\r\n\r\n${FORGED}`),
    ],
    [
      'a second answer in the announced body of a 204',
      {},
      (socket) =>
        socket.write(`HTTP/1.1 204 No Content\r\nContent-Length: ${FORGED.length}\r\n\r\n${FORGED}`),
    ],
    [
      'a second answer in the body of a 304',
      {},
      (socket) => socket.write(`HTTP/1.1 304 Not Modified\r\n\r\n${FORGED}`),
    ],
    [
      'a second answer in the body of the response to a HEAD',
      { method: 'HEAD', body: '' },
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${FORGED.length}\r\n\r\n${FORGED}`),
    ],
    [
      'an interim answer, the response, and one more',
      {},
      (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${responseWith('own')}${FORGED}`),
    ],
  ]
  for (const [name, given, write] of tricks) {
    it(`${name} is nobody's`, async () => {
      const receiver = await start((socket, connection) =>
        onRequests(socket, ({ head }, number) => {
          if (connection === 1 && number === 1) return void write(socket)
          socket.write(responseWith(`to ${/^\w+ (\S+)/.exec(head)?.[1]}`))
        }),
      )
      const sender = makeSender({ connectionsPerOriginMax: 1 })

      const first = answered(await sender.send({ ...post(`${receiver.url}/1`), ...given }, LIMITS))
      const rest = await Promise.all(
        ['/2', '/3', '/4'].map((path) => sender.send(post(receiver.url + path), LIMITS)),
      )

      assert.notEqual(first.response.body, 'forged')
      assert.deepEqual(
        rest.map((result) => answered(result).response.body),
        ['to /2', 'to /3', 'to /4'],
      )
      assert.equal(receiver.connectionCount, 2)
    })
  }

  it('bytes that come while a connection is idle close it', async () => {
    const sockets: Socket[] = []
    const receiver = await start((socket) => {
      sockets.push(socket)
      onRequests(socket, () => socket.write(responseWith('own')))
    })
    const sender = makeSender({ connectionsPerOriginMax: 1 })
    await sender.send(post(receiver.url), LIMITS)
    await turns(3)

    sockets[0]?.write(FORGED)
    await eventually('the connection is closed', () => receiver.openCount === 0)
    const next = answered(await sender.send(post(receiver.url), LIMITS))

    assert.deepEqual([next.response.body, receiver.connectionCount], ['own', 2])
  })

  it('bytes that come while a connection is idle are nobody’s, though the next request is there already', async () => {
    for (let round = 0; round < 20; round += 1) {
      const sockets: Socket[] = []
      const receiver = await start((socket) => {
        sockets.push(socket)
        onRequests(socket, () => socket.write(responseWith('own')))
      })
      const sender = makeSender({ connectionsPerOriginMax: 1 })
      await sender.send(post(receiver.url), LIMITS)
      await turns(round % 4)

      // Both ends are in this process: the bytes are in the buffer of the client before it starts to send.
      await new Promise<void>((resolve) => sockets[0]?.write(FORGED, () => resolve()))
      const next = answered(await sender.send(post(receiver.url), LIMITS))

      assert.equal(next.response.body, 'own')
    }
  })

  it('a response that comes after the time limit is nobody’s', async () => {
    const receiver = await start((socket, connection) =>
      onRequests(socket, () => {
        if (connection > 1) return void socket.write(responseWith('own'))
        setTimeout(() => socket.write(FORGED), 2 * SHORT.timeoutMs)
      }),
    )
    const sender = makeSender({ connectionsPerOriginMax: 1 })

    const late = await sender.send(post(receiver.url), SHORT)
    const next = answered(await sender.send(post(receiver.url), LIMITS))

    assert.equal(failed(late).reason, 'timeout')
    assert.equal(next.response.body, 'own')
  })

  it('what comes after the part that is kept is nobody’s', async () => {
    const receiver = await start((socket, connection) =>
      onRequests(socket, () =>
        socket.write(
          connection === 1
            ? `HTTP/1.1 200 OK\r\nContent-Length: 500000\r\n\r\n${FORGED.repeat(10_000).slice(0, 500_000)}`
            : responseWith('own'),
        ),
      ),
    )
    const sender = makeSender({ connectionsPerOriginMax: 1 })

    const long = answered(await sender.send(post(receiver.url), { ...LIMITS, responseBytesMax: 10 }))
    const next = answered(await sender.send(post(receiver.url), LIMITS))

    assert.equal(long.response.bodyTruncated, true)
    assert.equal(next.response.body, 'own')
  })
})
