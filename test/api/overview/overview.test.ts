import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { NOW } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { Receiver } from '../../support/network/receiver.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const NOTHING_PAUSED = { deliveries: 0, webhooks: 0, oldest_created_at: null }

describe('/v1/overview', () => {
  let app: TestApp
  let receiver: Receiver
  const clock = new FakeClock(NOW)
  before(async () => {
    receiver = await Receiver.start()
    app = await startApp({
      clock,
      listen: true,
      settings: { TOCSIN_RETRY_SCHEDULE: '0s,0s*9', TOCSIN_OPEN_NOTIFICATIONS_MAX: '2' },
    })
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })

  const read = async () => (await app.call('GET', '/v1/overview')).json
  const raise = (key: string, state = 'high') => app.call('POST', '/v1/alerts', { key, name: 'Lag', state })

  it('of a new service is well and has zeros', async () => {
    assert.deepEqual(await read(), {
      at: '2026-09-14T03:00:00.000Z',
      state: 'healthy',
      explanation: 'Deliveries go out in time, and no receiver fails.',
      backlog: { waiting: 0, pending: 0, sending: 0, oldest_due_at: null, paused: NOTHING_PAUSED },
      last_hour: { events: 0, delivered: 0, retried: 0, failed: 0 },
      webhooks: {
        total: 0,
        enabled: 0,
        disabled: 0,
        failing: 0,
        rejecting: 0,
        blocked_for_high: 0,
        paused: 0,
        never_called: 0,
        late: 0,
        disabled_by_receiver: 0,
      },
      failing: [],
      alerts: { high: 0, medium: 0, low: 0, stale: 0 },
      notified_nobody: 0,
      open_notifications: { open: 0, max: 2 },
      nodes: { total: 1, delivering: 1 },
    })
  })

  it('tells what failed within the hour, whose receiver fails, and what is raised', async () => {
    receiver.alwaysRespondsWith((request, response) => {
      response.writeHead(request.path === '/ok' ? 200 : 500).end()
    })
    await app.call('POST', '/v1/webhooks', { name: 'fine', url: `${receiver.url}/ok`, mode: 'every_change' })
    await app.call('POST', '/v1/webhooks', {
      name: 'broken',
      url: `${receiver.url}/broken`,
      mode: 'every_change',
    })
    await app.call('POST', '/v1/webhooks', {
      name: 'off',
      url: receiver.url,
      mode: 'every_change',
      enabled: false,
    })
    await raise('a')
    await raise('b', 'low')

    const overview = await eventually('the broken one is paused', async () => {
      clock.advance(1_000)
      const overview = await read()
      const { delivered, retried } = overview.last_hour
      // While it is probed, nothing waits.
      const isWaiting = overview.explanation.includes('deliveries wait')
      return overview.webhooks.paused === 1 && isWaiting && delivered === 2 && retried >= 5 && overview
    })

    assert.equal(overview.state, 'degraded')
    assert.match(
      overview.explanation,
      /^The receiver of "broken" has been failing since 2026-09-14T.*Z \(HTTP 500\)\. 2 deliveries wait: 1 receiver is paused or probed, the oldest since 2026-09-14T.*Z\.$/,
    )
    assert.deepEqual(overview.alerts, { high: 1, medium: 0, low: 1, stale: 0 })
    assert.partialDeepStrictEqual(overview.webhooks, { total: 3, enabled: 2, disabled: 1, failing: 0 })
    assert.deepEqual([overview.last_hour.events, overview.last_hour.failed], [2, 0])
    assert.equal(overview.failing.length, 1)
    assert.partialDeepStrictEqual(overview.failing[0], {
      id: 2,
      name: 'broken',
      state: 'paused',
      unfinished: 2,
    })
    assert.match(
      overview.failing[0].explanation,
      /^It failed \d+ times in a row \(HTTP 500\): the next attempt/,
    )
  })

  it('is the same response for all who ask within a second', async () => {
    clock.advance(1_000)
    const { webhooks } = await read()
    await app.call('POST', '/v1/webhooks', {
      name: 'one more',
      url: receiver.url,
      mode: 'every_change',
      enabled: false,
    })
    clock.advance(999)
    const soon = await read()
    clock.advance(1)
    const later = await read()

    assert.equal(soon.webhooks.total, webhooks.total)
    assert.equal(later.webhooks.total, webhooks.total + 1)
  })

  it('counts the alerts that no monitor has reported for a day', async () => {
    clock.advance(25 * 3600_000)
    const { alerts } = await read()

    assert.equal(alerts.stale, 2)
  })

  it('says that more notifications are open than there should be, and so does the status', async () => {
    const webhook = { name: 'kept', url: `${receiver.url}/ok`, mode: 'current_state', enabled: false }
    await app.call('POST', '/v1/webhooks', webhook)
    for (const key of ['x', 'y', 'z']) await raise(key)
    // Some of what is due within a minute may still be under way: each step of the clock lets it go on.
    await eventually('they are counted', async () => {
      clock.advance(20_000)
      return (await read()).open_notifications.open === 3
    })

    // By what the clock was set forward, its node was not seen for a while: that would be said first.
    const { open_notifications } = await eventually('it is said', async () => {
      clock.advance(1_000)
      const overview = await read()
      return (
        /3 notifications are open, more than TOCSIN_OPEN_NOTIFICATIONS_MAX \(2\)/.test(
          overview.explanation,
        ) && overview
      )
    })
    assert.deepEqual(open_notifications, { open: 3, max: 2 })
    assert.deepEqual((await app.call('GET', '/v1/status')).json.open_notifications, open_notifications)
    const metrics = await app.server.inject('/metrics')
    assert.match(metrics.body, /^tocsin_open_notifications 3$/m)
  })

  it('is kept by nobody', async () => {
    assert.equal((await app.call('GET', '/v1/overview')).headers['cache-control'], 'no-store')
  })
})
