import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { Client } from 'pg'
import { AlertLoad, createLoadWebhook, validateLoad } from '../support/sources/alert-load.ts'
import { eventually } from '../support/time/eventually.ts'
import { askForeignSql } from '../support/databases/foreign-sql.ts'
import { PostgresServer } from '../support/databases/postgres-server.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService, type Service } from '../support/app/service.ts'

const IN_FLIGHT_MAX = 24
const CONNECTIONS_MAX = 60
const SETTINGS = {
  TOCSIN_IN_FLIGHT_MAX: String(IN_FLIGHT_MAX),
  TOCSIN_DATABASE_POOL: '6',
  // A lease lasts as long as both together: so long that no fault here outlasts it but the one that shall.
  TOCSIN_REQUEST_TIMEOUT: '10s',
  TOCSIN_TAKEOVER: '10s',
  TOCSIN_RETRY_SCHEDULE: '0s,1s*10',
}
/** So that there is always something in flight. */
const RESPONSE_MS = 150
/** That is load: less could pass by a fault. */
const ALERTS_MIN = 20

describe('three nodes on one PostgreSQL', () => {
  let server: PostgresServer
  let receiver: Receiver
  let folder: string
  let nodes: Service[] = []
  const asStranger = (sql: string, database = 'nodes') => askForeignSql(server.url(database), sql)
  const startNode = () => startService({ folder, database: server.url('nodes'), settings: SETTINGS })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-nodes-'))
    ;[server, receiver] = await Promise.all([
      PostgresServer.start({ isDurable: true, settings: { max_connections: CONNECTIONS_MAX } }),
      Receiver.start(),
    ])
    responsesAfter(RESPONSE_MS)
    await asStranger('CREATE DATABASE nodes', 'postgres')
    nodes = await Promise.all([startNode(), startNode(), startNode()])
    await createLoadWebhook(nodes[0]!, `${receiver.url}/hook`)
  })
  after(async () => {
    for (const node of nodes) {
      node.signal('SIGCONT')
      await node.kill()
    }
    await Promise.all([receiver.stop(), server.stop()])
    await rm(folder, { recursive: true, force: true })
  })

  it('one that is killed in the middle loses nothing; the others make what it had claimed', async (context) => {
    await underLoad(context, 1, async () => {
      await hasInFlight(nodes[0]!)
      await nodes[0]!.kill()
      nodes[0] = await startNode()
    })
  })

  it('one that stands still past its leases has lost them when it goes on, and the order holds', async (context) => {
    await underLoad(context, 1, async () => {
      // Slowly, so that what it has in flight is still there when it has stopped.
      responsesAfter(2_000)
      await hasInFlight(nodes[1]!)
      nodes[1]!.signal('SIGSTOP')
      responsesAfter(RESPONSE_MS)
      await haveEnded(await attemptsUnderWay())
      nodes[1]!.signal('SIGCONT')
      await eventually('it notices that it has lost what it had', () =>
        /"leaseLost":true/.test(nodes[1]!.output()),
      )
    })
  })

  for (const [signal, how] of [
    ['SIGINT', 'stops and starts'],
    ['SIGQUIT', 'crashes and starts'],
  ] as const) {
    it(`a database that ${how} in the middle loses nothing, and the nodes find it again`, async (context) => {
      await underLoad(context, 3, async (load) => {
        for (const node of nodes) await hasInFlight(node)
        await server.down(signal)
        await eventually('reports are refused', () => load.refusals > 0)
        await server.up()
        await isReadyAgain()
        await wait(500)
      })
    })
  }

  it('connections that are cut again and again cost nothing but time', async (context) => {
    await underLoad(context, 0, async () => {
      for (let cut = 0; cut < 12; cut += 1) {
        await asStranger(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = 'nodes' AND pid <> pg_backend_pid()`,
        )
        await wait(200)
      }
    })
  })

  it('slow reads that hold all connections for reading hold up nothing else', async (context) => {
    await underLoad(context, 0, async (load) => {
      const blocker = new Client({ connectionString: server.url('nodes') })
      await blocker.connect()
      await blocker.query('BEGIN; LOCK TABLE audit')
      const before = load.acknowledged.length
      const received = receiver.requests.length
      const reads = nodes.flatMap((node) =>
        Array.from({ length: 8 }, () => node.request('GET', '/v1/audit').then(({ status }) => status)),
      )
      await eventually('reads wait', async () => {
        const sql = `SELECT count(*)::integer FROM pg_stat_activity WHERE datname = 'nodes' AND wait_event_type = 'Lock'`
        return Number(await asStranger(sql)) >= nodes.length
      })
      await eventually(
        'much is acknowledged and delivered meanwhile',
        () => load.acknowledged.length > before + 10 && receiver.requests.length > received + 10,
      )
      await blocker.query('COMMIT')
      await blocker.end()

      for (const status of await Promise.all(reads)) assert.ok(status === 200 || status === 503, `${status}`)
    })
  })

  it('strangers that take all connections of the server stop the nodes only as long as they stay', async (context) => {
    await underLoad(context, 0, async (load) => {
      const strangers: Client[] = []
      const over = new AbortController()
      const crowd = Array.from({ length: 8 }, async () => {
        while (!over.signal.aborted) {
          const stranger = new Client({ connectionString: server.url('postgres') })
          stranger.on('error', () => undefined)
          await stranger.connect().then(
            () => strangers.push(stranger),
            () => wait(5),
          )
        }
      })
      await eventually('there is no room for another', () => strangers.length > CONNECTIONS_MAX / 2)
      // Now and then a node is faster than they are.
      await eventually('reports are refused', async () => {
        await strangers[0]!.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'nodes'",
        )
        await wait(300)
        return load.refusals > 0
      })
      over.abort()
      await Promise.all(crowd)
      await Promise.all(strangers.map((stranger) => stranger.end()))
      await isReadyAgain()
    })
  })

  /** Reports and deliveries go on while something happens; then everything comes to its end, and is checked. */
  async function underLoad(
    context: TestContext,
    nodesHit: number,
    whatHappens: (load: AlertLoad) => Promise<void>,
  ): Promise<void> {
    receiver.requests.length = 0
    const load = new AlertLoad(context.name.slice(0, 20), () => nodes)
    try {
      await whatHappens(load)
      await eventually('there was load', () => load.acknowledged.length > ALERTS_MIN)
    } finally {
      await load.end()
    }
    await eventually('nothing is left to deliver', isDone)

    const verdict = validateLoad(load, receiver.requests)
    context.diagnostic(
      `${verdict.acknowledged} acknowledged, ${load.refusals} refused, ${verdict.duplicates} more than once`,
    )
    assert.deepEqual(verdict.missing, [])
    assert.deepEqual(verdict.disordered, [])
    assert.ok(verdict.duplicates <= nodesHit * IN_FLIGHT_MAX, `${verdict.duplicates} more than once`)
  }

  async function isDone(): Promise<boolean> {
    const counts = await asStranger('SELECT count(*)::integer AS count FROM deliveries')
    return counts === 0
  }

  async function isReadyAgain(): Promise<void> {
    for (const node of nodes) {
      await eventually(
        `${node.url} is ready again`,
        async () => (await fetch(`${node.url}/readyz`).catch(() => undefined))?.ok,
      )
    }
  }

  function responsesAfter(ms: number): void {
    receiver.alwaysRespondsWith((_request, response) => void setTimeout(() => response.end(), ms))
  }

  async function hasInFlight(node: Service): Promise<void> {
    await eventually(`${node.url} has attempts under way`, async () =>
      /^tocsin_in_flight [1-9]/m.test(await (await node.request('GET', '/metrics')).text()),
    )
  }

  /** Of all nodes, each as `(delivery, number)`. */
  async function attemptsUnderWay(): Promise<readonly string[]> {
    const found = await asStranger(
      "SELECT array_agg(format('(%s, %s)', id, attempts_made)) FROM deliveries WHERE state = 'sending'",
    )
    return Array.isArray(found) ? found.map(String) : []
  }

  async function haveEnded(attempts: readonly string[]): Promise<void> {
    assert.ok(attempts.length > 0)
    const sql = `SELECT count(*)::integer FROM deliveries
      WHERE state = 'sending' AND (id, attempts_made) IN (${attempts.join()})`
    await eventually('all are recorded, or have lost their lease', async () => (await asStranger(sql)) === 0)
  }
})

/** Faults last for a time: there is nothing else to wait for. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
