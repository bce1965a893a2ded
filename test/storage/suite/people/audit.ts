import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SERVICE_ACTOR, type AuditEntry, type NewAuditEntry } from '../../../../src/domain/audit/audit.ts'
import type { AuditFilter, Store } from '../../../../src/storage/store.ts'
import { AUTHOR, DAY_MS, newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll, finished } from '../finish.ts'
import type { OpenStore } from '../store-suite.ts'

const PAGE = { limit: 100 }
const OTHER = { tokenId: 2, userId: null, name: 'script', address: '192.0.2.8', note: 'through v6' }
const header = (key: string, value = 'geheim-1') => ({ key, value })

/** Newest first: what was done, on what, and which fields it changed. */
async function notified(store: Store, filter: AuditFilter = {}) {
  const entries = await store.listAudit(filter, PAGE)
  return entries.map(({ action, objectType, objectId, changes }) => [
    action,
    `${objectType} ${objectId}`,
    changes.map(({ field }) => field).join(' '),
  ])
}

export function exerciseAudit(engine: string, openStore: OpenStore): void {
  describe(`${engine}: the audit log`, () => {
    webhookTests(openStore)
    tokenTests(openStore)
    deliveryTests(openStore)
    readingTests(openStore)
  })
}

function webhookTests(openStore: OpenStore): void {
  it('has who created a webhook, when, from where, and what it is, but not its secrets', async () => {
    const store = await openStore()

    const { id } = await store.createWebhook(newWebhook({ headers: [header('X-A')] }), NOW, AUTHOR)

    const [entry, ...others] = await store.listAudit({}, PAGE)
    assert.ok(entry)
    const { changes, ...rest } = entry
    assert.deepEqual(rest, {
      id: entry.id,
      at: NOW,
      actor: AUTHOR,
      action: 'webhook.created',
      objectType: 'webhook',
      objectId: id,
      objectName: 'dba hook',
      note: null,
    })
    assert.ok(changes.some(({ field, to }) => field === 'name' && to === 'dba hook'))
    assert.ok(changes.some(({ to }) => to === 'X-A: ***'))
    assert.doesNotMatch(JSON.stringify(entry), /geheim/)
    assert.deepEqual(others, [])
  })

  it('has what a change changed, with the note of its author; none if it changed nothing', async () => {
    const store = await openStore()
    const { id, headers } = await store.createWebhook(newWebhook({ headers: [header('X-A')] }), NOW)
    const changed = [{ id: headers[0]?.id ?? 0, value: 'geheim-2' }]

    await store.changeWebhook(id, { name: 'dba hook' }, { now: NOW + 1, by: AUTHOR })
    await store.changeWebhook(
      id,
      { name: 'renamed', enabled: false, headers: { deleted: [], changed, added: [] } },
      { now: NOW + 2, by: OTHER },
    )

    const [entry, ...before] = await store.listAudit({}, PAGE)
    assert.deepEqual(
      [entry?.at, entry?.action, entry?.objectName, entry?.note, entry?.actor],
      [
        NOW + 2,
        'webhook.changed',
        'renamed',
        'through v6',
        { tokenId: 2, userId: null, name: 'script', address: '192.0.2.8' },
      ],
    )
    assert.deepEqual(entry?.changes, [
      { field: 'name', from: 'dba hook', to: 'renamed' },
      { field: 'enabled', from: true, to: false },
      { field: `http_headers[${headers[0]?.id}]`, from: 'X-A: ***', to: 'X-A: *** (changed)' },
    ])
    assert.deepEqual(
      before.map(({ action, actor }) => [action, actor]),
      [['webhook.created', SERVICE_ACTOR]],
    )
  })

  it('has what a deleted webhook was', async () => {
    const store = await openStore()
    const { id } = await store.createWebhook(newWebhook(), NOW)

    await store.deleteWebhook(id, { now: NOW + 1, by: AUTHOR })

    const [entry] = await store.listAudit({}, PAGE)
    assert.deepEqual([entry?.action, entry?.objectId, entry?.actor], ['webhook.deleted', id, AUTHOR])
    assert.ok(
      entry?.changes.some(({ field, from, to }) => field === 'name' && from === 'dba hook' && to === null),
    )
  })

  it('names the tags of a webhook as today in entries that call them labels', async () => {
    const store = await openStore()
    const changes = [{ field: 'labels', from: null, to: '{"team":"dba"}' }]
    const entry: NewAuditEntry = {
      at: NOW,
      actor: AUTHOR,
      action: 'webhook.changed',
      objectType: 'webhook',
      objectId: 1,
      objectName: 'dba hook',
      note: null,
      changes,
    }
    await store.recordAudit(entry)
    await store.recordAudit({ ...entry, at: NOW + 1, action: 'alert.cleared', objectType: 'alert' })

    assert.deepEqual(await notified(store), [
      ['alert.cleared', 'alert 1', 'labels'],
      ['webhook.changed', 'webhook 1', 'tags'],
    ])
  })

  it('has nothing of a change that was refused, also when it was refused half-way', async () => {
    const store = await openStore()
    const { id } = await store.createWebhook(newWebhook(), NOW)
    const headers = { deleted: [], changed: [{ id: 999, value: 'x' }], added: [] }
    const refused = [
      store.changeWebhook(id, { name: 'x', headers }, { now: NOW, by: AUTHOR }),
      store.changeWebhook(id, { name: 'x' }, { now: NOW, ifRevisions: [9], by: AUTHOR }),
      store.deleteWebhook(id, { now: NOW, ifRevisions: [9], by: AUTHOR }),
      store.changeWebhook(id + 1, { name: 'x' }, { now: NOW, by: AUTHOR }),
      store.retryDelivery(1, NOW, AUTHOR),
      store.cancelDelivery(1, NOW, AUTHOR),
      store.revokeToken(1, NOW, AUTHOR),
    ]

    const outcomes = await Promise.allSettled(refused)

    assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']))
    assert.deepEqual(await notified(store, { actorName: AUTHOR.name }), [])
  })
}

