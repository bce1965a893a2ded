import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Client } from 'pg'
import { ALERT_STATES } from '../../../src/domain/alert/alert.ts'
import { subjectOf } from '../../../src/domain/alert/event.ts'
import { JOB_STATUSES } from '../../../src/domain/alert/job-run.ts'
import type { Store } from '../../../src/storage/store.ts'
import { Random } from '../../simulation/random.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimDue, finished } from '../suite/finish.ts'
import { openNodes } from './several-nodes.ts'

const NODES = 2
const REPORTERS = 4
const STEPS = 25
const ALERTS = 3
const JOBS = 2
const RUNS = 40

/**
 * Two nodes, many reporters who report the same few alerts and jobs, and receivers who take what is first in the
 * queue.
 */
describe('intake of several nodes of one PostgreSQL', () => {
  const open: { readonly close: () => Promise<unknown> }[] = []
  afterEach(async () => {
    for (const resource of open.splice(0)) await resource.close()
  })

  it('keeps ids, order, alert queues and one event per transition, whoever keeps the rule for them', async () => {
    await race(1, (_stores, url) => [new Stranger(url), new Stranger(url)])
  })

  it('keeps them with the deliveries of the nodes themselves', async () => {
    await race(2, (stores) => stores.map((store) => new Worker(store)))
  })

  async function race(
    seed: number,
    makeReceivers: (stores: readonly Store[], url: string) => readonly Receiver[],
  ) {
    const { stores, client, url } = await start()
    const receivers = makeReceivers(stores, url)
    open.unshift(...receivers)

    const receiving = receivers.map((receiver) => receiver.run())
    const reporting = stores.flatMap((store, node) =>
      Array.from({ length: REPORTERS }, (_, reporter) => report(store, seed * 100 + node * 10 + reporter)),
    )
    const deliveryCounts = await Promise.all(reporting)
    for (const receiver of receivers) receiver.stopWhenEmpty()
    await Promise.all(receiving)

    await assertAlertsConsistent(client)
    await assertRunsNotifiedOnce(client)
    const received = receivers.flatMap(({ received }) => received)
    assertOrder(received)
    const { rows: left } = await client.query('SELECT * FROM deliveries')
    assert.deepEqual(left, [], 'waits in an alert queue for nobody')
    assert.equal(
      received.length,
      deliveryCounts.reduce((sum, count) => sum + count, 0),
    )
  }

  async function start() {
    const { stores, client, url } = await openNodes(NODES, open)
    for (const payloadType of ['ALERT', 'ALERT', 'JOB'] as const) {
      await stores[0]?.createWebhook(newWebhook({ payloadType }), NOW)
    }
    return { stores, client, url }
  }
})

let clock = NOW

/** Returns the number of deliveries that it was promised. */
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
  readonly eventId: number
  readonly queue: string
  /** When it was received, among all. */
  readonly position: number
}

let receivedCount = 0

interface Receiver {
  readonly received: readonly Received[]
  run(): Promise<void>
  stopWhenEmpty(): void
  close(): Promise<void>
}

/** As the dispatcher of a node does it. */
class Worker implements Receiver {
  readonly received: Received[] = []
  readonly #store: Store
  #isStopping = false

  constructor(store: Store) {
    this.#store = store
  }

  stopWhenEmpty(): void {
    this.#isStopping = true
  }

  close(): Promise<void> {
    this.#isStopping = true
    return Promise.resolve()
  }

  async run(): Promise<void> {
    let isEmpty = false
    for (;;) {
      const isStopping = this.#isStopping
      const claims = await claimDue(this.#store, { now: clock, limit: 5 })
      if (claims.length === 0 && isEmpty && isStopping) return
      isEmpty = claims.length === 0
      // A scan a second later finds what other nodes made due.
      if (isEmpty) clock += 1_001
      await nextTurn()
      for (const { event, webhook } of claims) {
        const queue = `${subjectOf(event)} ${webhook.id}`
        this.received.push({ eventId: event.id, queue, position: (receivedCount += 1) })
      }
      const written = await this.#store.finishAttempts(
        claims.map((claim) => finished(claim)),
        clock,
      )
      assert.ok(written.every(Boolean))
    }
  }
}

/**
 * Ends heads by the rule for alert queues: the row goes, then, in a later statement, the oldest that waits is the head.
 */
class Stranger implements Receiver {
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
      const { rows } = await this.#client.query<{ event_id: string; subject: string; webhook_id: string }>(
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
      // Before the commit: afterwards another may be faster to say that it has the next of an alert queue.
      const positions = rows.map(() => (receivedCount += 1))
      await this.#client.query('COMMIT')
      for (const [index, { event_id: eventId, subject, webhook_id: webhookId }] of rows.entries()) {
        this.received.push({
          eventId: Number(eventId),
          queue: `${subject} ${webhookId}`,
          position: positions[index] ?? 0,
        })
      }
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

async function assertRunsNotifiedOnce(client: Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT job_id, run_id, count(*) FROM job_runs LEFT JOIN events ON job_run_id = job_runs.id
     GROUP BY job_id, run_id HAVING count(*) <> 1 OR count(job_run_id) <> 1`,
  )
  assert.deepEqual(rows, [])
}

function assertOrder(received: readonly Received[]): void {
  for (const [queue, all] of Map.groupBy(received, ({ queue }) => queue)) {
    const ids = all.sort((a, b) => a.position - b.position).map(({ eventId }) => eventId)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
      queue,
    )
  }
}
