import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import {
  KNOWN_RUNS,
  QUEUES_OF_JOBS,
  LOCK_JOBS,
  SAVE_RUNS,
} from '../../../src/storage/postgres/intake/job-run-statements.ts'
import {
  EXPIRED_ALERTS,
  STATES_OF_CHANGING_ALERTS as FOLLOWED,
  KNOWN_ALERTS,
  ALERT_QUEUES_OF_CHANGING_ALERTS,
  SAVE_ALERTS,
  SAVE_AND_FAN_OUT,
} from '../../../src/storage/postgres/intake/alert-statements.ts'
import { ALERT_QUEUES_OF_ALERTS } from '../../../src/storage/postgres/intake/intake-view.ts'
import { PARTITION_MS } from '../../../src/storage/postgres/connection/partitions.ts'
import { beginWrite } from '../../../src/storage/postgres/connection/transaction-words.ts'
import { beginEpochIfDue } from '../../../src/storage/postgres/connection/epoch.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'

const ROWS = 100_000
/** How many alerts or jobs a statement is asked about. */
const ASKED = 100
/** Rows that it may read for each of them: the thing itself, the head of its alert queue, the newest in it. */
const ROWS_PER_ASKED_MAX = 5

const each = (value: (n: number) => string | number | boolean) =>
  `'{${Array.from({ length: ASKED }, (_, index) => JSON.stringify(value(index + 1))).join()}}'`
const KEYS = each((n) => `key ${n * 7}`)

