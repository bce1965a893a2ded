import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqliteEngine } from './database/in-process-store.ts'
import {
  MUST_HAPPEN,
  MUST_HAPPEN_IN_CURRENT_STATE,
  MUST_HAPPEN_ONCE_IN_MANY,
  MUST_HAPPEN_WITH_REPORTERS,
} from './model/must-happen.ts'
import { CURRENT_STATE } from './planted-bugs.ts'
import { REPORTERS } from './reporter-bugs.ts'
import { runSeeds } from './run-seeds.ts'

/** Others than in simulation.test.ts, which `npm run check` runs. */
const FIRST_SEED = 1_001
/** `.ci/run` runs more. */
const SEEDS = Number(process.env['TOCSIN_TEST_SEEDS'] ?? 40)
/** From this many seeds on, every rare event is expected to have happened. */
const SEEDS_FOR_RARE_EVENTS = 250

it(`keeps every promise in ${SEEDS} more runs`, async () => {
  const seen = await runSeeds(sqliteEngine(), FIRST_SEED, SEEDS)

  const rare = SEEDS >= SEEDS_FOR_RARE_EVENTS ? MUST_HAPPEN_ONCE_IN_MANY : []
  assert.deepEqual(
    [...MUST_HAPPEN, ...rare].filter((what) => !seen.has(what)),
    [],
  )
})

it(`keeps every promise in ${SEEDS} runs in which most webhooks are in current-state mode`, async () => {
  const seen = await runSeeds(sqliteEngine(), FIRST_SEED, SEEDS, CURRENT_STATE)

  assert.deepEqual(
    MUST_HAPPEN_IN_CURRENT_STATE.filter((what) => !seen.has(what)),
    [],
  )
})

/** A run lasts half an hour with its end, which costs as much as five others. */
const PUSHED_SEEDS = Math.ceil(SEEDS / 10)

it(`keeps every promise in ${PUSHED_SEEDS} runs in which servers and scripts push alerts`, async () => {
  const seen = await runSeeds(sqliteEngine(), FIRST_SEED, PUSHED_SEEDS, REPORTERS)

  assert.deepEqual(
    MUST_HAPPEN_WITH_REPORTERS.filter((what) => !seen.has(what)),
    [],
  )
})
