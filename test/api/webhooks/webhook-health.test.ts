import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { formatInstant } from '../../../src/domain/instant.ts'
import { LATE_MS_MIN } from '../../../src/domain/health-problem.ts'
import { runTool } from '../../cli/run-tool.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { Receiver } from '../../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app/start-app.ts'

describe('the health of a webhook', () => {
  let app: TestApp
  let receiver: Receiver
  before(async () => {
    receiver = await Receiver.start()
    app = await startApp({ listen: true })
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })

  const createWebhook = async (name: string, given: object = {}): Promise<number> =>
    (await app.call('POST', '/v1/webhooks', { name, url: `${receiver.url}/${name}`, ...given })).json.id
  const health = async (id: number) => (await app.call('GET', `/v1/webhooks/${id}/health`)).json
  const raise = (key: string) => app.call('POST', '/v1/alerts', { key, name: 'Lag', state: 'high' })

  it('tells that it is well, then failing, then paused with the reason and the time, then well again', async () => {
    const id = await createWebhook('up-and-down')
    assert.partialDeepStrictEqual(await health(id), {
      state: 'never_called',
      explanation: 'Not called yet.',
      failures: 0,
      pending: 0,
      sending: 0,
    })

    receiver.alwaysRespondsWith(500)
    for (let index = 0; index < 8; index += 1) await raise(`up ${index}`)
    // It is for a time, in which everything that was under way has to come back.
    const { paused, askedAt } = await eventually('it is paused', async () => {
      const askedAt = Date.now()
      const paused = await health(id)
      return paused.state === 'paused' && paused.pending === 8 && { paused, askedAt }
    })
    assert.match(
      paused.explanation,
      /^It failed \d+ times in a row \(HTTP 500\): the next attempt comes at 20.*Z\.$/,
    )
    assert.ok(Date.parse(paused.paused_until) > askedAt)
    await eventually(
      'it is counted',
      async () => (await app.call('GET', '/v1/status')).json.paused_webhooks === 1,
    )

    receiver.alwaysRespondsWith(200)
    await app.call('PATCH', `/v1/webhooks/${id}`, { description: 'mended' })
    await eventually('it is well', async () => (await health(id)).state === 'healthy')
    await app.call('DELETE', `/v1/webhooks/${id}`)
  })

  it('tells of a receiver that rejects everything that it does, wherever health is shown', async () => {
    const id = await createWebhook('rejecting')
    receiver.alwaysRespondsWith(400)
    for (let index = 0; index < 5; index += 1) await raise(`rejected ${index}`)
    const rejecting = await eventually('it is rejecting', async () => {
      const shown = await health(id)
      return shown.rejections >= 5 && shown
    })

    assert.partialDeepStrictEqual(rejecting, {
      state: 'rejecting',
      failures: 0,
      reject_reason: 'HTTP 400',
      first_accepted_at: null,
    })
    assert.match(
      rejecting.explanation,
      /^It answers, but rejected the last \d+ attempts since 20.*Z \(HTTP 400\), and has never accepted one\.$/,
    )
    const listed = (await app.call('GET', '/v1/webhooks?view=brief&health=rejecting')).json.items
    assert.deepEqual(
      listed.map((one: { id: number; health: { state: string } }) => [one.id, one.health.state]),
      [[id, 'rejecting']],
    )
    const overview = (await app.call('GET', '/v1/overview')).json
    assert.equal(overview.webhooks.rejecting, 1)
    assert.match(overview.explanation, /The receiver of "rejecting" has rejected everything since /)
    assert.partialDeepStrictEqual(overview.failing, [{ id, state: 'rejecting', reject_reason: 'HTTP 400' }])
    assert.equal((await app.call('GET', '/v1/status')).json.rejecting_webhooks, 1)
    assert.match((await app.call('GET', '/metrics')).text, /^tocsin_rejecting_webhooks 1$/m)

    receiver.alwaysRespondsWith(200)
    const waiting = (await health(id)).pending
    assert.ok(waiting >= 5, 'all of them wait to be tried again')
    await app.call('POST', `/v1/webhooks/${id}/resume`)
    // The first response that says that it is well does not contradict itself.
    const repaired = await eventually('it is well', async () => {
      const shown = await health(id)
      return shown.state === 'healthy' && shown
    })
    assert.notEqual(repaired.first_accepted_at, null)
    assert.notEqual(repaired.last_accepted_at, null)
    // Counts are statistics, and follow.
    await eventually('it is counted', async () => (await health(id)).recent_calls.accepted > 0)
    const [brief] = (await app.call('GET', '/v1/webhooks?view=brief&search=rejecting')).json.items
    assert.ok(brief.recent_calls.accepted > 0 && brief.last_accepted_at !== null)
    await eventually('nothing waits any more', async () => (await health(id)).pending === 0)
    await app.call('DELETE', `/v1/webhooks/${id}`)
  })

  it('tells that it is disabled, and 404 for an unknown id', async () => {
    const id = await createWebhook('off', { enabled: false })

    assert.equal((await health(id)).state, 'disabled')
    assert.equal((await app.call('GET', '/v1/webhooks/999/health')).status, 404)
  })

  it('tells who names it as their fallback, which keeps it from being deleted', async () => {
    const id = await createWebhook('net', { enabled: false })
    const other = await createWebhook('above', { enabled: false, fallback_webhook_id: id })

    assert.deepEqual((await health(id)).fallback_for, [other])
    assert.deepEqual((await health(other)).fallback_for, [])
    assert.equal((await app.call('DELETE', `/v1/webhooks/${id}`)).status, 409)
  })

  it('tells of what is worth a look in the definition, until it is mended, and the list counts it', async () => {
    const id = await createWebhook('worth-a-look', {
      payload_template: '{"text": %AlertName%,}',
      enabled: false,
    })
    const counted = async () => {
      const { json } = await app.call('GET', '/v1/webhooks?view=brief&search=worth-a-look')
      return json.items[0].warning_count
    }

    const [warning, ...more] = (await health(id)).warnings
    assert.deepEqual([warning.path, warning.position.line, more], ['payload_template', 1, []])
    assert.match(warning.message, /here the template stops being JSON/)
    assert.equal(await counted(), 1)
    await app.call('PATCH', `/v1/webhooks/${id}`, { payload_template: '{"text": "%AlertName%"}' })
    assert.deepEqual((await health(id)).warnings, [])
    assert.equal(await counted(), 0)
  })

  it('a receiver that asks for time counts as paused, not as failing', async () => {
    receiver.alwaysRespondsWith((_request, response) =>
      response.writeHead(429, { 'retry-after': '40' }).end(),
    )
    const id = await createWebhook('throttled')
    await raise('throttled')

    const { explanation, failures } = await eventually('it is paused', async () => {
      const paused = await health(id)
      return paused.state === 'paused' && paused
    })
    assert.match(explanation, /^It asked for time \(HTTP 429, asked to wait 40 s\)/)
    assert.equal(failures, 0)
  })
})

