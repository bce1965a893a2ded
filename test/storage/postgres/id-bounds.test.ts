import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { Client } from 'pg'
import { Database } from '../../../src/storage/postgres/connection/database.ts'
import { findIdRange } from '../../../src/storage/postgres/history/list-scans.ts'
import { CLOCK_SLACK_MS } from '../../../src/storage/transactions/list-scans.ts'
import { Partitions } from '../../../src/storage/postgres/connection/partitions.ts'
import { DAY_MS, NOW } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

/** Of two clocks: never so far apart as is allowed for. */
const JITTER_MS = CLOCK_SLACK_MS / 2
const HOUR_MS = 3_600_000
/** Forty times an hour at the most. */
const DAYS = 3

interface Row {
  readonly id: number
  readonly at: number
}

const rowsOf = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.nat(HOUR_MS), fc.nat(JITTER_MS)), {
    maxLength: 40,
  })
  .map((steps) => {
    let id = 0
    let at = NOW
    return steps.map(([gap, passed, jitter]): Row => {
      id += gap
      at += passed
      return { id, at: at + jitter }
    })
  })
const time = fc.integer({ min: -DAY_MS, max: DAYS * DAY_MS }).map((offset) => NOW + offset)

describe('findIdSpan on PostgreSQL', () => {
  let database: Database
  let client: Client
  before(async () => {
    const url = await createTestDatabase()
    database = new Database({ url, poolMax: 4 })
    client = new Client({ connectionString: url })
    await client.connect()
    const partitions = new Partitions(database)
    for (let day = 0; day < DAYS; day += 1) await partitions.ensure(NOW + day * DAY_MS)
  })
  after(async () => {
    await client.end()
    await database.close()
  })

  it('leaves out nothing that is from the time, and nearly all that is not', async () => {
    const property = fc.asyncProperty(rowsOf, time, time, async (rows, from, until) => {
      await client.query('DELETE FROM events')
      await client.query(
        `INSERT INTO events (id, kind, source, name, at, accepted_at, body)
         SELECT id, 'alert', 'api', 'Lag', at, at, '{}' FROM unnest($1::bigint[], $2::bigint[]) AS given (id, at)`,
        [rows.map(({ id }) => id), rows.map(({ at }) => at)],
      )

      const span = await findIdRange(database, 'events', { from, until })

      const isInside = ({ id }: Row) => id > span.after && id < span.before
      const wanted = rows.filter(({ at }) => at >= from && at < until)
      assert.ok(wanted.every(isInside), 'something from the time is left out')
      const far = CLOCK_SLACK_MS + 2 * JITTER_MS
      const strangers = rows.filter(({ at }) => at < from - far || at >= until + far)
      assert.ok(!strangers.some(isInside), 'something from far away is looked at')
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
