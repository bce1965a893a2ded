import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cut, type Page } from '../../domain/page.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { Store } from '../../storage/store.ts'
import { listBody } from './webhook-list-body.ts'

/** Each page has one webhook. */
const PAGE_COUNT = 50

/** A store that counts how often it is asked, and loses one webhook while it is. */
function countingStore(lostId?: number) {
  let askedCount = 0
  const store: Pick<Store, 'listWebhooks'> = {
    async listWebhooks({ after = 0 }): Promise<Page<Webhook>> {
      askedCount += 1
      const id = after + 1 === lostId ? after + 2 : after + 1
      if (id > PAGE_COUNT) return []
      return cut([{ id, payloadTemplate: 'x'.repeat(300_000) } as Webhook])
    },
  }
  return { store, askedCount: () => askedCount }
}

const toWire = ({ id, payloadTemplate }: Webhook) => ({ id, payloadTemplate })

describe('a list of webhooks that is answered as a whole', () => {
  it('is read as far as its reader has come, and no further', async () => {
    const { store, askedCount } = countingStore()
    const { stream } = await listBody({ store, after: 0, upToId: PAGE_COUNT, toWire })
    assert.ok(stream)
    const chunks = stream[Symbol.asyncIterator]()

    await chunks.next()
    assert.ok(askedCount() <= 4, `${askedCount()} of ${PAGE_COUNT} pages for the first webhook`)
    await chunks.return?.()
    assert.ok(askedCount() <= 4)
  })

  it('has all of them, but for what is gone when its turn comes', async () => {
    for (const [lostId, count] of [
      [undefined, PAGE_COUNT],
      [PAGE_COUNT, PAGE_COUNT - 1],
      [7, PAGE_COUNT - 1],
    ] as const) {
      const { store } = countingStore(lostId)
      const { stream } = await listBody({ store, after: 0, upToId: PAGE_COUNT, toWire })

      const list = JSON.parse(Buffer.concat(await (stream ?? assert.fail()).toArray()).toString())

      assert.equal(list.length, count)
      assert.ok(list.every(({ id }: Webhook) => id !== lostId))
    }
  })

  it('ends with the last one that it was to have', async () => {
    const { store } = countingStore()
    const { stream } = await listBody({ store, after: 3, upToId: 5, toWire })

    const list = JSON.parse(Buffer.concat(await (stream ?? assert.fail()).toArray()).toString())

    assert.deepEqual(
      list.map(({ id }: Webhook) => id),
      [4, 5],
    )
  })

  it('is one piece where it is short', async () => {
    const store = { listWebhooks: async () => [{ id: 1, payloadTemplate: '' } as Webhook] }

    assert.deepEqual(await listBody({ store, after: 0, upToId: 1, toWire }), {
      body: [{ id: 1, payloadTemplate: '' }],
    })
    assert.deepEqual(await listBody({ store, after: 1, upToId: 0, toWire }), { body: [] })
  })
})
