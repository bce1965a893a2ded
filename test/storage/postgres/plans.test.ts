import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Client } from 'pg'
import type { Mode } from '../../../src/domain/webhook/webhook.ts'
import type { Value } from '../../../src/storage/postgres/connection/statement.ts'
import { eventually } from '../../support/time/eventually.ts'
import { SELECT_ONE } from '../../../src/storage/postgres/deliveries/deliveries.ts'
import { SELECT_NOTIFIED } from '../../../src/storage/postgres/receiver-state/fallback-rows.ts'
import { FINISH, FINISH_ACCEPTED } from '../../../src/storage/postgres/deliveries/finish-statement.ts'
import {
  LEASE,
  LEASE_ONE_URGENCY,
  LEASE_PROBES,
  LEASE_WITH_RECEIVER_STATE,
} from '../../../src/storage/postgres/deliveries/lease.ts'
import { LOCK_OF_DELIVERIES } from '../../../src/storage/postgres/receiver-state/alert-locks.ts'
import { LOCK_SENT, SELECT_BEHIND } from '../../../src/storage/postgres/receiver-state/attempts.ts'
import { END_SUCCESSORS } from '../../../src/storage/postgres/receiver-state/accepted.ts'
import { FIND_OF_DELIVERIES, SELECT_DUE } from '../../../src/storage/postgres/receiver-state/state-table.ts'
import { END_DELIVERIES, RESTART } from '../../../src/storage/postgres/queue/alert-queue-changes.ts'
import {
  LOCK_HEADS,
  PROMOTE_NEXT,
  READ_ALERT_QUEUES,
  SELECT_OLDEST,
} from '../../../src/storage/postgres/queue/alert-queue.ts'
import { SCAN } from '../../../src/storage/postgres/queue/queue-scan.ts'
import { CLAMP, LOCK_OVERDUE, SELECT_LATE } from '../../../src/storage/postgres/deliveries/late-rows.ts'
import { CUT_LEASES, RECLAIM, RELEASE } from '../../../src/storage/postgres/deliveries/lease-rows.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { OVERDUE } from '../../../src/storage/postgres/webhooks/webhooks.ts'
import { beginScan, beginWrite } from '../../../src/storage/postgres/connection/transaction-words.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { claimRequest } from '../suite/finish.ts'
import { answered } from '../suite/receiver-state/support.ts'
import { BUSY_ID, fillBusy, fillOthers, LINES } from './fill.ts'

const OTHERS = 100
/** How many webhooks, deliveries or alert queues a statement is asked about. */
const ASKED = LINES
/** B-trees grow higher with what is in them, by a page in a few hundred times. */
const GROWTH_MAX = 1.5

type Values = Readonly<Record<string, readonly Value[]>>

