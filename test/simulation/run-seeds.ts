import assert from 'node:assert/strict'
import { describeFailure } from './database/failure.ts'
import type { Plan } from './plan.ts'
import { run, type RunResult } from './run.ts'
import type { Engine } from './database/simulated-database.ts'
import type { WorldOptions } from './world/world.ts'

/** So soon each planted bug must be found. */
export const SEEDS_MAX = 20

/** Demands that every promise is kept in all of these runs; answers what happened in them. */
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

/** The first run in which a promise is broken, if there is one soon. */
export async function firstBroken(
  engine: Engine,
  given: Pick<WorldOptions, 'plant' | 'plan'> = {},
): Promise<RunResult | undefined> {
  for (let seed = 1; seed <= SEEDS_MAX; seed += 1) {
    const result = await run({ seed, engine, ...given })
    if (result.broken) return result
  }
  return undefined
}
