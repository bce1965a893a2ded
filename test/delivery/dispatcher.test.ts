import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { AppError } from '../../src/domain/errors.ts'
import { fixedChance } from '../support/time/fake-clock.ts'
import { eventually } from '../support/time/eventually.ts'
import { World } from './delivery-support.ts'

let world: World
beforeEach(async () => {
  world = await World.open()
})
afterEach(() => world.close())

const away = () => Promise.reject(new AppError('unavailable', 'the database is away'))

describe('Dispatcher', () => {
  it('never has more in flight than it may, and goes on as slots become free', async () => {
    await world.createWebhook()
    const held: ServerResponse[] = []
    let most = 0
    world.receiver.alwaysRespondsWith((_request, response) => {
      held.push(response)
      most = Math.max(most, held.length)
    })
    for (let index = 0; index < 12; index += 1) await world.observe(`alert ${index}`, 'high')
    const { dispatcher } = world.startDelivery({ inFlightMax: 4 })

    for (let answered = 0; answered < 12; answered += 1) {
      await eventually('the slots are full again', () => held.length === Math.min(4, 12 - answered))
      assert.ok(dispatcher.inFlightCount <= 4)
      held.shift()?.end()
    }

    await eventually(
      'all are delivered',
      async () => (await world.store.countBacklog(world.clock.now())).sending === 0,
    )
    assert.equal(most, 4)
    assert.equal(world.receiver.requests.length, 12)
  })

  it('goes on when the database was away, and says so once', async () => {
    await world.createWebhook()
    let failuresLeft = 4
    world.startDelivery({
      store: { claimDue: (claim) => (failuresLeft-- > 0 ? away() : world.store.claimDue(claim)) },
    })
    await world.observe('lag', 'high')

    await eventually('it is delivered', async () => {
      world.clock.advance(1_000)
      return (await world.store.findDelivery(1))?.state === 'delivered'
    })
    // The round that went well ends with its rest, perhaps after the delivery.
    await eventually('it says that it goes on', () => {
      world.clock.advance(1_000)
      return world.linesNamed('delivery.resumed').length > 0
    })

    assert.equal(world.linesNamed('delivery.stalled').length, 1)
    assert.equal(world.linesNamed('delivery.resumed').length, 1)
  })

  it('sends nothing that a silence covers, also if it cannot be given back at once', async () => {
    await world.createWebhook()
    await world.observe('lag', 'high')
    const now = world.clock.now()
    const silence = { match: 'name!=""', webhookIds: null, reason: 'patching', createdBy: 'Ada' }
    await world.store.createSilence({ ...silence, startsAt: now, endsAt: now + 3_600_000 }, now)
    let failuresLeft = 1
    let heldCount = 0
    world.startDelivery({
      store: {
        holdClaims: async (claims, at) => {
          if (failuresLeft-- > 0) return away()
          await world.store.holdClaims(claims, at)
          heldCount += claims.length
        },
      },
    })

    await eventually('it is held', async () => {
      world.clock.advance(1_000)
      await world.store.reclaimLeases({ leasedBefore: world.clock.now(), now: world.clock.now(), limit: 9 })
      return heldCount === 1
    })

    assert.equal((await world.store.findDelivery(1))?.lastReason?.includes('silence 1 holds it'), true)
    assert.equal(world.receiver.requests.length, 0)
  })

  it('keeps the slot of an attempt that cannot be recorded, and records it when it can', async () => {
    await world.createWebhook()
    let isAway = true
    const { dispatcher } = world.startDelivery({
      inFlightMax: 1,
      store: { finishAttempts: (...args) => (isAway ? away() : world.store.finishAttempts(...args)) },
    })
    await world.observe('first', 'high')
    await world.observe('second', 'high')
    dispatcher.wake()
    await eventually(
      'the failure is noticed',
      () => world.linesNamed('delivery.recording_stalled').length === 1,
    )

    for (let step = 0; step < 20; step += 1) {
      world.clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal(world.receiver.requests.length, 1)
    assert.equal(dispatcher.inFlightCount, 1)
    assert.equal(world.linesNamed('delivery.attempted').length, 0)
    isAway = false
    await eventually('both are delivered', async () => {
      world.clock.advance(1_000)
      return (await world.store.countBacklog(world.clock.now())).pending === 0 && world.facts.length === 2
    })

    await world.settled('delivered', 'delivered')
    assert.equal(world.receiver.requests.length, 2)
    assert.equal(world.linesNamed('delivery.recording_stalled').length, 1)
  })

  it('survives a fault in one attempt', async () => {
    await world.createWebhook()
    let isFirst = true
    const { dispatcher } = world.startDelivery({
      chance: fixedChance(0),
      store: {
        claimDue: async (claim) => {
          const claimed = await world.store.claimDue(claim)
          const { claims } = claimed
          if (claims.length === 0 || !isFirst) return claimed
          isFirst = false
          const broken = claims.map((claim) => ({
            ...claim,
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fault is what is wanted here
            webhook: undefined as unknown as typeof claim.webhook,
          }))
          return { ...claimed, claims: broken }
        },
      },
    })

    await world.observe('first', 'high')
    dispatcher.wake()
    await eventually('the fault is logged', () => world.linesNamed('delivery.attempt_failed').length === 1)
    await world.observe('second', 'high')
    dispatcher.wake()

    await world.settled('sending', 'delivered')
    await eventually('no slot is taken', () => dispatcher.inFlightCount === 0)
  })

  it('does not spin while something due cannot be claimed', async () => {
    let roundCount = 0
    world.startDelivery({
      store: {
        claimDue: async () => {
          roundCount += 1
          return { claims: [], unreadable: [], nextAt: world.clock.now() - 1 }
        },
      },
    })

    await eventually('it has looked', () => roundCount === 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(roundCount, 1)
    world.clock.advance(100)
    await eventually('it looks again', () => roundCount === 2)
  })

  it('is alive while its loop goes round, and not before, nor stuck, nor stopped', async () => {
    let isStuck = false
    const { dispatcher } = world.makeDelivery({
      store: { claimDue: (claim) => (isStuck ? new Promise(() => undefined) : world.store.claimDue(claim)) },
    })

    assert.equal(dispatcher.isAlive(), false)
    dispatcher.start()
    assert.equal(dispatcher.isAlive(), true)
    for (let second = 0; second < 40; second += 1) {
      world.clock.advance(1_000)
      await world.store.listTokens()
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    assert.equal(dispatcher.isAlive(), true)
    isStuck = true
    dispatcher.wake()
    await new Promise((resolve) => setTimeout(resolve, 20))
    world.clock.advance(30_001)
    assert.equal(dispatcher.isAlive(), false)
    const stopped = dispatcher.stop()
    await stopClock(stopped)
    assert.equal(dispatcher.isAlive(), false)
  })
})

describe('Dispatcher.stop', () => {
  it('waits for what is in flight, and claims no more', async () => {
    await world.createWebhook()
    let response: ServerResponse | undefined
    world.receiver.respondsWith((_request, held) => (response = held))
    const { dispatcher } = world.startDelivery({ inFlightMax: 1 })
    await world.observe('first', 'high')
    await world.observe('second', 'high')
    dispatcher.wake()
    await world.receiver.received(1)

    const stopped = dispatcher.stop()
    response?.end()
    await stopped

    await world.settled('delivered', 'pending')
    assert.equal(world.receiver.requests.length, 1)
    assert.equal(dispatcher.stop(), dispatcher.stop())
  })

  it('cuts off what takes too long; the next start goes on with it at once', async () => {
    await world.createWebhook({ retryScheduleMs: [0] })
    world.receiver.respondsWith(() => undefined)
    const first = world.startDelivery()
    await world.observe('lag', 'high')
    first.dispatcher.wake()
    await world.receiver.received(1)

    await stopClock(first.stop())

    await world.settled('pending')
    const delivery = await world.store.findDelivery(1)
    assert.ok(delivery?.dueAt !== null && delivery!.dueAt <= world.clock.now())
    assert.match(delivery!.lastReason ?? '', /stopping/)
    world.startDelivery()
    await world.settled('delivered')
  })

  it('gives back what was claimed while it stopped', async () => {
    await world.createWebhook()
    await world.observe('lag', 'high')
    let onClaimed = () => undefined as void
    const { dispatcher } = world.startDelivery({
      store: {
        claimDue: async (claim) => {
          const claims = await world.store.claimDue(claim)
          onClaimed()
          return claims
        },
      },
    })
    onClaimed = () => void dispatcher.stop()
    await dispatcher.stop()

    await world.settled('pending')
    assert.equal((await world.store.findDelivery(1))?.attemptsMade, 0)
    assert.equal(world.receiver.requests.length, 0)
  })

  it('ends although the database is away; the lease makes the delivery again', async () => {
    await world.createWebhook()
    const { dispatcher } = world.startDelivery({ store: { finishAttempts: away } })
    await world.observe('lag', 'high')
    dispatcher.wake()
    await eventually(
      'the failure is noticed',
      () => world.linesNamed('delivery.recording_stalled').length === 1,
    )

    await stopClock(dispatcher.stop())

    await world.settled('sending')
    assert.equal(world.linesNamed('delivery.attempted').length, 0)
    assert.equal(world.linesNamed('delivery.stop_cut_short').length, 1)
    await eventually('the slot is free', () => dispatcher.inFlightCount === 0)
  })
})

/** Lets the limits of a stop pass. */
async function stopClock(stopped: Promise<void>): Promise<void> {
  let isStopped = false
  void stopped.then(() => (isStopped = true))
  await eventually('it is stopped', () => {
    if (!isStopped) world.clock.advance(1_000)
    return isStopped
  })
}
