import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createApp, type App } from '../src/app/app.ts'
import { readConfig } from '../src/config/config.ts'
import { newWebhook, NOW, observation } from './support/build.ts'
import { eventually } from './support/time/eventually.ts'
import { FakeClock } from './support/time/fake-clock.ts'
import { Receiver } from './support/network/receiver.ts'
import { claimDue, lasting } from './storage/suite/finish.ts'

const HOUR_MS = 3600_000

/** How many events were counted in each minute that is written. */
const readActivity = async ({ store }: App) =>
  (await store.listActivity({ from: NOW, until: NOW + HOUR_MS, stepMs: 60_000 })).map(({ events }) => events)

const silent = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
}

describe('the composed service', () => {
  let folder: string
  let receiver: Receiver
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-app-'))
    receiver = await Receiver.start()
  })
  after(async () => {
    await receiver.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const create = (name: string, clock: FakeClock): Promise<App> =>
    createApp({
      config: readConfig(
        {},
        {
          TOCSIN_LISTEN: '127.0.0.1:0',
          TOCSIN_DATABASE: `sqlite:${join(folder, name)}`,
          TOCSIN_ADMIN_TOKEN: 'test-admin-token-0123456789',
          TOCSIN_RETENTION: '1d',
        },
      ),
      log: silent,
      clock,
    })

  it('goes on at its start with what its predecessor had claimed, whose lease has not run out', async () => {
    const clock = new FakeClock(NOW)
    const dying = await create('claimed.db', clock)
    await dying.store.createWebhook(newWebhook({ url: receiver.url }), NOW)
    await dying.store.acceptObservations([observation()], NOW)
    const [claim] = await claimDue(dying.store, { limit: 1, now: NOW, lease: lasting(HOUR_MS) })
    assert.ok(claim)
    await dying.store.close()

    const next = await create('claimed.db', clock)
    await next.start()
    await eventually('it is delivered', async () => {
      return (await next.store.findDelivery(claim.deliveryId))?.state === 'delivered'
    })
    await next.stop()

    assert.equal(receiver.requests.length, 1)
  })

  it('takes back leases that run out while it runs', async () => {
    const clock = new FakeClock(NOW)
    const app = await create('lost.db', clock)
    await app.start()
    const { id } = await app.store.createWebhook(newWebhook({ url: receiver.url, enabled: false }), NOW)
    await app.store.changeWebhook(id, { enabled: true }, { now: NOW })
    // Taken in and claimed without the dispatcher, which sleeps as long as the clock is stopped.
    await Promise.all([
      app.store.acceptObservations([observation()], NOW),
      claimDue(app.store, { limit: 1, now: NOW, lease: lasting(5_000) }),
    ])
    await eventually('it is delivered after its lease', async () => {
      clock.advance(1_000)
      return (await app.store.findDelivery(1))?.state === 'delivered'
    })
    const attempts = await app.store.listAttempts(1)
    await app.stop()

    assert.deepEqual(
      attempts.map(({ outcome }) => outcome),
      ['retry', 'accept'],
    )
    assert.match(attempts[0]?.reason ?? '', /cut off/)
  })

  it('writes at its stop what it has counted and not written yet', async () => {
    const clock = new FakeClock(NOW)
    const headers = { 'x-auth-token': 'test-admin-token-0123456789' }
    const app = await create('counted.db', clock)
    await app.start()
    await eventually(
      'what there was at the start is written',
      async () => (await readActivity(app)).length > 0,
    )
    const alert = { key: 'k', name: 'Lag', state: 'high' }
    await app.server.inject({ method: 'POST', url: '/v1/alerts', headers, payload: alert })
    const before = await readActivity(app)
    await app.stop()
    const next = await create('counted.db', clock)
    const after = await readActivity(next)
    await next.stop()

    assert.deepEqual([before, after], [[0], [1]])
  })

  it('removes history that is older than the retention', async () => {
    const clock = new FakeClock(NOW)
    const app = await create('old.db', clock)
    await app.store.acceptObservations([observation({ key: 'old' })], NOW)
    clock.advance(25 * HOUR_MS)
    await app.store.acceptObservations([observation({ key: 'young', at: clock.now() })], clock.now())
    await app.start()
    await eventually('the old event is gone', async () => {
      return (await app.store.listEvents({}, { limit: 9 })).length === 1
    })
    await app.stop()
  })
})
