import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Claim, Delivery } from '../../../src/domain/delivery/delivery.ts'
import { MIGRATIONS as POSTGRES } from '../../../src/storage/postgres/migrate.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { MIGRATIONS as SQLITE } from '../../../src/storage/sqlite/migrate.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { IDS } from '../../fixtures/release-0.1.0/ids.ts'
import { readEverything } from '../../fixtures/release-0.1.0/read-everything.ts'
import { NOW, observation } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import {
  fillAsRelease,
  rowsOfRelease,
  VERSIONS_OF_RELEASE,
  writeFileOfRelease,
} from '../../support/databases/release-0.1.0.ts'
import { startApp, type DatabaseUrl } from '../../support/app/start-app.ts'
import { createEmptyTestDatabase } from '../../support/databases/test-engine.ts'
import { claimAll, finished, LEASE_MS } from '../suite/finish.ts'
import { runToEnd } from '../suite/run-operation.ts'

const MINUTE = 60_000
/** Each gives one delivery of a webhook with a limit at least. */
const MINUTES_MAX = 100

const LISTS = [
  'webhooks',
  'alerts',
  'events',
  'deliveries',
  'job-runs',
  'delivery-operations',
  'audit',
  'tokens',
  'users',
]

const folder = await mkdtemp(join(tmpdir(), 'tocsin-release-'))
after(() => rm(folder, { recursive: true, force: true }))
let files = 0

const ENGINES = {
  sqlite: {
    async prepare(): Promise<DatabaseUrl> {
      files += 1
      const file = join(folder, `${files}.db`)
      writeFileOfRelease(file)
      return `sqlite:${file}`
    },
    open: (address: DatabaseUrl) => openSqliteStore({ file: address.slice('sqlite:'.length), sizeMax: 0 }),
    known: SQLITE.length,
  },
  postgres: {
    async prepare(): Promise<DatabaseUrl> {
      const url = await createEmptyTestDatabase()
      await fillAsRelease(url)
      return url as DatabaseUrl
    },
    open: (url: DatabaseUrl) => openPostgresStore({ url, poolMax: 4 }),
    known: POSTGRES.length,
  },
} as const

const STATES_OF_RELEASE = ['waiting', 'pending', 'sending', 'delivered', 'failed', 'cancelled'] as const

for (const engine of ['sqlite', 'postgres'] as const) {
  const { prepare, open, known } = ENGINES[engine]

  describe(`a database that release 0.1.0 has left (${engine})`, () => {
    it('has deliveries in every state, and some that are parked or due later', () => {
      const deliveries = rowsOfRelease(engine)['deliveries'] as readonly Delivery[]
      const pending = deliveries.filter(({ state }) => state === 'pending')

      assert.deepEqual(new Set(deliveries.map(({ state }) => state)), new Set(STATES_OF_RELEASE))
      assert.ok(
        pending.some(({ dueAt }) => dueAt === null) &&
          pending.some(({ dueAt }) => (dueAt ?? 0) > NOW + MINUTE),
      )
    })

    it('is brought up to date, and every row is read as that release read it', async () => {
      const { store, migration } = await open(await prepare())
      const found = await readEverything(store)
      await store.close()

      assert.deepEqual(migration, { from: VERSIONS_OF_RELEASE[engine], to: known })
      assertHolds(JSON.parse(JSON.stringify(found), asReleaseSaysIt), rowsOfRelease(engine))
    })

    it('has deliveries that go on, each line in its order, until all have ended', async () => {
      const { store } = await open(await prepare())
      const running = await store.listOperations({ states: ['running'] }, { limit: 9 })
      await store.changeWebhook(IDS.held, { enabled: true }, { now: NOW + MINUTE })
      await store.acceptObservations(
        [observation({ key: 'disk', state: 'high', at: NOW + MINUTE })],
        NOW + MINUTE,
      )
      await runToEnd(store)
      await store.reclaimLeases({ leasedBefore: NOW + 2 * LEASE_MS, now: NOW + 2 * LEASE_MS, limit: 100 })

      const claims = await deliverInTime(store)
      const { waiting, pending, sending } = await store.countBacklog(NOW + MINUTES_MAX * MINUTE)
      await store.close()

      assert.deepEqual([waiting, pending, sending, running.length], [0, 0, 0, 1])
      assert.ok(claims.length > 30, `${claims.length} were made`)
      assertInOrder(claims)
    })

    it('is shown by the whole service, as the documents of the API have it', async (t) => {
      const app = await startApp({ database: await prepare(), clock: new FakeClock(NOW + 1_000) })
      t.after(() => app.stop())
      for (const list of LISTS) {
        const answer = await app.call('GET', `/v1/${list}`)
        assert.equal(answer.status, 200, answer.text)
        assert.ok(answer.json.items.length > 0, list)
      }
    })
  })
}

/** Every minute all that has room. */
async function deliverInTime(store: Store): Promise<readonly Claim[]> {
  const all: Claim[] = []
  for (let minute = 2; minute < MINUTES_MAX; minute += 1) {
    const now = NOW + minute * MINUTE
    for (;;) {
      const claims = await claimAll(store, now)
      if (claims.length === 0) break
      all.push(...claims)
      await store.finishAttempts(
        claims.map((claim) => finished(claim, { state: 'delivered' }, { receiver: { kind: 'well' } })),
        now,
      )
    }
  }
  return all
}

function assertInOrder(claims: readonly Claim[]): void {
  const last = new Map<string, number>()
  for (const { webhook, event } of claims) {
    const subject = event.kind === 'alert' ? event.alertKey : `${event.jobId} ${event.runId}`
    const line = `${webhook.id} ${subject}`
    assert.ok(event.id > (last.get(line) ?? 0), `event ${event.id} after ${last.get(line)} in line ${line}`)
    last.set(line, event.id)
  }
}

/** Whether it was silence that ended an alert is told by more words now. */
function asReleaseSaysIt(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('endedBy' in value)) return value
  return { ...value, expired: value.endedBy === 'silence' }
}

/** What was there is there, with the same values; later releases may tell more. */
function assertHolds(found: unknown, expected: unknown, place = 'everything'): void {
  if (typeof expected !== 'object' || expected === null) return assert.equal(found, expected, place)
  assert.ok(typeof found === 'object' && found !== null, place)
  if (Array.isArray(expected)) assert.equal((found as readonly unknown[]).length, expected.length, place)
  for (const [name, value] of Object.entries(expected)) {
    assertHolds((found as Readonly<Record<string, unknown>>)[name], value, `${place}.${name}`)
  }
}
