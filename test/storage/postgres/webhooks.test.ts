import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { Webhook } from '../../../src/domain/webhook/webhook.ts'
import { Database, type Transaction } from '../../../src/storage/postgres/connection/database.ts'
import type { Statement, Value } from '../../../src/storage/postgres/connection/statement.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { Partitions } from '../../../src/storage/postgres/connection/partitions.ts'
import { CHANGED_AT_ONCE } from '../../../src/storage/postgres/webhooks/webhook-work.ts'
import { DELETIONS_KEPT, WebhookCache } from '../../../src/storage/postgres/node-memory/webhook-cache.ts'
import { disableWebhook } from '../../../src/storage/postgres/webhooks/webhooks.ts'
import { HistorySeals } from '../../../src/storage/encryption/history-seals.ts'
import { SecretBox } from '../../../src/storage/encryption/secret-box.ts'
import { WebhookSeals } from '../../../src/storage/webhook-seals.ts'
import type { Store } from '../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { isHousekeepingDue } from '../../support/time/is-housekeeping-due.ts'

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const KEY = Buffer.alloc(32, 1)

async function openNode(url: string, ...encryptionKeys: readonly Buffer[]) {
  const { store } = await openPostgresStore({ url, poolMax: 8, encryptionKeys, now: NOW })
  open.push(store)
  return store
}

/** The cache of another node, and a record of what it reads. */
function openCache(url: string, ...keys: readonly Buffer[]) {
  const database = new Database({ url, poolMax: 8 })
  open.push(database)
  const box = new SecretBox(keys)
  const webhookSeals = new WebhookSeals(box)
  const cache = new WebhookCache({ webhookSeals, box })
  const reads: number[] = []
  const all = async (transaction: Transaction) => {
    const watching: Transaction = {
      ...transaction,
      query: async <Values extends readonly Value[], Row>(
        asked: Statement<Values, Row>,
        values: NoInfer<Values>,
      ) => {
        const rows = await transaction.query(asked, values)
        reads.push(rows.count)
        return rows
      },
    }
    return [...(await cache.all(watching)).values()]
  }
  return {
    database,
    all: (): Promise<readonly Webhook[]> => database.transaction(all),
    allIn: all,
    parts: { webhookSeals, box, historySeals: new HistorySeals(box, []) },
    /** How many rows it has read since it was last asked. */
    readCount: () => reads.splice(0).reduce((sum, count) => sum + count, 0),
  }
}

