import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { LONG_CALL_CHARACTERS_MIN } from '../../src/delivery/call-webhook.ts'
import { finish } from '../../src/domain/steps.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { eventually } from '../support/time/eventually.ts'
import { World } from './delivery-support.ts'
import { claimDue, lasting } from '../storage/suite/finish.ts'

let world: World
beforeEach(async () => {
  world = await World.open()
})
afterEach(() => world.close())

describe('a delivery', () => {
  it('brings the event to the receiver, is recorded, counted and logged once', async () => {
    await world.createWebhook({ headers: [{ key: 'Authorization', value: 'Bearer secret-1' }] })
    world.receiver.respondsWith((_request, response) => response.end('taken'))
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    dispatcher.wake()
    await world.settled('delivered')

    const [request] = world.receiver.requests
    assert.deepEqual(world.notified(), ['lag High'])
    assert.equal(request?.headers['user-agent'], 'Tocsin/1.2.3')
    assert.match(
      String(request.headers['webhook-id']),
      new RegExp(`^dlv_${world.store.installationId}_[0-9a-f]{8}_1$`),
    )
    assert.equal(request.headers['webhook-timestamp'], String(Math.floor(world.clock.now() / 1000)))
    assert.equal(request.headers['authorization'], 'Bearer secret-1')
    const [attempt, ...more] = await world.store.listAttempts(1)
    assert.equal(more.length, 0)
    assert.partialDeepStrictEqual(attempt, {
      number: 1,
      startedAt: world.clock.now(),
      outcome: 'accept',
      reason: 'HTTP 200',
      request: { method: 'POST', body: '{"alert": "lag", "state": "High"}' },
      response: { status: 200, body: 'taken', bodyTruncated: false },
    })
    assert.ok(
      attempt?.request?.headers.some(([name, value]) => name === 'Authorization' && value === 'Bearer ***'),
    )
    assert.equal(world.linesNamed('delivery.attempted').length, 1)
    assert.partialDeepStrictEqual(world.lines[0], {
      level: 'info',
      deliveryId: 1,
      webhookId: 1,
      eventId: 1,
      attempt: 1,
      outcome: 'accept',
      status: 200,
      state: 'delivered',
      leaseLost: false,
    })
    assert.partialDeepStrictEqual(world.facts, [
      { webhookId: 1, outcome: 'accept', cause: 'response', state: 'delivered', latencyMs: 0 },
    ])
  })

  it('is sent at once after a notification, without any time passing', async () => {
    await world.createWebhook()
    const { dispatcher } = world.startDelivery()
    await new Promise((resolve) => setTimeout(resolve, 20))

    await world.observe('lag', 'high')
    dispatcher.wake()

    await world.settled('delivered')
  })

  it('is found within a second when the wake signal is lost', async () => {
    await world.createWebhook()
    world.startDelivery()
    await new Promise((resolve) => setTimeout(resolve, 20))

    await world.observe('lag', 'high')
    world.clock.advance(1_000)

    await world.settled('delivered')
  })

  it('takes the credentials in the URL as Basic authentication, and shows them nowhere', async () => {
    const url = world.receiver.url.replace('http://', 'http://bob:pa%40ss@')
    await world.createWebhook({ url: `${url}/hook?token=geheim` })
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    dispatcher.wake()
    await world.settled('delivered')

    const basic = Buffer.from('bob:pa@ss').toString('base64')
    assert.equal(world.receiver.requests[0]?.headers['authorization'], `Basic ${basic}`)
    assert.equal(world.receiver.requests[0].path, '/hook?token=geheim')
    const shown = JSON.stringify([await world.store.listAttempts(1), world.lines])
    for (const secret of ['geheim', 'pa@ss', 'pa%40ss', basic]) assert.ok(!shown.includes(secret), secret)
  })

  it('gives the webhook its own time limit, which the lease outlasts', async () => {
    await world.createWebhook({ timeoutMs: 120_000 })
    let response: ServerResponse | undefined
    world.receiver.respondsWith((_request, held) => (response = held))
    const { dispatcher } = world.startDelivery({ requestTimeoutMs: 1_000 })

    await world.observe('lag', 'high')
    dispatcher.wake()
    await world.receiver.received(1)
    world.clock.advance(119_000)
    await world.store.reclaimLeases({ leasedBefore: world.clock.now(), now: world.clock.now(), limit: 10 })
    response?.end()

    await world.settled('delivered')
    assert.equal((await world.store.listAttempts(1)).length, 1)
  })

  it('times out by the server’s limit when the webhook has none', async () => {
    await world.createWebhook()
    world.receiver.respondsWith(() => undefined)
    const { dispatcher } = world.startDelivery({ requestTimeoutMs: 1_000 })

    await world.observe('lag', 'high')
    dispatcher.wake()
    await world.receiver.received(1)
    world.clock.advance(1_000)
    await world.attempted(1)

    const [attempt] = await world.store.listAttempts(1)
    assert.partialDeepStrictEqual(attempt, {
      outcome: 'retry',
      reason: 'no response within 1 s',
      response: null,
    })
  })
})

