import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { World } from './delivery-support.ts'

let world: World
beforeEach(async () => {
  world = await World.open()
})
afterEach(() => world.close())

const requestsTo = (path: string) => world.receiver.requests.filter((request) => request.path === path).length
const createWebhooks = async (...names: readonly string[]) => {
  for (const name of names) await world.createWebhook({ name, url: `${world.receiver.url}/${name}` })
}
const observeMany = async (count: number) => {
  for (let index = 0; index < count; index += 1) await world.observe(`alert ${index}`, 'high')
}
/** Each path does what its name says; every other one is well. */
const behave = (): void =>
  world.receiver.alwaysRespondsWith(({ path }, response) => {
    if (path.startsWith('/hang')) return
    if (path === '/drip') return void response.writeHead(200).write('.')
    if (path === '/reset') return void response.destroy()
    if (path === '/500') response.statusCode = 500
    if (path === '/429') response.writeHead(429, { 'retry-after': '60' })
    response.end()
  })

describe('one bad receiver', () => {
  for (const bad of ['hang', 'drip', 'reset', '500', '429']) {
    it(`delays no other: ${bad}`, async () => {
      behave()
      await createWebhooks(bad, 'healthy')
      const { dispatcher } = world.startDelivery({ inFlightMax: 8, webhookConcurrencyMax: 8 })

      await observeMany(40)
      dispatcher.wake()

      // The clock of the delivery is stopped: no time limit ends anything meanwhile.
      await eventually('all notifications of the other are there', () => requestsTo('/healthy') === 40)
      assert.ok(requestsTo(`/${bad}`) <= 8, `${requestsTo(`/${bad}`)} requests`)
    })
  }

  it('that has a long queue delays no other: their notices come while it waits', async () => {
    behave()
    await createWebhooks('hang')
    await observeMany(60)
    const { dispatcher } = world.startDelivery({ inFlightMax: 8, webhookConcurrencyMax: 8 })
    await eventually('it hangs', () => requestsTo('/hang') === 4)

    await createWebhooks('healthy')
    await world.observe('late', 'high')
    dispatcher.wake()

    await eventually('the other one is called', () => requestsTo('/healthy') === 1)
  })

  it('that fails is probed at a growing interval, whatever waits for it, and drains in order when it is well', async () => {
    behave()
    await createWebhooks('500')
    await observeMany(30)
    const { dispatcher } = world.startDelivery({ retryScheduleMs: Array<number>(50).fill(0) })
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        world.clock.advance(1_000)
        dispatcher.wake()
        await world.store.listTokens()
        await eventually('nothing is under way', () => dispatcher.inFlightCount === 0)
      }
    }
    await eventually(
      'it is paused',
      async () => (await world.store.findHealth(1, world.clock.now()))?.pausedUntil,
    )
    await eventually('nothing is under way', () => dispatcher.inFlightCount === 0)
    const before = requestsTo('/500')
    assert.ok(before < 10, `${before} attempts before the pause`)

    await pass(5 + 10 + 20 + 40 + 10)
    assert.ok(requestsTo('/500') - before <= 5, `${requestsTo('/500') - before} probes`)
    assert.ok(requestsTo('/500') - before >= 3, `${requestsTo('/500') - before} probes`)

    world.receiver.alwaysRespondsWith(200)
    await pass(80)
    await world.settled(...Array<'delivered'>(30).fill('delivered'))
  })

  it('leaves slots to the others even when a quarter of all webhooks hang', async () => {
    behave()
    await createWebhooks('hang-1', 'hang-2', 'well-1', 'well-2', 'well-3', 'well-4')
    const { dispatcher } = world.startDelivery({ inFlightMax: 16, webhookConcurrencyMax: 8 })

    await observeMany(30)
    dispatcher.wake()

    for (const path of ['/well-1', '/well-2', '/well-3', '/well-4']) {
      await eventually(`all notifications came to ${path}`, () => requestsTo(path) === 30)
    }
    assert.deepEqual([requestsTo('/hang-1'), requestsTo('/hang-2')], [4, 4])
  })
})
