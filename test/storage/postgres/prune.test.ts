import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { Client } from 'pg'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import { Day } from '../../../src/storage/postgres/history/pruning.ts'
import { PARTITIONED } from '../../../src/storage/postgres/connection/partitions.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { DAY_MS, newWebhook, NOW, observation } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { countLockWaiters } from '../../support/databases/lock-waiters.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { claimAll, claimDue, deliverAll, finished } from '../suite/finish.ts'

const open: { readonly close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const resource of open.splice(0).toReversed()) await resource.close()
})

async function openNodes(
  count: number,
): Promise<{ readonly stores: readonly Store[]; readonly client: Client; readonly url: string }> {
  const url = await createTestDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  open.push({ close: () => client.end() })
  const stores: Store[] = []
  for (let node = 0; node < count; node += 1) {
    const { store } = await openPostgresStore({ url, poolMax: 6 })
    stores.push(store)
    open.push(store)
  }
  return { stores, client, url }
}

async function openOne() {
  const { stores, client, url } = await openNodes(1)
  const [store] = stores
  assert.ok(store)
  return { store, client, url }
}

/** The tables of the day of that moment. */
async function tablesOf(client: Client, at: number): Promise<readonly string[]> {
  const day = new Day(Math.floor(at / DAY_MS))
  const names = PARTITIONED.map((table) => day.nameOf(table))
  const { rows } = await client.query<{ relname: string }>(
    'SELECT relname FROM pg_class WHERE relname = ANY ($1) ORDER BY relname',
    [names],
  )
  return rows.map(({ relname }) => relname)
}

/** Until there is nothing more to do. */
async function pruneAll(store: Store, endedBefore: number): Promise<readonly number[]> {
  const counts: number[] = []
  do {
    counts.push(await store.pruneHistory({ endedBefore, now: endedBefore, limit: 50 }))
  } while (counts.at(-1) !== 0)
  return counts
}

async function raise(store: Store, keys: readonly string[], at: number): Promise<void> {
  await store.acceptObservations(
    keys.map((key) => observation({ key, at })),
    at,
  )
}