const STATEMENTS: Readonly<Record<string, string>> = {
  SCAN,
  OVERDUE,
  LEASE,
  LEASE_ONE_URGENCY,
  LEASE_PROBES,
  LEASE_WITH_RECEIVER_STATE,
  LOCK_SENT: LOCK_SENT.text,
  SELECT_BEHIND: SELECT_BEHIND.text,
  FIND_OF_DELIVERIES: FIND_OF_DELIVERIES.text,
  LOCK_OF_DELIVERIES: LOCK_OF_DELIVERIES.text,
  SELECT_LATE,
  SELECT_DUE,
  FINISH: FINISH.text,
  FINISH_ACCEPTED: FINISH_ACCEPTED.text,
  END_SUCCESSORS: END_SUCCESSORS.text,
  PROMOTE_NEXT: PROMOTE_NEXT.text,
  RELEASE: RELEASE.text,
  RECLAIM,
  CUT_LEASES,
  CLAMP: CLAMP.text,
  LOCK_HEADS: LOCK_HEADS.text,
  READ_ALERT_QUEUES: READ_ALERT_QUEUES.text,
  SELECT_OLDEST: SELECT_OLDEST.text,
  LOCK_OVERDUE,
  END_DELIVERIES: END_DELIVERIES.text,
  RESTART: RESTART.text,
  SELECT_NOTIFIED: SELECT_NOTIFIED.text,
  SELECT_ONE,
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

/** While it analyses a table, it keeps the index entries of what was undone, and those count as pages read. */
async function keepAutovacuumOut(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  )
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`)
}

/** Several databases can be filled and asked anew within that time. */
const SNAPSHOTS_END_MS = 600_000

describe('the plans of PostgreSQL for claims and what follows them', () => {
  let client: Client
  const pagesBefore = new Map<string, number>()

  /** Fills a new database, whose statements are planned while it is empty. */
  async function open(): Promise<void> {
    const url = await createTestDatabase()
    await makePartitions(url)
    client = new Client({ connectionString: url })
    await client.connect()
    await keepAutovacuumOut(client)
    // As on a connection that was opened before there was anything: what is planned now stays.
    for (const [name, text] of Object.entries(STATEMENTS)) await client.query(`PREPARE "${name}" AS ${text}`)
    await explainAll()
    await fillOthers(client, OTHERS)
    await fillBusy(client, { waiting: 2 * LINES, paused: 2 * LINES })
    for (const [name, plan] of await explainAll()) pagesBefore.set(name, pagesOf(plan))
    await fillBusy(client, { waiting: 10_000, paused: 2_000 })
  }

  const explain = async (name: string, values: readonly Value[]): Promise<PlanNode> => {
    for (const word of beginWrite('none', true)) await client.query(word)
    await client.query("SELECT set_config('tocsin.locked', $1, true)", [otherIds().join()])
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE "${name}" (${values.map(literal).join(', ')})`,
    )
    await client.query('ROLLBACK')
    return rows[0]!['QUERY PLAN'][0].Plan
  }
  const explainAll = async (): Promise<ReadonlyMap<string, PlanNode>> => {
    const plans = new Map<string, PlanNode>()
    for (const [name, values] of Object.entries(await valuesIn(client))) {
      plans.set(name, await explain(name, values))
    }
    return plans
  }
  const assertCheap = (plans: ReadonlyMap<string, PlanNode>): void => {
    for (const [name, plan] of plans) {
      const nodes = nodesOf(plan)
      const words = `${name}: ${JSON.stringify(plan, undefined, 1)}`
      const slow = nodes.filter((node) => /Seq Scan|Bitmap|Sort/.test(node['Node Type']))
      // It has one row.
      assert.deepEqual(
        slow.filter((node) => node['Relation Name'] !== 'webhooks_version' && !isSmallSort(node)),
        [],
        words,
      )
      const most = Math.max(...nodes.map(rowsSeen))
      assert.ok(most <= Math.max(ASKED, OTHERS) * 4 + 10, `${most} rows: ${words}`)
      const [pages, before] = [pagesOf(plan), pagesBefore.get(name) ?? 0]
      assert.ok(pages <= before * GROWTH_MAX + 20, `${pages} pages instead of ${before}: ${words}`)
    }
  }

  it('cost the same with a large backlog as with a small one, though they were made when the tables were empty', async () => {
    await demandCheap()
  })

  it('cost the same when the tables have been analysed', async () => {
    await demandCheap('ANALYZE')
  })

  /**
   * Rows that were undone cost pages while the snapshot of another test keeps them, and each look at the plans undoes
   * more: so the next try has a database of its own.
   */
  async function demandCheap(first = ''): Promise<void> {
    let failure: unknown
    const isCheap = async () => {
      await open()
      try {
        await client.query(first)
        assertCheap(await explainAll())
        return true
      } catch (error) {
        failure = error
        return false
      } finally {
        await client.end()
      }
    }
    await eventually(() => String(failure), isCheap, SNAPSHOTS_END_MS)
  }
})

