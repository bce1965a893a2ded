import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { WireCounter } from '../../support/network/wire-counter.ts'
import { claimDue, claimRequest, finished } from '../suite/finish.ts'

/** A claim waits for a report that is being taken in, however long a busy machine takes for it. */
const STOPPED = { after: () => () => undefined }

/** Counts, not times: they are the same on every machine. */
describe('a single report and its delivery on PostgreSQL', () => {
  let counter: WireCounter
  let store: Store
  before(async () => {
    counter = await WireCounter.start(await createTestDatabase())
    store = (await openPostgresStore({ url: counter.url, poolMax: 3, clock: STOPPED })).store
    await store.createWebhook(newWebhook(), NOW)
    await deliver('to warm up')
  })
  after(async () => {
    await store.close()
    await counter.stop()
  })

  const countOf = async (work: () => Promise<unknown>) => {
    counter.take()
    await work()
    return counter.take().roundTrips
  }
  async function deliver(key: string) {
    let claims: Awaited<ReturnType<typeof claimDue>> = []
    return {
      intake: await countOf(() => store.acceptObservations([observation({ key })], NOW)),
      claim: await countOf(async () => (claims = await claimDue(store))),
      finish: await countOf(() =>
        store.finishAttempts(
          claims.map((claim) => finished(claim)),
          NOW,
        ),
      ),
      afterwards: await countOf(() => claimDue(store)),
    }
  }

  it('take two round trips in, few to claim and to finish, and none to know that nothing else is due', async () => {
    const { intake, claim, finish, afterwards } = await deliver('one')

    assert.equal(intake, 2)
    assert.ok(claim <= 3, `${claim} to claim`)
    assert.ok(finish <= 2, `${finish} to finish`)
    assert.equal(afterwards, 0)
  })

  it('are claimed in the transaction that takes them in, where a claim comes in the same turn', async () => {
    await deliver('before')
    let claims: Awaited<ReturnType<typeof claimDue>> = []
    const roundTrips = await countOf(async () => {
      const accepted = store.acceptObservations([observation({ key: 'joined' })], NOW)
      claims = await claimDue(store)
      await accepted
    })

    assert.equal(roundTrips, 2)
    assert.deepEqual(
      claims.map(({ event }) => event.kind === 'alert' && event.newState),
      ['high'],
    )
    const later = await countOf(() =>
      store.finishAttempts(
        claims.map((claim) => finished(claim)),
        NOW,
      ),
    )
    assert.ok(later <= 2)
  })

  it('look again where a delivery is retried, another waits behind it, or another node has work', async () => {
    await store.acceptObservations([observation({ key: 'two' })], NOW)
    const [claim] = await claimDue(store)
    await store.finishAttempts([finished(claim!, { state: 'pending', dueAt: NOW + 50 })], NOW)
    const { nextAt } = await store.claimDue(claimRequest())
    assert.equal(nextAt, NOW + 50)
    assert.equal((await claimDue(store, { now: NOW + 50 })).length, 1)

    await deliver('three')
    store.expectWork?.()
    assert.ok((await countOf(() => claimDue(store))) > 0)
    assert.ok((await countOf(() => claimDue(store, { now: NOW + 1_001 }))) > 0)
  })
})
