import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { UnreadResponses } from './unread-responses.ts'

it('counts nothing for a caller who hung up while the response was made', async (t) => {
  const unread = new UnreadResponses({ bytesMax: 100, stalledMsMax: 60_000, onCutOff: () => undefined })
  const { promise: counted, resolve } = Promise.withResolvers<number>()
  const server = createServer((_request, response) => {
    request.destroy()
    response.once('close', () => {
      unread.watchStream(response, 60)
      resolve(unread.bytes)
    })
  })
  t.after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const request = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  request.on('error', () => undefined)

  assert.equal(await counted, 0)
})