/** Statements that read, with their values; those that write have no rows to find but by the key that they are given. */
const READING: Readonly<Record<string, readonly [text: string, ...values: readonly string[]]>> = {
  'the known alerts': [KNOWN_ALERTS, each(() => 'source'), KEYS, each(() => true)],
  'the lines of changing alerts': [
    ALERT_QUEUES_OF_CHANGING_ALERTS,
    each(() => 'source'),
    KEYS,
    each(() => 'low'),
  ],
  'the lines that are followed, to lock them': [FOLLOWED.lock, each(() => 'source'), KEYS, each(() => 'low')],
  'the lines that are followed': [FOLLOWED.alertQueues, each(() => 'source'), KEYS, each(() => 'low')],
  'what was sent': [FOLLOWED.receiverState, each(() => 'source'), KEYS, each(() => 'low')],
  'the alerts that expire': [EXPIRED_ALERTS, '1000000', '1000000', String(ASKED), "'{1}'", "'{1}'"],
  'the lines of alerts': [ALERT_QUEUES_OF_ALERTS, each((n) => n)],
  'the known runs': [KNOWN_RUNS, each(() => 'source'), each(() => 'job'), each((n) => `run ${n}`)],
  'the lines of jobs': [QUEUES_OF_JOBS, each((n) => `alert ${n}`)],
  'the locks of jobs': [LOCK_JOBS, each((n) => `alert ${n}`)],
}
const WRITING: Readonly<Record<string, string>> = {
  SAVE_ALERTS: SAVE_ALERTS.text,
  SAVE_AND_FAN_OUT: SAVE_AND_FAN_OUT.plain,
  'SAVE_AND_FAN_OUT with fallbacks': SAVE_AND_FAN_OUT.withFallbacks,
  'SAVE_AND_FAN_OUT with notifications': SAVE_AND_FAN_OUT.withReceiverStates,
  SAVE_RUNS: SAVE_RUNS.plain,
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

describe('the plans of PostgreSQL for intake', () => {
  let client: Client
  before(async () => {
    const url = await createTestDatabase()
    client = new Client({ connectionString: url })
    await client.connect()
    await beginEpochIfDue(client)
    // Either nothing is analysed or everything is, whenever the server has time for it.
    for (const table of ['alerts', 'deliveries', 'job_runs', 'receiver_states', 'webhook_flow']) {
      await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`)
    }
    // As a node does that was started before there was anything: what is planned now stays.
    for (const [name, [text]] of Object.entries(READING)) await prepare(name, text)
    for (const [name, text] of Object.entries(WRITING)) await prepare(name, text)
    for (const name of Object.keys(READING)) await explain(name)
    await fill(url)
  })
  after(() => client.end())

  const prepare = (name: string, text: string) => client.query(`PREPARE "${name}" AS ${text}`)
  const explain = async (name: string): Promise<PlanNode> => {
    const [, ...values] = READING[name] ?? ['']
    for (const word of beginWrite('none', true)) await client.query(word)
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE "${name}" (${values.join(', ')})`,
    )
    await client.query('ROLLBACK')
    return rows[0]!['QUERY PLAN'][0].Plan
  }
  const assertFewRows = async (name: string) => {
    const plan = await explain(name)
    const scans = nodesOf(plan).filter((node) => node['Relation Name'] ?? node['Index Name'])
    assert.deepEqual(
      scans.filter((node) => node['Node Type'] === 'Seq Scan'),
      [],
    )
    const count = Math.max(0, ...scans.map(rowsSeen))
    assert.ok(count <= ASKED * ROWS_PER_ASKED_MAX, `${count} rows: ${JSON.stringify(plan, undefined, 1)}`)
  }

  for (const name of Object.keys(READING)) {
    it(`find ${name} by an index, though they were made when the tables were empty`, () =>
      assertFewRows(name))
  }

  it('find everything by an index when the tables have been analysed', async () => {
    await client.query('ANALYZE')
    for (const name of Object.keys(READING)) await assertFewRows(name)
  })

  it('read nothing to write', async () => {
    for (const [name, text] of Object.entries(WRITING)) {
      const count = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
      for (const word of beginWrite('none', true)) await client.query(word)
      const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
        `EXPLAIN (FORMAT JSON) EXECUTE "${name}" (${Array(count).fill('NULL').join(', ')})`,
      )
      await client.query('ROLLBACK')
      const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
      // Heads before something more urgent, each by its queue; and what is remembered, each by its pair.
      const read = nodes.filter(
        (node) =>
          node['Relation Name'] &&
          node['Node Type'] !== 'ModifyTable' &&
          !['deliveries_head', 'receiver_states_pkey', 'receiver_states_by_webhook'].includes(
            node['Index Name'] ?? '',
          ),
      )
      assert.deepEqual(read, [], name)
    }
  })
})

/** In 1,000 alert queues, each with its head and 99 that wait; a tenth of the alerts is raised and will expire. */
async function fill(url: string): Promise<void> {
  await Promise.all(
    [
      `INSERT INTO alerts SELECT n, 'source', 'key ' || n, 'name', CASE WHEN n % 10 = 0 THEN 'high' ELSE 'cleared' END,
         0, 0, n, CASE WHEN n % 10 = 0 THEN n END, '{}', '[]', 0 FROM generate_series(1, ${ROWS}) AS n`,
      `CREATE TABLE events_of_a_day PARTITION OF events FOR VALUES FROM (0) TO (${PARTITION_MS});
       INSERT INTO events SELECT n, 'alert', 'source', 'name', n, n, n, NULL, '{}' FROM generate_series(1, ${ROWS}) AS n`,
      `INSERT INTO deliveries (id, event_id, event_at, webhook_id, subject, state, due_at, created_at)
       SELECT n, n, n, 1, 'alert ' || n % 1000 + 1, CASE WHEN n <= 1000 THEN 'pending' ELSE 'waiting' END,
         CASE WHEN n <= 1000 THEN n END, n FROM generate_series(1, ${ROWS}) AS n`,
      `INSERT INTO receiver_states SELECT n, 2, 'high', 1, 0, 'high', 1, n, 0, NULL, 0 FROM generate_series(1, ${ROWS}) AS n`,
      `INSERT INTO early_clears SELECT 'source', 'key ' || n, '', n, n FROM generate_series(1, ${ROWS}) AS n`,
      `INSERT INTO job_run_keys SELECT 'source', 'job', 'run ' || n, n, n FROM generate_series(1, ${ROWS}) AS n`,
    ].map(async (text) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(text)
      await client.end()
    }),
  )
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function rowsSeen(node: PlanNode): number {
  return ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0)
}