function tokenTests(openStore: OpenStore): void {
  it('has tokens that were made and revoked, once, and nothing of their secrets', async () => {
    const store = await openStore()
    const token = {
      name: 'ci',
      scopes: ['events:write', 'webhooks:read'],
      prefix: 'tcn_abcd',
      hash: 'hash-of-it',
      expiresAt: NOW + 1000,
    } as const

    const { id } = await store.createToken(token, NOW, AUTHOR)
    await store.revokeToken(id, NOW + 5, OTHER)
    await store.revokeToken(id, NOW + 6, OTHER)
    await store.noteTokensUsed([{ id, at: NOW + 7 }])

    const entries = await store.listAudit({}, PAGE)
    assert.deepEqual(
      entries.map(({ action, objectType, objectId, objectName, changes }) => ({
        action,
        of: [objectType, objectId, objectName],
        changes: changes.map(({ field, from, to }) => [field, from, to]),
      })),
      [
        {
          action: 'token.revoked',
          of: ['token', id, 'ci'],
          changes: [['revoked_at', null, '2026-09-14T03:00:00.005Z']],
        },
        {
          action: 'token.created',
          of: ['token', id, 'ci'],
          changes: [
            ['scopes', null, 'events:write, webhooks:read'],
            ['expires_at', null, '2026-09-14T03:00:01.000Z'],
          ],
        },
      ],
    )
    assert.doesNotMatch(JSON.stringify(entries), /hash-of-it|tcn_abcd/)
  })
}

function deliveryTests(openStore: OpenStore): void {
  it('has what was done to a delivery by hand, and to which webhook it goes', async () => {
    const store = await openStore()
    const webhook = await store.createWebhook(newWebhook(), NOW)
    await store.acceptObservations([observation()], NOW)
    const [delivery] = await store.listDeliveries({}, PAGE)
    const id = delivery?.id ?? 0

    await store.cancelDelivery(id, NOW + 1, AUTHOR)
    await store.retryDelivery(id, NOW + 2, AUTHOR)

    const [retried, cancelled] = await store.listAudit({ objectType: 'delivery', objectId: id }, PAGE)
    assert.deepEqual(
      [cancelled?.action, cancelled?.changes, cancelled?.actor],
      ['delivery.cancelled', [{ field: 'state', from: 'pending', to: 'cancelled' }], AUTHOR],
    )
    assert.deepEqual(
      [retried?.action, retried?.changes, retried?.note],
      [
        'delivery.retried',
        [{ field: 'state', from: 'cancelled', to: 'pending' }],
        `to webhook ${webhook.id} (dba hook)`,
      ],
    )
  })

  it('has operations on many deliveries: what they are over, who began and stopped them, how they ended', async () => {
    const store = await openStore()
    const { id: webhookId } = await store.createWebhook(newWebhook(), NOW)
    await store.acceptObservations([observation({ key: 'a' }), observation({ key: 'b' })], NOW)
    const filter = { states: ['waiting', 'pending'], webhookId, until: NOW + 60_000 } as const
    const operation = { kind: 'cancel', filter, targetWebhookId: null } as const

    const stopped = await store.startOperation(operation, NOW + 1, AUTHOR)
    await store.stopOperation(stopped.id, NOW + 2, OTHER)
    const ended = await store.startOperation(operation, NOW + 3, AUTHOR)
    while ((await store.advanceOperations({ now: NOW + 4, limit: 1 })) !== null);

    const entries = await store.listAudit({ objectType: 'operation' }, PAGE)
    const what = `cancel of waiting, pending deliveries to webhook ${webhookId} until 2026-09-14T03:01:00.000Z`
    assert.deepEqual(
      entries.map(({ action, objectId, actor, note }) => [action, objectId, actor.name, note]),
      [
        ['operation.ended', ended.id, 'tocsin', `${what}; 2 cancelled`],
        ['operation.started', ended.id, AUTHOR.name, what],
        ['operation.stopped', stopped.id, OTHER.name, `through v6; ${what}; 0 cancelled`],
        ['operation.started', stopped.id, AUTHOR.name, what],
      ],
    )
    assert.deepEqual(entries[0]?.changes, [{ field: 'state', from: 'running', to: 'done' }])
  })

  it('has a webhook that was disabled because its receiver is gone, once, as done by the service', async () => {
    const store = await openStore()
    const { id } = await store.createWebhook(newWebhook(), NOW)
    await store.acceptObservations([observation({ key: 'a' }), observation({ key: 'b' })], NOW)
    const claims = await claimAll(store, NOW)
    const gone = { disableWebhookReason: 'the receiver answered 410 Gone' }

    await store.finishAttempts(
      claims.map((claim) => ({ ...finished(claim, { state: 'failed' }), ...gone })),
      NOW + 3,
    )

    const entries = await store.listAudit({ objectType: 'webhook', objectId: id }, PAGE)
    assert.deepEqual(
      entries.map(({ at, action, actor }) => [at, action, actor.name]),
      [
        [NOW + 3, 'webhook.disabled_by_receiver', 'tocsin'],
        [NOW, 'webhook.created', 'tocsin'],
      ],
    )
    assert.deepEqual(entries[0]?.changes, [
      { field: 'enabled', from: true, to: false },
      { field: 'disabled_reason', from: null, to: 'the receiver answered 410 Gone' },
    ])
  })
}

