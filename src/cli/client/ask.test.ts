import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiRequest } from './api-client.ts'
import { ask } from './ask.ts'

function serviceThatResponses(json: unknown) {
  const requests: ApiRequest[] = []
  const send = async (request: ApiRequest) => {
    requests.push(request)
    return { json, text: JSON.stringify(json), etag: '"7"', headers: new Headers() }
  }
  return { client: { send }, requests }
}

describe('ask', () => {
  it('puts the id into the path, whatever is in it', async () => {
    const { client, requests } = serviceThatResponses({ id: 'a/b' })

    const { json } = await ask(client, 'GET', '/v1/presets/{id}', { id: 'a/b' })

    assert.deepEqual(requests, [{ method: 'GET', path: '/v1/presets/a%2Fb' }])
    assert.equal(json.id, 'a/b')
  })

  it('names the revision that was read', async () => {
    const { client, requests } = serviceThatResponses(undefined)

    await ask(client, 'DELETE', '/v1/webhooks/{id}', { id: 3, ifMatch: '"6"' })

    assert.deepEqual(requests, [{ method: 'DELETE', path: '/v1/webhooks/3', headers: { 'if-match': '"6"' } }])
  })

  for (const response of [undefined, null, 'text', [1]]) {
    it(`reads ${JSON.stringify(response)} as an object without members`, async () => {
      const { client } = serviceThatResponses(response)

      assert.deepEqual((await ask(client, 'GET', '/v1/status')).json, {})
    })
  }
})
