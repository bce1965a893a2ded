import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { AppError } from '../../src/domain/errors.ts'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'
import { World } from './delivery-support.ts'

const SIZE_MAX = 2 * 1024 ** 2
/** No more than a new receiver gets at once. */
const IN_FLIGHT_MAX = 4
const LARGE = 'x'.repeat(20_000)

describe('the database is full while attempts are recorded', () => {
  let folder: string
  let file: string
  let app: TestApp
  let receiver: Receiver
  const held: ServerResponse[] = []
  let isHolding = true
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-full-'))
    file = join(folder, 'tocsin.db')
    app = await startApp({
      listen: true,
      settings: {
        TOCSIN_DATABASE: `sqlite:${file}`,
        TOCSIN_DATABASE_SIZE_MAX: String(SIZE_MAX),
        TOCSIN_IN_FLIGHT_MAX: String(IN_FLIGHT_MAX),
      },
    })
    receiver = await Receiver.start()
    receiver.alwaysRespondsWith((_request, response) => {
      if (isHolding) held.push(response)
      else response.end('taken')
    })
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const acknowledged: string[] = []
  const report = async (key: string, info = 'short') => {
    const response = await app.call('POST', '/v1/alerts', { key, name: key, state: 'high', info })
    assert.ok([200, 503].includes(response.status), response.text)
    if (response.status === 200) acknowledged.push(key)
    return response
  }

  it('deliveries pause, /readyz says why, and with room again all that was acknowledged is delivered', async () => {
    const { json: webhook } = await app.call('POST', '/v1/webhooks', {
      name: 'held',
      url: receiver.url,
      mode: 'every_change',
      payload_template: '%AlertName%',
    })
    for (let count = 0; count < 20; count += 1) await report(`early ${count}`)
    await receiver.received(IN_FLIGHT_MAX)
    const isReady = (await app.call('GET', '/readyz')).status

    // Something else takes all free space; then come the responses, which have to be recorded.
    const other = new Database(file)
    fill(other)
    isHolding = false
    for (const response of held) response.end(LARGE.slice(0, 15_000))
    const unready = await eventually('/readyz names the database and the deliveries', async () => {
      const response = await app.call('GET', '/readyz')
      return response.json.errors?.length === 2 && response
    })

    const refused = await report('refused', LARGE)
    const dialect = await app.call('POST', '/intake/prometheus/api/v2/alerts', [
      { labels: { alertname: 'refused too' }, annotations: { description: LARGE } },
    ])
    // A 200 while the disk is full is a promise as well.
    for (let count = 0; count < 10; count += 1) await report(`late ${count}`)
    const states = await statesOf(webhook.id)

    assert.equal(isReady, 200)
    assert.equal(unready.status, 503)
    assert.equal(unready.headers['retry-after'], '5')
    assert.match(
      unready.json.errors.find(({ path }: { path: string }) => path === 'delivery').message,
      /^attempts cannot be recorded, so deliveries pause; .* The disk or the size limit of the database is full/,
    )
    assert.match(
      unready.json.errors.find(({ path }: { path: string }) => path === 'database').message,
      /size limit of the database/,
    )
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '10'])
    assert.match(refused.json.detail, /full; nothing was changed/)
    assert.deepEqual([dialect.status, dialect.headers['retry-after']], [503, '10'])
    assert.equal(receiver.requests.length, IN_FLIGHT_MAX, 'no delivery is made whose attempt cannot be kept')
    assert.equal(states.get('sending'), IN_FLIGHT_MAX)
    assert.equal(states.get('pending'), acknowledged.length - IN_FLIGHT_MAX)

    other.exec('DROP TABLE filler')
    other.close()
    await eventually('all is delivered', async () => {
      return (await statesOf(webhook.id)).get('delivered') === acknowledged.length
    })
    await eventually('/readyz is 200 again', async () => (await app.call('GET', '/readyz')).status === 200)

    const notified = receiver.requests.map(({ body }) => JSON.parse(body) as string)
    assert.deepEqual(notified.toSorted(), acknowledged.toSorted(), 'each once, and nothing else')
    assert.deepEqual(
      app.lines.map(({ event }) => event).filter((event) => event.startsWith('delivery.recording')),
      ['delivery.recording_stalled', 'delivery.recording_resumed'],
    )
    assert.equal((await report('afterwards', LARGE)).status, 200)
    await receiver.received(acknowledged.length)
  })

  async function statesOf(webhookId: number): Promise<ReadonlyMap<string, number>> {
    const { json } = await app.call('GET', `/v1/deliveries?webhook_id=${webhookId}&limit=500`)
    const states = new Map<string, number>()
    for (const { state } of json.items) states.set(state, (states.get(state) ?? 0) + 1)
    return states
  }
})

/** Takes every page that the service may use, and then some. */
function fill(db: Database.Database): void {
  db.exec('CREATE TABLE filler (bytes BLOB)')
  const pageSize = Number(db.pragma('page_size', { simple: true }))
  const insert = db.prepare('INSERT INTO filler VALUES (zeroblob(?))')
  while (Number(db.pragma('page_count', { simple: true })) * pageSize <= SIZE_MAX + 64 * 1024)
    insert.run(60_000)
}

describe('attempts cannot be recorded', () => {
  it('nothing more is claimed until they can, though there are free slots', async (context) => {
    const world = await World.open()
    let isFull = true
    context.after(() => {
      isFull = false
      world.clock.advance(60_000)
      return world.close()
    })
    const delivery = world.startDelivery({
      store: {
        finishAttempts: async (attempts, now) => {
          if (isFull) throw new AppError('unavailable', 'The disk is full.')
          return world.store.finishAttempts(attempts, now)
        },
      },
    })
    await world.createWebhook()
    await world.observe('first', 'high')
    delivery.dispatcher.wake()
    await eventually('it is stalled', () => delivery.stalledBecause() === 'The disk is full.')

    await world.observe('second', 'high')
    for (let count = 0; count < 20; count += 1) {
      delivery.dispatcher.wake()
      await new Promise((resolve) => setImmediate(resolve))
      await world.store.findDelivery(1)
    }
    assert.deepEqual(world.notified(), ['first High'])

    isFull = false
    await eventually('both are delivered', async () => {
      world.clock.advance(1_000)
      const states = (await world.store.listDeliveries({}, { limit: 9 })).map(({ state }) => state)
      return states.length === 2 && states.every((state) => state === 'delivered')
    })
    assert.deepEqual(world.notified(), ['first High', 'second High'])
    assert.equal(delivery.stalledBecause(), undefined)
  })
})
