import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiClient, ApiRequest } from './api-client.ts'
import { ask, collectItems } from './session.ts'

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

/** Has so many items, and gives them in pages as the API does: fewer than asked for where they are long. */
function listOf(count: number, pageMax = Infinity) {
  const requests: ApiRequest['query'][] = []
  const client: Pick<ApiClient, 'send'> = {
    send: async ({ query = {} }) => {
      requests.push(query)
      const begin = Number(query['cursor'] ?? 0)
      const end = Math.min(begin + Math.min(Number(query['limit']), pageMax), count)
      const items = Array.from({ length: end - begin }, (_, index) => ({ id: begin + index }))
      const json = { items, next: end < count ? String(end) : null }
      return { json, text: JSON.stringify(json), etag: undefined, headers: new Headers() }
    },
  }
  const collect = (limit: number) =>
    collectItems(client, { path: '/v1/x', query: { state: 'failed' }, limit })
  return { requests, collect }
}

describe('collectItems', () => {
  it('asks once for what fits one page, and passes its text on unchanged', async () => {
    const { requests, collect } = listOf(3)

    const list = await collect(50)

    assert.deepEqual(requests, [{ state: 'failed', limit: '50', cursor: undefined }])
    assert.equal(list.text, '{"items":[{"id":0},{"id":1},{"id":2}],"next":null}')
    assert.equal(list.next, undefined)
  })

  it('follows the cursor over pages of 500, up to the limit, as one list', async () => {
    const { requests, collect } = listOf(2000)

    const list = await collect(1200)

    assert.deepEqual(
      requests.map((query) => [query?.['cursor'], query?.['limit'], query?.['state']]),
      [
        [undefined, '500', 'failed'],
        ['500', '500', 'failed'],
        ['1000', '200', 'failed'],
      ],
    )
    assert.deepEqual(
      list.items.map(({ id }) => id),
      Array.from({ length: 1200 }, (_, index) => index),
    )
    assert.deepEqual(JSON.parse(list.text), { items: list.items, next: '1200' })
    assert.equal(list.next, '1200')
  })

  it('goes on where a page is shorter than it asked for', async () => {
    const { requests, collect } = listOf(20, 3)

    const list = await collect(8)

    assert.deepEqual(
      requests.map((query) => [query?.['cursor'], query?.['limit']]),
      [
        [undefined, '8'],
        ['3', '5'],
        ['6', '2'],
      ],
    )
    assert.deepEqual([list.items.length, list.next], [8, '8'])
  })

  it('ends although a server that is out of its mind always names a next page', async () => {
    let requestCount = 0
    const client: Pick<ApiClient, 'send'> = {
      send: async () => {
        requestCount += 1
        return { json: { items: [], next: 'again' }, text: '', etag: undefined, headers: new Headers() }
      },
    }

    const list = await collectItems(client, { path: '/v1/x', query: {}, limit: 10_000 })

    assert.deepEqual([requestCount, list.items, list.next], [1, [], undefined])
  })
})
