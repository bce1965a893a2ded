import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { describeFailure } from './database/failure.ts'
import { emptyDatabaseImage, sqliteEngine } from './database/in-process-store.ts'
import {
  ABSENCE_BUGS,
  ABSENCES,
  CLOCK_BUGS,
  CLOCKS,
  DEATHS,
  HEIR_BUGS,
  JUMP_BUGS,
  JUMPS,
  PAUSE_BUGS,
  PAUSES,
  CURRENT_STATE,
  EXHAUSTION_BUGS,
  EXHAUSTIONS,
  URGENT,
  URGENT_BUGS,
  withoutOpenTime,
} from './planted-bugs.ts'
import { REPORTER_BUGS, REPORTER_TRIGGERS, REPORTERS } from './reporter-bugs.ts'
import { BUDGET_TRIGGERS, OVER_BUDGET, ROUTED, ROUTED_BUGS, ROUTED_TRIGGERS } from './routing-bugs.ts'
import { CURRENT_STATE_BUGS, CURRENT_STATE_TRIGGERS } from './current-state-bugs.ts'
import { FOLLOWED, FOLLOWER_TRIGGERS } from './follower-bugs.ts'
import type { Plan } from './plan.ts'
import { firstBroken, SEEDS_MAX, TRIES_ALL } from './run-seeds.ts'
import type { WorldOptions } from './world/world.ts'
import type { Engine } from './database/simulated-database.ts'

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
    bug: 'a clear that overtakes its raise is forgotten',
    trigger: 'AFTER INSERT ON early_clears BEGIN DELETE FROM early_clears; END',
  },
  {
    bug: 'an end in whole seconds counts as the beginning of its second',
    trigger: `AFTER INSERT ON early_clears
      BEGIN UPDATE early_clears SET last_reported_at = last_reported_at / 1000 * 1000 WHERE key = new.key; END`,
  },
  {
    bug: 'a raise counts that is older than the newest word',
    trigger: `AFTER UPDATE OF last_reported_at ON alerts WHEN new.last_reported_at > new.changed_at
      BEGIN UPDATE alerts SET last_reported_at = changed_at WHERE id = new.id; END`,
  },
  {
    bug: 'an attempt is not recorded',
    trigger: `AFTER INSERT ON attempts WHEN new.number = 2 BEGIN DELETE FROM attempts WHERE id = new.id; END`,
  },
]

/** Bugs of the order in which deliveries are claimed. */
const URGENCY_TRIGGERS: typeof BUGS = [
  {
    bug: 'everything goes by its due time, whatever it says',
    trigger: `AFTER UPDATE OF state ON deliveries WHEN new.state = 'pending' AND new.queue_urgency <> 2
      BEGIN UPDATE deliveries SET queue_urgency = 2 WHERE id = new.id; END`,
  },
  {
    bug: 'a probe is what failed last',
    trigger: `AFTER UPDATE OF failed_delivery_id ON webhook_flow WHEN new.failed_delivery_id IS NOT NULL
      BEGIN UPDATE webhook_flow SET failed_delivery_id = NULL WHERE webhook_id = new.webhook_id; END`,
  },
  {
    bug: 'a pause grows beyond a minute',
    trigger: `AFTER UPDATE OF pause_ms ON webhook_flow WHEN new.pause_ms >= 10000
      BEGIN UPDATE webhook_flow SET paused_until = new.paused_until + 240000 WHERE webhook_id = new.webhook_id; END`,
  },
]

interface PlantedBug {
  readonly bug: string
  readonly trigger?: string
  readonly plant?: WorldOptions['plant']
}

/** Every kind of planted bug, with the plan of the runs that show it. */
const KINDS: readonly {
  readonly when: string
  readonly plan: Partial<Plan>
  readonly bugs: readonly PlantedBug[]
}[] = [
  { when: 'when the clock is set', plan: CLOCKS, bugs: CLOCK_BUGS },
  { when: 'when the clock is set forward while receivers fail', plan: JUMPS, bugs: JUMP_BUGS },
  { when: 'when nobody could report for a while', plan: ABSENCES, bugs: ABSENCE_BUGS },
  { when: 'when a node follows another', plan: DEATHS, bugs: HEIR_BUGS },
  { when: 'when something is damaged or a resource is exhausted', plan: EXHAUSTIONS, bugs: EXHAUSTION_BUGS },
  {
    when: 'when much is urgent and some of it is rejected',
    plan: URGENT,
    bugs: [...URGENCY_TRIGGERS, ...URGENT_BUGS],
  },
  { when: 'when the clock is set back while a webhook is held', plan: PAUSES, bugs: PAUSE_BUGS },
  {
    when: 'when most webhooks are in current-state mode',
    plan: CURRENT_STATE,
    bugs: [...CURRENT_STATE_TRIGGERS, ...CURRENT_STATE_BUGS],
  },
  {
    when: 'when servers and scripts push alerts',
    plan: REPORTERS,
    bugs: [
      ...REPORTER_TRIGGERS,
      ...REPORTER_BUGS,
      { bug: 'an absence of ours ends what reporters said', plant: withoutOpenTime },
    ],
  },
  { when: 'when most webhooks have matchers', plan: ROUTED, bugs: [...ROUTED_TRIGGERS, ...ROUTED_BUGS] },
  { when: 'when matchers change between a raise and its clear', plan: FOLLOWED, bugs: FOLLOWER_TRIGGERS },
  { when: 'when matchers are above the budget', plan: OVER_BUDGET, bugs: BUDGET_TRIGGERS },
]

/** Seeds of the runs without a bug: they must go on to the end, which takes longer than any bug. */
const CONTROL_SEEDS = TRIES_ALL ? SEEDS_MAX : 5

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

for (const { when, plan, bugs } of KINDS) {
  describe(`planted bugs that show ${when}`, () => {
    it('are the only ones: a run without them keeps every promise', async () => {
      const found = await firstBroken(sqliteEngine(), { plan }, CONTROL_SEEDS)

      assert.equal(found && describeFailure(found), undefined)
    })

    for (const { bug, trigger, plant } of bugs) {
      it(`are found: ${bug}`, async () => {
        const found = await firstBroken(trigger === undefined ? sqliteEngine() : withTrigger(trigger), {
          plan,
          ...(plant && { plant }),
        })

        assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
      })
    }
  })
}

function withTrigger(trigger: string): Engine {
  const db = new Database(emptyDatabaseImage())
  db.exec(`CREATE TRIGGER planted ${trigger}`)
  const image = db.serialize()
  db.close()
  return sqliteEngine(image)
}
