import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startApp } from '../../support/app/start-app.ts'
import { Receiver } from '../../support/network/receiver.ts'
import { eventually } from '../../support/time/eventually.ts'

const TEMPLATE = '%AlertName%: %CurrentState% | %x.StateText% | %x.Status% | %x.Cause%'
const CONTINUES = 'no longer for this receiver'

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`an alert that continues, but no longer for a webhook in mode current_state (${database})`, () => {
    it('is closed there as that, never as cleared, and the true clear says nothing more', async (t) => {
      const receiver = await Receiver.start()
      const app = await startApp({ database, listen: true })
      t.after(() => Promise.all([app.stop(), receiver.stop()]))
      const make = (name: string, given: object) =>
        app.call('POST', '/v1/webhooks', {
          name,
          url: `${receiver.url}/${name}`,
          payload_template: TEMPLATE,
          mode: 'current_state',
          ...given,
        })
      await make('pager', { low_alert: false })
      await make('dba', { match: 'label.team="dba"' })
      await make('archive', { mode: 'every_change' })
      const report = async (state: string, team: string) => {
        const count = receiver.requests.length
        const alert = { key: 'lag', name: 'Lag', state, labels: { team } }
        const { json } = await app.call('POST', '/v1/alerts', alert)
        await eventually('all is delivered', async () => {
          const { backlog } = (await app.call('GET', '/v1/status')).json
          return receiver.requests.length > count && backlog.waiting + backlog.pending + backlog.sending === 0
        })
        return json.results[0].event_id as number
      }
      const told = (name: string) =>
        receiver.requests.filter(({ path }) => path === `/${name}`).map(({ body }) => body)

      await report('high', 'dba')
      const low = await report('low', 'web')
      await report('cleared', 'web')

      const high = 'Lag: High | High | firing | '
      const closed = `Lag: Continues as low, ${CONTINUES} | Continues as low, ${CONTINUES} | resolved | continues as low, ${CONTINUES}`
      assert.deepEqual(told('pager'), [high, closed])
      assert.deepEqual(told('dba'), [high, closed])
      assert.deepEqual(told('archive').at(-1), 'Lag: Cleared | Cleared | resolved | ')
      const { notified } = (await app.call('GET', `/v1/events/${low}/explain`)).json
      const reasons = new Map<string, Record<string, string>>(
        notified.map((one: Record<string, string>) => [one['webhook_name'], one]),
      )
      assert.deepEqual(
        ['pager', 'dba', 'archive'].map((name) => reasons.get(name)?.['because']),
        ['closing', 'closing', 'match'],
      )
      assert.match(
        reasons.get('pager')?.['sentence'] ?? '',
        /Its receiver had been notified before, so it is told that the alert continues as low, no longer for this receiver\.$/,
      )
    })
  })
}
