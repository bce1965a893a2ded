import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Client } from 'pg'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { systemClock, type Clock } from '../../../src/runtime/clock.ts'
import type { NewWebhook } from '../../../src/domain/webhook/webhook.ts'
import type { Store } from '../../../src/storage/store.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { SilentCommits } from '../../support/databases/silent-commits.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { WireCounter } from '../../support/network/wire-counter.ts'
import { claimAll, claimDue, deliverAll, finished } from '../suite/finish.ts'

/** A claim waits for the reports that are being taken in, however long a busy machine takes for them. */
const STOPPED = { after: () => () => undefined }

describe('a claim that comes while reports are taken in', () => {
  for (const given of [
    { mode: 'every_change' },
    { mode: 'current_state' },
    { rateLimit: { count: 50, intervalMs: 1_000 } },
    { concurrencyMax: 5 },
  ] as const) {
    it(`leases what they make, in their transaction (${JSON.stringify(given)})`, async (t) => {
      const { store, roundTrips } = await open(t, given)

      const accepted = store.acceptObservations([named('a'), named('b')], NOW)
      const claims = await claimAll(store, NOW)
      await accepted

      assert.equal(roundTrips(), 2)
      assert.deepEqual(claims.map(nameIn), ['a', 'b'])
      assert.equal((await claimAll(store, NOW)).length, 0)
      assert.deepEqual(
        await store.finishAttempts(
          claims.map((claim) => finished(claim)),
          NOW,
        ),
        ['delivered', 'delivered'],
      )
    })
  }

  it('leases no more than the limits of the webhook and of the claim allow, and the rest is due', async (t) => {
    const { store } = await open(t, { concurrencyMax: 2 })
    const reports = ['a', 'b', 'c', 'd'].map((key) => observation({ key }))

    const accepted = store.acceptObservations(reports, NOW)
    const first = await claimDue(store, { limit: 3 })
    await accepted
    const none = await claimAll(store, NOW)
    await store.finishAttempts(
      first.map((claim) => finished(claim)),
      NOW,
    )
    const second = await claimDue(store, { limit: 1 })

    assert.deepEqual([first.length, none.length, second.length], [2, 0, 1])
  })

  it('leases nothing behind a delivery under way', async (t) => {
    const { store } = await open(t)
    await store.acceptObservations([observation()], NOW)
    const [head] = await claimAll(store, NOW)
    assert.equal((await claimAll(store, NOW)).length, 0)

    const accepted = store.acceptObservations([observation({ state: 'cleared', at: NOW + 1 })], NOW + 1)
    const claims = await claimAll(store, NOW + 1)
    await accepted

    assert.deepEqual([claims.length, head?.attempt], [0, 1])
  })

  it('leases what a job run makes', async (t) => {
    const { store } = await open(t, { payloadType: 'JOB' })

    const accepted = store.acceptJobRuns([jobRunReport()], NOW)
    const claims = await claimAll(store, NOW)

    assert.deepEqual([claims.length, (await accepted)[0]?.deliveryCount], [1, 1])
  })

  it('gets nothing of reports that fail, and those that come again are due', async (t) => {
    const { store, ask } = await open(t)
    await ask('ALTER TABLE deliveries ADD CONSTRAINT never CHECK (false) NOT VALID')

    const accepted = assert.rejects(store.acceptObservations([observation()], NOW))
    const none = await claimAll(store, NOW)
    await accepted
    await ask('ALTER TABLE deliveries DROP CONSTRAINT never')
    await store.acceptObservations([observation()], NOW)

    assert.deepEqual([none.length, (await claimAll(store, NOW)).length], [0, 1])
  })

  it('goes on by itself where another node holds the reports up', async (t) => {
    const { store, ask } = await open(t, {}, systemClock)
    await store.acceptObservations([observation()], NOW)
    await claimAll(store, NOW)
    assert.equal((await claimAll(store, NOW)).length, 0)
    await ask('BEGIN; SELECT FROM alerts FOR UPDATE')

    const accepted = store.acceptObservations([observation({ state: 'cleared', at: NOW + 1 })], NOW + 1)
    const claims = await claimAll(store, NOW + 1)
    await ask('COMMIT')

    assert.equal(claims.length, 0)
    assert.equal((await accepted)[0]?.result, 'cleared')
  })

  it('is given back where nobody knows whether they were committed', async (t) => {
    const { way, url } = await SilentCommits.start(await createTestDatabase())
    const { store } = await openPostgresStore({ url, poolMax: 3, clock: STOPPED })
    t.after(async () => {
      await store.close()
      await way.stop()
    })
    await store.createWebhook(newWebhook(), NOW)
    await settle(store)
    way.toLose = 1

    const accepted = assert.rejects(store.acceptObservations([observation()], NOW), { code: 'unavailable' })
    const none = await claimAll(store, NOW)
    await accepted
    assert.deepEqual([way.lostCount, none.length], [1, 0])
    await claimAll(store, NOW + 200)
    const claims = await claimAll(store, NOW + 300)

    assert.deepEqual(
      claims.map(({ attempt, scheduleAttempt }) => [attempt, scheduleAttempt]),
      [[1, 1]],
    )
  })
})

/** A store with one webhook, that knows that nothing is due. */
async function open(t: TestContext, given: Partial<NewWebhook> = {}, clock: Pick<Clock, 'after'> = STOPPED) {
  const counter = await WireCounter.start(await createTestDatabase())
  const { store } = await openPostgresStore({ url: counter.url, poolMax: 5, clock })
  const client = new Client(counter.url)
  await client.connect()
  t.after(async () => {
    await client.end()
    await store.close()
    await counter.stop()
  })
  await store.createWebhook(newWebhook(given), NOW)
  await settle(store)
  counter.take()
  return { store, roundTrips: () => counter.take().roundTrips, ask: (text: string) => client.query(text) }
}

/** Makes the partitions of the day, and lets the store know the webhook, how its receiver does, and that nothing is due. */
async function settle(store: Store): Promise<void> {
  for (const runId of ['first', 'second']) {
    await store.acceptObservations([named(runId)], NOW)
    await store.acceptJobRuns([jobRunReport({ runId })], NOW)
    await deliverAll(store, NOW)
  }
  assert.equal((await claimAll(store, NOW)).length, 0)
}

function named(name: string) {
  return observation({ key: name, name })
}

function nameIn({ event }: Awaited<ReturnType<typeof claimAll>>[number]): string | undefined {
  return event.kind === 'alert' ? event.name : undefined
}
