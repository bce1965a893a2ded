import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openSqliteStore } from '../../src/storage/sqlite/engine/store.ts'
import { newWebhook, NOW, observation } from '../support/build.ts'
import { eventually } from '../support/time/eventually.ts'
import { startService, type Service } from '../support/app/service.ts'

const ALERTS = 10_000
const DELIVERIES = ALERTS * 2

const folder = await mkdtemp(join(tmpdir(), 'tocsin-operation-kill-'))
after(() => rm(folder, { recursive: true, force: true }))

interface OperationWire {
  readonly id: number
  readonly state: string
  readonly examined: number
  readonly changed: number
  readonly skipped: number
}

/** Two webhooks, disabled so that nothing is sent, and a delivery of each alert to both. */
async function fill(): Promise<void> {
  const { store } = await openSqliteStore({ file: join(folder, 'tocsin.db'), sizeMax: 0 })
  for (const name of ['from', 'also']) await store.createWebhook(newWebhook({ name }), NOW)
  for (let first = 0; first < ALERTS; first += 1000) {
    const keys = Array.from({ length: 1000 }, (_, index) => `alert ${first + index}`)
    await store.acceptObservations(
      keys.map((key) => observation({ key })),
      NOW,
    )
  }
  for (const id of [1, 2]) await store.changeWebhook(id, { enabled: false }, { now: NOW })
  await store.createWebhook(newWebhook({ name: 'to', enabled: false }), NOW)
  await store.close()
}

async function json<Body>(response: Promise<Response>): Promise<Body> {
  return (await (await response).json()) as Body
}

async function countStates(webhookId: number): Promise<Readonly<Record<string, number>>> {
  const { store } = await openSqliteStore({ file: join(folder, 'tocsin.db'), sizeMax: 0 })
  const states = ['pending', 'cancelled', 'failed', 'delivered', 'waiting', 'sending'] as const
  const counts = await Promise.all(
    states.map(async (state) => [
      state,
      await store.countDeliveries({ states: [state], webhookId }, DELIVERIES * 2),
    ]),
  )
  const events = new Set<number>()
  for (let before: number | undefined; ;) {
    const page = await store.listDeliveries(
      { webhookId },
      { limit: 500, ...(before !== undefined && { before }) },
    )
    for (const { eventId } of page) events.add(eventId)
    before = page.at(-1)?.id
    if (page.length < 500) break
  }
  await store.close()
  return { ...Object.fromEntries(counts.filter(([, count]) => count !== 0)), events: events.size }
}

describe('an operation and kill -9', () => {
  it(`reroutes ${DELIVERIES} deliveries though it is killed in the middle: none twice, none missed`, async (context) => {
    await fill()
    const read = (service: Service) =>
      json<OperationWire>(service.request('GET', '/v1/delivery-operations/1'))
    const reached: number[] = []
    let service = await startService({ folder })
    await json(
      service.request('POST', '/v1/delivery-operations', { kind: 'reroute', all: true, webhook_id: 3 }),
    )
    for (const _kill of ['first', 'second']) {
      // As soon as it has begun, and begun again: then it is far from its end, however late the kill comes.
      const before = reached.at(-1) ?? 0
      await eventually('it goes on', async () => (await read(service)).examined > before)
      await service.kill()
      service = await startService({ folder })
      reached.push((await read(service)).examined)
    }
    const operation = await eventually('it is done', async () => {
      const now = await read(service)
      return now.state === 'done' && now
    })
    assert.equal(await service.stop(), 0)

    context.diagnostic(`killed after ${reached.join(' and ')} of ${DELIVERIES}`)
    assert.ok(reached.every((examined) => examined < DELIVERIES))
    assert.deepEqual([operation.examined, operation.changed, operation.skipped], [DELIVERIES, DELIVERIES, 0])
    // Each event went to the target once, though two deliveries of it were rerouted.
    assert.deepEqual(await countStates(1), { cancelled: ALERTS, events: ALERTS })
    assert.deepEqual(await countStates(2), { cancelled: ALERTS, events: ALERTS })
    assert.deepEqual(await countStates(3), { pending: ALERTS, events: ALERTS })
  })
})