describe('the statements of PostgreSQL for many deliveries', () => {
  const open = async (t: TestContext, mode: Mode) => {
    const { store } = await openPostgresStore({ url: await createTestDatabase(), poolMax: 4 })
    t.after(() => store.close())
    await store.createWebhook(newWebhook({ mode }), NOW)
    await store.createWebhook(newWebhook({ mode }), NOW)
    // As in a service that has been at work: the webhooks are known, and have accepted something.
    await store.acceptObservations([observation({ key: 'before' })], NOW)
    const { claims } = await store.claimDue(claimRequest({ limit: 2 }))
    await store.finishAttempts(
      claims.map((claim) => answered(claim, 'accepted', { now: NOW })),
      NOW,
    )
    await store.acceptObservations([observation({ key: 'first' })], NOW)
    const { count } = await counting(() =>
      store.acceptObservations(
        Array.from({ length: 39 }, (_, index) => observation({ key: `key ${index}` })),
        NOW,
      ),
    )
    await store.claimDue(claimRequest({ limit: 1 }))
    return { store, intakeCount: count }
  }

  // Without what begins and ends a transaction: scan, lock, lease; finish, and what comes after.
  const claimCount = { transactions: 2, statements: 3 }
  const finishCount = { transactions: 1, statements: 2 }
  const modes = [
    { mode: 'every_change', intakeCount: { transactions: 1, statements: 3 } },
    // Three more: receiver states, alert queues, and the lock of these.
    { mode: 'current_state', intakeCount: { transactions: 1, statements: 6 } },
  ] as const
  for (const { mode, intakeCount } of modes) {
    it(`are fewer than the deliveries, each way, in mode ${mode}`, async (t) => {
      const { store, intakeCount: ofIntake } = await open(t, mode)

      const { result: claims, count: ofClaim } = await counting(
        async () => (await store.claimDue(claimRequest({ limit: 79 }))).claims,
      )
      const { result: recorded, count: ofFinish } = await counting(() =>
        store.finishAttempts(
          claims.map((claim) => answered(claim, 'accepted', { now: NOW })),
          NOW,
        ),
      )

      assert.deepEqual([claims.length, recorded.filter(Boolean).length], [79, 79])
      assert.deepEqual([ofIntake, ofClaim, ofFinish], [intakeCount, claimCount, finishCount])
    })
  }
})

async function counting<Result>(work: () => Promise<Result>) {
  const ends = new Set([true, false].flatMap((isDurable) => beginWrite('shared', isDurable)))
  for (const text of [...beginScan, 'COMMIT']) ends.add(text)
  const original = Client.prototype.query
  const count = { transactions: 0, statements: 0 }
  Client.prototype.query = function query(this: Client, ...given: readonly unknown[]) {
    const { text } = given[0] as { readonly text: string }
    if (text.startsWith('BEGIN')) count.transactions += 1
    else if (!ends.has(text)) count.statements += 1
    return Reflect.apply(original, this, given)
  } as typeof original
  try {
    return { result: await work(), count }
  } finally {
    Client.prototype.query = original
  }
}

async function makePartitions(url: string): Promise<void> {
  const { store } = await openPostgresStore({ url, poolMax: 2 })
  await store.acceptObservations([], NOW)
  await store.close()
}

function otherIds(): readonly number[] {
  return Array.from({ length: ASKED }, (_, index) => BUSY_ID + 1 + index)
}

/**
 * What the statements are asked for: what there is of the other webhooks, and of the long alert queues where there are
 * any.
 */
