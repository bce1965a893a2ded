import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client } from 'pg'
import { UNDELIVERED_STATES } from '../../../src/domain/delivery/delivery.ts'
import type { DeliveryFilter } from '../../../src/domain/filter/delivery-filters.ts'
import { numbered, type Value } from '../../../src/storage/postgres/connection/statement.ts'
import { deliveryListMethods, deliveryPaths } from '../../../src/storage/postgres/history/delivery-lists.ts'
import { listsOf } from '../../../src/storage/postgres/history/list-scans.ts'
import { methodsOf, runList } from '../../../src/storage/postgres/connection/run-script.ts'
import { historyScripts } from '../../../src/storage/scripts/history.ts'
import type { Deps } from '../../../src/storage/postgres/node-memory/deps.ts'
import { snapshotMethods } from '../../../src/storage/postgres/overview/snapshot.ts'
import { Partitions } from '../../../src/storage/postgres/connection/partitions.ts'
import { Database } from '../../../src/storage/postgres/connection/database.ts'
import {
  beginList,
  beginRead,
  type Beginning,
} from '../../../src/storage/postgres/connection/transaction-words.ts'
import { mergeScans } from '../../../src/storage/postgres/history/list-scans.ts'
import { DAY_MS, NOW } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

const DAYS = 3
const EVENTS = 8_000
const HOT = 20_000
/** Of 8 KiB. What there is takes thousands, a piece of an index in each partition some dozens. */
const PAGES_MAX = 100
/** A time is found by halving, and what is rare in a window is first looked for there. */
const PAGES_MAX_WITH_SEARCH = 400
const WITH_SEARCH = /long ago|lately|among many/

const START = Math.floor(NOW / DAY_MS) * DAY_MS
const PAGE = { limit: 51, charactersMax: 1_000_000 }
const LONG_AGO = { from: START + 1_000_000, until: START + 1_500_000 }
const UNDELIVERED = { states: UNDELIVERED_STATES }

type Methods = typeof methods

/** Lists, each over what is there, rare, and absent. */
const LISTS: Readonly<Record<string, (methods: Methods) => Promise<readonly unknown[]>>> = {
  'all events': (methods) => methods.listEvents({}, PAGE),
  'events on a far page': (methods) => methods.listEvents({}, { ...PAGE, before: 9_000 }),
  'events of an absent kind': (methods) => methods.listEvents({ kind: 'job_run' }, PAGE),
  'events of a rare source': (methods) => methods.listEvents({ source: 'rare' }, PAGE),
  'events of a source, of an absent kind': (methods) =>
    methods.listEvents({ source: 'prometheus', kind: 'job_run' }, PAGE),
  'events of an alert': (methods) => methods.listEvents({ alertId: 7 }, PAGE),
  'events of long ago': (methods) => methods.listEvents(LONG_AGO, PAGE),
  'events of long ago, of an absent kind': (methods) =>
    methods.listEvents({ ...LONG_AGO, kind: 'job_run' }, PAGE),
  'all deliveries': (methods) => methods.listDeliveries({}, PAGE),
  'deliveries on a far page': (methods) => methods.listDeliveries({}, { ...PAGE, before: 5_000 }),
  'deliveries of a webhook': (methods) => methods.listDeliveries({ webhookId: 2 }, PAGE),
  'deliveries of a rare webhook': (methods) => methods.listDeliveries({ webhookId: 99 }, PAGE),
  'deliveries of an absent webhook': (methods) => methods.listDeliveries({ webhookId: 98 }, PAGE),
  'delivered ones of a webhook that has none': (methods) =>
    methods.listDeliveries({ webhookId: 99, states: ['delivered'] }, PAGE),
  'cancelled ones of a webhook that has none': (methods) =>
    methods.listDeliveries({ webhookId: 2, states: ['cancelled'] }, PAGE),
  'delivered ones, of which there have been none lately': (methods) =>
    methods.listDeliveries({ states: ['delivered'] }, PAGE),
  'failed ones': (methods) => methods.listDeliveries({ states: ['failed'] }, PAGE),
  'cancelled ones, of which there are few': (methods) =>
    methods.listDeliveries({ states: ['cancelled'] }, PAGE),
  'undelivered ones': (methods) => methods.listDeliveries(UNDELIVERED, PAGE),
  'undelivered ones of a webhook': (methods) =>
    methods.listDeliveries({ ...UNDELIVERED, webhookId: 2 }, PAGE),
  'pending ones, among many that wait': (methods) => methods.listDeliveries({ states: ['pending'] }, PAGE),
  'deliveries of an event': (methods) => methods.listDeliveries({ eventId: 10_000 }, PAGE),
  'failed ones of an event': (methods) => methods.listDeliveries({ eventId: 9, states: ['failed'] }, PAGE),
  'deliveries of an absent event': (methods) => methods.listDeliveries({ eventId: 900_000 }, PAGE),
  'deliveries of an alert': (methods) => methods.listDeliveries({ alertId: 7 }, PAGE),
  'cancelled ones of an alert': (methods) =>
    methods.listDeliveries({ alertId: 7, states: ['cancelled'] }, PAGE),
  'deliveries of long ago': (methods) => methods.listDeliveries(LONG_AGO, PAGE),
  'cancelled ones of long ago': (methods) =>
    methods.listDeliveries({ ...LONG_AGO, states: ['cancelled'] }, PAGE),
  'deliveries of a webhook long ago': (methods) =>
    methods.listDeliveries({ ...LONG_AGO, webhookId: 2 }, PAGE),
  'events by ids': (methods) => methods.findEvents([5, 9_000, 17_000]),
  attempts: (methods) => methods.listAttempts(5_000),
}