describe('PostgreSQL: the webhooks that a node knows', () => {
  it('are those of the database in its next transaction, whichever node changed them', async () => {
    const url = await createTestDatabase()
    const [store, other] = [await openNode(url), openCache(url)]
    const check = async () => assert.deepEqual(await other.all(), await store.listWebhooks({}))

    await check()
    const one = await store.createWebhook(newWebhook({ headers: [{ key: 'X-A', value: '1' }] }), NOW)
    await check()
    const two = await store.createWebhook(newWebhook({ name: 'two' }), NOW)
    await store.createWebhook(newWebhook({ name: 'three' }), NOW)
    await check()
    const headers = { deleted: [one.headers[0]?.id ?? 0], changed: [], added: [{ key: 'X-B', value: '' }] }
    await store.changeWebhook(one.id, { headers }, { now: NOW })
    await check()
    await store.changeWebhook(two.id, { enabled: false }, { now: NOW })
    await check()
    await store.rotateSigningSecret(one.id, { secret: 'whsec_a', overlapUntil: NOW, now: NOW })
    await check()
    await store.removeSigningSecrets(one.id, { now: NOW })
    await check()
    await store.deleteWebhook(two.id, { now: NOW })
    await check()
    await store.createWebhook(newWebhook({ name: 'four' }), NOW)
    await store.deleteWebhook(one.id, { now: NOW })
    await check()
    assert.deepEqual(
      (await other.all()).map(({ name }) => name),
      ['three', 'four'],
    )
  })

  it('are read once; after that only those that have changed', async () => {
    const url = await createTestDatabase()
    const [store, other] = [await openNode(url), openCache(url)]
    const made: Webhook[] = []
    for (let index = 0; index < 30; index += 1) made.push(await store.createWebhook(newWebhook(), NOW))

    await Promise.all([other.all(), other.all(), other.all()])
    const first = other.readCount()
    await other.all()
    const again = other.readCount()
    await store.changeWebhook(made[3]?.id ?? 0, { name: 'changed' }, { now: NOW })
    await store.deleteWebhook(made[4]?.id ?? 0, { now: NOW })
    await other.all()

    assert.deepEqual([first, again, other.readCount()], [30, 0, 2])
  })

  it('are read anew by who has missed more changes than deletions are remembered', async () => {
    const url = await createTestDatabase()
    const [store, other] = [await openNode(url), openCache(url)]
    const [one, two, three] = [
      await store.createWebhook(newWebhook(), NOW),
      await store.createWebhook(newWebhook(), NOW),
      await store.createWebhook(newWebhook(), NOW),
    ]
    await other.all()

    await store.deleteWebhook(one.id, { now: NOW })
    await other.database.transaction((transaction) =>
      transaction.queryOnce('UPDATE webhooks_version SET version = version + $1', [DELETIONS_KEPT + 1]),
    )
    await store.deleteWebhook(two.id, { now: NOW })
    const { rows: kept } = await other.database.transaction((transaction) =>
      transaction.queryOnce<{ webhook_id: number }>('SELECT webhook_id FROM webhook_deletions'),
    )

    assert.deepEqual(kept, [{ webhook_id: two.id }])
    assert.deepEqual(await other.all(), [three])
  })

  it('do not change under a transaction that matches them, nor are they seen half-changed', async () => {
    const url = await createTestDatabase()
    const [store, other] = [await openNode(url), openCache(url)]
    const { id } = await store.createWebhook(newWebhook({ name: 'before' }), NOW)
    const order: string[] = []
    let change: Promise<unknown> = Promise.resolve()

    await other.database.transaction(async (transaction) => {
      await other.allIn(transaction)
      change = store.changeWebhook(id, { name: 'after' }, { now: NOW }).then(() => order.push('changed'))
      await transaction.queryOnce('SELECT pg_sleep(0.1)')
      const { rows } = await transaction.queryOnce<{ name: string }>('SELECT name FROM webhooks')
      order.push(rows[0]?.name ?? '')
    })
    await change

    assert.deepEqual(order, ['before', 'changed'])
  })

  it('stay as they are when a change is refused half-way', async () => {
    const url = await createTestDatabase()
    const [store, other] = [await openNode(url), openCache(url)]
    const { id } = await store.createWebhook(newWebhook(), NOW)
    const before = await other.all()

    await assert.rejects(store.changeWebhook(id, { fallbackWebhookId: id }, { now: NOW }), {
      code: 'invalid_request',
    })
    await other.database
      .transaction(
        async (transaction) => {
          await disableWebhook(transaction, other.parts, gone(id))
          throw new Error('and yet it is not')
        },
        { lock: 'webhooks' },
      )
      .catch(() => undefined)

    assert.deepEqual(await other.all(), before)
    assert.deepEqual(await store.listWebhooks({}), before)
  })
})

const gone = (id: number) => ({ id, reason: 'gone', now: NOW + 1 })

