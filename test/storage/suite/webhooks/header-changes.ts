import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { headersAfter } from '../../../../src/domain/webhook/apply-change.ts'
import { HEADERS_MAX } from '../../../../src/domain/webhook/webhook-limits.ts'
import type { HeaderChanges, Webhook } from '../../../../src/domain/webhook/webhook.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { newWebhook, NOW } from '../../../support/build.ts'
import type { OpenStore } from '../store-suite.ts'

/** A change set before ids are known: `nth` counts through the ids that were ever given out, to anybody. */
interface Plan {
  readonly deleted: readonly number[]
  readonly changed: readonly { readonly nth: number; readonly key?: string; readonly value?: string }[]
  readonly added: readonly { readonly key: string; readonly value: string }[]
}

const key = fc.constantFrom('A', 'B', 'Content-Type')
const value = fc.constantFrom('A', 'B', '***', '')
const nth = fc.oneof(
  { weight: 5, arbitrary: fc.nat({ max: 5 }) },
  { weight: 1, arbitrary: fc.nat({ max: 40 }) },
)
const plan: fc.Arbitrary<Plan> = fc.record({
  deleted: fc.array(nth, { maxLength: 3 }),
  changed: fc.array(fc.record({ nth, key, value }, { requiredKeys: ['nth'], noNullPrototype: true }), {
    maxLength: 3,
  }),
  added: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(fc.record({ key, value }, { noNullPrototype: true }), { maxLength: 4 }),
    },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: HEADERS_MAX - 8, max: HEADERS_MAX + 1 })
        .map((count) => Array.from({ length: count }, (_, index) => ({ key: `X-${index}`, value: '' }))),
    },
  ),
})

export function exerciseHeaderChanges(engine: string, openStore: OpenStore): void {
  describe(`${engine}: any sequence of change sets for the headers of webhooks`, () => {
    it('is done in its order or not at all, and never gives an id twice', async () => {
      const store = await openStore()
      const steps = fc.array(fc.record({ second: fc.boolean(), plan, replaced: fc.nat({ max: 9 }) }), {
        minLength: 1,
        maxLength: 12,
      })
      const counts = { done: 0, refused: 0 }
      await fc.assert(
        fc.asyncProperty(steps, async (steps) => {
          const given: number[] = []
          const pair = [await create(store, given), await create(store, given)]
          for (const { second, plan, replaced } of steps) {
            const index = second ? 1 : 0
            const webhook = pair[index]
            assert.ok(webhook)
            pair[index] =
              replaced === 0
                ? await replace(store, webhook, given)
                : await change(store, webhook, { plan, given })
            counts[pair[index] === webhook ? 'refused' : 'done'] += 1
            // The other one is not changed by any of it.
            for (const each of pair) assert.deepEqual(await store.findWebhook(each.id), each)
          }
          for (const { id } of pair) await store.deleteWebhook(id, { now: NOW })
        }),
        { numRuns: 40 },
      )
      assert.ok(counts.done > 20 && counts.refused > 20, JSON.stringify(counts))
    })
  })
}

async function create(store: Store, given: number[]): Promise<Webhook> {
  const headers = [
    { key: 'A', value: '1' },
    { key: 'B', value: '2' },
  ]
  const webhook = await store.createWebhook(newWebhook({ headers }), NOW)
  remember(webhook, given)
  return webhook
}

async function replace(store: Store, webhook: Webhook, given: number[]): Promise<Webhook> {
  await store.deleteWebhook(webhook.id, { now: NOW })
  return create(store, given)
}

/** Carries the plan out and holds what comes of it against the rule; gives the webhook as it is now. */
async function change(
  store: Store,
  webhook: Webhook,
  { plan, given }: { readonly plan: Plan; readonly given: number[] },
): Promise<Webhook> {
  const changes = withIds(plan, given)
  const expected = apply(webhook, changes)

  const request = store.changeWebhook(
    webhook.id,
    { name: 'changed as well', headers: changes },
    { now: NOW + 1 },
  )
  if (typeof expected === 'string') {
    await assert.rejects(request, { code: 'invalid_request' })
    return webhook
  }
  const changed = await request
  const kept = changed.headers.slice(0, expected.kept.length)
  assert.deepEqual(kept, expected.kept)
  assert.deepEqual(
    changed.headers.slice(kept.length).map(({ key, value }) => ({ key, value })),
    plan.added,
  )
  assert.deepEqual(
    headersAfter(webhook.headers, changes).map(({ key, value }) => ({ key, value })),
    changed.headers.map(({ key, value }) => ({ key, value })),
  )
  remember({ headers: changed.headers.slice(kept.length) }, given)
  return changed
}

/** Every new id is larger than all before it, so none comes a second time. */
function remember({ headers }: Pick<Webhook, 'headers'>, given: number[]): void {
  for (const { id } of headers) {
    assert.ok(id > (given.at(-1) ?? 0), `id ${id} after ${given.join()}`)
    given.push(id)
  }
}

function withIds({ deleted, changed, added }: Plan, given: readonly number[]): HeaderChanges {
  const idOf = (nth: number) => given[given.length - 1 - nth] ?? 1_000_000 + nth
  return {
    deleted: deleted.map(idOf),
    changed: changed.map(({ nth, ...rest }) => ({ id: idOf(nth), ...rest })),
    added,
  }
}

/** What must come of it, worked out the slow way; or why nothing may. */
function apply(webhook: Webhook, { deleted, changed, added }: HeaderChanges) {
  const named = [...deleted, ...changed.map(({ id }) => id)]
  const isOwn = (id: number) => webhook.headers.some((header) => header.id === id)
  if (new Set(named).size < named.length || !named.every(isOwn)) return 'ids'
  const kept = webhook.headers
    .filter(({ id }) => !deleted.includes(id))
    .map((header) => ({ ...header, ...changed.find(({ id }) => id === header.id) }))
  const keys = [...kept, ...added].map(({ key }) => key)
  if (keys.filter((key) => key === 'Content-Type').length > 1) return 'content types'
  return keys.length > HEADERS_MAX ? 'too many' : { kept }
}
