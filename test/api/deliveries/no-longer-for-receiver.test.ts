import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { runTool } from '../../cli/run-tool.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app/start-app.ts'
import { Receiver } from '../../support/network/receiver.ts'
import { eventually } from '../../support/time/eventually.ts'

const TEMPLATE = '%CurrentState% after %OldState% | %x.StateText% | %x.Status% | %x.Cause%'
const WORDS = 'continues as low, no longer for this receiver'
const CLOSED = 'Continues as low, no longer for this receiver'
const HIGH = 'High after Cleared | High | firing | '

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`an alert that continues, but no longer for a webhook (${database})`, () => {
    let receiver: Receiver
    let app: TestApp
    let key = 0
    before(async () => {
      receiver = await Receiver.start()
      app = await startApp({ database, listen: true })
    })
    beforeEach(async () => {
      key += 1
      const { items } = (await app.call('GET', '/v1/webhooks')).json
      for (const { id } of items) await app.call('DELETE', `/v1/webhooks/${id}`)
      receiver.requests.length = 0
    })
    after(() => Promise.all([app.stop(), receiver.stop()]))

    const make = async (name: string, given: object): Promise<number> => {
      const webhook = { name, url: `${receiver.url}/${name}`, payload_template: TEMPLATE, ...given }
      const { status, text, json } = await app.call('POST', '/v1/webhooks', webhook)
      assert.equal(status, 201, text)
      return json.id
    }
    const report = async (state: string, team = 'dba'): Promise<number> => {
      const alert = { key: `lag-${key}`, name: 'Lag', state, labels: { team } }
      return (await app.call('POST', '/v1/alerts', alert)).json.results[0].event_id
    }
    const allDelivered = (count: number) =>
      eventually(`${count} requests, all recorded`, async () => {
        const { backlog } = (await app.call('GET', '/v1/status')).json
        return receiver.requests.length === count && backlog.waiting + backlog.pending + backlog.sending === 0
      })
    const sentTo = (path: string) =>
      receiver.requests.filter((request) => request.path === path).map(({ body }) => body)
    const explained = async (event: number) =>
      new Map<string, Record<string, string>>(
        (await app.call('GET', `/v1/events/${event}/explain`)).json.notified.map(
          (one: Record<string, string>) => [one['webhook_name'], one],
        ),
      )

    it('is closed in mode current_state as that, never as cleared, and the true clear says nothing more', async () => {
      await make('flag', { low_alert: false })
      await make('severity', { match: 'severity=high' })
      await make('team', { match: 'label.team="dba"' })
      await make('archive', { mode: 'every_change' })
      const clear = { method: 'PUT', url: `${receiver.url}/close`, payload_template: 'close: %x.StateText%' }
      await make('incident', { match: 'severity!=low', clear_request: clear })

      await report('high')
      await allDelivered(5)
      const low = await report('low', 'web')
      await allDelivered(10)
      await report('cleared', 'web')
      await allDelivered(11)

      const closed = `${CLOSED} after High | ${CLOSED} | resolved | ${WORDS}`
      for (const path of ['/flag', '/severity', '/team']) assert.deepEqual(sentTo(path), [HIGH, closed])
      assert.deepEqual([sentTo('/incident'), sentTo('/close')], [[HIGH], [`close: ${CLOSED}`]])
      assert.deepEqual(sentTo('/archive').at(-1), 'Cleared after Low | Cleared | resolved | ')
      const notified = await explained(low)
      for (const name of ['flag', 'severity', 'team', 'incident']) {
        const { because, last_reason: reason, sentence = '' } = notified.get(name) ?? {}
        assert.deepEqual([because, reason], ['closing', `HTTP 200, ${WORDS}`])
        const ending = `: HTTP 200, ${WORDS}. Its receiver had been notified before, so the alert is closed there.`
        assert.ok(sentence.endsWith(ending), sentence)
      }
      assert.equal(notified.get('archive')?.['because'], 'match')
      const tool = await runTool(['event', 'explain', String(low)], {
        environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN },
      })
      assert.equal(tool.out.split(WORDS).length - 1, 4, 'once for each receiver')
    })

    it('is shown as that by the receiver state and the explanation before the receiver has accepted it', async () => {
      const id = await make('flag', { low_alert: false, retry_schedule: '0s,1h' })
      await report('high')
      await allDelivered(1)
      receiver.respondsWith(503)
      const low = await report('low')

      const sentence = await eventually('the attempt is recorded', async () => {
        const { sentence = '' } = (await explained(low)).get('flag') ?? {}
        return sentence.includes('HTTP 503') && sentence
      })
      const ending = ` Its receiver had been notified before, so the alert is closed there: it ${WORDS}.`
      assert.ok(sentence.endsWith(ending), sentence)
      const [state] = (await app.call('GET', `/v1/webhooks/${id}/receiver-states`)).json.items
      assert.deepEqual([state.last_sent, state.desired, state.continues_as], ['high', 'cleared', 'low'])
    })

    it('is cleared in a webhook of v15 when a silence ends that held a change before', async () => {
      const made = await app.call('POST', '/api/v15/webhook', {
        name: 'v15',
        url: `${receiver.url}/v15`,
        low_alert: false,
        payload_template: TEMPLATE,
      })
      assert.equal(made.status, 200)
      await report('high')
      await allDelivered(1)
      const silence = { match: 'name=Lag', for: '1h', reason: 'patching' }
      const { id } = (await app.call('POST', '/v1/silences', silence)).json
      await report('medium')
      const low = await report('low')
      await app.call('DELETE', `/v1/silences/${id}`)
      await allDelivered(2)

      assert.deepEqual(sentTo('/v15'), [HIGH, 'Cleared after High | Cleared | resolved | '])
      assert.equal((await explained(low)).get('v15')?.['last_reason'], 'HTTP 200')
    })
  })
}
