import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import {
  describeOutdated,
  describeOverBudget,
  findMatchWarnings,
} from '../../../src/domain/matching/match-warnings.ts'
import { readStoredMatches } from '../../../src/housekeeping/stored-matches.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { COPY_KEY } from '../../support/databases/copy-support.ts'
import {
  releasesWithFixtures,
  restorePostgresFixture,
  restoreSqliteFixture,
} from '../../support/databases/release-fixture.ts'
import { createEmptyTestDatabase } from '../../support/databases/test-engine.ts'
import { claimAll } from '../suite/finish.ts'
import { silence } from '../suite/silences/scene.ts'
import { daily } from '../suite/silences/windows.ts'

const LATER = NOW + 60_000
const END = NOW + 3_600_000

/** Texts that were saved once, and would be refused now, with what each does about a high alert. */
const STORED = [
  { text: 'severity="critical"', isNotified: false, holds: false },
  { text: 'severity!="critical"', isNotified: true, holds: true },
  { text: 'severity=~"crit.*|page"', isNotified: false, holds: false },
  { text: 'region="eu"', isNotified: true, holds: false },
] as const

interface Left {
  readonly open: () => Promise<Store>
  readonly sql: (text: string) => Promise<unknown>
}

/** Creates one of each kind; the silence and the window hold the notifications of one webhook each. */
async function fill(store: Store) {
  const create = (name: string, match: string | null) => store.createWebhook(newWebhook({ name, match }), NOW)
  const matched = await create('matched', 'name=x')
  const silenced = await create('silenced', null)
  const windowed = await create('windowed', null)
  const held = await store.createSilence(
    silence({ match: 'name=x', endsAt: END, webhookIds: [silenced.id] }),
    NOW,
  )
  const window = await store.createWindow(daily(-1, { match: 'name=x', webhookIds: [windowed.id] }), NOW)
  return { matched, silence: held, window }
}

async function notifiedOf(store: Store, key: string): Promise<readonly string[]> {
  await store.acceptObservations([observation({ key, name: key, state: 'high', at: LATER })], LATER)
  const claims = await claimAll(store, LATER)
  return claims
    .filter(({ event }) => event.name === key)
    .map(({ webhook }) => webhook.name)
    .filter((name) => ['matched', 'silenced', 'windowed'].includes(name))
    .toSorted()
}

/** Changes everything but the stored matchers, which stay as they are. */
async function editOthers(
  store: Store,
  { matched, silence: held, window }: Awaited<ReturnType<typeof fill>>,
) {
  await store.changeWebhook(matched.id, { description: 'still here' }, { now: LATER })
  await store.changeSilence(held.id, { reason: 'longer', endsAt: END + 1 }, { now: LATER })
  await store.changeWindow(window.id, { name: 'renamed' }, { now: LATER })
}

async function exercise({ open, sql }: Left): Promise<void> {
  const first = await open()
  const stored = await fill(first)
  await first.close()
  for (const [index, { text, isNotified, holds }] of STORED.entries()) {
    for (const table of ['webhooks', 'silences', 'windows'])
      await sql(`UPDATE ${table} SET match = '${text}' WHERE match IS NOT NULL`)
    const store = await open()
    try {
      const expected = [...(isNotified ? ['matched'] : []), ...(holds ? [] : ['silenced', 'windowed'])]
      assert.deepEqual(await notifiedOf(store, `new ${index}`), expected, text)
      const listed = describeOutdated(await readStoredMatches(store, LATER)) ?? ''
      const named = [
        `webhook ${stored.matched.id}`,
        `silence ${stored.silence.id}`,
        `maintenance window ${stored.window.id}`,
      ]
      for (const name of named) assert.ok(listed.includes(name), `${text}: ${listed}`)
      const isInForce = text !== 'region="eu"'
      assert.deepEqual([/stay in force/u.test(listed), /cannot read/u.test(listed)], [isInForce, !isInForce])
      assert.equal(findMatchWarnings(text, 'silence').length, 1)
      await editOthers(store, stored)
    } finally {
      await store.close()
    }
  }
}