/** Raises alerts of which this is the last episode but one, since the history of the last one is kept. */
async function report(
  { store, client }: { readonly store: Store; readonly client: Client },
  keys: readonly string[],
  at: number,
): Promise<void> {
  await raise(store, keys, at)
  await client.query('UPDATE alerts SET episode_number = episode_number + 1')
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
const LATER = NOW + 5 * DAY_MS
/** Whoever writes and has to wait for a lock is refused after five seconds; nothing else is to take long. */
const STUCK_MS = 60_000

describe('PostgreSQL: pruneHistory', () => {
  it('drops the tables of days that are over, and only of those', async () => {
    const { store, client } = await openOne()
    await store.createWebhook(newWebhook(), NOW)
    for (const at of [NOW, NOW + DAY_MS, LATER]) {
      await report({ store, client }, [`a ${at}`, `b ${at}`], at)
      await deliverAll(store, at)
    }

    const counts = await pruneAll(store, NOW + DAY_MS + 1)

    assert.deepEqual(counts, [4, 0], 'of the first day two deliveries and two events')
    assert.deepEqual(await tablesOf(client, NOW), [])
    assert.equal((await tablesOf(client, NOW + DAY_MS)).length, PARTITIONED.length)
    const left = await store.listDeliveries({}, { limit: 10 })
    assert.deepEqual(
      left.map(({ createdAt }) => createdAt),
      [LATER, LATER, NOW + DAY_MS, NOW + DAY_MS],
    )
  })

  it('makes the tables of the days to come, so that no report has to', async () => {
    const { store, client } = await openOne()

    await store.pruneHistory({ endedBefore: NOW, now: LATER, limit: 10 })

    for (const days of [0, 1, 2, 3]) {
      assert.equal((await tablesOf(client, LATER + days * DAY_MS)).length, PARTITIONED.length, `${days} days`)
    }
  })

  it('thins a day of which a delivery is held; with its event and attempts it stays, and goes on', async () => {
    const { store, client } = await openOne()
    const fallback = await store.createWebhook(newWebhook({ enabled: false }), NOW)
    const held = await store.createWebhook(newWebhook({ fallbackWebhookId: fallback.id }), NOW)
    await raise(store, ['held'], NOW)
    const [first] = await claimAll(store, NOW)
    assert.ok(first)
    await store.finishAttempts([finished(first, { state: 'pending', dueAt: NOW + 1 })], NOW)
    await store.changeWebhook(held.id, { enabled: false }, { now: NOW })
    await store.changeWebhook(fallback.id, { enabled: true }, { now: NOW })
    await raise(store, ['a', 'b', 'c'], NOW + 1)
    await client.query("UPDATE alerts SET episode_number = 2 WHERE key <> 'held'")
    await deliverAll(store, NOW + 1)

    const counts = await pruneAll(store, LATER)

    assert.deepEqual(counts, [6, 0])
    assert.deepEqual(idsOf(await store.listDeliveries({}, { limit: 10 })), [first.deliveryId])
    assert.deepEqual(idsOf(await store.listEvents({}, { limit: 10 })), [first.event.id])
    assert.equal((await store.listAttempts(first.deliveryId)).length, 1)

    await store.changeWebhook(held.id, { enabled: true }, { now: LATER })
    const [again] = await claimAll(store, LATER)
    assert.equal(again?.event.id, first.event.id)
    await store.finishAttempts(again ? [finished(again, { state: 'failed' })] : [], LATER)
    const [notified] = await claimAll(store, LATER)
    assert.deepEqual([notified?.webhook.id, notified?.event.id], [fallback.id, first.event.id])
    await store.finishAttempts(notified ? [finished(notified)] : [], LATER)
    await client.query('UPDATE alerts SET episode_number = 3')
    await pruneAll(store, LATER + 1)

    assert.deepEqual(await tablesOf(client, NOW), [])
    assert.deepEqual(await store.listDeliveries({}, { limit: 10 }), [])
  })

  it('keeps what was retried lately, until that is old as well', async () => {
    const { store, client } = await openOne()
    await store.createWebhook(newWebhook(), NOW)
    await report({ store, client }, ['retried', 'other'], NOW)
    const [failed, other] = await claimDue(store, { limit: 2, now: NOW })
    assert.ok(failed && other)
    await store.finishAttempts([finished(failed, { state: 'failed' }), finished(other)], NOW)
    await store.retryDelivery(failed.deliveryId, LATER)

    await pruneAll(store, LATER)
    const asUnfinished = idsOf(await store.listDeliveries({}, { limit: 10 }))
    await deliverAll(store, LATER)
    await pruneAll(store, LATER)
    const asYoung = idsOf(await store.listDeliveries({}, { limit: 10 }))
    const attempts = await store.listAttempts(failed.deliveryId)
    await pruneAll(store, LATER + 1)

    assert.deepEqual([asUnfinished, asYoung], [[failed.deliveryId], [failed.deliveryId]])
    assert.deepEqual(
      attempts.map(({ number }) => number),
      [1, 2],
    )
    assert.deepEqual(await tablesOf(client, NOW), [])
  })

  it('does not wait for a long reader, nor does anybody wait for it; it comes again', async () => {
    const { store, client } = await openOne()
    await store.createWebhook(newWebhook(), NOW)
    await report({ store, client }, ['a'], NOW)
    await deliverAll(store, NOW)
    // Makes what it needs before the reader comes, and has nothing to remove yet.
    await store.pruneHistory({ endedBefore: NOW, now: LATER, limit: 10 })
    await client.query('BEGIN')
    await client.query('SELECT * FROM ended_deliveries')

    const pruning = store.pruneHistory({ endedBefore: LATER, now: LATER, limit: 10 })
    const reporting = raise(store, ['b'], LATER).then(() => deliverAll(store, LATER))
    // While the reader is still there; whoever waited for it would be refused.
    await Promise.all([pruning, reporting])

    assert.equal(await pruning, 0)
    assert.equal((await tablesOf(client, NOW)).length, PARTITIONED.length)
    await client.query('COMMIT')
    await pruneAll(store, LATER)
    assert.deepEqual(await tablesOf(client, NOW), [])
  })

  it('keeps what is retried in the very moment in which its day is to go', async () => {
    const { store, client, url } = await openOne()
    await store.createWebhook(newWebhook(), NOW)
    await report({ store, client }, ['a'], NOW)
    const [claim] = await claimAll(store, NOW)
    assert.ok(claim)
    await store.finishAttempts([finished(claim, { state: 'failed' })], NOW)
    await store.pruneHistory({ endedBefore: NOW, now: LATER, limit: 10 })
    const admin = new Client({ connectionString: url })
    await admin.connect()
    open.push({ close: () => admin.end() })
    // As a retry by another node, that has not committed yet.
    await client.query('BEGIN')
    await client.query(`WITH back AS (DELETE FROM ended_deliveries RETURNING *)
      INSERT INTO deliveries (id, event_id, event_at, webhook_id, subject, state, due_at, created_at, attempts_made)
      SELECT id, event_id, event_at, webhook_id, subject, 'pending', ${LATER}, created_at, attempts_made FROM back`)

    // It waits for a moment only, in which it may not be seen.
    const seen = new AbortController()
    const pruning = (async () => {
      do await store.pruneHistory({ endedBefore: LATER, now: LATER, limit: 10 })
      while (!seen.signal.aborted)
    })()
    await eventually('it waits for the retry', async () => (await countLockWaiters(admin)) > 0)
    seen.abort()
    await client.query('COMMIT')
    await pruning
    await pruneAll(store, LATER)

    const [again] = await claimAll(store, LATER)
    assert.deepEqual([again?.deliveryId, again?.event.id], [claim.deliveryId, claim.event.id])
    await store.finishAttempts(again ? [finished(again)] : [], LATER)
    assert.equal((await store.listAttempts(claim.deliveryId)).length, 2)
  })

  it('goes on where a node was stopped between two tables of a day', async () => {
    const { store, client } = await openOne()
    await store.createWebhook(newWebhook(), NOW)
    await report({ store, client }, ['a'], NOW)
    await deliverAll(store, NOW)
    await client.query(`DROP TABLE ${new Day(Math.floor(NOW / DAY_MS)).nameOf('ended_deliveries')}`)

    await pruneAll(store, LATER)

    assert.deepEqual(await tablesOf(client, NOW), [])
  })

  it('runs on two nodes beside reports and deliveries, and none of them has to wait for long', async () => {
    const { stores, client } = await openNodes(2)
    const [first, second] = stores
    assert.ok(first && second)
    const { id } = await first.createWebhook(newWebhook(), NOW)
    const days = 12
    for (let day = 0; day < days; day += 1) {
      const at = NOW + day * DAY_MS
      await report(
        { store: first, client },
        Array.from({ length: 20 }, (_, index) => `${day} ${index}`),
        at,
      )
      // Of the third day something stays.
      if (day !== 2) await deliverAll(first, at)
      else await first.changeWebhook(id, { enabled: false }, { now: at })
      if (day === 2) await second.createWebhook(newWebhook(), at)
    }
    const today = NOW + days * DAY_MS
    const pruned = new AbortController()
    let longestMs = 0
    let reported = 0
    const delivered: Claim[] = []
    const timed = async <Result>(run: () => Promise<Result>): Promise<Result> => {
      const startedAt = performance.now()
      const result = await run()
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      return result
    }
    const work = async (store: Store, node: string) => {
      for (let round = 0; !pruned.signal.aborted || round < 20; round += 1) {
        reported += 1
        await timed(() => raise(store, [`${node} ${round}`], today + round))
        const claims = await timed(() => claimAll(store, today + round))
        delivered.push(...claims)
        await timed(() =>
          store.finishAttempts(
            claims.map((claim) => finished(claim)),
            today + round,
          ),
        )
        await timed(() => store.listDeliveries({}, { limit: 20 }))
      }
    }
    const working = [work(first, 'first'), work(second, 'second')]
    await eventually('old days are gone', async () => {
      await Promise.all(
        stores.map((store) => store.pruneHistory({ endedBefore: today, now: today, limit: 10 })),
      )
      const { rows } = await client.query<{ count: string }>(
        "SELECT count(*) FROM pg_inherits WHERE inhparent = 'events'::regclass",
      )
      // The day of which something stays, and today with three days to come.
      return Number(rows[0]?.count) === 1 + 4
    })
    pruned.abort()
    await Promise.all(working)
    delivered.push(...(await deliverAll(first, today + 1_000_000)))

    assert.equal(delivered.length, reported)
    assert.equal((await first.listDeliveries({ webhookId: id }, { limit: 100 })).length, 20)
    assert.ok(longestMs < STUCK_MS, `${longestMs} ms`)
  })
})
