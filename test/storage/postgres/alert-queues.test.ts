import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Client } from 'pg'
import { ALERT_STATES } from '../../../src/domain/alert/alert.ts'
import type { Claim, NextStep } from '../../../src/domain/delivery/delivery.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { Database } from '../../../src/storage/postgres/connection/database.ts'
import { lockAlertQueues } from '../../../src/storage/postgres/queue/alert-queue.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { Random } from '../../simulation/random.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { countLockWaiters } from '../../support/databases/lock-waiters.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { claimRequest, finished, LEASE_MS } from '../suite/finish.ts'

const NODES = 3
/** Of each node, all at once. */
const HANDS = 4
const STEPS = 60
const ALERTS = 3
const SEEDS = [
  [1, 'read committed'],
  [2, 'repeatable read'],
] as const

/** What must be so at every moment, not only in the end. */
const BROKEN: Readonly<Record<string, string>> = {
  'an alert queue without a head, or with two': `
    SELECT subject, webhook_id, array_agg(state ORDER BY event_id) AS states FROM deliveries
    GROUP BY subject, webhook_id HAVING count(*) FILTER (WHERE state <> 'waiting') <> 1`,
  'a delivery in both tables': 'SELECT id FROM deliveries JOIN ended_deliveries USING (id)',
  'a webhook notified twice of one event': `
    SELECT event_id, webhook_id, count(*) FROM (
      SELECT event_id, webhook_id FROM deliveries UNION ALL SELECT event_id, webhook_id FROM ended_deliveries
    ) AS every GROUP BY event_id, webhook_id HAVING count(*) > 1`,
  'a delivery that arrived again though nobody retried it': `
    SELECT delivery_id FROM attempts WHERE outcome = 'accept' GROUP BY delivery_id HAVING count(*) > 1 + (
      SELECT count(*) FROM audit WHERE action = 'delivery.retried' AND object_id = delivery_id)`,
  'an end that no attempt explains': `
    SELECT id, state FROM ended_deliveries AS ended WHERE state = 'delivered' AND NOT EXISTS (
      SELECT FROM attempts WHERE attempts.event_at = ended.event_at AND attempts.delivery_id = ended.id
        AND number = attempts_made AND outcome = 'accept')`,
  'a lease that nobody has, or a due time of one that is not pending': `
    SELECT id, state FROM deliveries
    WHERE (lease_until IS NOT NULL) <> (state = 'sending') OR (due_at IS NOT NULL AND state <> 'pending')`,
}

