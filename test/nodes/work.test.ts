import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { systemClock, type Clock } from '../../src/runtime/clock.ts'
import { eventually } from '../support/time/eventually.ts'
import { patientClock } from '../support/time/patient-clock.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startApp, type StartOptions, type TestApp } from '../support/app/start-app.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { TransactionPooler } from '../support/databases/transaction-pooler.ts'

type Address = NonNullable<StartOptions['database']>

describe('work that one node takes in and another does', () => {
  let receiver: Receiver
  before(async () => {
    receiver = await Receiver.start()
  })
  after(() => receiver.stop())
  const begun: { stop(): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of begun.splice(0)) await one.stop()
  })
  beforeEach(() => {
    receiver.requests.length = 0
    receiver.alwaysRespondsWith(200)
  })

  async function startNodes(
    settings: readonly Readonly<Record<string, string>>[],
    { database, clock }: { readonly database?: string; readonly clock?: Clock } = {},
  ): Promise<readonly TestApp[]> {
    const address = (database ?? (await createTestDatabase())) as Address
    const nodes = await Promise.all(
      settings.map((own) =>
        startApp({
          database: address,
          listen: true,
          settings: own,
          ...(clock && { clock, usesServerTime: true }),
        }),
      ),
    )
    begun.unshift(...nodes)
    const made = await nodes[0]!.call('POST', '/v1/webhooks', {
      name: 'w',
      url: `${receiver.url}/`,
      mode: 'every_change',
    })
    assert.equal(made.status, 201, made.text)
    return nodes
  }

  /** Reports one after the other, each when the one before it has arrived. */
  async function reportInTurn(api: TestApp, rounds: number): Promise<void> {
    for (let round = 1; round <= rounds; round += 1) {
      // Until the worker, which has just had something to do, rests again.
      await new Promise((resolve) => setTimeout(resolve, 150))
      await api.call('POST', '/v1/alerts', { key: `k${round}`, name: 'x', state: 'high' })
      await receiver.received(round)
    }
  }

  it('is done without polling, because the other node is notified', async () => {
    const roles = [{ TOCSIN_ROLE: 'api' }, { TOCSIN_ROLE: 'worker' }]
    const nodes = await startNodes(roles, { clock: patientClock })

    await reportInTurn(nodes[0]!, 5)
  })

  it('is found by looking where nobody hears', async () => {
    const withoutListen = { TOCSIN_DATABASE_LISTEN: 'off' }
    const nodes = await startNodes([
      { ...withoutListen, TOCSIN_ROLE: 'api' },
      { ...withoutListen, TOCSIN_ROLE: 'worker' },
    ])

    await reportInTurn(nodes[0]!, 3)
  })

  it('flows over to a node that has room', async () => {
    const open: (() => void)[] = []
    receiver.alwaysRespondsWith((_request, response) => void open.push(() => response.end()))
    const nodes = await startNodes([{ TOCSIN_IN_FLIGHT_MAX: '2' }, { TOCSIN_IN_FLIGHT_MAX: '2' }])
    // Nothing is shown of a receiver at first, so only a few are sent to it at once.
    const alerts = (keys: readonly string[]) => keys.map((key) => ({ key, name: key, state: 'high' }))

    await nodes[0]!.call('POST', '/v1/alerts', alerts(['a', 'b', 'c', 'd']))
    await eventually('both nodes send what they can', () => open.length === 4)
    const inFlight = await Promise.all(
      nodes.map(async (node) => (await node.call('GET', '/v1/status')).json.in_flight),
    )

    assert.deepEqual(inFlight, [2, 2])
    for (const end of open) end()
  })

  it('is done once though the clocks of the machines are a day apart: leases mean the same to all', async () => {
    receiver.alwaysRespondsWith((_request, response) => void setTimeout(() => response.end(), 2_500))
    const database = await createTestDatabase()
    const nodes = await Promise.all(
      [-7, 17].map((hours) =>
        startApp({ database, listen: true, clock: hoursAhead(hours), usesServerTime: true }),
      ),
    )
    begun.unshift(...nodes)
    await nodes[0]!.call('POST', '/v1/webhooks', { name: 'w', url: `${receiver.url}/`, mode: 'every_change' })

    const alerts = ['a', 'b', 'c', 'd'].map((key) => ({ key, name: key, state: 'high' }))
    for (const node of nodes) await node.call('POST', '/v1/alerts', alerts)
    await eventually(
      'all is delivered',
      async () => (await nodes[0]!.call('GET', '/v1/deliveries?state=delivered')).json.items.length === 4,
    )

    assert.equal(receiver.requests.length, 4)
    assert.deepEqual(
      nodes.flatMap(({ lines }) => lines.filter(({ event }) => event.startsWith('housekeeping.'))),
      [],
    )
  })

  it('is raised, delivered and retried through a pooler in transaction mode, with and without notifications', async () => {
    const direct = await createTestDatabase()
    const pooler = await TransactionPooler.start(direct, 4)
    begun.push(pooler)
    const nodes = await startNodes(
      [{ TOCSIN_DATABASE_LISTEN: direct }, { TOCSIN_DATABASE_LISTEN: 'off' }].map((listen) => ({
        ...listen,
        TOCSIN_RETRY_SCHEDULE: '0s,100ms*20',
        TOCSIN_DATABASE_POOL: '6',
      })),
      { database: pooler.url },
    )
    receiver.respondsWith(500, 503)
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`)

    for (const state of ['high', 'cleared']) {
      await Promise.all(
        keys.map(async (key, index) => {
          const response = await nodes[index % 2]!.call('POST', '/v1/alerts', { key, name: key, state })
          assert.equal(response.status, 200, response.text)
        }),
      )
    }
    await eventually(
      'all is delivered',
      async () =>
        (await nodes[1]!.call('GET', '/v1/deliveries?state=delivered&limit=100')).json.items.length === 80,
    )

    assert.equal(receiver.requests.length, 82)
    assert.ok(pooler.transactionCount > 100)
    const faults = nodes.flatMap(({ lines }) =>
      lines.filter(({ level }) => level === 'error' || level === 'warn'),
    )
    assert.deepEqual(faults, [])
  })
})

function hoursAhead(hours: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + hours * 3_600_000 }
}
