import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { AppError } from '../../../src/domain/errors.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { BrokenPromise } from '../model/broken-promise.ts'
import { Random } from '../random.ts'
import { SILENCE_BUGS } from './silence-bugs.ts'
import type { SilenceRun } from './silence-run.ts'
import { SilenceWorld } from './silence-world.ts'

/** A run of each kind takes a tenth of a second on SQLite; on PostgreSQL, with two nodes, a whole one. */
const SEEDS = Math.ceil(Number(process.env['TOCSIN_TEST_SEEDS'] ?? 40) / 5)
const POSTGRES_SEEDS = Math.ceil(Number(process.env['TOCSIN_TEST_SEEDS_POSTGRES'] ?? 4) / 4)
const BUG_SEEDS_MAX = 200
const STEPS = 60

type OpenNodes = () => Promise<readonly Store[]>

const folder = await mkdtemp(join(tmpdir(), 'tocsin-silences-'))
after(() => rm(folder, { recursive: true, force: true }))
let count = 0

const openSqlite: OpenNodes = async () => {
  count += 1
  return [(await openSqliteStore({ file: join(folder, `${count}.db`), sizeMax: 0 })).store]
}

/** Two nodes on one database. */
const openPostgres: OpenNodes = async () => {
  const url = await createTestDatabase()
  return [
    (await openPostgresStore({ url, poolMax: 2 })).store,
    (await openPostgresStore({ url, poolMax: 2 })).store,
  ]
}

const RUNS: readonly SilenceRun[] = (['current_state', 'every_change'] as const).flatMap((mode) => [
  { mode, isHealthy: true, isStepping: false },
  { mode, isHealthy: false, isStepping: false },
])

/** Runs in which the clock is set. */
const STEPPING_RUNS: readonly SilenceRun[] = [
  { mode: 'current_state', isHealthy: true, isStepping: true },
  { mode: 'every_change', isHealthy: true, isStepping: true },
]

/** Returns the broken promise with the way that led to it; undefined: all were kept. */
async function play(
  seed: number,
  run: SilenceRun,
  {
    open,
    plant = (store: Store) => store,
  }: { readonly open: OpenNodes; readonly plant?: (store: Store) => Store },
): Promise<string | undefined> {
  const stores = await open()
  const world = await SilenceWorld.open(new Random(seed), stores.map(plant), run)
  try {
    await world.play(STEPS)
    return undefined
  } catch (error) {
    // A refusal of what may be asked for breaks a promise as well.
    if (!(error instanceof BrokenPromise || error instanceof AppError)) throw error
    return [`seed ${seed}, ${JSON.stringify(run)}: ${error.message}`, ...world.trace.slice(-40)].join('\n')
  } finally {
    await Promise.all(stores.map((store) => store.close()))
  }
}

async function playAll(seeds: number, open: OpenNodes): Promise<void> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const run of [...RUNS, ...STEPPING_RUNS]) assert.equal(await play(seed, run, { open }), undefined)
  }
}

describe('alerts, silences and a receiver', () => {
  it(`on SQLite: every promise is kept in ${SEEDS} runs of each kind`, () => playAll(SEEDS, openSqlite))

  it(`on two nodes of PostgreSQL: every promise is kept in ${POSTGRES_SEEDS} runs of each kind`, () =>
    playAll(POSTGRES_SEEDS, openPostgres))

  for (const { bug, plant, isOfClocks } of SILENCE_BUGS) {
    const runs = isOfClocks === true ? STEPPING_RUNS : RUNS
    it(`find a planted bug: ${bug}`, async () => {
      for (let seed = 1; seed <= BUG_SEEDS_MAX; seed += 1) {
        for (const run of runs) if ((await play(seed, run, { open: openSqlite, plant })) !== undefined) return
      }
      assert.fail(`it was not found by ${BUG_SEEDS_MAX} seeds`)
    })
  }
})
