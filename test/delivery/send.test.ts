import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { systemClock } from '../../src/clock.ts'
import type { OutgoingRequest } from '../../src/delivery/dispatch-options.ts'
import { Sender, type SenderDeps } from '../../src/delivery/send.ts'
import type { Reply } from '../../src/domain/outcome.ts'
import { createTargetRules } from '../../src/domain/target-address.ts'
import { eventually } from '../support/eventually.ts'
import { Receiver } from '../support/receiver.ts'

const LIMITS = { timeoutMs: 5_000, answerBytesMax: 16_384 }
const onLoopback = createTargetRules({ listenHost: '127.0.0.1', allowTargets: [] })
const inPublic = createTargetRules({ listenHost: '0.0.0.0', allowTargets: [] })

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

describe('send', () => {
  it('brings method, path, headers and body as they are, and gives the answer with its timing', async () => {
    const receiver = await startReceiver()
    receiver.answers((_request, response) => {
      response.writeHead(202, { 'X-Request-Id': 'r-1', 'Set-Cookie': 'session=geheim' }).end('taken')
    })

    const reply = await sendTo(receiver.url + '/hook?a=1', {
      method: 'PUT',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Object', 'Störung 🔔'],
      ],
      body: '{"text":"größer"}',
    })

    const [got] = receiver.requests
    assert.equal(got?.method, 'PUT')
    assert.equal(got.path, '/hook?a=1')
    assert.equal(got.body, '{"text":"größer"}')
    assert.equal(got.headers['content-type'], 'application/json')
    assert.equal(Buffer.from(String(got.headers['x-object']), 'latin1').toString('utf8'), 'Störung 🔔')
    assert.equal(got.headers['accept-encoding'], undefined)
    const { answer, timing } = answered(reply)
    assert.equal(answer.status, 202)
    assert.equal(answer.body, 'taken')
    assert.equal(answer.bodyTruncated, false)
    assert.ok(answer.headers.some(([name, value]) => name === 'X-Request-Id' && value === 'r-1'))
    assert.ok(answer.headers.some(([name, value]) => name === 'Set-Cookie' && value === '***'))
    assert.ok(timing.connectMs !== undefined && timing.firstByteMs !== undefined)
    assert.equal(timing.dnsMs, undefined)
    assert.ok(timing.totalMs >= timing.firstByteMs)
  })

  it('keeps the connection for the next request', async () => {
    const receiver = await startReceiver()
    const sender = makeSender()

    const first = answered(await sender.send(post(receiver.url), LIMITS))
    await new Promise((resolve) => setImmediate(resolve))
    const second = answered(await sender.send(post(receiver.url), LIMITS))

    assert.notEqual(first.timing.connectMs, undefined)
    assert.equal(second.timing.connectMs, undefined)
  })

  it('gives refusals and redirects as answers, and does not follow', async () => {
    const receiver = await startReceiver()
    receiver.answers(
      (_request, response) => response.writeHead(503, { 'Retry-After': '120' }).end(),
      410,
      (_request, response) => response.writeHead(302, { Location: '/elsewhere' }).end(),
    )
    const sender = makeSender()

    const statuses = []
    for (let count = 0; count < 3; count += 1) {
      statuses.push(answered(await sender.send(post(receiver.url), LIMITS)).answer.status)
    }

    assert.deepEqual(statuses, [503, 410, 302])
    assert.equal(receiver.requests.length, 3)
  })

  it('passes over interim answers', async () => {
    const url = await startRaw((socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    )

    const { answer } = answered(await sendTo(url))

    assert.equal(answer.status, 200)
    assert.equal(answer.body, 'ok')
    assert.deepEqual(answer.headers, [['Content-Length', '2']])
  })

  it('cuts an endless body at the cap and closes the connection', async () => {
    let socketClosed = false
    const url = await startRaw((socket) => {
      socket.on('close', () => (socketClosed = true))
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(`1000\r\n${'x'.repeat(0x1000)}\r\n`));
      }
      socket.on('drain', more)
      more()
    })

    const { answer } = answered(await sendTo(url, {}, { timeoutMs: 5_000, answerBytesMax: 1_000 }))

    assert.equal(answer.body, 'x'.repeat(1_000))
    assert.equal(answer.bodyTruncated, true)
    await eventually('the connection is closed', () => socketClosed)
  })

  it('reads past the cap to keep the connection when little more comes', async () => {
    const receiver = await startReceiver()
    receiver.alwaysAnswers((_request, response) => response.end('x'.repeat(20_000)))
    const sender = makeSender()
    const limits = { timeoutMs: 5_000, answerBytesMax: 10 }

    const first = answered(await sender.send(post(receiver.url), limits))
    await new Promise((resolve) => setImmediate(resolve))
    const second = answered(await sender.send(post(receiver.url), limits))

    assert.equal(first.answer.body, 'xxxxxxxxxx')
    assert.equal(first.answer.bodyTruncated, true)
    assert.equal(second.timing.connectMs, undefined)
  })

  it('takes the status when a slow body has passed the cap at the deadline', async () => {
    const url = await startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nmore than ten'))

    const { answer } = answered(await sendTo(url, {}, { timeoutMs: 150, answerBytesMax: 10 }))

    assert.equal(answer.body, 'more than ')
    assert.equal(answer.bodyTruncated, true)
  })
})

