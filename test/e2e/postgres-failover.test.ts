import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { askForeignSql } from '../support/databases/foreign-sql.ts'
import { PostgresServer } from '../support/databases/postgres-server.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService, type Service } from '../support/app/service.ts'

/** A sequence is written to the log for 32 numbers at a time: less would never be given again. */
const NOTIFICATIONS = 100

describe('a standby that takes over without the last transactions', () => {
  let primary: PostgresServer
  let standby: PostgresServer
  let receiver: Receiver
  let folder: string
  let node: Service

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-failover-'))
    ;[primary, receiver] = await Promise.all([PostgresServer.start(), Receiver.start()])
    standby = await primary.standby()
    node = await startService({
      folder,
      database: `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres?target_session_attrs=read-write`,
      settings: { TOCSIN_RETRY_SCHEDULE: '0s,1s*60' },
    })
  })
  after(async () => {
    await node.kill()
    await Promise.all([receiver.stop(), primary.stop(), standby.stop()])
    await rm(folder, { recursive: true, force: true })
  })

  it('gives no webhook-id twice: the node finds it by itself, and what is sent from then on has ids of its own', async () => {
    const { status } = await node.request('POST', '/v1/webhooks', {
      name: 'all',
      url: receiver.url,
      mode: 'every_change',
      payload_template: '%AlertName%',
    })
    assert.equal(status, 201)
    await reportMany('kept', 10)
    // One of those that the standby has is still tried when it has taken over.
    receiver.alwaysRespondsWith(({ body }, response) => {
      response.statusCode = body.includes('stubborn') ? 503 : 200
      response.end()
    })
    await report('stubborn')
    await eventually('the standby has all that', async () => (await lsn(standby)) >= (await lsn(primary)))
    await standby.down()
    await reportMany('lost', NOTIFICATIONS)
    await primary.down('SIGQUIT')
    await standby.up()
    await askForeignSql(standby.url(), 'SELECT pg_promote()')
    await reportMany('new', NOTIFICATIONS)
    receiver.alwaysRespondsWith(200)
    await eventually('all that the standby has is delivered', async () => {
      return (await askForeignSql(standby.url(), 'SELECT count(*)::integer FROM deliveries')) === 0
    })

    const byId = Map.groupBy(receiver.requests, ({ headers }) => String(headers['webhook-id']))
    const contents = [...byId].map(
      ([id, requests]) => [id, new Set(requests.map(({ body }) => body))] as const,
    )
    assert.deepEqual(
      contents.filter(([, bodies]) => bodies.size > 1),
      [],
    )
    const ofStubborn = contents.filter(([, bodies]) => bodies.has('"stubborn"'))
    assert.equal(ofStubborn.length, 1, 'all attempts of one delivery have the same id, before and after')
    const numbers = contents.map(([id]) => id.split('_').at(-1))
    assert.ok(new Set(numbers).size < numbers.length, 'numbers were given twice')
  })

  async function reportMany(prefix: string, count: number): Promise<void> {
    const before = receiver.requests.length
    for (let index = 0; index < count; index += 1) await report(`${prefix} ${index}`)
    await eventually(`${prefix} is notified`, () => {
      const bodies = new Set(receiver.requests.slice(before).map(({ body }) => body))
      return [...bodies].filter((body) => body.includes(prefix)).length === count
    })
  }

  async function report(key: string): Promise<void> {
    await eventually(`${key} is taken`, async () => {
      const response = await node.request('POST', '/v1/alerts', { key, name: key, state: 'high' })
      return response.status === 200
    })
  }

  function lsn(server: PostgresServer): Promise<number> {
    return askForeignSql(
      server.url(),
      `SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0')::double precision`,
    ) as Promise<number>
  }
})
