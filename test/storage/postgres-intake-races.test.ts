import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { Client } from 'pg'
import { ALERT_STATES } from '../../src/domain/alert.ts'
import { JOB_STATUSES } from '../../src/domain/job-run.ts'
import { openPostgresStore } from '../../src/storage/postgres/store.ts'
import type { Store } from '../../src/storage/store.ts'
import { Random } from '../simulation/random.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../support/build.ts'
import { createTestDatabase } from '../support/test-engine.ts'

const NODES = 2
const REPORTERS = 4
const STEPS = 25
const ALERTS = 3
const JOBS = 2
const RUNS = 40

/** Two nodes, many reporters who speak of the same few alerts and jobs, and receivers who take what is first in line. */
describe('intake of several nodes of one PostgreSQL', () => {
  const open: { readonly close: () => Promise<unknown> }[] = []
  afterEach(async () => {
    for (const resource of open.splice(0)) await resource.close()
  })

  for (const seed of [1, 2, 3]) {
    it(`keeps ids, order, lines and one event per transition (seed ${seed})`, async () => {
      const { stores, receivers, client } = await start()

      const receiving = receivers.map((receiver) => receiver.run())
      const reporting = stores.flatMap((store, node) =>
        Array.from({ length: REPORTERS }, (_, reporter) => report(store, seed * 100 + node * 10 + reporter)),
      )
      const deliveryCounts = await Promise.all(reporting)
      for (const receiver of receivers) receiver.stopWhenEmpty()
      await Promise.all(receiving)

      await assertAlertsConsistent(client)
      await assertRunsToldOnce(client)
      const received = receivers.flatMap(({ received }) => received)
      assertOrder(received)
      const { rows: left } = await client.query('SELECT * FROM deliveries')
      assert.deepEqual(left, [], 'waits in a line for nobody')
      assert.equal(
        received.length,
        deliveryCounts.reduce((sum, count) => sum + count, 0),
      )
    })
  }

  async function start() {
    const url = await createTestDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    const receivers = [new Receiver(url), new Receiver(url)]
    const stores: Store[] = []
    for (let node = 0; node < NODES; node += 1) {
      stores.push((await openPostgresStore({ url, poolMax: 4 })).store)
    }
    open.push(...receivers, ...stores, { close: () => client.end() })
    for (const payloadType of ['ALERT', 'ALERT', 'JOB'] as const) {
      await stores[0]?.createWebhook(newWebhook({ payloadType }), NOW)
    }
    return { stores, receivers, client }
  }
})

let clock = NOW

/** Answers how many deliveries it was promised. */
async function report(store: Store, seed: number): Promise<number> {
  const random = new Random(seed)
  let count = 0
  for (let step = 0; step < STEPS; step += 1) {
    clock += 1
    const now = clock
    const accepted = random.happens(0.3)
      ? await store.acceptJobRuns(
          someOf(random, () => {
            const status = random.pick(JOB_STATUSES)
            return jobRunReport({
              jobId: `${random.integer(1, JOBS)}`,
              runId: `${random.integer(1, RUNS)}`,
              status,
            })
          }),
          now,
        )
      : await store.acceptObservations(
          someOf(random, () =>
            observation({ key: `${random.integer(1, ALERTS)}`, state: random.pick(ALERT_STATES), at: now }),
          ),
          now,
        )
    for (const { deliveryCount } of accepted) count += deliveryCount
  }
  return count
}

function someOf<Item>(random: Random, make: () => Item): readonly Item[] {
  return Array.from({ length: random.integer(1, 4) }, make)
}

interface Received {
  readonly event_id: string
  readonly subject: string
  readonly webhook_id: string
  /** When its end was committed, among all. */
  readonly place: number
}

let receivedCount = 0

/** Ends heads by the rule for lines: the row goes, then, in a later statement, the oldest that waits is the head. */
class Receiver {
  readonly received: Received[] = []
  readonly #client: Client
  #isStopping = false

  constructor(url: string) {
    this.#client = new Client({ connectionString: url })
  }

  stopWhenEmpty(): void {
    this.#isStopping = true
  }

  close(): Promise<void> {
    this.#isStopping = true
    return this.#client.end()
  }

  async run(): Promise<void> {
    await this.#client.connect()
    for (;;) {
      const isStopping = this.#isStopping
      if ((await this.#endSome()) === 0 && isStopping) return
    }
  }

  async #endSome(): Promise<number> {
    try {
      await this.#client.query('BEGIN')
      const { rows } = await this.#client.query<Omit<Received, 'place'>>(
        `DELETE FROM deliveries WHERE id IN (
           SELECT id FROM deliveries WHERE state = 'pending' ORDER BY id LIMIT 3 FOR NO KEY UPDATE SKIP LOCKED
         ) RETURNING event_id, subject, webhook_id`,
      )
      for (const { subject, webhook_id: webhookId } of rows) {
        await this.#client.query(
          `UPDATE deliveries SET state = 'pending' WHERE id = (
             SELECT id FROM deliveries WHERE subject = $1 AND webhook_id = $2 ORDER BY event_id, id LIMIT 1)`,
          [subject, webhookId],
        )
      }
      // Before the commit: afterwards another may be faster to say that it has the next of a line.
      const places = rows.map(() => (receivedCount += 1))
      await this.#client.query('COMMIT')
      this.received.push(...rows.map((row, index) => ({ ...row, place: places[index] ?? 0 })))
      return rows.length
    } catch (error) {
      await this.#client.query('ROLLBACK')
      // A deadlock or a race: it is tried again.
      if (!['40P01', '23505'].includes((error as { code?: string }).code ?? '')) throw error
      return 1
    }
  }
}

/** Each event begins where the one before it ended, and the last one says how the alert stands. */
async function assertAlertsConsistent(client: Client): Promise<void> {
  const { rows: alerts } = await client.query<{ id: string; state: string }>('SELECT id, state FROM alerts')
  assert.equal(alerts.length, ALERTS)
  for (const { id, state } of alerts) {
    const { rows } = await client.query<{ body: string }>(
      'SELECT body FROM events WHERE alert_id = $1 ORDER BY id',
      [id],
    )
    let known = 'cleared'
    for (const { body } of rows) {
      const { oldState, newState } = JSON.parse(body) as {
        readonly oldState: string
        readonly newState: string
      }
      assert.equal(oldState, known)
      assert.notEqual(newState, oldState)
      known = newState
    }
    assert.equal(state, known)
  }
}

async function assertRunsToldOnce(client: Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT job_id, run_id, count(*) FROM job_runs LEFT JOIN events ON job_run_id = job_runs.id
     GROUP BY job_id, run_id HAVING count(*) <> 1 OR count(job_run_id) <> 1`,
  )
  assert.deepEqual(rows, [])
}

function assertOrder(received: readonly Received[]): void {
  const lines = Map.groupBy(received, ({ subject, webhook_id: webhookId }) => `${subject} ${webhookId}`)
  for (const [line, all] of lines) {
    const ids = all.sort((a, b) => a.place - b.place).map(({ event_id: id }) => Number(id))
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
      line,
    )
  }
}
