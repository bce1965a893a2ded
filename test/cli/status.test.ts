import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VERSION } from '../../src/runtime/version.ts'
import { newWebhook, NOW } from '../support/build.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'
import { FakeClock } from '../support/time/fake-clock.ts'
import { ADMIN_TOKEN, startApp } from '../support/app/start-app.ts'
import { runTool, words } from './run-tool.ts'

describe('tocsin status', () => {
  it('tells the database, what waits, and the nodes, with a star for the one that answers', async () => {
    const app = await startApp({ database: 'postgres', listen: true })
    const other = await startApp({
      database: app.database,
      listen: true,
      settings: { TOCSIN_ROLE: 'worker' },
    })
    await app.store.createWebhook(newWebhook({ enabled: false }), NOW)
    const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }

    const { code, out } = await runTool(words('status'), { environment })
    const { json } = await runTool(words('status --json'), { environment })
    await other.stop()
    await app.stop()

    assert.equal(code, 0)
    assert.match(
      out,
      new RegExp(
        `^Healthy: .*\nNo active alerts\\.\n\nversion +${VERSION.replaceAll('.', '\\.')}\ndatabase +PostgreSQL \\d+\\.\\d+\n`,
      ),
    )
    assert.match(out, /^pending +0$/m)
    assert.match(out, /^NODE +HOST +ROLE +VERSION +STARTED +SEEN$/m)
    assert.match(out, /^[0-9a-f]{12}\* .* all /m)
    assert.match(out, /^[0-9a-f]{12} .* worker /m)
    assert.equal(json.nodes.length, 2)
  })

  it('says what is wrong, what is late, and what stands still for paused receivers', async (t) => {
    const clock = new FakeClock()
    const receiver = await Receiver.start()
    receiver.alwaysRespondsWith((request, response) => {
      if (request.path === '/broken') response.writeHead(500).end()
    })
    const app = await startApp({
      clock,
      listen: true,
      settings: { TOCSIN_RETRY_SCHEDULE: '0s,0s*99', TOCSIN_OPEN_NOTIFICATIONS_MAX: '1' },
    })
    t.after(() => Promise.all([app.stop(), receiver.stop()]))
    // One at a time, and the first gets no response.
    const slow = {
      name: 'slow',
      url: `${receiver.url}/slow`,
      mode: 'every_change',
      concurrency: 1,
      timeout: '5m',
    }
    await app.call('POST', '/v1/webhooks', slow)
    await app.call('POST', '/v1/webhooks', {
      name: 'broken',
      url: `${receiver.url}/broken`,
      mode: 'every_change',
    })
    const kept = { name: 'kept', url: receiver.url, mode: 'current_state', enabled: false }
    await app.call('POST', '/v1/webhooks', kept)
    for (const key of ['a', 'b']) await app.call('POST', '/v1/alerts', { key, name: 'Lag', state: 'high' })
    await eventually('one is late, and one is paused', async () => {
      clock.advance(5_000)
      const { late_webhooks: late, backlog, open_notifications } = (await app.call('GET', '/v1/status')).json
      return late === 1 && backlog.paused.deliveries === 2 && open_notifications.open === 2
    })

    const { code, out } = await runTool(words('status'), {
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN },
    })

    assert.equal(code, 1, 'it is degraded')
    assert.match(out, /^Degraded: /)
    assert.match(out, /^Active alerts: 2 high; see: tocsin alert list$/m)
    assert.match(out, /^late +1 webhook with a healthy receiver$/m)
    assert.match(out, /^wrong +delivery: something has been due for more than a minute/m)
    assert.match(
      out,
      /^open notifications +2 are open, more than TOCSIN_OPEN_NOTIFICATIONS_MAX \(1\); raised longest: tocsin alert list --longest$/m,
    )
    assert.match(
      out,
      /^paused deliveries +2 deliveries to 1 webhook \(paused or probed\), the oldest created /m,
    )
  })

  it('says how many events notified nobody, and where they are listed', async (t) => {
    const app = await startApp({ listen: true })
    t.after(() => app.stop())
    const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
    await app.call('POST', '/v1/alerts', { key: 'a', name: 'Lag', state: 'high' })

    const { code, out } = await runTool(words('status'), { environment })
    const list = await runTool(words('event list --notified-nobody'), { environment })

    assert.equal(code, 0)
    assert.match(
      out,
      /^1 event of the last 24 hours notified nobody; see: tocsin event list --notified-nobody$/m,
    )
    assert.match(list.out, /cleared → high +Lag/)
  })
})
