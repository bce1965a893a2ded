import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sqliteEngine } from './database/in-process-store.ts'
import { MUST_HAPPEN } from './model/must-happen.ts'
import { runSeeds } from './run-seeds.ts'
import { run } from './run.ts'

const SEEDS = 60

describe('simulation', () => {
  it(`keeps every promise in ${SEEDS} runs, which have tried much`, async () => {
    const seen = await runSeeds(sqliteEngine(), 1, SEEDS)

    assert.deepEqual(
      MUST_HAPPEN.filter((what) => !seen.has(what)),
      [],
    )
  })

  it('is the same run, line by line, for the same seed, and another one for another', async () => {
    const engine = sqliteEngine()
    const [once, again, other] = [
      await run({ seed: 7, engine }),
      await run({ seed: 7, engine }),
      await run({ seed: 8, engine }),
    ]

    assert.deepEqual(again.lines, once.lines)
    assert.equal(again.hash, once.hash)
    assert.notEqual(other.hash, once.hash)
  })
})
