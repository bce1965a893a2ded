import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { eventually } from '../support/time/eventually.ts'
import { PostgresServer } from '../support/databases/postgres-server.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService, type Service } from '../support/app/service.ts'

/** So long that no lease ends in this test: what is taken back is not taken back by the clock. */
const SETTINGS = { TOCSIN_REQUEST_TIMEOUT: '5m', TOCSIN_TAKEOVER: '10m' }

describe('a node on PostgreSQL that is killed and started again', () => {
  let server: PostgresServer
  let receiver: Receiver
  let folder: string
  let database: Client
  const nodes: Service[] = []
  const held: ServerResponse[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-restart-'))
    ;[server, receiver] = await Promise.all([PostgresServer.start(), Receiver.start()])
    receiver.alwaysRespondsWith((_request, response) => void held.push(response))
    database = new Client({ connectionString: server.url() })
    await database.connect()
  })
  after(async () => {
    for (const node of nodes) {
      node.signal('SIGCONT')
      await node.kill()
    }
    await database.end()
    await Promise.all([receiver.stop(), server.stop()])
    await rm(folder, { recursive: true, force: true })
  })

  it('takes back at once what it had under way, in order, and nothing of one that only stands still', async () => {
    const frozen = await startNode()
    await makeWebhook(frozen)
    await report(frozen, 'frozen', 'high')
    await receiver.received(1)
    frozen.signal('SIGSTOP')
    const killed = await startNode()
    await report(killed, 'killed', 'high')
    await report(killed, 'killed', 'cleared')
    await receiver.received(2)
    await killed.kill()

    const again = await startNode()

    await receiver.received(3)
    assert.deepEqual(notified(), ['frozen High', 'killed High', 'killed High'])
    assert.deepEqual(await underWay(), ['frozen 1', 'killed 2'])
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
    assert.equal(ids[1], ids[2])

    // What the frozen one has under way it ends itself.
    frozen.signal('SIGCONT')
    receiver.alwaysRespondsWith((_request, response) => void response.end())
    for (const response of held) response.end()
    await eventually('all is delivered', async () => (await unfinished()) === 0)
    assert.deepEqual(notified(), ['frozen High', 'killed High', 'killed High', 'killed Cleared'])
    assert.deepEqual([await again.stop(), await frozen.stop()], [0, 0])
  })

  it('does so as often as it is killed', async () => {
    receiver.requests.length = 0
    receiver.alwaysRespondsWith(() => undefined)
    let node = await startNode()
    await report(node, 'often', 'high')
    for (let kills = 1; kills <= 3; kills += 1) {
      await receiver.received(kills)
      await node.kill()
      node = await startNode()
    }
    receiver.alwaysRespondsWith((_request, response) => void response.end())
    await receiver.received(4)
    await node.kill()
    await startNode()

    await eventually('it is delivered', async () => (await unfinished()) === 0)
    assert.deepEqual(new Set(notified()), new Set(['often High']))
  })

  async function startNode(): Promise<Service> {
    const node = await startService({ folder, database: server.url(), settings: SETTINGS })
    nodes.push(node)
    return node
  }

  async function makeWebhook(node: Service): Promise<void> {
    const { status } = await node.request('POST', '/v1/webhooks', {
      name: 'all',
      url: receiver.url,
      mode: 'every_change',
      payload_template: '"%AlertName% %CurrentState%"',
      cleared_alert: true,
    })
    assert.equal(status, 201)
  }

  /** A node that hangs may have stopped in a transaction, whose locks the server takes from it after ten seconds. */
  async function report(node: Service, key: string, state: string): Promise<void> {
    await eventually(`${key} ${state} is taken`, async () => {
      const { status } = await node.request('POST', '/v1/alerts', { key, name: key, state })
      assert.ok(status === 200 || status === 503, `${status}`)
      return status === 200
    })
  }

  function notified(): readonly string[] {
    return receiver.requests.map(({ body }) => JSON.parse(body) as string)
  }

  async function underWay(): Promise<readonly string[]> {
    const { rows } = await database.query<{ readonly what: string }>(
      `SELECT events.name || ' ' || attempts_made AS what FROM deliveries JOIN events ON events.id = event_id
       WHERE state = 'sending' ORDER BY what`,
    )
    return rows.map(({ what }) => what)
  }

  async function unfinished(): Promise<number> {
    return (await database.query('SELECT 1 FROM deliveries')).rowCount ?? 0
  }
})
