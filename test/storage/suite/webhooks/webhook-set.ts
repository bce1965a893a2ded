import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WebhookSetChange, WebhookSetStep } from '../../../../src/domain/webhook/webhook-set.ts'
import type { Webhook } from '../../../../src/domain/webhook/webhook.ts'
import type { WindowSetChange, WindowSetStep } from '../../../../src/domain/window/window-set.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { AUTHOR, newWebhook, NOW, observation } from '../../../support/build.ts'
import { daily } from '../silences/windows.ts'
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

/** More than the budget of its owner. */
const DEAR = 'name=~"(?:.?){240}b"'

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

    it('applyWebhooks: windows follow, with the webhooks that the set creates, or nothing is changed', async () => {
      const store = await openStore()
      const gone = await store.createWindow(daily(3, { name: 'gone' }), NOW)
      const stays = await store.createWindow(daily(3, { name: 'stays' }), NOW)
      const apply = async (windows: WindowSetChange) =>
        store.applyWebhooks(
          { ...(await planned(store, [create(-1)])), windows },
          { now: NOW + 5, by: AUTHOR },
        )
      const steps: readonly WindowSetStep[] = [
        { kind: 'delete', path: '', before: gone },
        { kind: 'create', path: 'windows[0]', after: daily(-1, { name: 'new', webhookIds: [-1] }) },
        { kind: 'change', path: 'windows[1]', before: stays, after: { ...stays, reason: 'other' } },
      ]

      await assert.rejects(apply({ steps, expected: [stays] }), { code: 'precondition_failed' })
      const dear = steps.map((step) =>
        step.kind === 'change' ? { ...step, after: { ...stays, match: DEAR } } : step,
      )
      await assert.rejects(apply({ steps: dear, expected: [stays, gone] }), {
        message: /windows\[1\]\.match: /,
      })
      assert.deepEqual([await namesOf(store), (await store.listWindows(NOW, { limit: 9 })).length], [[], 2])

      const created = await apply({ steps, expected: [stays, gone] })
      const windows = await store.listWindows(NOW + 5, { limit: 9 })
      assert.deepEqual(
        windows.map(({ name, reason, webhookIds }) => [name, reason, webhookIds]),
        [
          ['new', 'nightly batch', [created.get(-1)]],
          ['stays', 'other', null],
        ],
      )
      assert.deepEqual(
        (await store.listSilencesAt(NOW + 6)).map(({ windowId }) => windowId),
        [windows[0]?.id],
      )
      const entries = await store.listAudit({}, { limit: 4 })
      assert.deepEqual(
        entries.map(({ action, actor }) => [action, actor.tokenId]),
        ['window.changed', 'window.created', 'window.deleted', 'webhook.created'].map((action) => [
          action,
          AUTHOR.tokenId,
        ]),
      )
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
