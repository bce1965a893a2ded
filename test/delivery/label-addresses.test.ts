import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startApp } from '../support/app/start-app.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

const NO_TEAM =
  'not sent: the URL needs %label.team%, and the event has none; to send such notifications as well, name a text for them, e.g. %label.team|or:dba%'

for (const engine of ['sqlite', 'postgres'] as const) {
  for (const mode of ['every_change', 'current_state'] as const) {
    describe(`${engine}, mode ${mode}: a webhook whose URL has a label`, () => {
      it('reaches the address of each team, and ends what has none, which pauses nobody', async (t) => {
        const receiver = await Receiver.start()
        const app = await startApp({ database: engine })
        t.after(() => Promise.all([app.stop(), receiver.stop()]))
        const post = async (path: string, body: object) => (await app.call('POST', path, body)).json
        const rest = await post('/v1/webhooks', {
          name: 'rest',
          url: receiver.url,
          enabled: true,
          low_alert: false,
          med_alert: false,
          high_alert: false,
          cleared_alert: false,
        })
        const { id } = await post('/v1/webhooks', {
          name: 'teams',
          url: `${receiver.url}/%label.team%`,
          mode,
          fallback_webhook_id: rest.id,
        })
        await app.start()
        const raise = (key: string, labels: object) =>
          post('/v1/alerts', { key, name: key, state: 'high', labels })

        await raise('one', { team: 'dba/eu' })
        await raise('two', {})
        await raise('three', { team: 'web' })

        await eventually('three requests', () => receiver.requests.length === 3)
        const ended = await eventually('both ends', async () => {
          const { items } = (await app.call('GET', `/v1/deliveries?webhook_id=${id}`)).json
          return items.every(({ ended_at: at }: { ended_at: string | null }) => at !== null) && items
        })
        const { json: health } = await app.call('GET', `/v1/webhooks/${id}/health`)

        assert.deepEqual(receiver.requests.map(({ path }) => path).toSorted(), ['/', '/dba%2Feu', '/web'])
        assert.deepEqual(
          ended.map(({ state, last_reason: reason }: { state: string; last_reason: string }) => [
            state,
            reason,
          ]),
          [
            ['delivered', 'HTTP 200'],
            ['failed', NO_TEAM],
            ['delivered', 'HTTP 200'],
          ],
        )
        const unsent = (await app.call('GET', `/v1/deliveries/${ended[1].id}`)).json
        assert.deepEqual([unsent.attempts.length, unsent.attempts[0].request], [1, null])
        assert.equal(health.state, 'healthy')
      })
    })
  }
}

describe('a webhook whose URL has a label that the event does not have', () => {
  it('says so in its preview and in its test, which sends nothing', async (t) => {
    const receiver = await Receiver.start()
    const app = await startApp()
    t.after(() => Promise.all([app.stop(), receiver.stop()]))
    const { json } = await app.call('POST', '/v1/webhooks', {
      name: 'teams',
      url: `${receiver.url}/%label.nobody%`,
      mode: 'current_state',
      clear_request: { url: `${receiver.url}/clear/%label.nobody%`, method: 'DELETE', payload_template: '' },
    })
    const preview = await app.call('POST', `/v1/webhooks/${json.id}/preview`, {})
    const ofClear = await app.call('POST', `/v1/webhooks/${json.id}/preview`, { sample: 'cleared' })
    const tested = await app.call('POST', `/v1/webhooks/${json.id}/test`, {})

    assert.deepEqual(
      preview.json.warnings.map(({ path }: { path: string }) => path),
      ['url'],
    )
    assert.deepEqual(
      ofClear.json.warnings
        .filter(({ message }: { message: string }) => message.includes('the URL needs'))
        .map(({ path }: { path: string }) => path),
      ['clear_request.url'],
    )
    assert.match(preview.json.warnings[0].message, /^the URL needs %label\.nobody%/)
    assert.match(JSON.stringify(tested.json), /not sent: the URL needs %label\.nobody%/)
    assert.equal(receiver.requests.length, 0)
  })
})
