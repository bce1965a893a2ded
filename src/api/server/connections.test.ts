import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { endConnection } from './connections.ts'

describe('endConnection', () => {
  it('what has been read of it already makes no more requests, and no answers', async (t) => {
    let requestCount = 0
    const server = createServer((request, response) => {
      requestCount += 1
      endConnection(request.socket)
      response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo

    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('error', () => undefined).on('data', (piece) => (text += String(piece)))
    // In one piece, so that all of them have been read when the first gets its response.
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(500))
    await once(socket, 'close')

    assert.equal(requestCount, 1)
    assert.equal(text, '')
  })
})
