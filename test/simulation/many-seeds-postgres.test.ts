import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MUST_HAPPEN, MUST_HAPPEN_ON_POSTGRES } from './model/must-happen.ts'
import {
  CLOCK_BUGS,
  CLOCKS,
  DEATHS,
  DOUBT_BUGS,
  DOUBTS,
  HEIR_BUGS,
  JUMP_BUGS,
  JUMPS,
  POWER_CUTS,
  CURRENT_STATE,
  EXHAUSTION_BUGS,
  EXHAUSTIONS,
  TOGETHER,
  URGENT,
  URGENT_BUGS,
} from './planted-bugs.ts'
import { REPORTER_TRIGGERS, REPORTERS } from './reporter-bugs.ts'
import { BUDGET_TRIGGERS, OVER_BUDGET, ROUTED, ROUTED_TRIGGERS } from './routing-bugs.ts'
import { CURRENT_STATE_BUGS, CURRENT_STATE_TRIGGERS, type PostgresTrigger } from './current-state-bugs.ts'
import { FOLLOWED, FOLLOWER_TRIGGERS } from './follower-bugs.ts'
import { postgresEngine } from './database/postgres-database.ts'
import { firstBroken, runSeeds, SEEDS_MAX, TRIES_ALL } from './run-seeds.ts'
import { run } from './run.ts'
import type { Plan } from './plan.ts'
import { SimulatedServer } from './database/simulated-server.ts'

/** `.ci/run` runs ten times as many. */
const SEEDS = Number(process.env['TOCSIN_TEST_SEEDS_POSTGRES'] ?? 4)

/** Seeds that may follow the first ones until everything has been tried. */
const MORE_SEEDS_MAX = 40

const CUT_SEEDS = TRIES_ALL ? 6 : 3

/** Time that passes costs much here: each task of each node asks the server every second. */
const PUSHED: Partial<Plan> = { ...REPORTERS, stepCount: 25 }
const PUSHED_SEEDS = TRIES_ALL ? 3 : 1

const BUDGET_DECIDES = 'a matcher above the budget decides'

/** Returns every bug of a kind, or only the first one where somebody waits for the tests. */
function triedOf<Bug>(bugs: readonly Bug[]): readonly Bug[] {
  return TRIES_ALL ? bugs : bugs.slice(0, 1)
}

function isSoonFound(bug: { readonly isSoonFound?: true }): boolean {
  return bug.isSoonFound === true
}

/** A bug of the service, planted as a trigger before a row is written: it changes the new row, or leaves it out. */
const BUGS: readonly (PostgresTrigger & { readonly bug: string; readonly plan?: Partial<Plan> })[] = [
  {
    bug: 'a retry is due at once, whatever the schedule and the receiver say',
    on: "UPDATE ON deliveries FOR EACH ROW WHEN (old.state = 'sending' AND new.state = 'pending' AND new.due_at > 0)",
    does: 'new.due_at = 1; RETURN new',
  },
  {
    bug: 'a lost lease uses up the schedule',
    on: 'UPDATE ON deliveries FOR EACH ROW WHEN (new.attempts_uncounted = old.attempts_uncounted + 1)',
    does: 'new.attempts_uncounted = old.attempts_uncounted; RETURN new',
  },
  {
    bug: 'an acknowledged event forgets a webhook',
    on: 'INSERT ON deliveries FOR EACH ROW WHEN (new.id % 10 = 0)',
    does: 'RETURN NULL',
  },
  {
    bug: 'what has ended does not let the next one go',
    on: "UPDATE ON deliveries FOR EACH ROW WHEN (old.state = 'waiting' AND new.state = 'pending')",
    does: 'RETURN NULL',
  },
  {
    bug: 'an attempt is not recorded',
    on: 'INSERT ON attempts FOR EACH ROW WHEN (new.number = 2)',
    does: 'RETURN NULL',
  },
  {
    bug: 'calls that share a transaction have the moment of the first',
    on: 'INSERT ON deliveries FOR EACH ROW WHEN (new.fallback_of IS NULL)',
    does: `new.due_at = least(new.due_at, (SELECT min(due_at) FROM deliveries WHERE xmin = pg_current_xact_id()::xid));
      RETURN new`,
    plan: TOGETHER,
  },
  {
    bug: 'a claim that was lost with the power ends the attempt of another',
    on: "UPDATE ON deliveries FOR EACH ROW WHEN (old.state = 'pending' AND new.state = 'sending')",
    does: "new.leased_by = regexp_replace(new.leased_by, ':[0-9]+$', ''); RETURN new",
    plan: POWER_CUTS,
  },
]