/** What an operation looks for. */
const SCANS: Readonly<Record<string, DeliveryFilter>> = {
  'failed ones': { states: ['failed'] },
  'failed and cancelled ones of a webhook': { states: ['failed', 'cancelled'], webhookId: 2 },
  'undelivered ones': UNDELIVERED,
  'undelivered ones of a webhook': { ...UNDELIVERED, webhookId: 99 },
  'undelivered ones of an event': { ...UNDELIVERED, eventId: 10_000 },
}

const url = await createTestDatabase()
const client = new Client({ connectionString: url })
await client.connect()
await fill()

let pages = 0
const texts: string[] = []

/** Reads as Database does, and counts the pages that it took. */
const reading = (beginning: Beginning) =>
  async function read<Row>(text: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    for (const word of beginning) await client.query(word)
    const explained = await client.query<{ 'QUERY PLAN': readonly [{ Plan: Record<string, number> }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      [...values],
    )
    const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan ?? {}
    pages += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
    texts.push(text)
    const { rows } = await client.query(text, [...values])
    await client.query('COMMIT')
    // The methods are typed by themselves; the client gives numbers as texts, which matters to nobody here.
    return rows as readonly Row[]
  }
const listing = reading(beginList)
// The members that lists use.
const deps = {
  database: { list: listing, read: reading(beginRead), readOnce: reading(beginRead) },
  historySeals: { open: (value: string | null) => value },
} as unknown as Deps
const methods = {
  ...methodsOf(deps.database, historyScripts({ ...deps, ...listsOf(deps.database) }), {
    findEvents: { reads: runList },
  }),
  ...deliveryListMethods(deps.database),
}

describe('lists of history on PostgreSQL read little of it', () => {
  // Here, for the hooks of the file drop the database under whatever is connected.
  after(() => client.end())

  for (const statistics of ['without', 'with']) {
    for (const [name, run] of Object.entries(LISTS)) {
      it(`${name}, ${statistics} statistics`, async () => {
        await analyse(statistics)
        pages = 0
        texts.length = 0
        await run(methods)
        const pagesMax = WITH_SEARCH.test(name) ? PAGES_MAX_WITH_SEARCH : PAGES_MAX
        assert.ok(pages > 0 && pages < pagesMax, `${pages} pages: ${texts.join('\n')}`)
      })
    }
    it(`a survey, with a failing webhook that has many unfinished ones, ${statistics} statistics`, async () => {
      await analyse(statistics)
      pages = 0
      texts.length = 0
      const { failing } = await snapshotMethods(deps).snapshot({ now: NOW, failingMax: 20 })
      assert.deepEqual(
        failing.map(({ id, unfinished }) => [Number(id), Number(unfinished)]),
        [[5, 1_000]],
      )
      // All 500 webhooks are counted, and all of their breakers read.
      assert.ok(pages > 0 && pages < 2 * PAGES_MAX, `${pages} pages: ${texts.join('\n')}`)
    })
    for (const [name, filter] of Object.entries(SCANS)) {
      it(`an operation on ${name}, ${statistics} statistics`, async () => {
        await analyse(statistics)
        pages = 0
        const ids = { after: 100, before: 900_000 }
        const paths = deliveryPaths({ filter, ids, limit: 51, direction: 'ASC' })
        await listing(...numbered(mergeScans(paths, 'ASC', 51)))
        assert.ok(pages > 0 && pages < PAGES_MAX, `${pages} pages`)
      })
    }
  }

  it('finds what is rare, however far behind', async () => {
    const found = await Promise.resolve(methods.listDeliveries({ states: ['delivered'] }, PAGE))
    assert.equal(found.length, 51)
    assert.ok(found.every(({ state }) => state === 'delivered'))
    const ids = found.map(({ id }) => Number(id))
    assert.deepEqual(
      ids,
      ids.toSorted((one, other) => other - one),
    )
    assert.equal(ids[0], 2 * EVENTS * 3)
  })
})

let analysed = 'without'
async function analyse(statistics: string): Promise<void> {
  if (analysed !== statistics) await client.query('ANALYZE')
  analysed = statistics
}

/** On the last day nothing arrives. All but the newest of the hot ones wait. */
async function fill(): Promise<void> {
  const database = new Database({ url, poolMax: 2 })
  const partitions = new Partitions(database)
  for (let day = 0; day < DAYS; day += 1) await partitions.ensure(START + day * DAY_MS)
  await database.close()
  await client.query(`INSERT INTO events (id, kind, source, name, at, accepted_at, alert_id, body)
    SELECT i, 'alert', CASE WHEN i % 10000 = 77 THEN 'rare' ELSE 'prometheus' END, 'Lag', t, t, i * 7919 % 2000, '{"details":{}}'
    FROM (SELECT i, ${START} + i::bigint * ${DAY_MS / EVENTS} - 1 AS t FROM generate_series(1, ${DAYS * EVENTS}) AS i) AS given`)
  await client.query(`INSERT INTO ended_deliveries
    SELECT (events.id - 1) * 3 + i + 1, events.id, accepted_at, CASE WHEN events.id = 7000 THEN 99 ELSE i END, 'alert ' || alert_id,
      CASE WHEN events.id % 5000 = 7 THEN 'cancelled' WHEN events.id > ${2 * EVENTS} OR events.id = 7000 THEN 'failed' ELSE 'delivered' END,
      1, 0, accepted_at, accepted_at, accepted_at + 20, 'HTTP 200', NULL, 0, NULL
    FROM events, generate_series(0, 2) AS i ORDER BY 1`)
  await client.query(`INSERT INTO deliveries (id, event_id, event_at, webhook_id, subject, state, created_at)
    SELECT 500000 + i, 400000 + i, ${START + DAYS * DAY_MS - 1}, 5, 'alert 9', CASE WHEN i = 1 THEN 'pending' ELSE 'waiting' END, ${START + DAYS * DAY_MS - 1}
    FROM generate_series(1, ${HOT}) AS i`)
  await client.query(`INSERT INTO webhooks (id, name, url, enabled, method, payload_template, payload_type, low_alert,
      medium_alert, high_alert, cleared_alert, description, revision, created_at, updated_at)
    SELECT i, 'w', 'http://127.0.0.1:9/', true, 'POST', '{}', 'ALERT', true, true, true, true, '', 1, ${START}, ${START}
    FROM generate_series(1, 500) AS i`)
  await client.query(`INSERT INTO webhook_flow (webhook_id, failures, failing_since)
    SELECT i, CASE WHEN i = 5 THEN 7 ELSE 0 END, CASE WHEN i = 5 THEN ${NOW}::bigint END FROM generate_series(1, 500) AS i`)
}
