import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { WebhookCache } from './webhook-cache.ts'

describe('the webhooks that are remembered', () => {
  it('are read all at once only the first time, whatever is made, changed and deleted then', () => {
    const stored = new Map([1, 2, 3].map((id) => [id, webhook(id, 'first')]))
    let readAllCount = 0
    const cache = new WebhookCache({
      findWebhook: (id) => stored.get(id),
      listWebhooks: () => {
        readAllCount += 1
        return [...stored.values()]
      },
    })
    const before = cache.all()

    stored.set(4, webhook(4, 'made'))
    cache.renew(4)
    stored.set(2, webhook(2, 'changed'))
    cache.renew(2)
    stored.delete(1)
    cache.renew(1)

    const names = (webhooks: readonly Webhook[]) => webhooks.map(({ id, name }) => `${id} ${name}`)
    assert.deepEqual(names(cache.all()), ['2 changed', '3 first', '4 made'])
    assert.equal(cache.find(1), undefined)
    assert.equal(cache.find(2)?.name, 'changed')
    assert.equal(readAllCount, 1)
    assert.equal(cache.version, 3)
    assert.deepEqual(names(before), ['1 first', '2 first', '3 first'])
  })

  it('are again what they were when what was written is taken back, without reading them', () => {
    const stored = new Map([[1, webhook(1, 'first')]])
    let readAllCount = 0
    const cache = new WebhookCache({
      findWebhook: (id) => stored.get(id),
      listWebhooks: () => {
        readAllCount += 1
        return [...stored.values()]
      },
    })
    const before = cache.all()
    const takeBack = cache.savepoint()
    stored.set(1, webhook(1, 'changed'))
    cache.renew(1)
    stored.set(2, webhook(2, 'made'))
    cache.renew(2)

    takeBack()

    assert.equal(cache.find(1)?.name, 'first')
    assert.equal(cache.find(2), undefined)
    assert.equal(cache.all(), before)
    assert.equal(readAllCount, 1)
    assert.ok(cache.version > 2)
  })

  it('are read when they are first asked for after a rollback of what they were first read in', () => {
    const stored = new Map([[1, webhook(1, 'first')]])
    const cache = new WebhookCache({
      findWebhook: (id) => stored.get(id),
      listWebhooks: () => [...stored.values()],
    })
    const takeBack = cache.savepoint()
    stored.set(1, webhook(1, 'changed'))
    cache.renew(1)
    cache.all()

    stored.set(1, webhook(1, 'first'))
    takeBack()

    assert.equal(cache.find(1)?.name, 'first')
  })
})

function webhook(id: number, name: string): Webhook {
  return { id, name } as Webhook
}
