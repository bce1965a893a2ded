import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { Receiver } from '../support/receiver.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

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
    assert.partialDeepStrictEqual(await health(id), { state: 'well', failures: 0, pending: 0, sending: 0 })

    receiver.alwaysAnswers(500)
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

    receiver.alwaysAnswers(200)
    await app.call('PATCH', `/v1/webhooks/${id}`, { description: 'mended' })
    await eventually('it is well', async () => (await health(id)).state === 'well')
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
    receiver.alwaysAnswers((_request, response) => response.writeHead(429, { 'retry-after': '40' }).end())
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
