import assert from 'node:assert/strict'
import { describeFailure } from './database/failure.ts'
import type { Plan } from './plan.ts'
import { run, type RunResult } from './run.ts'
import type { Engine } from './database/simulated-database.ts'
import type { WorldOptions } from './world/world.ts'

/** Set by `.ci/run`: looking for every planted bug, and for everything that must happen, takes minutes. */
export const TRIES_ALL = process.env['TOCSIN_TEST_CHECK_ALL'] !== undefined

/** Seeds within which each planted bug must be found. */
export const SEEDS_MAX = 20

/** Demands that every promise is kept in all of these runs; returns the names of what happened in them. */
export async function runSeeds(
  engine: Engine,
  first: number,
  count: number,
  plan: Partial<Plan> = {},
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  for (let seed = first; seed < first + count; seed += 1) {
    const result = await run({ seed, engine, plan })
    assert.equal(result.broken?.message, undefined, describeFailure(result))
    for (const what of result.counts.keys()) seen.add(what)
  }
  return seen
}

/** Returns the first run in which a promise is broken, if there is one within so many seeds. */
export async function firstBroken(
  engine: Engine,
  given: Pick<WorldOptions, 'plant' | 'plan'> = {},
  seeds = SEEDS_MAX,
): Promise<RunResult | undefined> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const result = await run({ seed, engine, ...given })
    if (result.broken) return result
  }
  return undefined
}
