import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { Client } from 'pg'
import { URGENCIES, URGENCY, type Urgency } from '../../../src/domain/delivery/urgency.ts'
import type { WebhookId } from '../../../src/domain/ids.ts'
import { LEASE, LEASE_PROBES } from '../../../src/storage/postgres/deliveries/lease.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

interface Pending {
  readonly urgency: Urgency
  /** Its due time, in milliseconds after now: later than that it is not due. */
  readonly dueIn: number
}

/** One webhook with what is pending for it, and what may be leased. */
interface Case {
  readonly pending: readonly Pending[]
  readonly count: number
  readonly lowQuota: number
  readonly normalQuota: number
  /** Which of its deliveries failed last, by its index; one that is not there: none did. */
  readonly failed: number
}

interface Stored extends Pending {
  readonly id: number
}

const WEBHOOKS = 8
const someCase: fc.Arbitrary<Case> = fc.record({
  pending: fc.array(
    fc.record({ urgency: fc.constantFrom(...URGENCIES), dueIn: fc.integer({ min: -3, max: 1 }) }),
    { maxLength: 9 },
  ),
  count: fc.integer({ min: 0, max: 6 }),
  lowQuota: fc.integer({ min: 0, max: 2 }),
  normalQuota: fc.integer({ min: 0, max: 2 }),
  failed: fc.integer({ min: 0, max: 9 }),
})

const isDue = ({ dueIn }: Pending) => dueIn <= 0
const byDue = (one: Stored, other: Stored) => one.dueIn - other.dueIn || one.id - other.id

/** States the rule of SQLite: the quotas of the less urgent, and the rest by urgency, each the longest due first. */
function chosen(stored: readonly Stored[], { count, lowQuota, normalQuota }: Case): readonly number[] {
  const left = stored.filter(isDue).toSorted(byDue)
  const taken: number[] = []
  const take = (urgency: Urgency, most: number) => {
    const ofUrgency = left.filter((one) => one.urgency === urgency && !taken.includes(one.id))
    taken.push(...ofUrgency.slice(0, Math.max(0, Math.min(most, count - taken.length))).map(({ id }) => id))
  }
  take(URGENCY.low, lowQuota)
  take(URGENCY.normal, normalQuota)
  for (const urgency of URGENCIES) take(urgency, count)
  return taken.toSorted((one, other) => one - other)
}

/** States the rule of SQLite: the most urgent, of those the last that became due, and what failed last only if alone. */
function probed(stored: readonly Stored[], { count, failed }: Case): readonly number[] {
  if (count === 0) return []
  const due = stored.filter(isDue)
  const failedId = stored[failed]?.id
  for (const urgency of URGENCIES) {
    const last = due
      .filter((one) => one.urgency === urgency && one.id !== failedId)
      .toSorted(byDue)
      .at(-1)
    if (last) return [last.id]
  }
  return due.filter(({ id }) => id === failedId).map(({ id }) => id)
}

describe('PostgreSQL: the choice by urgency', () => {
  for (const { what, text, rule, more } of [
    {
      what: 'deliveries',
      text: LEASE,
      rule: chosen,
      more: (cases: readonly Case[], stored: readonly (readonly Stored[])[]) => [
        cases.map(({ lowQuota }) => lowQuota),
        cases.map(({ normalQuota }) => normalQuota),
        stored.map((ofOne) =>
          ofOne.filter(isDue).reduce<number>((bits, { urgency }) => bits | (1 << urgency), 0),
        ),
      ],
    },
    {
      what: 'the probe',
      text: LEASE_PROBES,
      rule: probed,
      more: (cases: readonly Case[], stored: readonly (readonly Stored[])[]) => [
        cases.map(({ failed }, index) => stored[index]?.[failed]?.id ?? null),
      ],
    },
  ])
    it(`takes ${what} by the rule of SQLite`, async (t) => {
      const url = await createTestDatabase()
      const client = new Client({ connectionString: url })
      await client.connect()
      const { store } = await openPostgresStore({ url, poolMax: 2 })
      t.after(() => Promise.all([client.end(), store.close()]))
      const webhookIds: WebhookId[] = []
      for (let index = 0; index < WEBHOOKS; index += 1)
        webhookIds.push((await store.createWebhook(newWebhook({ name: `${index}` }), NOW)).id)
      const version = (await client.query('SELECT version FROM webhooks_version')).rows[0].version

      const insert = async (index: number, pending: readonly Pending[]): Promise<readonly Stored[]> => {
        const { rows } = await client.query<{ id: string; event_id: string }>(
          `INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, created_at, urgency, queue_urgency, due_at)
           SELECT place, $4, $1, 'alert:' || place, 'pending', $4, urgency, urgency, due_at
           FROM unnest($2::smallint[], $3::bigint[]) WITH ORDINALITY AS given (urgency, due_at, place)
           RETURNING id, event_id`,
          [
            webhookIds[index],
            pending.map(({ urgency }) => urgency),
            pending.map((one) => NOW + one.dueIn),
            NOW,
          ],
        )
        const ids = new Map(rows.map((row) => [Number(row.event_id), Number(row.id)]))
        return pending.map((one, place) => ({ ...one, id: ids.get(place + 1) ?? 0 }))
      }

      await fc.assert(
        fc.asyncProperty(fc.array(someCase, { minLength: WEBHOOKS, maxLength: WEBHOOKS }), async (cases) => {
          await client.query('TRUNCATE deliveries')
          const stored: (readonly Stored[])[] = []
          for (const [index, { pending }] of cases.entries()) stored.push(await insert(index, pending))
          await client.query('BEGIN')
          await client.query("SELECT set_config('tocsin.locked', $1, true)", [webhookIds.join(',')])
          const { rows } = await client.query<{ queue_id: number; delivery_id: string | null }>(text, [
            webhookIds,
            cases.map(({ count }) => count),
            cases.map(() => 100),
            cases.map(() => NOW + 1_000),
            cases.map(() => null),
            version,
            NOW,
            [],
            [],
            [],
            'node',
            1,
            ...more(cases, stored),
          ])
          await client.query('ROLLBACK')

          for (const [index, one] of cases.entries()) {
            const ids = rows
              .filter((row) => Number(row.queue_id) === webhookIds[index] && row.delivery_id !== null)
              .map((row) => Number(row.delivery_id))
            assert.deepEqual(
              ids.toSorted((a, b) => a - b),
              rule(stored[index] ?? [], one),
              JSON.stringify(one),
            )
          }
        }),
        { numRuns: 25 },
      )
    })
})
