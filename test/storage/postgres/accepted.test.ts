import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { Client } from 'pg'
import { ALERT_STATES } from '../../../src/domain/alert/alert.ts'
import { alertSubject } from '../../../src/domain/alert/event.ts'
import { planAttempt, type WaitingDelivery } from '../../../src/domain/planning/plan-attempt.ts'
import { NOTHING_LEFT } from '../../../src/domain/receiver-state/after-change.ts'
import {
  RESYNC,
  type EpisodeState,
  type ReceiverState,
} from '../../../src/domain/receiver-state/receiver-state.ts'
import type { Webhook } from '../../../src/domain/webhook/webhook.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { resolveAcceptedSql } from '../../../src/storage/postgres/receiver-state/accepted.ts'
import {
  toReceiverState,
  toReceiverStateRow,
  type ReceiverStateRow,
} from '../../../src/storage/rows/receiver-state-row.ts'
import { NOW, webhook } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

const EVENT_ID = 7

interface Case {
  readonly before: ReceiverState
  readonly sent: EpisodeState
  readonly eventId: number
}

const PLAIN = { noNullPrototype: true }
const episodeState = fc.record(
  { state: fc.constantFrom(...ALERT_STATES), episodeNumber: fc.integer({ min: 1, max: 2 }) },
  PLAIN,
)

type SomeCase = Omit<Case, 'before'> & { readonly before: Omit<ReceiverState, 'alertId'> }

const someCase = (webhookId: number): fc.Arbitrary<SomeCase> => {
  const before = fc.record(
    {
      webhookId: fc.constant(webhookId),
      lastSent: episodeState,
      uncertain: fc.boolean(),
      restate: fc.boolean(),
      desired: episodeState,
      eventId: fc.constant(EVENT_ID),
      resync: fc.constantFrom(...RESYNC),
      outOfSyncSince: fc.constantFrom(null, NOW - 1_000),
      escalated: fc.boolean(),
      heldBy: fc.constantFrom(null, 3),
      nextDue: fc.constantFrom(null, NOW - 5, NOW + 7_000),
      reminders: fc.integer({ min: 0, max: 4 }),
    },
    PLAIN,
  )
  const eventId = fc.constantFrom(EVENT_ID, EVENT_ID - 1)
  return fc.record({ before, sent: episodeState, eventId }, PLAIN)
}

const FORMER = {
  attemptsMade: 1,
  attemptsUncounted: 0,
  begunAt: NOW,
  dueAt: null,
  queueUrgency: 1,
  fallbackAt: null,
  isRejected: false,
} as const

/** The plan of an accepted attempt. */
function planOf({ before, sent, eventId }: Case, hook: Webhook, waiting: readonly WaitingDelivery[]) {
  return planAttempt(hook, {
    pair: before,
    before,
    eventId,
    sentNotification: { episodeState: sent, certainty: 'accepted' },
    next: 'delivered',
    former: FORMER,
    again: { dueAt: null, isScheduleOver: false, isRejected: false },
    waiting,
    now: NOW,
  })
}

describe('PostgreSQL: the statement that resolves accepted attempts', () => {
  it('writes what the plan of the attempt says, or leaves the receiver state to the plan', async (t) => {
    const url = await createTestDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    const { store } = await openPostgresStore({ url, poolMax: 2 })
    t.after(() => Promise.all([client.end(), store.close()]))
    const resolve = `WITH gone AS (
        SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::integer[], $6::bigint[], $7::text[])
          AS gone (id, subject, webhook_id, attempt_state, attempt_episode, event_id, reminder_times)
      ), ${resolveAcceptedSql('gone')} SELECT id FROM settled`

    await fc.assert(
      fc.asyncProperty(
        fc.array(someCase(3), { minLength: 20, maxLength: 60 }),
        fc.boolean(),
        fc.constantFrom(null, [60_000], [60_000, 120_000, 600_000]),
        async (some, notifiesMissed, remindMs) => {
          const hook = webhook({
            id: 3,
            mode: 'current_state',
            missedAlerts: notifiesMissed ? 'notify' : 'skip',
            remindMs,
          })
          const cases = some.map((one, index) => ({ ...one, before: { ...one.before, alertId: index + 1 } }))
          await client.query('TRUNCATE receiver_states')
          for (const { before } of cases) await insert(client, toReceiverStateRow(before))

          const { rows } = await client.query<{ id: string }>(resolve, [
            cases.map(({ before }) => before.alertId),
            cases.map(({ before }) => alertSubject(before.alertId)),
            cases.map(() => hook.id),
            cases.map(({ sent }) => sent.state),
            cases.map(({ sent }) => sent.episodeNumber),
            cases.map(({ eventId }) => eventId),
            cases.map(() => remindMs && `{${remindMs.map((ms) => NOW + ms).join(',')}}`),
          ])
          const resolved = new Set(rows.map(({ id }) => Number(id)))
          const stored = await readStates(client)

          for (const one of cases) {
            const { alertId } = one.before
            if (!resolved.has(alertId)) {
              assert.deepEqual(stored.get(alertId), one.before)
              continue
            }
            const waiting = { id: 9, eventId: EVENT_ID, urgency: 1, own: FORMER } as const
            const plan = planOf(one, hook, [waiting])
            assert.deepEqual(stored.get(alertId) ?? null, plan?.after)
            assert.deepEqual([plan?.superseded, plan?.promoted], [null, null])
            assert.deepEqual(plan?.ending, [{ id: 9, reason: NOTHING_LEFT }])
          }
          assert.equal(resolved.size, cases.filter(isDesired).length)
        },
      ),
      { numRuns: 20 },
    )
  })
})

/** The case that the statement is for: the receiver accepted the state that it should have, and nothing is left. */
function isDesired({ before, sent, eventId }: Case): boolean {
  const { desired, restate } = before
  if (desired.state !== sent.state) return false
  if (sent.state === 'cleared') return true
  return desired.episodeNumber === sent.episodeNumber && (!restate || eventId === before.eventId)
}

async function insert(client: Client, row: ReceiverStateRow): Promise<void> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  await client.query(
    `INSERT INTO receiver_states (${names.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  )
}

async function readStates(client: Client): Promise<ReadonlyMap<number, ReceiverState>> {
  const { rows } = await client.query('SELECT * FROM receiver_states')
  const numbers = ['alert_id', 'webhook_id', 'event_id', 'out_of_sync_since', 'held_by', 'next_due'] as const
  return new Map(
    rows.map((row) => {
      for (const name of numbers) row[name] = row[name] === null ? null : Number(row[name])
      return [row.alert_id, toReceiverState(row)] as const
    }),
  )
}
