import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { VERSION } from '../../../src/runtime/version.ts'
import { compareReleases } from '../../../src/storage/migration.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { COPIED_TABLES } from '../../../src/storage/copy/tables.ts'
import type { Store } from '../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { COPY_KEY, dump, withoutNul, type Dump } from '../../support/databases/copy-support.ts'
import {
  releasesWithFixtures,
  restorePostgresFixture,
  restoreSqliteFixture,
  rowsOfFixture,
} from '../../support/databases/release-fixture.ts'
import { createEmptyTestDatabase } from '../../support/databases/test-engine.ts'
import { claimAll, finished } from '../suite/finish.ts'

const LATER = NOW + 60_000

/** Columns that releases after 0.3.0 have added: the rows of the fixture, which are lists, do not have them. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  alerts: ['ends_at'],
  webhooks: [
    'tags',
    'match',
    'routed_since',
    'acknowledgements',
    'maintenance_windows',
    'match_owner',
    'remind_ms',
  ],
  silences: [
    'jobs',
    'window_id',
    'occurs_at',
    'announced',
    'match_owner',
    'created_through',
    'begun',
    'has_length',
  ],
  receiver_states: ['held_by', 'restate', 'next_due', 'reminders'],
  events: ['notified_nobody'],
  webhook_flow: ['last_rejected_at'],
}

/** Returns a row without the columns that were added. */
function beforeAdditions(table: string, row: string | undefined): readonly unknown[] {
  const columns = Object.keys(COPIED_TABLES.find(({ name }) => name === table)?.columns ?? {})
  const added = ADDED[table] ?? []
  const values = JSON.parse(row ?? '[]') as readonly unknown[]
  return values.filter((_, index) => !added.includes(columns[index] ?? ''))
}

/** Every table still has the rows that the release has left; columns may have been added. */
function assertKept(found: Dump, expected: Dump): void {
  for (const [table, rows] of Object.entries(expected)) {
    if (table === 'counters') continue
    assert.equal(found[table]?.length, rows.length, table)
    for (const [index, row] of rows.entries()) {
      assert.deepEqual(beforeAdditions(table, found[table]?.[index]), JSON.parse(row), table)
    }
  }
}

/** The service works with what was there: it reads secrets, delivers, takes in reports and changes webhooks. */
async function work(store: Store): Promise<void> {
  const [, everything] = await store.listWebhooks({})
  assert.match(everything?.url ?? '', /user:password@hooks\.example\.com/)
  assert.deepEqual(
    everything?.responseRule,
    [{ kind: 'json', member: 'ok', equals: true }],
    'as it was saved',
  )
  const claims = await claimAll(store, LATER)
  assert.ok(claims.length > 0, 'deliveries of the release are due')
  await store.finishAttempts(
    claims.map((claim) => finished(claim, { state: 'delivered' })),
    LATER,
  )
  const webhook = await store.createWebhook(newWebhook({ name: 'made later' }), LATER)
  await store.acceptObservations([observation({ key: 'reported later', at: LATER })], LATER)
  const later = await store.listDeliveries({ webhookId: webhook.id }, { limit: 5 })
  assert.deepEqual(
    later.map(({ state }) => state),
    ['pending'],
  )
}

for (const version of releasesWithFixtures()) {
  describe(`a database that release ${version} has left`, () => {
    let folder: string
    let rows: Dump
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tocsin-release-'))
      rows = await rowsOfFixture(version)
    })
    after(() => rm(folder, { recursive: true }))

    it('of SQLite is opened with every row, and the service goes on with it', async () => {
      const file = join(folder, 'tocsin.db')
      await restoreSqliteFixture(version, file)
      const open = () => openSqliteStore({ file, sizeMax: 0, encryptionKeys: [COPY_KEY], now: LATER })
      const { store: migrated } = await open()
      await migrated.close()
      assertKept(await dump(`sqlite:${file}`), rows)
      const { store } = await open()
      await work(store)
      await store.close()
    })

    it('of PostgreSQL is opened with every row, and the service goes on with it', async () => {
      const url = await createEmptyTestDatabase()
      await restorePostgresFixture(version, url)
      const open = () => openPostgresStore({ url, poolMax: 4, encryptionKeys: [COPY_KEY], now: LATER })
      const { store: migrated } = await open()
      await migrated.close()
      assertKept(await dump(url), withoutNul(rows))
      const { store } = await open()
      await work(store)
      await store.close()
    })
  })
}

it('every release from 0.3.0 on has left its databases here', () => {
  const released = releasesWithFixtures()
  assert.ok(compareReleases(VERSION, '0.3.0') < 0 || released.includes('0.3.0'))
  assert.ok(released.every((version) => compareReleases(version, VERSION) <= 0))
})