function entry(given: Partial<NewAuditEntry>): NewAuditEntry {
  return {
    at: NOW,
    actor: AUTHOR,
    action: 'webhook.tested',
    objectType: 'webhook',
    objectId: 1,
    objectName: 'dba hook',
    changes: [],
    note: null,
    ...given,
  }
}

function readingTests(openStore: OpenStore): void {
  const idsOf = (entries: readonly AuditEntry[]) => entries.map(({ id }) => id)

  it('recordAudit and findAudit: what was put in; undefined for an unknown id', async () => {
    const store = await openStore()
    const given = entry({ note: 'with the sample raised' })

    await store.recordAudit(given)

    const [listed] = await store.listAudit({}, PAGE)
    assert.deepEqual(listed, { ...given, id: listed?.id })
    assert.deepEqual(await store.findAudit(listed?.id ?? 0), listed)
    assert.equal(await store.findAudit((listed?.id ?? 0) + 1), undefined)
  })

  it('listAudit: newest first, by page and by every filter', async () => {
    const store = await openStore()
    const stranger = { tokenId: null, userId: 7, name: 'dba on duty', address: null }
    await store.recordAudit(entry({ at: NOW }))
    await store.recordAudit(entry({ at: NOW + 10, objectId: 2, actor: stranger }))
    await store.recordAudit(entry({ at: NOW + 20, action: 'token.revoked', objectType: 'token' }))
    await store.recordAudit(
      entry({ at: NOW + 30, action: 'backup.taken', objectType: 'database', objectId: null }),
    )
    const all = idsOf(await store.listAudit({}, PAGE))
    const [copied, revoked, tested2, tested1] = all
    const list = async (filter: AuditFilter) => idsOf(await store.listAudit(filter, PAGE))

    assert.deepEqual(
      all,
      all.toSorted((a, b) => b - a),
    )
    assert.deepEqual(idsOf(await store.listAudit({}, { limit: 2, before: copied ?? 0 })), [revoked, tested2])
    assert.deepEqual(await list({ actions: ['webhook.tested'] }), [tested2, tested1])
    assert.deepEqual(await list({ actions: ['token.revoked', 'backup.taken'] }), [copied, revoked])
    assert.deepEqual(await list({ objectType: 'webhook', objectId: 1 }), [tested1])
    assert.deepEqual(await list({ objectType: 'token' }), [revoked])
    assert.deepEqual(await list({ actorName: 'dba on duty' }), all)
    assert.deepEqual(await list({ actorName: 'dba on duty', tokenId: 1 }), [copied, revoked, tested1])
    assert.deepEqual(await list({ from: NOW + 10, until: NOW + 30 }), [revoked, tested2])
    assert.deepEqual(await list({ actorName: 'nobody' }), [])
  })

  it('pruneAudit: the oldest first, in bounded steps, and never what is younger', async () => {
    const store = await openStore()
    for (const at of [3, 1, 2, 9]) await store.recordAudit(entry({ at: NOW + at }))
    const ages = async () => (await store.listAudit({}, PAGE)).map(({ at }) => at - NOW)

    assert.equal(await store.pruneAudit({ madeBefore: NOW + 9, limit: 2 }), 2)
    assert.deepEqual(await ages(), [9, 3])
    assert.equal(await store.pruneAudit({ madeBefore: NOW + 9, limit: 2 }), 1)
    assert.equal(await store.pruneAudit({ madeBefore: NOW + 9, limit: 2 }), 0)
    assert.deepEqual(await ages(), [9])
  })

  it('is kept when the history is pruned', async () => {
    const store = await openStore()
    await store.createWebhook(newWebhook(), NOW)

    await store.pruneHistory({ endedBefore: NOW + 2 * DAY_MS, now: NOW, limit: 100 })

    assert.equal((await notified(store)).length, 1)
  })
}
