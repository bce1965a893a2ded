import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { RELEASED_FOR_MS } from '../../src/delivery/attempt.ts'
import { describeFailure } from '../../src/delivery/connection/failure.ts'
import type { Lookup } from '../../src/delivery/connection/lookup.ts'
import { EXHAUSTION_LOGGED_MS } from '../../src/delivery/resource-exhaustion.ts'
import { AppError } from '../../src/domain/errors.ts'
import { eventually } from '../support/time/eventually.ts'
import { World } from './delivery-support.ts'

const fault = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

describe('an exhausted resource of our own', () => {
  let world: World
  beforeEach(async () => {
    world = await World.open()
  })
  afterEach(() => world.close())

  /** Names lead to the receiver, as soon as there are descriptors to ask. */
  function start() {
    let isShort = true
    let releasedCount = 0
    const lookup: Lookup = (_name, callback) =>
      isShort ? callback(fault('EMFILE'), []) : callback(null, [{ address: '127.0.0.1', family: 4 }])
    const delivery = world.startDelivery({ lookup, onReleased: () => (releasedCount += 1) })
    const release = (count: number) =>
      eventually(
        'it was released',
        async () => releasedCount === count && (await world.store.countBacklog(0)).pending === 1,
      )
    return { delivery, release, relieve: () => (isShort = false) }
  }

  it('puts a delivery back without counting, says it once a minute, and goes on by itself', async () => {
    const { delivery, release, relieve } = start()
    const url = world.receiver.url.replace('127.0.0.1', 'receiver.test')
    const { id } = await world.createWebhook({ url: `${url}/hook`, retryScheduleMs: [0] })
    await world.observe('a', 'high')
    delivery.dispatcher.wake()

    await release(1)
    world.clock.advance(RELEASED_FOR_MS)
    await release(2)

    assert.match(delivery.exhaustion()?.because ?? '', /no file descriptors left \(EMFILE\)/)
    assert.equal((await world.store.findHealth(id, world.clock.now()))?.failures, 0)
    assert.deepEqual(await world.store.listAttempts(1), [])
    const lines = world.linesNamed('delivery.resource_exhausted')
    assert.deepEqual(
      lines.map(({ level, count }) => [level, count]),
      [['warn', 1]],
    )
    relieve()
    world.clock.advance(RELEASED_FOR_MS)
    await world.settled('delivered')
    assert.deepEqual(
      (await world.store.listAttempts(1)).map(({ number }) => number),
      [1],
    )
    world.clock.advance(EXHAUSTION_LOGGED_MS)
    assert.equal(delivery.exhaustion(), undefined)
  })

  it('leaves a delivery to its lease while the database is away, and takes it for no fault', async () => {
    const lookup: Lookup = (_name, callback) => callback(fault('EMFILE'), [])
    const away = () => Promise.reject(new AppError('unavailable', 'The database is away.'))
    const { dispatcher } = world.startDelivery({ lookup, store: { releaseClaims: away } })
    await world.createWebhook({ url: `${world.receiver.url.replace('127.0.0.1', 'receiver.test')}/hook` })
    await world.observe('a', 'high')
    dispatcher.wake()

    await eventually('it says so', () => world.linesNamed('delivery.release_failed').length === 1)
    assert.deepEqual(world.linesNamed('delivery.attempt_failed'), [])
    assert.equal((await world.store.countBacklog(0)).sending, 1)
  })

  it('is not taken for a failure of the receiver', () => {
    for (const code of ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']) {
      assert.equal(describeFailure(fault(code, { address: '192.0.2.1' })).reason, 'exhaustion', code)
    }
    assert.equal(describeFailure(fault('ECONNREFUSED')).reason, 'refused')
    const both = new AggregateError([fault('EMFILE'), fault('ECONNREFUSED')])
    assert.equal(describeFailure(both).reason, 'refused')
  })
})