async function valuesIn(client: Client): Promise<Values> {
  const day = NOW - (NOW % 86_400_000)
  const select = async (state: string) => {
    const { rows } = await client.query<{ id: string; subject: string; webhook_id: string }>(
      `SELECT id, subject, webhook_id FROM deliveries WHERE state = $1 AND webhook_id > $2 ORDER BY id LIMIT $3`,
      [state, BUSY_ID, ASKED],
    )
    return rows.map((row) => ({ id: +row.id, subject: row.subject, webhookId: +row.webhook_id }))
  }
  const [sending, pending, { rows: versions }] = [
    await select('sending'),
    await select('pending'),
    await client.query<{ version: string }>('SELECT version FROM webhooks_version'),
  ]
  const each = (value: Value & (string | number | null)) => Array<typeof value>(ASKED).fill(value)
  const ofSending = (value: (index: number) => number | string | null) =>
    sending.map((_, index) => value(index))
  const alertQueues = Array.from({ length: ASKED }, (_, index) => `line ${index + 1}`)
  const linesOfPending = [pending.map(({ webhookId }) => webhookId), pending.map(({ subject }) => subject)]
  const leased = [
    otherIds(),
    each(2),
    each(32),
    each(NOW + 60_000),
    each(null),
    Number(versions[0]?.version),
    NOW,
    [],
    [],
    [],
    'node',
    1,
  ]
  const held = [sending.map(({ id }) => id), ofSending(() => 1), ofSending(() => null)]
  const attempts = [
    NOW,
    ...held,
    ofSending((index) => (index % 2 === 0 ? 'delivered' : 'pending')),
    ofSending((index) => (index % 2 === 0 ? null : NOW)),
    ...Array.from({ length: 6 }, (_, column) => ofSending(() => (column === 1 ? NOW : '1'))),
    ofSending(() => null),
  ]
  return {
    SCAN: [NOW + 10, otherIds(), each(1)],
    OVERDUE: [NOW + 10],
    LEASE: [...leased, each(1), each(1), each(0b1111)],
    LEASE_ONE_URGENCY: [...leased, each(2)],
    LEASE_PROBES: [...leased, each(1)],
    LEASE_WITH_RECEIVER_STATE: [...leased, each(1), each(1), each(0b1111)],
    LOCK_SENT: held,
    SELECT_BEHIND: [sending.map(({ id }) => id)],
    FIND_OF_DELIVERIES: [sending.map(({ id }) => id)],
    LOCK_OF_DELIVERIES: [sending.map(({ id }) => id)],
    SELECT_LATE: [NOW, ASKED],
    SELECT_DUE: [ASKED],
    FINISH: attempts,
    FINISH_ACCEPTED: [...attempts, ofSending(() => 'high'), ofSending(() => 1), ofSending(() => '{1,2}')],
    END_SUCCESSORS: [NOW, 'nothing left', ...linesOfPending],
    PROMOTE_NEXT: [NOW, NOW, each(BUSY_ID), alertQueues, each(2), each(2)],
    RELEASE: [NOW, ...held],
    RECLAIM: [NOW + 3_600_000, ASKED, NOW, 'lost', ['gone']],
    CUT_LEASES: [NOW + 3_600_000, 15_000, NOW - 300_000, NOW],
    CLAMP: [NOW, ASKED, each(BUSY_ID), each(5_000)],
    LOCK_HEADS: linesOfPending,
    READ_ALERT_QUEUES: [each(BUSY_ID), alertQueues],
    SELECT_OLDEST: [each(BUSY_ID), alertQueues, each(1)],
    LOCK_OVERDUE: [BUSY_ID, NOW + 1, ASKED],
    END_DELIVERIES: ['failed', NOW, pending.map(({ id }) => id), pending.map(() => 'overdue')],
    RESTART: [NOW, each(1), each(day), each('pending'), each(2)],
    SELECT_NOTIFIED: [each(1), each(day), otherIds(), each('job 1')],
    SELECT_ONE: [1],
  }
}

function literal(value: Value): string {
  if (Array.isArray(value))
    return `'{${value.map((item) => (item === null ? 'NULL' : JSON.stringify(item))).join()}}'`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** Of no more than one row for each webhook, the busy one among them. */
function isSmallSort(node: PlanNode): boolean {
  return node['Node Type'].includes('Sort') && rowsSeen(node) <= OTHERS + 1
}

function rowsSeen(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  return ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0)
}

function pagesOf(plan: PlanNode): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}