describe('alert queues with several nodes of one PostgreSQL', () => {
  const open: { readonly close: () => Promise<unknown> }[] = []
  afterEach(async () => {
    for (const resource of open.splice(0)) await resource.close()
  })

  async function start(isolation = 'read committed') {
    const url = await createTestDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    const name = new URL(url).pathname.slice(1)
    await client.query(`ALTER DATABASE "${name}" SET default_transaction_isolation = '${isolation}'`)
    const stores: Store[] = []
    for (let node = 0; node < NODES; node += 1) {
      stores.push((await openPostgresStore({ url, poolMax: 8 })).store)
    }
    open.push(...stores, { close: () => client.end() })
    const first = stores[0] as Store
    const { id } = await first.createWebhook(newWebhook(), NOW)
    await first.createWebhook(newWebhook({ fallbackWebhookId: id }), NOW)
    await first.createWebhook(newWebhook({ fallbackWebhookId: id, concurrencyMax: 2 }), NOW)
    return { stores, first, client, url }
  }

  for (const [seed, isolation] of SEEDS) {
    it(`keep one head each, whatever is done to them at once, and come to their end (seed ${seed}, a database at ${isolation})`, async () => {
      const { stores, first, client } = await start(isolation)
      const random = new Random(seed)
      const hands = stores.flatMap((store, node) =>
        Array.from({ length: HANDS }, (_, index) => new Hand(store, random.fork(`${node} ${index}`))),
      )

      const done = new AbortController()
      const watching = (async () => {
        while (!done.signal.aborted) await assertSound(client)
      })()
      const working = Promise.all(hands.map((hand) => hand.work())).finally(() => done.abort())
      await Promise.all([working, watching])
      await assertSound(client)
      await finishAll(first)
      await assertSound(client)

      const { rows } = await client.query('SELECT * FROM deliveries')
      assert.deepEqual(rows, [])
      const count = hands.reduce((sum, hand) => sum + hand.doneCount, 0)
      assert.ok(count > (NODES * HANDS * STEPS) / 3, `only ${count} steps changed something`)
    })
  }

  it('let nobody wait behind a head that is just coming to its end', async () => {
    const { first, client } = await start()
    await raiseAndClear(first)
    await first.cancelDelivery(2, NOW)
    await client.query('BEGIN')
    await client.query('DELETE FROM deliveries WHERE id = 1')

    const retrying = first.retryDelivery(2, NOW)
    await untilSomebodyWaits(client)
    await client.query('COMMIT')

    assert.equal((await retrying).state, 'pending')
  })

  it('are locked as they are, not as they were when somebody began to wait for them', async () => {
    const { first, client, url } = await start()
    await raiseAndClear(first)
    const database = new Database({ url, poolMax: 2 })
    open.push(database)
    await client.query('BEGIN')
    await client.query('DELETE FROM deliveries WHERE id = 1')
    await client.query("UPDATE deliveries SET state = 'pending' WHERE id = 2")

    const locking = database.transaction(async (transaction) => {
      const [queue] = await lockAlertQueues(transaction, [{ webhook_id: 1, subject: 'alert 1' }])
      const { rows } = await client.query('SELECT FROM deliveries WHERE id = 2 FOR UPDATE SKIP LOCKED')
      return { head: queue?.head?.id, isFree: rows.length > 0 }
    })
    await untilSomebodyWaits(client)
    await client.query('COMMIT')

    assert.deepEqual(await locking, { head: 2, isFree: false })
  })

  it('take one back once, though two nodes retry it at the same moment', async () => {
    const { stores, first, client } = await start()
    await first.acceptObservations(
      Array.from({ length: 15 }, (_, index) => observation({ key: `key ${index}` })),
      NOW,
    )
    const { rows } = await client.query<{ id: string }>('SELECT id FROM deliveries')
    for (const { id } of rows) await first.cancelDelivery(Number(id), NOW)

    for (const { id } of rows) {
      const tries = await Promise.all(stores.map((store) => store.retryDelivery(Number(id), NOW)))
      // The first takes it back; for the others it is pending already, and stays due now.
      assert.deepEqual(
        tries.map(({ state, dueAt }) => ({ state, dueAt })),
        tries.map(() => ({ state: 'pending', dueAt: NOW })),
      )
      await assertSound(client)
    }
    await finishAll(first)
    const { rows: attempts } = await client.query('SELECT delivery_id FROM attempts')
    assert.deepEqual(
      attempts.map(({ delivery_id: id }) => id).toSorted(),
      rows.map(({ id }) => id).toSorted(),
    )
  })

  it('go in the order of events where nobody steps in by hand', async () => {
    const { stores, first, client } = await start()
    const claimed = new Map<string, number[]>()
    let reporting = NODES

    const report = async (store: Store, random: Random): Promise<void> => {
      for (let step = 0; step < STEPS; step += 1)
        await store.acceptObservations([anyObservation(random)], NOW)
      reporting -= 1
    }
    const deliver = async (store: Store, random: Random): Promise<void> => {
      for (let idle = 0; idle < 5;) {
        const { claims } = await store.claimDue(claimRequest({ limit: 5 }))
        for (const { webhook, event } of claims) {
          const queue = `${webhook.id} ${event.kind === 'alert' && event.alertId}`
          claimed.set(queue, [...(claimed.get(queue) ?? []), event.id])
        }
        await store.finishAttempts(
          claims.map((claim) =>
            finished(claim, random.happens(0.2) ? { state: 'pending', dueAt: NOW } : undefined),
          ),
          NOW,
        )
        idle = claims.length === 0 && reporting === 0 ? idle + 1 : 0
        // A claim that knows that nothing is due asks nobody.
        await nextTurn()
      }
    }
    await Promise.all(
      stores.flatMap((store, node) => [
        report(store, new Random(node)),
        deliver(store, new Random(node + 10)),
        deliver(store, new Random(node + 20)),
      ]),
    )

    await finishAll(first)
    await assertSound(client)
    for (const [queue, ids] of claimed) {
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
        queue,
      )
    }
  })
})

let clock = NOW