describe('send: no answer', () => {
  it('gives up at the deadline when no headers come, and closes the connection', async () => {
    let socketClosed = false
    const url = await startRaw((socket) => void socket.on('close', () => (socketClosed = true)))

    const reply = await sendTo(url, {}, { timeoutMs: 150, answerBytesMax: 10 })

    assert.partialDeepStrictEqual(reply, {
      kind: 'no-response',
      reason: 'timeout',
      detail: 'no answer within 0.15 s',
    })
    assert.ok(reply.timing.totalMs >= 149 && reply.timing.totalMs < 2_000, `took ${reply.timing.totalMs} ms`)
    await eventually('the connection is closed', () => socketClosed)
  })

  it('counts headers that drip in against the same deadline', async () => {
    const url = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('X-More: 1\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })

    const reply = await sendTo(url, {}, { timeoutMs: 150, answerBytesMax: 10 })

    assert.partialDeepStrictEqual(reply, { reason: 'timeout', detail: 'no answer within 0.15 s' })
  })

  it('counts the body against the same deadline', async () => {
    const url = await startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort'))

    const reply = await sendTo(url, {}, { timeoutMs: 150, answerBytesMax: 1_000 })

    assert.partialDeepStrictEqual(reply, {
      reason: 'timeout',
      detail: 'the answer did not end within 0.15 s (after the headers of an HTTP 200)',
    })
  })

  it('counts the DNS query against the deadline', async () => {
    const sender = makeSender({ lookup: () => undefined })

    const reply = await sender.send(post('http://dead-name-server.example/'), { timeoutMs: 100, answerBytesMax: 10 })

    assert.partialDeepStrictEqual(reply, { reason: 'timeout', detail: 'the name was not resolved within 0.1 s' })
  })

  it('names the address that refused the connection', async () => {
    const receiver = await startReceiver()
    const { url } = receiver
    await receiver.stop()

    const reply = await sendTo(url)

    assert.partialDeepStrictEqual(reply, {
      reason: 'refused',
      detail: `connection refused by ${url.slice('http://'.length)}`,
    })
  })

  it('tells a reset before the answer from one in its middle', async () => {
    const early = await startRaw((socket) => socket.resetAndDestroy())
    const late = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort', () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      )
    })

    const [first, second] = [await sendTo(early), await sendTo(late)]

    assert.partialDeepStrictEqual(first, { reason: 'reset' })
    assert.partialDeepStrictEqual(second, { reason: 'reset' })
    assert.match(failed(second).detail, /after the headers of an HTTP 200/)
  })

  it('reports an answer that is not HTTP, and headers without end', async () => {
    const garbage = await startRaw((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'))
    const endless = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      socket.write(`X-Long: ${'x'.repeat(40_000)}\r\n`)
    })

    assert.equal(failed(await sendTo(garbage)).reason, 'protocol')
    assert.partialDeepStrictEqual(await sendTo(endless), {
      reason: 'protocol',
      detail: 'the headers of the answer are larger than 16 KiB',
    })
  })

  it('reports TLS trouble', async () => {
    const plain = await startRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))

    const reply = await sendTo(plain.replace('http:', 'https:'))

    assert.equal(failed(reply).reason, 'tls')
  })

  it('refuses a request that cannot be put on the wire, and goes on with the next', async () => {
    const receiver = await startReceiver()
    const sender = makeSender({ connectionsPerOriginMax: 1 })
    const wrong: Partial<OutgoingRequest>[] = [
      { url: 'ftp://127.0.0.1/' },
      { url: 'not a url' },
      { method: 'CONNECT' },
      { method: 'PO ST' },
      { headers: [['Content-Length', '5']] },
      { headers: [['X-A', 'one\r\nX-B: two']] },
      { headers: [['X A', 'one']] },
    ]

    for (const part of wrong) {
      const reply = failed(await sender.send({ ...post(receiver.url), ...part }, LIMITS))
      assert.equal(reply.reason, 'protocol', JSON.stringify(part))
      assert.match(reply.detail, /^the request cannot be sent: /)
    }
    assert.equal(answered(await sender.send(post(receiver.url), LIMITS)).answer.status, 200)
    assert.equal(receiver.requests.length, 1)
  })

  it('ends what is under way as cancelled when it is told to', async () => {
    const url = await startRaw(() => undefined)
    const sender = makeSender()

    const reply = sender.send(post(url), LIMITS)
    sender.abortAll()

    assert.equal(failed(await reply).reason, 'cancelled')
  })
})

