import assert from 'node:assert/strict'
import { describeFailure } from './failure.ts'
import { emptyDatabaseImage } from './in-process-store.ts'
import { run } from './run.ts'

/** Demands that every promise is kept in all of these runs; answers what happened in them. */
export async function runSeeds(first: number, count: number): Promise<ReadonlySet<string>> {
  const image = emptyDatabaseImage()
  const seen = new Set<string>()
  for (let seed = first; seed < first + count; seed += 1) {
    const result = await run({ seed, image })
    assert.equal(result.broken?.message, undefined, describeFailure(result))
    for (const what of result.counts.keys()) seen.add(what)
  }
  return seen
}
