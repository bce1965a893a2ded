import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { Client } from 'pg'
import { promotedUrgency } from '../../../src/domain/delivery/alert-queue.ts'
import { URGENCIES, type Urgency } from '../../../src/domain/delivery/urgency.ts'
import { PROMOTE_NEXT } from '../../../src/storage/postgres/queue/alert-queue.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

interface Case {
  /** The urgency of the head that has ended. */
  readonly former: Urgency
  /** How much more urgent than itself it had become. */
  readonly raisedBy: number
  /** The urgencies of the waiting deliveries, the oldest first. */
  readonly waiting: readonly Urgency[]
}

const urgency = fc.constantFrom(...URGENCIES)
const someCase: fc.Arbitrary<Case> = fc.record({
  former: urgency,
  raisedBy: fc.constantFrom(0, 0, 1, 3),
  waiting: fc.array(urgency, { minLength: 1, maxLength: 6 }),
})

describe('PostgreSQL: the statement that promotes the next head', () => {
  it('gives it the urgency of promotedUrgency', async (t) => {
    const url = await createTestDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    const { store } = await openPostgresStore({ url, poolMax: 2 })
    t.after(() => Promise.all([client.end(), store.close()]))
    const { id: webhookId } = await store.createWebhook(newWebhook(), NOW)

    await fc.assert(
      fc.asyncProperty(fc.array(someCase, { minLength: 20, maxLength: 60 }), async (cases) => {
        await client.query('TRUNCATE deliveries')
        const rows = cases.flatMap(({ waiting }, queue) =>
          waiting.map((one, index) => ({ subject: `alert:${queue}`, eventId: index + 1, urgency: one })),
        )
        await client.query(
          `INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, created_at, urgency, queue_urgency)
           SELECT event_id, $5, $1, subject, 'waiting', $5, urgency, urgency
           FROM unnest($2::bigint[], $3::text[], $4::smallint[]) AS given (event_id, subject, urgency)`,
          [
            webhookId,
            rows.map(({ eventId }) => eventId),
            rows.map(({ subject }) => subject),
            rows.map((row) => row.urgency),
            NOW,
          ],
        )
        await client.query(PROMOTE_NEXT.text, [
          NOW,
          NOW,
          cases.map(() => webhookId),
          cases.map((_, queue) => `alert:${queue}`),
          cases.map(({ former }) => former),
          cases.map(queueUrgencyOf),
        ])
        const promoted = await client.query<{ subject: string; event_id: string; queue_urgency: number }>(
          "SELECT subject, event_id, queue_urgency FROM deliveries WHERE state = 'pending'",
        )
        const found = new Map(
          promoted.rows.map((row) => [row.subject, [Number(row.event_id), row.queue_urgency]]),
        )

        for (const [queue, one] of cases.entries())
          assert.deepEqual(found.get(`alert:${queue}`), [1, expected(one)], JSON.stringify(one))
        assert.equal(found.size, cases.length)
      }),
      { numRuns: 20 },
    )
  })
})

function queueUrgencyOf({ former, raisedBy }: Case): Urgency {
  return URGENCIES[Math.max(0, former - raisedBy)] ?? former
}

function expected(one: Case): Urgency {
  const [next = one.former, ...behind] = one.waiting
  const head = { urgency: one.former, queueUrgency: queueUrgencyOf(one) }
  return promotedUrgency(head, next, (level) => behind.includes(level))
}