describe('PostgreSQL: several nodes that change webhooks', () => {
  it('of concurrent changes of one revision exactly one wins', async () => {
    const url = await createTestDatabase()
    const stores = [await openNode(url), await openNode(url)]
    const { id } = await stores[0]!.createWebhook(newWebhook(), NOW)

    for (const revision of [1, 2, 3]) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) =>
          stores[index % 2]!.changeWebhook(
            id,
            { name: `change ${revision} of ${index}` },
            { now: NOW, ifRevisions: [revision] },
          ),
        ),
      )

      const won = outcomes.filter(({ status }) => status === 'fulfilled')
      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
      assert.equal(won.length, 1)
      assert.deepEqual(new Set(lost), new Set(['precondition_failed']))
    }
    assert.equal((await stores[1]!.findWebhook(id))?.revision, 4)
    assert.equal((await stores[1]!.listAudit({ actions: ['webhook.changed'] }, { limit: 10 })).length, 3)
  })

  it('disableWebhook: once, with its entry, and seen by all', async () => {
    const url = await createTestDatabase()
    const [store, other] = [await openNode(url), openCache(url)]
    const { id } = await store.createWebhook(newWebhook(), NOW)
    const disable = () =>
      other.database.transaction((transaction) => disableWebhook(transaction, other.parts, gone(id)), {
        lock: 'webhooks',
      })

    const outcomes = await Promise.all([disable(), disable(), disable()])

    assert.deepEqual(outcomes.toSorted(), [false, false, true])
    const [webhook] = await other.all()
    assert.deepEqual([webhook?.enabled, webhook?.disabledReason, webhook?.revision], [false, 'gone', 2])
    const entries = await store.listAudit({ actions: ['webhook.disabled_by_receiver'] }, { limit: 10 })
    assert.equal(entries.length, 1)
  })

  it('a deletion that races with intake leaves nothing behind that is not cancelled', async () => {
    const url = await createTestDatabase()
    const [one, two, third] = [await openNode(url), await openNode(url), openCache(url)]
    const { id } = await one.createWebhook(newWebhook(), NOW)
    await one.createWebhook(newWebhook(), NOW)
    const ended = { isSo: false }
    const notified: number[] = []
    const report = async (store: Store, source: string) => {
      for (let index = 0; !ended.isSo || index < 20; index += 1) {
        const key = `${index % 5}`
        const state = index % 2 === 0 ? 'high' : 'cleared'
        const observations = [observation({ source, key, state, at: NOW + index })]
        const [result] = await store.acceptObservations(observations, NOW + index)
        notified.push(result?.deliveryCount ?? 0)
      }
    }
    const reports = Promise.all([report(one, 'a'), report(one, 'b'), report(two, 'c'), report(two, 'd')])

    await eventually('some are notified', () => notified.length > 20)
    await two.deleteWebhook(id, { now: NOW + 1_000 })
    await eventually('some are notified without it', () => notified.includes(1))
    ended.isSo = true
    await reports

    assert.ok(notified.includes(2))
    const { rows } = await third.database.transaction((transaction) =>
      transaction.queryOnce<{ left: number; cancelled: number }>(
        `SELECT (SELECT count(*) FROM deliveries WHERE webhook_id = $1) AS left,
           (SELECT count(*) FROM ended_deliveries WHERE webhook_id = $1 AND state = 'cancelled') AS cancelled`,
        [id],
      ),
    )
    assert.deepEqual(rows, [{ left: 0, cancelled: notified.filter((count) => count === 2).length }])
  })

  it('a node without the key of the others works on with nothing that it cannot read, and changes nothing', async () => {
    const url = await createTestDatabase()
    const [bare, other] = [await openNode(url), openCache(url)]
    const { id } = await bare.createWebhook(newWebhook({ name: 'plain' }), NOW)
    await other.all()

    const keyed = await openNode(url, KEY)
    const known = await other.all()
    await keyed.changeWebhook(id, { url: 'http://127.0.0.1:9/new' }, { now: NOW })

    // What is sealed says the same as before, so a node that knew it goes on; what changes then it cannot read.
    assert.equal(known[0]?.enabled, true)
    const refusal = { code: 'unavailable', message: /key [0-9a-f]{12}, which this node has not been given/ }
    await assert.rejects(other.all(), refusal)
    await assert.rejects(bare.findWebhook(id), refusal)
    await assert.rejects(bare.listWebhooks({}), refusal)
    await assert.rejects(bare.changeWebhook(id, { name: 'x' }, { now: NOW }), refusal)
    await assert.rejects(bare.deleteWebhook(id, { now: NOW }), refusal)
    assert.equal((await keyed.findWebhook(id))?.url, 'http://127.0.0.1:9/new')
  })
})