describe('send: address rules', () => {
  it('does not connect to a refused address, however it is spelled', async () => {
    const receiver = await startReceiver()
    const port = new URL(receiver.url).port
    const sender = makeSender({ targets: inPublic })
    const urls = ['127.0.0.1', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost'].map(
      (host) => `http://${host}:${port}/`,
    )

    for (const url of urls) {
      const reply = failed(await sender.send(post(url), LIMITS))
      assert.equal(reply.reason, 'blocked', url)
      assert.match(reply.detail, /loopback address: .*TOCSIN_ALLOW_TARGETS/)
    }
    assert.equal(receiver.requests.length, 0)
  })

  it('checks every address of a name, and connects to an allowed one only', async () => {
    const receiver = await startReceiver()
    const port = new URL(receiver.url).port
    const asked: string[] = []
    const sender = makeSender({
      lookup: (hostname, callback) => {
        asked.push(hostname)
        const metadata = { address: '169.254.169.254', family: 4 }
        const addresses = hostname === 'mixed.example' ? [metadata, { address: '127.0.0.1', family: 4 }] : [metadata]
        setImmediate(() => callback(null, addresses))
      },
    })

    const mixed = answered(await sender.send(post(`http://mixed.example:${port}/`), LIMITS))
    const blocked = failed(await sender.send(post(`http://inner.example:${port}/`), LIMITS))

    assert.equal(mixed.answer.status, 200)
    assert.notEqual(mixed.timing.dnsMs, undefined)
    assert.equal(receiver.requests[0]?.headers['host'], `mixed.example:${port}`)
    assert.equal(blocked.reason, 'blocked')
    assert.match(blocked.detail, /^inner\.example is 169\.254\.169\.254, which is an address of a cloud metadata/)
    assert.deepEqual(asked, ['mixed.example', 'inner.example'])
  })

  it('asks for a name once when many want it at the same time', async () => {
    const receiver = await startReceiver()
    const port = new URL(receiver.url).port
    let askedCount = 0
    const sender = makeSender({
      lookup: (_hostname, callback) => {
        askedCount += 1
        setImmediate(() => callback(null, [{ address: '127.0.0.1', family: 4 }]))
      },
    })

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => sender.send(post(`http://many.example:${port}/`), LIMITS)),
    )

    assert.deepEqual(new Set(replies.map((reply) => answered(reply).answer.status)), new Set([200]))
    assert.equal(askedCount, 1)
  })

  it('says that a name does not exist', async () => {
    const sender = makeSender({
      lookup: (_hostname, callback) =>
        setImmediate(() => callback(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), [])),
    })

    const reply = await sender.send(post('http://no-such-name.example/'), LIMITS)

    assert.partialDeepStrictEqual(reply, {
      reason: 'dns',
      detail: 'the name no-such-name.example does not exist, or has no address',
    })
  })
})

function makeSender(given: Partial<SenderDeps> = {}): Sender {
  const sender = new Sender({ targets: onLoopback, clock: systemClock, connectionsPerOriginMax: 16, ...given })
  closing.push(() => sender.close())
  return sender
}

function post(url: string): OutgoingRequest {
  return { method: 'POST', url, headers: [], body: '{}' }
}

function sendTo(url: string, given: Partial<OutgoingRequest> = {}, limits = LIMITS): Promise<Reply> {
  return makeSender().send({ ...post(url), ...given }, limits)
}

function answered(reply: Reply) {
  assert.ok(reply.kind === 'response', JSON.stringify(reply))
  return reply
}

function failed(reply: Reply) {
  assert.ok(reply.kind === 'no-response', JSON.stringify(reply))
  return reply
}

async function startReceiver(): Promise<Receiver> {
  const receiver = await Receiver.start()
  closing.push(() => receiver.stop())
  return receiver
}

/** A server that answers the first bytes of a connection with whatever it likes. */
async function startRaw(behave: (socket: Socket) => unknown): Promise<string> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => behave(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address() as AddressInfo
  return `http://127.0.0.1:${address.port}`
}
