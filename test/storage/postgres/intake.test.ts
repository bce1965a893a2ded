import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { LOCK_CLASS } from '../../../src/storage/postgres/connection/locks.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { countLockWaiters } from '../../support/databases/lock-waiters.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { WireCounter } from '../../support/network/wire-counter.ts'

const FAN_OUT = 3
const TWO_IN_EACH_ALERT_QUEUE = Array.from({ length: FAN_OUT }, () => ['pending', 'waiting']).flat()

describe('intake on PostgreSQL', () => {
  let counter: WireCounter
  let store: Store
  let other: Store
  let client: Client
  before(async () => {
    const url = await createTestDatabase()
    counter = await WireCounter.start(url)
    store = (await openPostgresStore({ url: counter.url, poolMax: 3 })).store
    other = (await openPostgresStore({ url, poolMax: 3 })).store
    client = new Client({ connectionString: url })
    await client.connect()
    for (let count = 0; count < FAN_OUT; count += 1) await store.createWebhook(newWebhook(), NOW)
    await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
  })
  afterEach(() => client.query('ROLLBACK'))
  after(async () => {
    await store.close()
    await other.close()
    await client.end()
    await counter.stop()
  })
  const queue = async (alertId: number | null | undefined) => {
    const { rows } = await client.query<{ state: string; webhook_id: string }>(
      'SELECT state, webhook_id FROM deliveries WHERE subject = $1 ORDER BY webhook_id, event_id',
      [`alert ${alertId}`],
    )
    return rows.map(({ state }) => state)
  }
  const isWaitingForLock = async (count = 1) => (await countLockWaiters(client)) === count

  it('of 100 calls at once needs less than half a statement for each delivery, and few round trips', async () => {
    await store.acceptObservations([observation({ key: 'to warm up' })], NOW)
    counter.take()

    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        store.acceptObservations([observation({ key: `at once ${index}` })], NOW),
      ),
    )

    const { statements, roundTrips } = counter.take()
    const deliveryCount = responses.flat().reduce((sum, { deliveryCount }) => sum + deliveryCount, 0)
    assert.equal(deliveryCount, 100 * FAN_OUT)
    assert.ok(statements < deliveryCount / 2, `${statements} statements`)
    assert.ok(roundTrips <= 4, `${roundTrips} round trips`)
  })

  it('of 100 calls, each made while others are under way, needs less than one statement for each delivery', async () => {
    counter.take()
    const reporters = Array.from({ length: 20 }, async (_, reporter) => {
      for (let index = 0; index < 5; index += 1) {
        await store.acceptObservations([observation({ key: `in turn ${reporter} ${index}` })], NOW)
      }
    })
    await Promise.all(reporters)

    const { statements } = counter.take()
    assert.ok(statements < 100 * FAN_OUT, `${statements} statements`)
  })

  it('takes two round trips, whether alerts are new, known, or only refreshed', async () => {
    const roundTripsOf = async (given: Parameters<typeof observation>[0]) => {
      counter.take()
      await store.acceptObservations([observation({ key: 'trips', ...given })], NOW)
      return counter.take().roundTrips
    }

    assert.equal(await roundTripsOf({}), 2)
    assert.equal(await roundTripsOf({ at: NOW + 1 }), 2)
    assert.equal(await roundTripsOf({ state: 'cleared', at: NOW + 2 }), 2)
  })

  it('rejects of 100 calls at once only the one that the database refuses', async () => {
    const calls = Array.from({ length: 100 }, (_, index) =>
      observation({ key: `mixed ${index}`, state: index === 42 ? ('bogus' as 'high') : 'high' }),
    )

    const outcomes = await Promise.allSettled(calls.map((one) => store.acceptObservations([one], NOW)))

    const rejected = [...outcomes.keys()].filter((index) => outcomes[index]?.status === 'rejected')
    assert.deepEqual(rejected, [42])
    const { rows } = await client.query("SELECT count(*) FROM alerts WHERE key LIKE 'mixed %'")
    assert.deepEqual(rows, [{ count: '99' }])
  })

  it('knows alerts and runs again whose ids hold what PostgreSQL cannot', async () => {
    const key = 'nul \0 and half \ud800'

    const raised = await store.acceptObservations([observation({ key }), observation({ key })], NOW)
    const [cleared] = await store.acceptObservations(
      [observation({ key, state: 'cleared', at: NOW + 1 })],
      NOW,
    )
    const run = jobRunReport({ jobId: key, runId: key })
    const runs = [await store.acceptJobRuns([run, run], NOW), await store.acceptJobRuns([run], NOW)].flat()

    assert.deepEqual(
      [...raised, cleared].map((accepted) => accepted?.result),
      ['raised', 'refreshed', 'cleared'],
    )
    assert.deepEqual(
      runs.map(({ result }) => result),
      ['accepted', 'duplicate', 'duplicate'],
    )
  })

  it('takes in an alert of 4 MB, many at once', async () => {
    const info = `"\\'\n🐘${'x'.repeat(4_000_000)}`
    const responses = await Promise.all(
      Array.from({ length: 2 }, (_, index) =>
        other.acceptObservations([observation({ key: `large ${index}`, details: { info } })], NOW),
      ),
    )

    for (const [accepted] of responses) {
      const event = await other.findEvent(accepted?.eventId ?? 0)
      assert.ok(event?.kind === 'alert')
      assert.equal(event.details.info, info)
    }
  })

  it('waits for a head that is ending, and then is the head itself', async () => {
    const [raised] = await store.acceptObservations([observation({ key: 'ending' })], NOW)
    await client.query('BEGIN')
    await client.query('DELETE FROM deliveries WHERE subject = $1', [`alert ${raised?.alertId}`])

    const clear = store.acceptObservations(
      [observation({ key: 'ending', state: 'cleared', at: NOW + 1 })],
      NOW,
    )
    await eventually('it waits', () => isWaitingForLock())
    await client.query('COMMIT')
    await clear

    assert.deepEqual(await queue(raised?.alertId), ['pending', 'pending', 'pending'])
  })

  it('lets nobody end the last of an alert queue behind which it is putting something', async () => {
    const [raised] = await store.acceptObservations([observation({ key: 'last' })], NOW)
    const subject = `alert ${raised?.alertId}`
    const ender = new Client({ connectionString: counter.url })
    await ender.connect()
    // Holds the transaction up when it has read the alert queue, and before it writes.
    await client.query('BEGIN; LOCK TABLE events IN EXCLUSIVE MODE')

    const clear = store.acceptObservations([observation({ key: 'last', state: 'cleared', at: NOW + 1 })], NOW)
    await eventually('it waits', () => isWaitingForLock())
    await ender.query("BEGIN; SET LOCAL lock_timeout = '50ms'")
    const ending = ender.query('DELETE FROM deliveries WHERE subject = $1', [subject])

    await assert.rejects(ending, /lock timeout/)
    await client.query('COMMIT')
    await clear
    assert.deepEqual(await queue(raised?.alertId), TWO_IN_EACH_ALERT_QUEUE)
    await ender.end()
  })

  it('does not wait for the end of a head with others behind it', async () => {
    const [raised] = await store.acceptObservations(
      [observation({ key: 'deep' }), observation({ key: 'deep', state: 'low', at: NOW + 1 })],
      NOW,
    )
    const subject = `alert ${raised?.alertId}`
    await client.query('BEGIN')
    await client.query("DELETE FROM deliveries WHERE subject = $1 AND state = 'pending'", [subject])

    await store.acceptObservations([observation({ key: 'deep', state: 'cleared', at: NOW + 2 })], NOW)
    await client.query(
      "UPDATE deliveries SET state = 'pending' WHERE id IN (SELECT min(id) FROM deliveries WHERE subject = $1 GROUP BY webhook_id)",
      [subject],
    )
    await client.query('COMMIT')

    assert.deepEqual(await queue(raised?.alertId), TWO_IN_EACH_ALERT_QUEUE)
  })

  it('of two nodes that raise the same new alerts at once, one raises each and the other refreshes it', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `new ${index}`)

    const [one, two] = await Promise.all([
      store.acceptObservations(
        keys.map((key) => observation({ key })),
        NOW,
      ),
      other.acceptObservations(
        keys.toReversed().map((key) => observation({ key })),
        NOW,
      ),
    ])

    const pairs = one.map(({ result, alertId }, index) => {
      const counterpart = two.at(-1 - index)
      assert.equal(counterpart?.alertId, alertId)
      return [result, counterpart?.result].sort().join(' ')
    })
    assert.deepEqual(new Set(pairs), new Set(['raised refreshed']))
  })

  it('of two runs of one job on two nodes, the one whose event is older is seen first', async () => {
    // Holds up the first when its event has an id, and before it is committed.
    await client.query(`
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END';
      CREATE TRIGGER hold BEFORE INSERT ON deliveries FOR EACH ROW WHEN (NEW.created_at = ${NOW + 1}) EXECUTE FUNCTION hold()`)
    await client.query('BEGIN; SELECT pg_advisory_xact_lock(1)')

    const first = store.acceptJobRuns([jobRunReport({ jobId: 'shared', runId: '1' })], NOW + 1)
    await eventually('the first waits', () => isWaitingForLock(1))
    const second = other.acceptJobRuns([jobRunReport({ jobId: 'shared', runId: '2' })], NOW + 2)
    await eventually('the second waits for it', () => isWaitingForLock(2))
    await client.query('COMMIT')

    const [older, newer] = [(await first)[0], (await second)[0]]
    assert.ok((older?.eventId ?? 0) < (newer?.eventId ?? 0))
    const { rows } = await client.query<{ state: string }>(
      'SELECT state FROM deliveries WHERE event_id = ANY ($1) ORDER BY event_id',
      [[older?.eventId, newer?.eventId]],
    )
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['pending', 'waiting'],
    )
    await client.query('DROP TRIGGER hold ON deliveries')
  })

  it('expires nothing while another node does, and does not wait for it', async () => {
    await store.acceptObservations([observation({ key: 'silent', expiresAt: NOW + 1 })], NOW)
    const expire = () => store.expireAlerts({ expiredBefore: NOW + 2, now: NOW + 3, limit: 10 })
    await client.query('BEGIN')
    const locks = `SELECT pg_advisory_xact_lock(${LOCK_CLASS.cluster}, task) FROM generate_series(10, 30) AS task`
    await client.query(locks)

    const meanwhile = await expire()
    await client.query('COMMIT')

    assert.deepEqual([meanwhile, await expire()], [0, 1])
  })
})
