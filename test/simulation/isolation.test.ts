import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newWebhook, observation } from '../support/build.ts'
import { TEMPLATE } from './model/check-requests.ts'
import { sqliteEngine } from './database/in-process-store.ts'
import type { Phase } from './plan.ts'
import type { Engine } from './database/simulated-database.ts'
import { World } from './world/world.ts'

const SEEDS = 3
const REQUEST_TIMEOUT_MS = 5_000
const MINUTES = 2
const NOTIFICATIONS_PER_SECOND = 4

/** For some seconds, until it is known who is bad, they may take slots; afterwards almost none. */
const LEARNING_MS = 3 * REQUEST_TIMEOUT_MS
const DELAY_MS_MAX = 100

/** Those that hang could take all slots together, were there no share and no pause. */
const BAD: readonly Phase[] = [
  ...Array.from({ length: 5 }, () => 'hanging' as const),
  'failing',
  'throttling',
  'refusing',
  'slow',
]

it('a well receiver gets its first attempts at once, whatever the others do', async () => {
  const engine = sqliteEngine()
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { world, well } = await start(seed, engine)
    const begunAt = world.time.now
    for (let notification = 0; notification < MINUTES * 60 * NOTIFICATIONS_PER_SECOND; notification += 1) {
      // They are of many alerts, so that nothing waits for its own alert queue.
      const key = `alert-${notification % 500}`
      const state = notification % 1_000 < 500 ? 'high' : 'cleared'
      void world.nodes[0]?.intake.acceptObservations([observation({ key, state, at: world.time.now })])
      await world.runFor(1_000 / NOTIFICATIONS_PER_SECOND)
    }

    const delays = [...world.model.claims.values()]
      .filter(
        ({ webhook, attempt, dueAt }) =>
          webhook.id === well && attempt === 1 && dueAt > begunAt + LEARNING_MS,
      )
      .map(({ dueAt, exchange }) => (exchange?.sentAt ?? world.time.now) - dueAt)
    assert.ok(delays.length > 300, `seed ${seed}: ${delays.length} notifications`)
    const worst = Math.max(...delays)
    assert.ok(worst <= DELAY_MS_MAX, `seed ${seed}: a notification waited ${worst} ms`)
    await world.database.close()
  }
})

/** One well receiver, and some of every bad kind. */
async function start(
  seed: number,
  engine: Engine,
): Promise<{ readonly world: World; readonly well: number }> {
  const world = new World({
    seed,
    engine,
    plan: {
      inFlightMax: 32,
      webhookConcurrencyMax: 8,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      retryScheduleMs: [0, 500, 1_000, 2_000, 5_000, 15_000],
    },
  })
  // Nothing but the receivers is bad.
  world.isHealed = true
  const node = world.startNode({ reclaimsAll: true })
  const creations = ['healthy' as const, ...BAD].map((phase, index) => {
    world.receivers.changePhase(index + 1, phase)
    const url = world.receivers.urlOf(index + 1)
    return node.store.createWebhook(newWebhook({ url, payloadTemplate: TEMPLATE }), world.time.now)
  })
  await world.runFor(100)
  const [well] = await Promise.all(creations)
  return { world, well: well?.id ?? 0 }
}
