import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { AppError } from '../../../src/domain/errors.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { AUTHOR } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { BrokenPromise } from '../model/broken-promise.ts'
import { Random } from '../random.ts'
import { ReminderWorld } from './reminder-world.ts'

const SEEDS = Math.ceil(Number(process.env['TOCSIN_TEST_SEEDS'] ?? 40) / 10)
const POSTGRES_SEEDS = Math.ceil(Number(process.env['TOCSIN_TEST_SEEDS_POSTGRES'] ?? 4) / 4)
const BUG_SEEDS_MAX = 200
const STEPS = 40

const folder = await mkdtemp(join(tmpdir(), 'tocsin-reminders-'))
after(() => rm(folder, { recursive: true, force: true }))
let count = 0
const seen = new Map<string, number>()

type OpenNodes = () => Promise<readonly Store[]>

const openSqlite: OpenNodes = async () => {
  count += 1
  return [(await openSqliteStore({ file: join(folder, `${count}.db`), sizeMax: 0 })).store]
}

/** Two nodes on one database. */
const openPostgres: OpenNodes = async () => {
  const url = await createTestDatabase()
  const open = async () => (await openPostgresStore({ url, poolMax: 2 })).store
  return [await open(), await open()]
}

/** Returns the broken promise with the way that led to it; undefined: all were kept. */
async function play(
  seed: number,
  isStepping: boolean,
  { open, plant = (store) => store }: { readonly open: OpenNodes; readonly plant?: (store: Store) => Store },
): Promise<string | undefined> {
  const stores = await open()
  const world = await ReminderWorld.open(new Random(seed), stores.map(plant), isStepping)
  try {
    await world.play(STEPS)
    for (const [what, times] of world.seen) seen.set(what, (seen.get(what) ?? 0) + times)
    return undefined
  } catch (error) {
    if (!(error instanceof BrokenPromise || error instanceof AppError)) throw error
    return [`seed ${seed}, stepping ${isStepping}: ${error.message}`, ...world.trace.slice(-40)].join('\n')
  } finally {
    await Promise.all(stores.map((store) => store.close()))
  }
}

async function playAll(seeds: number, open: OpenNodes): Promise<void> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const isStepping of [false, true]) assert.equal(await play(seed, isStepping, { open }), undefined)
  }
}

const BUGS: readonly {
  readonly bug: string
  /** The promise that it breaks. */
  readonly breaks: RegExp
  readonly plant: (store: Store) => Store
}[] = [
  {
    bug: 'a reminder after an acknowledgement',
    breaks: /nobody is reminded of an acknowledged alert/,
    plant: (store) =>
      over(store, {
        acknowledgeAlert: async (id, given) => {
          const changed = await store.acknowledgeAlert(id, given)
          await store.withdrawAcknowledgement(id, { now: given.now, by: AUTHOR })
          return changed
        },
      }),
  },
  {
    bug: 'a reminder makes the pair uncertain',
    breaks: /a reminder makes nothing uncertain/,
    plant: (store) =>
      over(store, {
        finishAttempts: (attempts, now) =>
          store.finishAttempts(
            attempts.map((attempt) =>
              attempt.sentNotification
                ? { ...attempt, sentNotification: { ...attempt.sentNotification, isReminder: false } }
                : attempt,
            ),
            now,
          ),
      }),
  },
  {
    bug: 'nobody is reminded',
    breaks: /is reminded of what lasts/,
    plant: (store) => over(store, { createReminders: async () => 0 }),
  },
]

describe('alerts, reminders and a receiver', () => {
  it(`on SQLite: every promise is kept in ${SEEDS} runs of each kind`, async () => {
    await playAll(SEEDS, openSqlite)
    const tried = [
      'a reminder',
      'a reminder is tried again',
      'a reminder is lost',
      'a reminder is possible',
      'a reminder is rejected',
    ]
    assert.deepEqual(
      tried.filter((what) => !seen.has(what)),
      [],
    )
  })

  it(`on two nodes of PostgreSQL: every promise is kept in ${POSTGRES_SEEDS} runs of each kind`, () =>
    playAll(POSTGRES_SEEDS, openPostgres))

  for (const { bug, breaks, plant } of BUGS) {
    it(`find a planted bug: ${bug}`, async () => {
      for (let seed = 1; seed <= BUG_SEEDS_MAX; seed += 1) {
        if (breaks.test((await play(seed, false, { open: openSqlite, plant })) ?? '')) return
      }
      assert.fail(`it was not found by ${BUG_SEEDS_MAX} seeds`)
    })
  }
})

/** Methods of a store are its own properties or those of its class. */
function over(store: Store, given: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(given, name) ?? Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