describe('retries', () => {
  it('follow the schedule with the same id, and never come early', async () => {
    await world.createWebhook()
    world.receiver.respondsWith(503, 503)
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    dispatcher.wake()
    await world.attempted(1)
    world.clock.advance(4_999)
    dispatcher.wake()
    await idle()
    assert.equal(world.receiver.requests.length, 1)
    world.clock.advance(1)
    await world.receiver.received(2)
    await world.attempted(2)
    world.clock.advance(15_000)

    await world.settled('delivered')
    assert.equal(new Set(world.receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.equal(new Set(world.receiver.requests.map(({ headers }) => headers['webhook-timestamp'])).size, 3)
    const attempts = await world.store.listAttempts(1)
    assert.deepEqual(
      attempts.map(({ number, outcome, reason }) => [number, outcome, reason]),
      [
        [1, 'retry', 'HTTP 503'],
        [2, 'retry', 'HTTP 503'],
        [3, 'accept', 'HTTP 200'],
      ],
    )
  })

  it('wait as long as the receiver asks for', async () => {
    await world.createWebhook()
    world.receiver.respondsWith((_request, response) =>
      response.writeHead(429, { 'Retry-After': '90' }).end(),
    )
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    dispatcher.wake()
    await world.attempted(1)

    assert.equal((await world.store.findDelivery(1))?.dueAt, world.clock.now() + 90_000)
  })

  it('follow the webhook’s own schedule, and end as failed after its last attempt', async () => {
    await world.createWebhook({ retryScheduleMs: [0, 2_000] })
    world.receiver.alwaysRespondsWith(500)
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    dispatcher.wake()
    await world.attempted(1)
    world.clock.advance(2_000)

    await world.settled('failed')
    assert.equal((await world.store.findDelivery(1))?.lastReason, 'HTTP 500')
  })

  it('stop at 410, and the webhook is disabled for a reason that can be read', async () => {
    const { id } = await world.createWebhook()
    world.receiver.alwaysRespondsWith(410)
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    dispatcher.wake()

    await world.settled('failed')
    const webhook = await world.store.findWebhook(id)
    assert.equal(webhook?.enabled, false)
    assert.match(webhook.disabledReason ?? '', /410.*Gone/)
  })

  it('are not made due for a refused address, whose rule is on record', async () => {
    await world.createWebhook({ url: 'http://169.254.169.254/latest/meta-data' })
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    dispatcher.wake()
    await world.attempted(1)

    const delivery = await world.store.findDelivery(1)
    assert.equal(delivery?.dueAt, world.clock.now() + 300_000)
    assert.match(delivery.lastReason ?? '', /cloud metadata service/)
  })
})

describe('order', () => {
  it('holds per alert: a clear waits until its raise has ended, other alerts do not', async () => {
    await world.createWebhook()
    world.receiver.respondsWith(503)
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    dispatcher.wake()
    await world.attempted(1)
    world.receiver.respondsWith(200, 503)
    await world.observe('lag', 'cleared')
    await world.observe('disk', 'low')
    dispatcher.wake()
    await world.settled('pending', 'waiting', 'delivered')
    world.clock.advance(5_000)
    await world.attempted(2)
    world.clock.advance(15_000)

    await world.settled('delivered', 'delivered', 'delivered')
    assert.deepEqual(world.notified(), ['lag High', 'disk Low', 'lag High', 'lag High', 'lag Cleared'])
  })

  it('lets the next one go when the one before has failed for good', async () => {
    await world.createWebhook({ retryScheduleMs: [0] })
    world.receiver.respondsWith(500)
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    await world.observe('lag', 'cleared')
    dispatcher.wake()

    await world.settled('failed', 'delivered')
    assert.deepEqual(world.notified(), ['lag High', 'lag Cleared'])
  })

  it('does not hold between webhooks: a dead one does not delay a healthy one', async () => {
    await world.createWebhook({ url: 'http://127.0.0.1:9/dead' })
    await world.createWebhook()
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    await world.observe('lag', 'cleared')
    dispatcher.wake()

    await world.settled('pending', 'delivered', 'waiting', 'delivered')
  })
})

describe('leases', () => {
  it('of a worker that died run out, and the delivery is made again', async () => {
    await world.createWebhook()
    await world.observe('lag', 'high')
    await claimDue(world.store, { limit: 1, now: world.clock.now(), lease: lasting(45_000) })
    const { dispatcher } = world.startDelivery()

    world.clock.advance(45_001)
    const now = world.clock.now()
    assert.equal(await world.store.reclaimLeases({ leasedBefore: now, now, limit: 10 }), 1)
    dispatcher.wake()

    await world.settled('delivered')
    const attempts = await world.store.listAttempts(1)
    assert.deepEqual(
      attempts.map(({ number, outcome }) => [number, outcome]),
      [
        [1, 'retry'],
        [2, 'accept'],
      ],
    )
  })

  it('that were lost keep a late response from being written', async () => {
    await world.createWebhook()
    let late: ServerResponse | undefined
    world.receiver.respondsWith((_request, response) => (late = response))
    const { dispatcher } = world.startDelivery()

    await world.observe('lag', 'high')
    dispatcher.wake()
    await world.receiver.received(1)
    await world.store.reclaimLeases({ leasedBefore: Infinity, now: world.clock.now(), limit: 10 })
    dispatcher.wake()
    await world.settled('delivered')
    late?.writeHead(500).end()
    await eventually('the late response is logged', () => world.linesNamed('delivery.attempted').length === 2)

    await world.settled('delivered')
    assert.equal((await world.store.listAttempts(1)).length, 2)
    assert.partialDeepStrictEqual(world.lines.at(-1), { attempt: 1, status: 500, leaseLost: true })
    assert.equal(world.facts.length, 1)
  })

  it('that are nearly over are not used: nothing is sent', async () => {
    await world.createWebhook()
    await world.observe('lag', 'high')
    const { dispatcher } = world.startDelivery({
      store: {
        claimDue: async (claim) => {
          const claimed = await world.store.claimDue(claim)
          if (claimed.claims.length > 0) world.clock.advance(60_000)
          return claimed
        },
      },
    })
    dispatcher.wake()

    await eventually('it is logged', () => world.linesNamed('delivery.lease_too_short').length === 1)
    assert.equal(world.receiver.requests.length, 0)
  })

  it('that a long request has used up with waiting for its turn are not used either', async () => {
    await world.createWebhook({ payloadTemplate: 'x'.repeat(LONG_CALL_CHARACTERS_MIN) })
    await world.observe('lag', 'high')
    const { dispatcher } = world.startDelivery({
      longWork: {
        run: async (_line, steps) => {
          world.clock.advance(60_000)
          return finish(steps)
        },
      },
    })
    dispatcher.wake()

    await eventually('it is logged', () => world.linesNamed('delivery.lease_too_short').length === 1)
    assert.equal(world.receiver.requests.length, 0)
  })
})

describe('testing a webhook', () => {
  it('sends the same request in the same way, with an id of its own, and records nothing', async () => {
    const webhook = await world.createWebhook({ headers: [{ key: 'X-Api-Key', value: '%Nonsense% geheim' }] })
    const delivery = world.startDelivery({ clock: systemClock })
    await world.observe('lag', 'high')
    delivery.dispatcher.wake()
    await world.settled('delivered')
    const event = await world.store.findEvent(1)
    world.receiver.respondsWith((_request, response) => response.writeHead(400).end('{"error":"no"}'))

    const tested = await delivery.tryWebhook(webhook, event!)
    const preview = await delivery.previewWebhook(webhook, event!)

    const [real, tried] = world.receiver.requests
    assert.equal(tried?.body, real?.body)
    assert.deepEqual(Object.keys(tried!.headers).toSorted(), Object.keys(real!.headers).toSorted())
    assert.match(
      String(tried!.headers['webhook-id']),
      new RegExp(`^dlv_${world.store.installationId}_test_[\\w-]{12}$`),
    )
    assert.partialDeepStrictEqual(tested, {
      result: { kind: 'response', response: { status: 400, body: '{"error":"no"}' } },
      outcome: { kind: 'retry', reason: 'HTTP 400' },
    })
    assert.ok(preview.warnings.some(({ message }) => message.includes('%Nonsense%')))
    assert.equal(preview.request.body, real?.body)
    assert.ok(!JSON.stringify([tested.request, preview.request]).includes('geheim'))
    assert.equal(world.receiver.requests.length, 2)
    assert.equal((await world.store.listDeliveries({}, { limit: 10 })).length, 1)
    assert.equal((await world.store.listAttempts(1)).length, 1)
  })
})

/** Long enough for a dispatcher to go round, had it a reason to. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await world.store.listTokens()
  await new Promise((resolve) => setTimeout(resolve, 20))
}
