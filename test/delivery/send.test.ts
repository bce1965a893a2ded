import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { createTargetRules } from '../../src/domain/target/target-address.ts'
import { eventually } from '../support/time/eventually.ts'
import {
  answered,
  closeAll,
  failed,
  LIMITS,
  makeSender,
  post,
  sendTo,
  SHORT,
  startRaw,
  startReceiver,
} from './send-support.ts'

const inPublic = createTargetRules({ listenHost: '0.0.0.0', allowTargets: [] })

afterEach(closeAll)

describe('send', () => {
  it('brings method, path, headers and body as they are, and gives the response with its timing', async () => {
    const receiver = await startReceiver()
    receiver.respondsWith((_request, response) => {
      response.writeHead(202, { 'X-Request-Id': 'r-1', 'Set-Cookie': 'session=geheim' }).end('taken')
    })

    const result = await sendTo(receiver.url + '/hook?a=1', {
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
    const { response, timing } = answered(result)
    assert.equal(response.status, 202)
    assert.equal(response.body, 'taken')
    assert.equal(response.bodyTruncated, false)
    assert.ok(response.headers.some(([name, value]) => name === 'X-Request-Id' && value === 'r-1'))
    assert.ok(response.headers.some(([name, value]) => name === 'Set-Cookie' && value === '***'))
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
    receiver.respondsWith(
      (_request, response) => response.writeHead(503, { 'Retry-After': '120' }).end(),
      410,
      (_request, response) => response.writeHead(302, { Location: '/elsewhere' }).end(),
    )
    const sender = makeSender()

    const statuses = []
    for (let count = 0; count < 3; count += 1) {
      statuses.push(answered(await sender.send(post(receiver.url), LIMITS)).response.status)
    }

    assert.deepEqual(statuses, [503, 410, 302])
    assert.equal(receiver.requests.length, 3)
  })

  it('passes over interim responses', async () => {
    const url = await startRaw((socket) =>
      socket.end(
        'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      ),
    )

    const { response } = answered(await sendTo(url))

    assert.equal(response.status, 200)
    assert.equal(response.body, 'ok')
    assert.deepEqual(response.headers, [['Content-Length', '2']])
  })

  it('passes over 100 Continue that it did not ask for, on a kept connection as well, also in small pieces', async () => {
    const response =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
    let connections = 0
    const url = await startRaw((socket) => {
      connections += 1
      socket.setNoDelay(true)
      const say = async () => {
        for (const character of response) {
          socket.write(character)
          await new Promise(setImmediate)
        }
      }
      socket.on('data', say)
      return say()
    })
    const sender = makeSender()
    const statuses: number[] = []
    for (let count = 0; count < 3; count += 1) {
      statuses.push(answered(await sender.send(post(url), LIMITS)).response.status)
    }

    assert.deepEqual([statuses, connections], [[200, 200, 200], 1])
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

    const { response, timing } = answered(await sendTo(url, {}, { ...LIMITS, responseBytesMax: 1_000 }))

    assert.ok(timing.totalMs < LIMITS.timeoutMs / 2, 'it does not wait for the deadline')
    assert.equal(response.body, 'x'.repeat(1_000))
    assert.equal(response.bodyTruncated, true)
    await eventually('the connection is closed', () => socketClosed)
  })

  it('reads past the cap to keep the connection when little more comes', async () => {
    const receiver = await startReceiver()
    receiver.alwaysRespondsWith((_request, response) => response.end('x'.repeat(20_000)))
    const sender = makeSender()
    const limits = { ...LIMITS, responseBytesMax: 10 }

    const first = answered(await sender.send(post(receiver.url), limits))
    await new Promise((resolve) => setImmediate(resolve))
    const second = answered(await sender.send(post(receiver.url), limits))

    assert.equal(first.response.body, 'xxxxxxxxxx')
    assert.equal(first.response.bodyTruncated, true)
    assert.equal(second.timing.connectMs, undefined)
  })

  it('takes the status when a slow body has passed the cap at the deadline', async () => {
    const url = await startRaw((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nmore than ten'),
    )

    const { response } = answered(await sendTo(url, {}, SHORT))

    assert.equal(response.body, 'more than ')
    assert.equal(response.bodyTruncated, true)
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
      const result = failed(await sender.send(post(url), LIMITS))
      assert.equal(result.reason, 'blocked', url)
      assert.match(result.detail, /loopback address: .*TOCSIN_ALLOW_TARGETS/)
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
        const addresses =
          hostname === 'mixed.example' ? [metadata, { address: '127.0.0.1', family: 4 }] : [metadata]
        setImmediate(() => callback(null, addresses))
      },
    })

    const mixed = answered(await sender.send(post(`http://mixed.example:${port}/`), LIMITS))
    const blocked = failed(await sender.send(post(`http://inner.example:${port}/`), LIMITS))

    assert.equal(mixed.response.status, 200)
    assert.notEqual(mixed.timing.dnsMs, undefined)
    assert.equal(receiver.requests[0]?.headers['host'], `mixed.example:${port}`)
    assert.equal(blocked.reason, 'blocked')
    assert.match(
      blocked.detail,
      /^inner\.example is 169\.254\.169\.254, which is an address of a cloud metadata/,
    )
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

    assert.deepEqual(new Set(replies.map((result) => answered(result).response.status)), new Set([200]))
    assert.equal(askedCount, 1)
  })

  it('says that a name does not exist', async () => {
    const sender = makeSender({
      lookup: (_hostname, callback) =>
        setImmediate(() => callback(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), [])),
    })

    const result = await sender.send(post('http://no-such-name.example/'), LIMITS)

    assert.partialDeepStrictEqual(result, {
      reason: 'dns',
      detail: 'the name no-such-name.example does not exist, or has no address',
    })
  })
})
