import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiRequest } from '../client/api-client.ts'
import { failure } from '../program/cli-error.ts'
import { readServiceWebhooks } from './webhook-definition.ts'

describe('readServiceWebhooks', () => {
  const PAGES = [
    { items: [{ id: 1, name: 'a', fallback_webhook_id: 2, signed: true }], next: 'p2' },
    { items: [{ id: 2, name: 'b', fallback_webhook_id: null }], next: null },
  ]
  const serve = (asked: ApiRequest[]) => ({
    send: async (request: ApiRequest) => {
      asked.push(request)
      return {
        text: '',
        json: PAGES[request.query?.['cursor'] === 'p2' ? 1 : 0],
        etag: undefined,
        headers: new Headers(),
      }
    },
  })

  it('reads all pages, and names fallbacks that stand on later ones', async () => {
    const { webhooks, isMasked } = await readServiceWebhooks(serve([]), 'secrets')

    assert.equal(isMasked, false)
    assert.deepEqual(
      webhooks.map(({ id, name, members, isSigned }) => [id, name, members['fallback'], isSigned]),
      [
        [1, 'a', 'b', true],
        [2, 'b', null, false],
      ],
    )
  })

  it('asks for secrets only with the option', async () => {
    const asked: ApiRequest[] = []
    const { isMasked } = await readServiceWebhooks(serve(asked))

    assert.equal(isMasked, true)
    assert.deepEqual(
      asked.map(({ query }) => query?.['show']),
      [undefined, undefined],
    )
  })

  it('passes on what goes wrong', async () => {
    const client = { send: () => Promise.reject(failure('gone')) }

    await assert.rejects(readServiceWebhooks(client, 'secrets'), /gone/)
  })
})
