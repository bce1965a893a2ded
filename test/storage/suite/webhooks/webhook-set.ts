import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WebhookSetChange, WebhookSetStep } from '../../../../src/domain/webhook/webhook-set.ts'
import type { Webhook } from '../../../../src/domain/webhook/webhook.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'

const create = (id: number, given: Parameters<typeof newWebhook>[0] = {}): WebhookSetStep => ({
  kind: 'create',
  id,
  webhook: newWebhook({ name: `new ${-id}`, ...given }),
  rotation: undefined,
})
const change = (id: number, edit: object): WebhookSetStep => ({
  kind: 'change',
  id,
  edit,
  rotation: undefined,
})
const remove = (id: number): WebhookSetStep => ({ kind: 'delete', id })

/** The steps as a planner hands them over that has seen what the store has. */
async function planned(store: Store, steps: readonly WebhookSetStep[]): Promise<WebhookSetChange> {
  const stored = await store.listWebhooks({})
  const gone = new Set(steps.flatMap((step) => (step.kind === 'delete' ? step.id : [])))
  const fallbacks = new Map(
    steps.flatMap((step) =>
      step.kind === 'change' ? [[step.id, step.edit.fallbackWebhookId] as const] : [],
    ),
  )
  const created = steps.flatMap((step) => (step.kind === 'create' ? [{ ...step.webhook, id: step.id }] : []))
  return {
    steps,
    expected: stored.map(({ id, revision }) => ({ id, revision })),
    after: [
      ...created,
      ...stored
        .filter(({ id }) => !gone.has(id))
        .map((webhook) => ({
          ...webhook,
          fallbackWebhookId: fallbacks.get(webhook.id) ?? webhook.fallbackWebhookId,
        })),
    ],
  }
}

const namesOf = async (store: Store) => (await store.listWebhooks({})).map(({ name }) => name)

export function exerciseWebhookSet(engine: string, openStore: OpenStore): void {
  describe(`${engine}: sets of webhooks`, () => {
    it('applyWebhooks: creates, changes and deletes in one step, with fallbacks that it creates itself', async () => {
      const store = await openStore()
      const old = await store.createWebhook(newWebhook({ name: 'old' }), NOW)
      const kept = await store.createWebhook(newWebhook({ name: 'kept' }), NOW)
      const rotation = {
        secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
        overlapUntil: NOW,
        now: NOW,
      }
      const steps: readonly WebhookSetStep[] = [
        { kind: 'create', id: -2, webhook: newWebhook({ name: 'last' }), rotation },
        create(-1, { fallbackWebhookId: -2 }),
        change(kept.id, { fallbackWebhookId: -1, description: 'changed' }),
        remove(old.id),
      ]
      const created = await store.applyWebhooks(await planned(store, steps), { now: NOW + 5 })
      const [first, second] = [created.get(-1), created.get(-2)]
      const byName = new Map((await store.listWebhooks({})).map((webhook) => [webhook.name, webhook]))

      assert.deepEqual([...byName.keys()].toSorted(), ['kept', 'last', 'new 1'])
      assert.deepEqual(
        [byName.get('new 1')?.fallbackWebhookId, byName.get('kept')?.fallbackWebhookId],
        [second, first],
      )
      assert.deepEqual([byName.get('kept')?.description, byName.get('kept')?.revision], ['changed', 2])
      assert.equal(byName.get('last')?.signingSecrets[0]?.secret, rotation.secret)
      const actions = (await store.listAudit({}, { limit: 10 })).map(({ action }) => action)
      assert.deepEqual(actions.slice(0, 5), [
        'webhook.deleted',
        'webhook.changed',
        'webhook.created',
        'webhook.signing_rotated',
        'webhook.created',
      ])
    })

    it('applyWebhooks: changes nothing if the webhooks are others than planned, or one step is refused', async () => {
      const store = await openStore()
      const first = await store.createWebhook(newWebhook({ name: 'a' }), NOW)
      const stale = await planned(store, [create(-1), change(first.id, { description: 'x' })])
      await store.changeWebhook(first.id, { enabled: false }, { now: NOW + 1 })
      const wrong = await planned(store, [create(-1), change(first.id, { url: 'ftp://h.example/' })])
      const apply = (set: WebhookSetChange) => store.applyWebhooks(set, { now: NOW + 2 })

      await assert.rejects(apply(stale), { code: 'precondition_failed' })
      await assert.rejects(apply(wrong), { code: 'invalid_request' })
      await assert.rejects(apply({ ...wrong, expected: [] }), { code: 'precondition_failed' })
      assert.deepEqual(await namesOf(store), ['a'])
      const [entry] = await store.listAudit({}, { limit: 1 })
      assert.equal(entry?.at, NOW + 1)
    })

    it('applyWebhooks: deliveries follow, held, due again or cancelled', async () => {
      const store = await openStore()
      const webhooks: Webhook[] = []
      for (const name of ['off', 'on', 'gone'])
        webhooks.push(await store.createWebhook(newWebhook({ name, enabled: true }), NOW))
      const [off, on, gone] = webhooks.map(({ id }) => id) as [number, number, number]
      await store.acceptObservations([observation()], NOW)
      await store.changeWebhook(on, { enabled: false }, { now: NOW })
      const steps = [change(off, { enabled: false }), change(on, { enabled: true }), remove(gone)]
      await store.applyWebhooks(await planned(store, steps), { now: NOW + 5 })

      assert.deepEqual(
        (await claimAll(store, NOW + 5)).map(({ webhook }) => webhook.id),
        [on],
      )
      const states = new Map(
        (await store.listDeliveries({}, { limit: 9 })).map(({ webhookId, state }) => [webhookId, state]),
      )
      assert.deepEqual([states.get(off), states.get(gone)], ['pending', 'cancelled'])
    })

    it('applyWebhooks: turns fallbacks round, whose chains would be loops on the way', async () => {
      const store = await openStore()
      const b = await store.createWebhook(newWebhook({ name: 'b' }), NOW)
      const a = await store.createWebhook(newWebhook({ name: 'a', fallbackWebhookId: b.id }), NOW)
      const steps = [change(b.id, { fallbackWebhookId: a.id }), change(a.id, { fallbackWebhookId: null })]
      const set = await planned(store, steps)
      const after = set.after.map((one) => (one.id === a.id ? { ...one, fallbackWebhookId: null } : one))
      await store.applyWebhooks({ ...set, after }, { now: NOW + 5 })

      assert.deepEqual(
        (await store.listWebhooks({})).map(({ fallbackWebhookId }) => fallbackWebhookId),
        [a.id, null],
      )
    })
  })
}