/** Somebody at one node who does whatever can be done to deliveries, one thing after the other. */
class Hand {
  doneCount = 0
  readonly #store: Store
  readonly #random: Random
  #claims: Claim[] = []

  constructor(store: Store, random: Random) {
    this.#store = store
    this.#random = random
  }

  async work(): Promise<void> {
    for (let step = 0; step < STEPS; step += 1) {
      clock += 1
      try {
        if (await this.#step(clock)) this.doneCount += 1
      } catch (error) {
        // It has another state by now, or no delivery has that number.
        if (!(error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')))
          throw error
      }
    }
  }

  /** Whether something was changed. */
  async #step(now: number): Promise<boolean> {
    const random = this.#random
    const action = random.weighted({
      report: 8,
      claim: 8,
      finish: 8,
      retry: 3,
      cancel: 3,
      release: 1,
      reclaim: 1,
    })
    switch (action) {
      case 'report': {
        const observations = Array.from({ length: random.integer(1, 3) }, () => anyObservation(random))
        const accepted = await this.#store.acceptObservations(observations, now)
        return accepted.some(({ deliveryCount }) => deliveryCount > 0)
      }
      case 'claim': {
        const { claims } = await this.#store.claimDue(claimRequest({ now, limit: random.integer(1, 5) }))
        this.#claims.push(...claims)
        return claims.length > 0
      }
      case 'finish': {
        const attempts = this.#take().map((claim) => finished(claim, this.#anyEnd(now)))
        return (await this.#store.finishAttempts(attempts, now)).some((state) => state !== null)
      }
      case 'release': {
        const claims = this.#take()
        await this.#store.releaseClaims(claims, now)
        return claims.length > 0
      }
      case 'reclaim':
        // Of any lease, also of those under way: as if its node had been frozen.
        return (await this.#store.reclaimLeases({ leasedBefore: now + 2 * LEASE_MS, now, limit: 3 })) > 0
      case 'retry':
        return (await this.#store.retryDelivery(random.integer(1, 200), now)).dueAt !== undefined
      case 'cancel':
        return (await this.#store.cancelDelivery(await this.#anyUnfinished(), now)).finishedAt !== null
    }
  }

  #take(): readonly Claim[] {
    return this.#claims.splice(0, this.#random.integer(1, 5))
  }

  #anyEnd(now: number): NextStep {
    const state = this.#random.weighted({ delivered: 4, failed: 3, pending: 3 })
    return state === 'pending' ? { state, dueAt: now + this.#random.integer(0, 9) } : { state }
  }

  async #anyUnfinished(): Promise<number> {
    const states = [this.#random.pick(['waiting', 'pending'] as const)]
    const deliveries = await this.#store.listDeliveries({ states }, { limit: 20 })
    return deliveries.length === 0 ? 0 : this.#random.pick(deliveries).id
  }
}

function anyObservation(random: Random) {
  clock += 1
  return observation({ key: `key ${random.integer(1, ALERTS)}`, state: random.pick(ALERT_STATES), at: clock })
}

/** What was being sent is lost; the rest arrives. */
async function finishAll(store: Store): Promise<void> {
  const now = clock + 10 * LEASE_MS
  await store.reclaimLeases({ leasedBefore: now, now, limit: 1_000 })
  for (let rounds = 0; rounds < 1_000; rounds += 1) {
    const { claims } = await store.claimDue(claimRequest({ now }))
    if (claims.length === 0) return
    await store.finishAttempts(
      claims.map((claim) => finished(claim)),
      now,
    )
  }
}

/** Webhook 1 has one at the head of its queue, and one that waits after it. */
async function raiseAndClear(store: Store): Promise<void> {
  for (const id of [2, 3]) await store.changeWebhook(id, { enabled: false }, { now: NOW })
  await store.acceptObservations(
    [observation({ state: 'high' }), observation({ state: 'cleared', at: NOW + 1 })],
    NOW,
  )
}

async function untilSomebodyWaits(client: Client): Promise<void> {
  await eventually('somebody waits for a row', async () => (await countLockWaiters(client)) > 0)
}

async function assertSound(client: Client): Promise<void> {
  for (const [what, sql] of Object.entries(BROKEN)) {
    const { rows } = await client.query(sql)
    assert.deepEqual(rows, [], what)
  }
}
