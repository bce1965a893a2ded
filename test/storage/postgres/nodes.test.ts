import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { Client } from 'pg'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import { FAILURES_BEFORE_PAUSE, PAUSE_MS_FIRST } from '../../../src/domain/flow/breaker.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { LOCK_CLASS } from '../../../src/storage/postgres/connection/locks.ts'
import type { Store } from '../../../src/storage/store.ts'
import { Random } from '../../simulation/random.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { countLockWaiters } from '../../support/databases/lock-waiters.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { claimDue, claimRequest, finished, LEASE_MS } from '../suite/finish.ts'

/** What is promised of one webhook and one delivery, however many nodes are at it. */
describe('claims of several nodes of one PostgreSQL', () => {
  const open: { readonly close: () => Promise<unknown> }[] = []
  afterEach(async () => {
    for (const resource of open.splice(0)) await resource.close()
  })

  async function start(count: number) {
    const url = await createTestDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    const stores = await Promise.all(
      Array.from({ length: count }, async () => (await openPostgresStore({ url, poolMax: 6 })).store),
    )
    open.push(...stores, { close: () => client.end() })
    return { stores, client, first: stores[0] as Store, second: stores[1] as Store }
  }

  it('hand out each delivery once, and all of them', async () => {
    const { stores, first } = await start(3)
    for (let index = 0; index < 4; index += 1) await first.createWebhook(newWebhook(), NOW)
    await episodeNumber(first, 100)

    const claims: Claim[] = []
    await eventually('everything is claimed', async () => {
      const rounds = stores.flatMap((store) => [1, 2].map(() => claimDue(store, { limit: 7 })))
      claims.push(...(await Promise.all(rounds)).flat())
      return claims.length >= 400
    })

    assert.equal(new Set(claims.map(({ deliveryId }) => deliveryId)).size, 400)
    assert.equal(claims.length, 400)
  })

  it('never have more under way to a webhook than it allows', async () => {
    const { stores, first, client } = await start(3)
    const limits = [1, 3, 8]
    for (const concurrencyMax of limits) await first.createWebhook(newWebhook({ concurrencyMax }), NOW)
    await episodeNumber(first, 120)
    const most = new Map<number, number>()
    const done = new AbortController()

    const watching = (async () => {
      while (!done.signal.aborted) {
        const { rows } = await client.query<{ id: string; count: string }>(
          "SELECT webhook_id AS id, count(*) FROM deliveries WHERE state = 'sending' GROUP BY 1",
        )
        for (const { id, count } of rows) most.set(+id, Math.max(most.get(+id) ?? 0, +count))
      }
    })()
    const workers = stores.flatMap((store, node) => [1, 2].map((worker) => drain(store, node * 10 + worker)))
    const counts = await Promise.all(workers)
    done.abort()
    await watching

    assert.equal(sum(counts), 360)
    for (const [index, limit] of limits.entries()) {
      assert.ok((most.get(index + 1) ?? 0) <= limit, `${most.get(index + 1)} instead of ${limit} at once`)
    }
    assert.ok(sum([...most.values()]) > 4, 'there was something to limit')
  })

  it('never send a webhook more in any interval than its rate allows', async () => {
    const { stores, first } = await start(3)
    const rateLimit = { count: 20, intervalMs: 1_000 }
    await first.createWebhook(newWebhook({ rateLimit }), NOW)
    await episodeNumber(first, 100)
    const sent: number[] = []
    let now = NOW

    const work = async (store: Store): Promise<void> => {
      while (sent.length < 100) {
        now += 7
        const at = now
        const claims = await claimDue(store, { now: at, limit: 10 })
        sent.push(...claims.map(() => at))
        await store.finishAttempts(
          claims.map((claim) => finished(claim)),
          at,
        )
      }
    }
    await Promise.all(stores.map(work))

    assert.equal(sent.length, 100)
    for (const from of sent) {
      const inInterval = sent.filter((at) => at >= from && at < from + rateLimit.intervalMs).length
      assert.ok(inInterval <= rateLimit.count, `${inInterval} in one interval`)
    }
  })

  it('pause and probe a failing receiver together', async () => {
    const { stores, first, second } = await start(2)
    await first.createWebhook(newWebhook(), NOW)
    await episodeNumber(first, 20)
    for (let failure = 0; failure < FAILURES_BEFORE_PAUSE; failure += 1) {
      const store = stores[failure % 2] as Store
      const [claim] = await claimDue(store, { limit: 1 })
      assert.ok(claim)
      const next = { state: 'pending', dueAt: NOW } as const
      await store.finishAttempts([finished(claim, next, { receiver: { kind: 'failing' } })], NOW)
    }

    for (const store of stores) {
      assert.deepEqual(await store.claimDue(claimRequest()), {
        claims: [],
        unreadable: [],
        nextAt: NOW + PAUSE_MS_FIRST,
      })
    }
    const now = NOW + PAUSE_MS_FIRST
    const probes = await Promise.all([first, second, first, second].map((store) => claimDue(store, { now })))
    assert.equal(probes.flat().length, 1)
  })

  it('each give a receiver slots of their own by what it has shown them', async () => {
    const { first, second } = await start(2)
    await first.createWebhook(newWebhook(), NOW)
    await episodeNumber(first, 30)

    assert.equal((await claimDue(first, { windowFirst: 4 })).length, 4)
    assert.equal((await claimDue(second, { windowFirst: 4 })).length, 4)
    assert.equal((await claimDue(first, { windowFirst: 4 })).length, 0)
  })

  it('write nothing for an attempt whose lease another node has', async () => {
    const { first, second } = await start(2)
    await first.createWebhook(newWebhook(), NOW)
    await episodeNumber(first, 1)
    const [frozen] = await claimDue(first)
    assert.ok(frozen)
    const later = NOW + LEASE_MS + 1
    assert.equal(await second.reclaimLeases({ leasedBefore: later, now: later, limit: 9 }), 1)
    const [again] = await claimDue(second, { now: later })
    assert.ok(again)

    assert.deepEqual(await first.finishAttempts([finished(frozen, { state: 'failed' })], later), [null])
    await first.releaseClaims([frozen], later)
    assert.equal((await first.findDelivery(frozen.deliveryId))?.state, 'sending')
    assert.deepEqual(await second.finishAttempts([finished(again)], later), ['delivered'])
  })

  it('end nothing of an attempt that has the number of one whose claim a crash of the server has undone', async () => {
    const { first, second, client } = await start(2)
    await first.createWebhook(newWebhook(), NOW)
    await episodeNumber(first, 1)
    const undo = async () => {
      await client.query(
        `UPDATE deliveries SET state = 'pending', attempts_made = 0, due_at = $1, lease_until = NULL,
        leased_by = NULL, begun_at = NULL`,
        [NOW],
      )
      for (const store of [first, second]) store.expectWork?.()
    }
    const [lost] = await claimDue(first, { node: 'first' })
    await undo()
    const [lostToo] = await claimDue(second, { node: 'second' })
    await undo()
    const [again] = await claimDue(second, { node: 'second' })
    assert.ok(lost && lostToo && again)
    assert.equal(again.attempt, lost.attempt)

    assert.deepEqual(await first.finishAttempts([finished(lost)], NOW), [null])
    assert.deepEqual(await second.finishAttempts([finished(lostToo)], NOW), [null])
    await second.releaseClaims([lostToo], NOW)
    assert.equal((await first.findDelivery(again.deliveryId))?.state, 'sending')
    assert.deepEqual(await second.finishAttempts([finished(again)], NOW), ['delivered'])
  })

  it('go on with other webhooks while a node hangs in the middle of a claim, and look again soon', async () => {
    const { first, client } = await start(1)
    for (let index = 0; index < 3; index += 1) await first.createWebhook(newWebhook(), NOW)
    await episodeNumber(first, 2)
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_CLASS.claim, 1])
    await client.query("SELECT * FROM deliveries WHERE webhook_id = 2 AND subject = 'alert 1' FOR UPDATE")

    const { claims, nextAt } = await first.claimDue(claimRequest())
    await client.query('ROLLBACK')

    assert.deepEqual(webhookIdsOf(claims), [2, 3, 3])
    assert.ok(nextAt !== null && nextAt <= NOW)
    assert.deepEqual(webhookIdsOf(await claimDue(first)), [1, 1, 2])
  })

  it('use a webhook as it is, however shortly before another node has changed it', async () => {
    const { first, second } = await start(2)
    const webhook = await first.createWebhook(newWebhook(), NOW)
    await episodeNumber(first, 3)
    await claimDue(first, { limit: 1 })

    const changed = await second.changeWebhook(
      webhook.id,
      { concurrencyMax: 2, timeoutMs: 60_000 },
      { now: NOW },
    )
    const claims = await claimDue(first)

    assert.deepEqual(
      claims.map(({ webhook: claimed }) => claimed),
      [changed],
    )
    assert.equal(claims[0]?.leaseUntil, NOW + LEASE_MS + 60_000)
    await second.changeWebhook(webhook.id, { enabled: false }, { now: NOW })
    assert.deepEqual(await first.claimDue(claimRequest()), { claims: [], unreadable: [], nextAt: null })
  })

  it('claim by webhooks as they are, though one is changed between the look and the lease', async () => {
    const { first, client } = await start(1)
    await first.createWebhook(newWebhook(), NOW)
    await episodeNumber(first, 3)
    await claimDue(first, { limit: 1 })
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1, 0)', [LOCK_CLASS.cluster])

    const claiming = claimDue(first)
    await eventually('the lease waits for the change', async () => (await countLockWaiters(client)) > 0)
    await client.query('UPDATE webhooks_version SET version = version + 1')
    await client.query(
      'UPDATE webhooks SET concurrency_max = 2, timeout_ms = 60000, changed_in = version FROM webhooks_version',
    )
    await client.query('COMMIT')

    const claims = await claiming
    assert.deepEqual(
      claims.map(({ leaseUntil, webhook }) => [leaseUntil, webhook.concurrencyMax]),
      [[NOW + LEASE_MS + 60_000, 2]],
    )
  })

  it('make a delivery to a common fallback once, though two webhooks fail with one event at once', async () => {
    const { first, second, client } = await start(2)
    const { id: fallbackWebhookId } = await first.createWebhook(
      newWebhook({ alertFlags: { low: false, medium: false, high: false, cleared: false } }),
      NOW,
    )
    for (let index = 0; index < 2; index += 1)
      await first.createWebhook(newWebhook({ fallbackWebhookId }), NOW)
    await episodeNumber(first, 30)
    const claims = await claimDue(first)
    const ofEach = [2, 3].map((id) => claims.filter(({ webhook }) => webhook.id === id))

    await Promise.all(
      ofEach.flatMap((some, index) =>
        some.map((claim) =>
          (index === 0 ? first : second).finishAttempts([finished(claim, { state: 'failed' })], NOW),
        ),
      ),
    )

    const { rows } = await client.query('SELECT event_id FROM deliveries')
    assert.equal(rows.length, 30)
    assert.equal(new Set(rows.map(({ event_id: id }) => id)).size, 30)
  })
})

/** So many alerts become high. */
async function episodeNumber(store: Store, count: number): Promise<void> {
  await store.acceptObservations(
    Array.from({ length: count }, (_, index) => observation({ key: `key ${index}` })),
    NOW,
  )
}

/** Claims and ends what there is in small steps, until nothing is left; how many. Some it gives back first. */
async function drain(store: Store, seed: number): Promise<number> {
  const random = new Random(seed)
  let count = 0
  for (let idle = 0; idle < 20;) {
    const claims = await claimDue(store, { limit: random.integer(1, 9) })
    const returned = claims.filter(() => random.happens(0.2))
    await store.releaseClaims(returned, NOW)
    const kept = claims.filter((claim) => !returned.includes(claim))
    const recorded = await store.finishAttempts(
      kept.map((claim) => finished(claim)),
      NOW,
    )
    count += recorded.filter(Boolean).length
    idle = claims.length === 0 ? idle + 1 : 0
  }
  return count
}

function webhookIdsOf(claims: readonly Claim[]): readonly number[] {
  return claims.map(({ webhook }) => webhook.id).toSorted((a, b) => a - b)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
