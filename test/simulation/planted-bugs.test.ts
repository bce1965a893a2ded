import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { describeFailure } from './failure.ts'
import { emptyDatabaseImage } from './in-process-store.ts'
import type { Observation } from '../../src/domain/alert.ts'
import type { Store } from '../../src/storage/store.ts'
import { ACTION_WEIGHTS, PHASE_WEIGHTS, type Plan } from './plan.ts'
import { run, type RunResult } from './run.ts'
import type { WorldOptions } from './world.ts'

/** So soon each of them must be found. */
const SEEDS_MAX = 20

/** Clocks are set often, receivers fail often, nodes come and go; and much of it has time to happen. */
const SETTING: Partial<Plan> = {
  stepCount: 250,
  alertCount: 12,
  actions: { ...ACTION_WEIGHTS, step_clock: 8, take_over: 4, crash: 4, long_outage: 0 },
  phases: { ...PHASE_WEIGHTS, failing: 12, hanging: 8 },
}

/** A bug of the service, planted as a trigger: what the service writes is not what it should have written. */
const BUGS: readonly { readonly bug: string; readonly trigger: string }[] = [
  {
    bug: 'a new delivery does not wait for an unfinished one',
    trigger: `AFTER INSERT ON deliveries WHEN new.state = 'waiting'
      BEGIN UPDATE deliveries SET state = 'pending', due_at = created_at WHERE id = new.id; END`,
  },
  {
    bug: 'a retry is due at once, whatever the schedule and the receiver say',
    trigger: `AFTER UPDATE ON deliveries WHEN old.state = 'sending' AND new.state = 'pending' AND new.due_at > 0
      BEGIN UPDATE deliveries SET due_at = 1 WHERE id = new.id; END`,
  },
  {
    bug: 'a lost lease uses up the schedule',
    trigger: `AFTER UPDATE OF attempts_uncounted ON deliveries WHEN new.attempts_uncounted = old.attempts_uncounted + 1
      BEGIN UPDATE deliveries SET attempts_uncounted = old.attempts_uncounted WHERE id = new.id; END`,
  },
  {
    bug: 'an acknowledged event forgets a webhook',
    trigger: `AFTER INSERT ON deliveries WHEN new.id % 10 = 0
      BEGIN DELETE FROM deliveries WHERE id = new.id; END`,
  },
  {
    bug: 'a disabled webhook keeps what is due',
    trigger: `AFTER UPDATE OF due_at ON deliveries WHEN new.state = 'pending' AND new.due_at IS NULL
      BEGIN UPDATE deliveries SET due_at = 1 WHERE id = new.id; END`,
  },
  {
    bug: 'an attempt is not recorded',
    trigger: `AFTER INSERT ON attempts WHEN new.number = 2 BEGIN DELETE FROM attempts WHERE id = new.id; END`,
  },
]

describe('planted bugs', () => {
  for (const { bug, trigger } of BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(withTrigger(trigger))

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
      assert.match(describeFailure(found), new RegExp(`^seed ${found.seed}, step ${found.step}: `))
      assert.ok(describeFailure(found).split('\n').length <= 32)
    })
  }
})

/** A bug in what a node asks of its database, which shows when the clock is set. */
const CLOCK_BUGS: readonly { readonly bug: string; readonly plant: (store: Store) => Store }[] = [
  {
    bug: 'a report that names no moment gets that of the clock',
    plant: (store) => ({
      ...store,
      acceptObservations: (observations, now) => {
        // The very list: by it the world knows which reports are committed.
        const list = observations as Observation[]
        list.splice(0, list.length, ...list.map((observation) => ({ at: now, ...observation })))
        return store.acceptObservations(list, now)
      },
    }),
  },
  {
    bug: 'a due time of before a step back stands',
    plant: (store) => ({ ...store, hastenDeliveries: async () => 0 }),
  },
  {
    bug: 'a lease of before a step back stands',
    plant: (store) => ({
      ...store,
      rescueExpired: ({ leasedBefore, now, limit }) => store.rescueExpired({ leasedBefore, now, limit }),
    }),
  },
  {
    bug: 'a step forward takes leases',
    plant: (store) => ({
      ...store,
      rescueExpired: (rescue) =>
        store.rescueExpired({ ...rescue, leasedBefore: Math.max(rescue.leasedBefore, rescue.now) }),
    }),
  },
  {
    bug: 'a step forward clears alerts',
    plant: (store) => ({
      ...store,
      expireAlerts: ({ expiredBefore, now, limit }) => store.expireAlerts({ expiredBefore, now, limit }),
    }),
  },
  {
    bug: 'a step forward ends deliveries',
    plant: (store) => ({
      ...store,
      endOverdue: ({ now, limit, scheduleMs }) => store.endOverdue({ now, limit, scheduleMs }),
    }),
  },
]

describe('planted bugs that show when the clock is set', () => {
  it('are what is found: without them nothing is', async () => {
    const found = await firstBroken(emptyDatabaseImage(), { plan: SETTING })

    assert.equal(found && describeFailure(found), undefined)
  })

  for (const { bug, plant } of CLOCK_BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(emptyDatabaseImage(), { plant, plan: SETTING })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

/** Nodes that die beside others, and are followed. */
const DEATHS: Partial<Plan> = {
  stepCount: 250,
  requestTimeoutMs: 5_000,
  actions: { ...ACTION_WEIGHTS, take_over: 12, crash: 12, break_disk: 0, long_outage: 0 },
  phases: { ...PHASE_WEIGHTS, hanging: 12, slow: 12 },
}

const EVERY_NODE = Array.from({ length: 100 }, (_, number) => `node ${number}`)

/** A bug in what a node takes for its predecessor's. */
const HEIR_BUGS: typeof CLOCK_BUGS = [
  {
    bug: 'what a predecessor had under way waits for its lease',
    plant: (store) => ({
      ...store,
      rescueExpired: (rescue) => store.rescueExpired({ ...rescue, goneNodes: [] }),
    }),
  },
  {
    bug: 'a node that lives is taken for gone',
    plant: (store) => ({
      ...store,
      rescueExpired: (rescue) => store.rescueExpired({ ...rescue, goneNodes: EVERY_NODE }),
    }),
  },
]

describe('planted bugs that show when a node follows another', () => {
  it('are what is found: without them nothing is', async () => {
    const found = await firstBroken(emptyDatabaseImage(), { plan: DEATHS })

    assert.equal(found && describeFailure(found), undefined)
  })

  for (const { bug, plant } of HEIR_BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(emptyDatabaseImage(), { plant, plan: DEATHS })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

async function firstBroken(
  image: Buffer,
  given: Pick<WorldOptions, 'plant' | 'plan'> = {},
): Promise<RunResult | undefined> {
  for (let seed = 1; seed <= SEEDS_MAX; seed += 1) {
    const result = await run({ seed, image, ...given })
    if (result.broken) return result
  }
  return undefined
}

function withTrigger(trigger: string): Buffer {
  const db = new Database(emptyDatabaseImage())
  db.exec(`CREATE TRIGGER planted ${trigger}`)
  const image = db.serialize()
  db.close()
  return image
}