describe('deliveries that stand still', () => {
  it('are late after a minute, wherever it is notified how a webhook does, though its receiver is well', async () => {
    const clock = new FakeClock()
    const receiver = await Receiver.start()
    receiver.alwaysRespondsWith(() => undefined)
    const app = await startApp({ clock, listen: true })
    try {
      // One at a time, and the first gets no response.
      const limits = { concurrency: 1, timeout: '5m' }
      const made = await app.call('POST', '/v1/webhooks', { name: 'slow', url: receiver.url, ...limits })
      const { id } = made.json
      for (const key of ['a', 'b']) await app.call('POST', '/v1/alerts', { key, name: 'Lag', state: 'high' })
      await receiver.received(1)
      const since = formatInstant(clock.now())
      const shown = async () => {
        const [item] = (await app.call('GET', '/v1/webhooks?view=brief')).json.items
        const { webhooks } = (await app.call('GET', '/v1/overview')).json
        const { late_webhooks: counted } = (await app.call('GET', '/v1/status')).json
        const { state } = (await app.call('GET', `/v1/webhooks/${id}/health`)).json
        const metrics = (await app.call('GET', '/metrics')).text
        const gauge = /^tocsin_late_webhooks (\d+)$/m.exec(metrics)?.[1]
        return [item.health.state, state, webhooks.late, counted, Number(gauge)]
      }
      const listed = async (health: string) =>
        (await app.call('GET', `/v1/webhooks?health=${health}`)).json.items.length

      clock.advance(LATE_MS_MIN - 1)
      assert.deepEqual(await shown(), ['never_called', 'never_called', 0, 0, 0])
      clock.advance(30_001)
      assert.deepEqual(await shown(), ['late', 'late', 1, 1, 1])
      assert.deepEqual([await listed('late'), await listed('healthy')], [1, 0])
      const { health } = (await app.call('GET', '/v1/webhooks?view=brief')).json.items[0]
      assert.equal(health.late_since, since)
      assert.match(
        health.explanation,
        /^Its receiver is well, but the longest due delivery has been due since /,
      )
      const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
      assert.match(
        (await runTool(['webhook', 'list'], { environment })).out,
        /^ *1 +slow +late +current +all states/m,
      )
      const status = await runTool(['status'], { environment })
      assert.match(status.out, /^late +1 webhook with a healthy receiver$/m)
    } finally {
      await receiver.stop()
      await app.stop()
    }
  })
})