describe('PostgreSQL: a change of a webhook that has more deliveries than one transaction changes', () => {
  const COUNT = 2 * CHANGED_AT_ONCE + 7

  /** Half of them pending and due, and one waiting after each; as many of another webhook. */
  async function open() {
    const url = await createTestDatabase()
    const [store, other] = [await openNode(url), openCache(url)]
    const { id } = await store.createWebhook(newWebhook(), NOW)
    const { id: neighbour } = await store.createWebhook(newWebhook(), NOW)
    await new Partitions(other.database).ensure(NOW)
    const run = (text: string, values: readonly Value[] = []) =>
      other.database.transaction((transaction) =>
        transaction.queryOnce<{ what: string; count: number }>(text, values),
      )
    for (const webhookId of [id, neighbour]) {
      await run(
        `INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, due_at, created_at)
         SELECT number, $1::bigint, $2, 'alert:' || number / 2, state, CASE state WHEN 'pending' THEN $1::bigint END, $1::bigint
         FROM generate_series(1, $3) AS number, LATERAL (
           SELECT CASE number % 2 WHEN 0 THEN 'pending' ELSE 'waiting' END AS state) AS given`,
        [NOW, webhookId, 2 * COUNT],
      )
    }
    const count = async (webhookId: number) => {
      const { rows } = await run(
        `SELECT what, count(*) AS count FROM (
           SELECT state || CASE WHEN due_at IS NULL THEN '' ELSE ' due ' || due_at - ${NOW} END AS what
           FROM deliveries WHERE webhook_id = $1
           UNION ALL SELECT state || ' at ' || finished_at - ${NOW} || ': ' || last_reason
           FROM ended_deliveries WHERE webhook_id = $1
         ) AS delivery GROUP BY what`,
        [webhookId],
      )
      return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
    }
    const untouched = await count(neighbour)
    return {
      store,
      other,
      id,
      counts: () => count(id),
      async checkEnd() {
        assert.deepEqual(await count(neighbour), untouched)
        assert.deepEqual((await run('SELECT * FROM unfinished_webhook_changes')).rows, [])
        assert.equal(await isHousekeepingDue(store, NOW), false)
      },
    }
  }

  it('all of them are held, due again and cancelled when the verb answers', async () => {
    const { store, id, counts, checkEnd } = await open()

    await store.changeWebhook(id, { enabled: false }, { now: NOW + 1 })
    const held = await counts()
    await store.changeWebhook(id, { enabled: true }, { now: NOW + 2 })
    const due = await counts()
    await store.deleteWebhook(id, { now: NOW + 3 })

    assert.deepEqual(held, { waiting: COUNT, pending: COUNT })
    assert.deepEqual(due, { waiting: COUNT, 'pending due 2': COUNT })
    assert.deepEqual(await counts(), { 'cancelled at 3: the webhook was deleted': 2 * COUNT })
    await checkEnd()
  })

  it('catchUpDeliveries: does what a node left undone, in bounded steps, by what the webhook is now', async () => {
    const { store, other, id, counts, checkEnd } = await open()
    await other.database.transaction(
      (transaction) => disableWebhook(transaction, other.parts, { id, reason: 'gone', now: NOW }),
      { lock: 'webhooks' },
    )
    const begun = await counts()
    assert.equal(await isHousekeepingDue(store, NOW), true)

    const first = await store.catchUpDeliveries({ now: NOW + 1, limit: 10 })
    const stepped = await counts()
    while ((await store.catchUpDeliveries({ now: NOW + 1, limit: 1000 })) > 0);

    assert.equal(first, 10)
    assert.deepEqual(begun, {
      waiting: COUNT,
      pending: CHANGED_AT_ONCE,
      'pending due 0': COUNT - CHANGED_AT_ONCE,
    })
    assert.equal(stepped['pending'], CHANGED_AT_ONCE + 10)
    assert.deepEqual(await counts(), { waiting: COUNT, pending: COUNT })
    await checkEnd()
  })

  it('catchUpDeliveries: of a webhook that is enabled again meanwhile all become due', async () => {
    const { store, other, id, counts, checkEnd } = await open()
    await other.database.transaction(
      (transaction) => disableWebhook(transaction, other.parts, { id, reason: 'gone', now: NOW }),
      { lock: 'webhooks' },
    )

    await Promise.all([
      store.changeWebhook(id, { enabled: true }, { now: NOW + 2 }),
      ...Array.from({ length: 12 }, () => store.catchUpDeliveries({ now: NOW + 2, limit: 500 })),
    ])
    while ((await store.catchUpDeliveries({ now: NOW + 2, limit: 1000 })) > 0);

    const { waiting, 'pending due 0': never = 0, 'pending due 2': again = 0, ...rest } = await counts()
    assert.deepEqual([waiting, never + again, rest], [COUNT, COUNT, {}])
    await checkEnd()
  })
})