/** A pattern that matches nothing that is reported here, at the highest cost. */
const HEAVY = '(?:.?){95}b'

/** Six heavy patterns of one owner are three times what it may have: they decide on a third of 512 characters. */
async function exerciseBudget({ open, sql }: Left): Promise<void> {
  const first = await open()
  const create = (name: string, match: string | null) => first.createWebhook(newWebhook({ name, match }), NOW)
  await create('heavy', 'name=x')
  const silenced = await create('silenced', null)
  for (let count = 0; count < 6; count += 1) {
    const given = silence({ match: `name=x${count}`, endsAt: END, webhookIds: [silenced.id] })
    await first.createSilence(given, NOW)
    await create(`more ${count}`, `name=y${count}`)
  }
  await first.close()
  await sql(`UPDATE silences SET match = 'label.x!~"${HEAVY}"' WHERE match LIKE 'name=x%'`)
  await sql(`UPDATE webhooks SET match = 'label.x=~"${HEAVY}"' WHERE match LIKE 'name=%'`)
  const store = await open()
  try {
    const notified = async (x: string) => {
      const details = { labels: { x } }
      await store.acceptObservations(
        [observation({ key: x, name: x, state: 'high', at: LATER, details })],
        LATER,
      )
      const claims = await claimAll(store, LATER)
      const names = claims.filter(({ event }) => event.name === x).map(({ webhook }) => webhook.name)
      return names.filter((name) => ['heavy', 'silenced'].includes(name)).toSorted()
    }
    assert.deepEqual(await notified('a'.repeat(100)), [], 'decided: held, and not notified')
    assert.deepEqual(await notified('a'.repeat(300)), ['heavy', 'silenced'], 'undecided')
    const [newest] = await store.listEvents({}, { limit: 1 })
    const review = await store.reviewRouting(newest!, { openNotificationsMax: 9, notNotifiedMax: 9 }, LATER)
    assert.match(review.undecided.join(), /Silence \d+ held nothing of it, undecided/)
    const problem = describeOverBudget(await readStoredMatches(store, LATER)) ?? ''
    assert.match(problem, /silences .* decide on values up to \d+ characters/)
    assert.match(problem, /webhooks .* decide on values up to \d+ characters/)
    for (const { id, match } of await store.listWebhooks({}))
      if (!match?.includes(HEAVY)) await store.changeWebhook(id, { enabled: false }, { now: LATER })
    for (const [x, isListed] of [['c'.repeat(100), true] as const, ['c'.repeat(300), false] as const]) {
      await notified(x)
      const listed = await store.listEvents({ notifiedNobody: true }, { limit: 1 })
      assert.equal(listed[0]?.name === x, isListed, 'an undecided webhook is notified')
    }
  } finally {
    await store.close()
  }
}

for (const version of releasesWithFixtures()) {
  describe(`matchers that would be refused now, in a database of release ${version}`, () => {
    let folder: string
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tocsin-stored-'))
    })
    after(() => rm(folder, { recursive: true }))

    for (const [does, act] of [
      ['go on as they did', exercise],
      ['hold nothing, and are notified, where they are above the budget', exerciseBudget],
    ] as const) {
      it(`${does}, and are named, on SQLite`, async () => {
        const file = join(folder, `${act.name}.db`)
        await restoreSqliteFixture(version, file)
        await act({
          open: async () => {
            const options = { file, sizeMax: 0, encryptionKeys: [COPY_KEY], now: LATER }
            return (await openSqliteStore(options)).store
          },
          sql: async (text) => {
            const database = new Database(file)
            database.exec(text)
            database.close()
          },
        })
      })

      it(`${does}, and are named, on PostgreSQL`, async () => {
        const url = await createEmptyTestDatabase()
        await restorePostgresFixture(version, url)
        await act({
          open: async () =>
            (await openPostgresStore({ url, poolMax: 4, encryptionKeys: [COPY_KEY], now: LATER })).store,
          sql: async (text) => {
            const client = new Client({ connectionString: url })
            await client.connect()
            await client.query(text).finally(() => client.end())
          },
        })
      })
    }
  })
}
