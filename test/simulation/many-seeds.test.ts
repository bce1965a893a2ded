import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeFailure } from './failure.ts'
import { emptyDatabaseImage } from './in-process-store.ts'
import { run } from './run.ts'

/** Others than in simulation.test.ts, which `npm run check` runs. */
const FIRST_SEED = 1_001
const SEEDS = 500

it(`keeps every promise in ${SEEDS} more runs`, async () => {
  const image = emptyDatabaseImage()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    const result = await run({ seed, image })
    assert.equal(result.broken, undefined, describeFailure(result))
  }
})
