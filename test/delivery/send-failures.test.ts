import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { OutgoingRequest } from '../../src/delivery/dispatch-options.ts'
import { eventually } from '../support/time/eventually.ts'
import { freePort } from '../support/network/free-port.ts'
import { resetSoon } from '../support/network/raw-receiver.ts'
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

afterEach(closeAll)

describe('send: no response', () => {
  it('gives up at the deadline when no headers come, and closes the connection', async () => {
    let socketClosed = false
    const url = await startRaw((socket) => void socket.on('close', () => (socketClosed = true)))

    const result = await sendTo(url, {}, SHORT)

    assert.partialDeepStrictEqual(result, {
      kind: 'no-response',
      reason: 'timeout',
      detail: 'no response within 0.8 s',
    })
    assert.ok(
      result.timing.totalMs >= 799 && result.timing.totalMs < 30_000,
      `took ${result.timing.totalMs} ms`,
    )
    await eventually('the connection is closed', () => socketClosed)
  })

  it('counts headers that drip in against the same deadline', async () => {
    const url = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('X-More: 1\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })

    const result = await sendTo(url, {}, SHORT)

    assert.partialDeepStrictEqual(result, {
      reason: 'timeout',
      detail: 'the headers of the response did not end within 0.8 s',
    })
  })

  it('does not take an interim answer for the response', async () => {
    const url = await startRaw((socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'))

    const result = await sendTo(url, {}, SHORT)

    assert.partialDeepStrictEqual(result, {
      reason: 'timeout',
      detail: 'no final response within 0.8 s, only interim ones',
    })
  })

  it('counts the body against the same deadline', async () => {
    const url = await startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort'))

    const result = await sendTo(url, {}, { ...SHORT, responseBytesMax: 1_000 })

    assert.partialDeepStrictEqual(result, {
      reason: 'timeout',
      detail: 'the response did not end within 0.8 s (after the headers of an HTTP 200)',
    })
  })

  it('counts the DNS query against the deadline', async () => {
    const sender = makeSender({ lookup: () => undefined })

    const result = await sender.send(post('http://dead-name-server.example/'), {
      timeoutMs: 100,
      responseBytesMax: 10,
    })

    assert.partialDeepStrictEqual(result, {
      reason: 'timeout',
      detail: 'the name was not resolved within 0.1 s',
    })
  })

  it('names the address that refused the connection', async () => {
    const url = `http://127.0.0.1:${await freePort()}`

    const result = await sendTo(url)

    assert.partialDeepStrictEqual(result, {
      reason: 'refused',
      detail: `connection refused by ${url.slice('http://'.length)}`,
    })
  })

  it('tells a reset before the response from one in its middle', async () => {
    const early = await startRaw((socket) => socket.resetAndDestroy())
    const late = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort', () => resetSoon(socket))
    })

    const [first, second] = [await sendTo(early), await sendTo(late)]

    assert.partialDeepStrictEqual(first, { reason: 'reset' })
    assert.partialDeepStrictEqual(second, { reason: 'reset' })
    assert.match(failed(second).detail, /after the headers of an HTTP 200/)
  })

  it('reports a response that is not HTTP, and headers without end', async () => {
    const garbage = await startRaw((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'))
    const endless = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      socket.write(`X-Long: ${'x'.repeat(40_000)}\r\n`)
    })

    assert.equal(failed(await sendTo(garbage)).reason, 'protocol')
    assert.partialDeepStrictEqual(await sendTo(endless), {
      reason: 'protocol',
      detail: 'the headers of the response are larger than 16 KiB',
    })
  })

  it('reports TLS trouble', async () => {
    const plain = await startRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))

    const result = await sendTo(plain.replace('http:', 'https:'))

    assert.equal(failed(result).reason, 'tls')
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
      const result = failed(await sender.send({ ...post(receiver.url), ...part }, LIMITS))
      assert.equal(result.reason, 'protocol', JSON.stringify(part))
      assert.match(result.detail, /^the request cannot be sent: /)
    }
    assert.equal(answered(await sender.send(post(receiver.url), LIMITS)).response.status, 200)
    assert.equal(receiver.requests.length, 1)
  })

  it('ends running attempts as cancelled when it is stopped', async () => {
    const url = await startRaw(() => undefined)
    const sender = makeSender()

    const result = sender.send(post(url), LIMITS)
    sender.abortAll()

    assert.equal(failed(await result).reason, 'cancelled')
  })

  it('sends nothing any more after it was stopped', async () => {
    const url = await startRaw(() => assert.fail('it was sent'))
    const sender = makeSender()
    sender.abortAll()

    assert.equal(failed(await sender.send(post(url), LIMITS)).reason, 'cancelled')
  })
})
