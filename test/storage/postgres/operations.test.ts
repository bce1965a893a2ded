import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { Random } from '../../simulation/random.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { claimDue, deliverAll, finished } from '../suite/finish.ts'

const ALERTS = 12
const STATES = ['low', 'medium', 'high'] as const
const NOTHING = { low: false, medium: false, high: false, cleared: false }

/** Two nodes carry an operation on while both deliver what it is about. */
describe('PostgreSQL: operations on several nodes', () => {
  const open: Store[] = []
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close()
  })

  for (const seed of [1, 2, 3]) {
    it(`reroute: what was cancelled is sent to the target once, in order (seed ${seed})`, async () => {
      const [first, second] = await openTwo()
      const source = await first.createWebhook(newWebhook(), NOW)
      const target = await first.createWebhook(newWebhook({ alertFlags: NOTHING }), NOW)
      await report(first)
      const filter = { states: ['waiting', 'pending', 'sending', 'failed'], webhookId: source.id } as const
      const { id } = await first.startOperation(
        { kind: 'reroute', filter, targetWebhookId: target.id },
        NOW + 5,
      )

      const received: Claim[] = []
      await Promise.all([
        ...[first, second].map((store, node) => receive(store, new Random(seed * 10 + node), received)),
        ...[first, second].map((store) => advance(store, id)),
      ])
      // A node scans for what another one made once its own last scan is a second old.
      received.push(...(await deliverAll(first, NOW + 5_000)))

      assert.equal((await first.findOperation(id))?.state, 'done')
      const atSource = await first.listDeliveries({ webhookId: source.id }, { limit: 1000 })
      const atTarget = await first.listDeliveries({ webhookId: target.id }, { limit: 1000 })
      const moved = atSource.filter(({ state }) => state === 'cancelled').map(({ eventId }) => eventId)
      const events = atTarget.map(({ eventId }) => eventId)
      assert.equal(atSource.length, ALERTS * STATES.length)
      assert.equal(new Set(events).size, events.length, 'notified twice')
      const arrived = atSource.filter(({ state }) => state === 'delivered').map(({ eventId }) => eventId)
      assert.ok(
        !arrived.some((eventId) => events.includes(eventId)),
        'arrived, and sent to the target as well',
      )
      assert.ok(
        moved.every((eventId) => events.includes(eventId)),
        'cancelled, and sent to nobody',
      )
      assert.ok(
        [...atSource, ...atTarget].every(({ finishedAt }) => finishedAt !== null),
        'left in an alert queue',
      )
      assertInOrder(received.filter(({ webhook }) => webhook.id === target.id))
    })
  }

  async function openTwo(): Promise<readonly [Store, Store]> {
    const url = await createTestDatabase()
    const stores = await Promise.all([1, 2].map(() => openPostgresStore({ url, poolMax: 5 })))
    open.push(...stores.map(({ store }) => store))
    const [first, second] = open
    assert.ok(first && second)
    return [first, second]
  }
})

async function report(store: Store): Promise<void> {
  for (const [index, state] of STATES.entries()) {
    const at = NOW + index
    await store.acceptObservations(
      Array.from({ length: ALERTS }, (_, key) => observation({ key: `${key}`, state, at })),
      at,
    )
  }
}

/** A third of what is sent arrives, a third fails for good, and a third is to be tried again. */
async function receive(store: Store, random: Random, received: Claim[]): Promise<void> {
  for (let round = 0; round < 40; round += 1) {
    const now = NOW + 10 + round
    const claims = await claimDue(store, { now, limit: 3 })
    received.push(...claims)
    const outcomes = [{ state: 'delivered' }, { state: 'failed' }, { state: 'pending', dueAt: now }] as const
    await store.finishAttempts(
      claims.map((claim) => finished(claim, random.pick(outcomes))),
      now,
    )
  }
}

async function advance(store: Store, id: number): Promise<void> {
  for (let step = 0; step < 500; step += 1) {
    await store.advanceOperations({ now: NOW + 20, limit: 6 })
    if ((await store.findOperation(id))?.state !== 'running') return
  }
  throw new Error('it never ends')
}

/** Of each alert oldest first; one that failed comes again before what follows. */
function assertInOrder(claims: readonly Claim[]): void {
  const byAlert = Map.groupBy(claims, ({ event }) => event.kind === 'alert' && event.alertId)
  for (const [alertId, ofAlert] of byAlert) {
    const sent = ofAlert.map(({ event }) => event.id)
    assert.deepEqual(
      sent,
      sent.toSorted((one, other) => one - other),
      `alert ${alertId}`,
    )
  }
}