describe('the simulation on PostgreSQL', () => {
  let server: SimulatedServer

  before(async () => {
    server = await SimulatedServer.start()
  })
  after(() => server.stop())

  it(`keeps every promise in ${SEEDS} runs`, async () => {
    const engine = postgresEngine(server)
    const seen = new Set(await runSeeds(engine, 1, SEEDS))
    if (!TRIES_ALL) return

    const untried = () => [...MUST_HAPPEN, ...MUST_HAPPEN_ON_POSTGRES].filter((what) => !seen.has(what))
    // Each change of the service changes the runs: the next ones may try what these have not.
    for (let seed = SEEDS + 1; untried().length > 0 && seed <= SEEDS + MORE_SEEDS_MAX; seed += 1) {
      for (const what of await runSeeds(engine, seed, 1)) seen.add(what)
    }
    assert.deepEqual(untried(), [])
  })

  it(`keeps every promise in ${CUT_SEEDS} runs in which the power fails often`, async () => {
    const seen = await runSeeds(postgresEngine(server), 1, CUT_SEEDS, POWER_CUTS)

    assert.ok(seen.has('a claim is lost with the power'))
  })

  it(`keeps every promise in ${SEEDS} runs in which most webhooks are in current-state mode`, async () => {
    const seen = await runSeeds(postgresEngine(server), 1, SEEDS, CURRENT_STATE)

    assert.ok(seen.has('a clear is sent') && seen.has('what was out of sync is sent'))
  })

  for (const { bug, plant } of triedOf(CURRENT_STATE_BUGS)) {
    it(`finds a planted bug when receivers are in current-state mode: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server), { plant, plan: CURRENT_STATE })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  for (const { bug, onPostgres } of triedOf(CURRENT_STATE_TRIGGERS)) {
    it(`finds a planted bug when receivers are in current-state mode: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server, plantedBy(onPostgres)), { plan: CURRENT_STATE })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  it(`keeps every promise in ${CUT_SEEDS} runs in which most webhooks have matchers`, async () => {
    const seen = await runSeeds(postgresEngine(server), 1, CUT_SEEDS, ROUTED)

    assert.ok(seen.has('a webhook with matchers is notified'))
  })

  for (const { bug, onPostgres } of triedOf(ROUTED_TRIGGERS)) {
    it(`finds a planted bug when webhooks have matchers: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server, plantedBy(onPostgres)), { plan: ROUTED })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  it(`keeps every promise in ${CUT_SEEDS} runs in which matchers change between a raise and its clear`, async () => {
    const seen = await runSeeds(postgresEngine(server), 1, CUT_SEEDS, FOLLOWED)

    assert.ok(seen.has('a clear follows its raise'))
  })

  for (const { bug, onPostgres } of triedOf(FOLLOWER_TRIGGERS)) {
    it(`finds a planted bug when matchers change between a raise and its clear: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server, plantedBy(onPostgres)), { plan: FOLLOWED })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  it(`keeps every promise in ${PUSHED_SEEDS} runs in which servers and scripts push alerts`, async () => {
    const seen = await runSeeds(postgresEngine(server), 1, PUSHED_SEEDS, PUSHED)

    assert.ok(seen.has('an end of one reporter leaves others') && seen.has('an alert that is pushed clears'))
  })

  for (const { bug, onPostgres } of triedOf(REPORTER_TRIGGERS)) {
    it(`finds a planted bug when servers and scripts push alerts: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server, plantedBy(onPostgres)), { plan: PUSHED })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  it('keeps every promise while matchers are above the budget', async () => {
    const seen = await runSeeds(postgresEngine(server), 1, PUSHED_SEEDS, OVER_BUDGET)

    assert.ok(seen.has('a matcher above the budget is undecided') && seen.has(BUDGET_DECIDES))
  })

  for (const { bug, onPostgres } of triedOf(BUDGET_TRIGGERS)) {
    it(`finds a planted bug when matchers are above the budget: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server, plantedBy(onPostgres)), { plan: OVER_BUDGET })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  it('is the same run, line by line, for the same seed', async () => {
    const engine = postgresEngine(server)
    const [once, again] = [await run({ seed: 7, engine }), await run({ seed: 7, engine })]

    assert.deepEqual(again.lines, once.lines)
  })

  for (const { bug, plan = {}, ...trigger } of triedOf(BUGS)) {
    it(`finds a planted bug: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server, plantedBy(trigger)), { plan })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  for (const { bug, plant } of triedOf(CLOCK_BUGS.filter(isSoonFound))) {
    it(`finds a planted bug when the clock is set: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server), {
        plant,
        plan: { ...CLOCKS, usesServerTime: true },
      })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  for (const { bug, plant } of triedOf(JUMP_BUGS.filter(isSoonFound))) {
    it(`finds a planted bug when the clock is set forward while receivers fail: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server), { plant, plan: JUMPS })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  for (const { bug, plant } of triedOf(EXHAUSTION_BUGS.filter(isSoonFound))) {
    it(`finds a planted bug when something is damaged or wanting: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server), { plant, plan: EXHAUSTIONS })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
  for (const { bug, plant } of triedOf(URGENT_BUGS.filter(isSoonFound))) {
    it(`finds a planted bug when much is urgent and some of it is rejected: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server), { plant, plan: URGENT })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  for (const { bug, plant } of triedOf(DOUBT_BUGS)) {
    it(`finds a planted bug when commits get no response: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server), { plant, plan: DOUBTS })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  for (const { bug, plant } of triedOf(HEIR_BUGS.filter(isSoonFound))) {
    it(`finds a planted bug when a node follows another: ${bug}`, async () => {
      const found = await firstBroken(postgresEngine(server), { plant, plan: DEATHS })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

function plantedBy({ on, does, without = '' }: PostgresTrigger): string {
  return `${without};
    CREATE FUNCTION watch.planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${does}; END $$;
    CREATE TRIGGER planted BEFORE ${on} EXECUTE FUNCTION watch.planted()`
}
