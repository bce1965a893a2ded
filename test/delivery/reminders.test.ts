import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { runTool, words } from '../cli/run-tool.ts'
import { ADMIN_TOKEN, startApp } from '../support/app/start-app.ts'
import { runForeignSql } from '../support/databases/foreign-sql.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

/** The example of docs/receivers.md. */
const [, EXAMPLE = ''] =
  /^tocsin (webhook edit 3 --remind .*)$/m.exec(readFileSync('docs/receivers.md', 'utf8')) ?? []

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`${engine}: a receiver that is reminded`, () => {
    it('hears what lasts, and nothing from before its webhook was disabled', async (t) => {
      const receiver = await Receiver.start()
      const app = await startApp({ database: engine, listen: true })
      t.after(() => Promise.all([app.stop(), receiver.stop()]))
      const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
      const run = async (line: string) => (await runTool(words(line), { environment })).out
      const { url } = receiver
      for (const name of ['one', 'two']) await app.call('POST', '/v1/webhooks', { name, url, enabled: false })
      const template = { payload_template: '%x.StateText%', retry_schedule: '0s,1h' }
      await app.call('POST', '/v1/webhooks', { name: 'chat', url, ...template })
      const newest = async () => (await app.call('GET', '/v1/deliveries?webhook_id=3&limit=1')).json.items[0]
      const received = (count: number) =>
        eventually(`${count} requests`, async () => receiver.requests.length === count)
      const nowDue = () => runForeignSql(app.database, 'UPDATE receiver_states SET next_due = 5')
      await app.call('POST', '/v1/alerts', { key: 'lag', name: 'Lag', state: 'high' })
      await received(1)
      await eventually('it is recorded', async () => (await newest()).state === 'delivered')

      await run(EXAMPLE)
      const states = await run('webhook states 3')
      await nowDue()
      await received(2)
      await eventually('it is recorded', async () => (await newest()).state === 'delivered')
      const reminder = await newest()
      const shown = await run(`delivery show ${reminder.id}`)
      const { notified, not_notified: others } = (
        await app.call('GET', `/v1/events/${reminder.event_id}/explain`)
      ).json
      receiver.respondsWith(503, 200)
      await nowDue()
      await received(3)
      await eventually('it is recorded', async () => (await newest()).last_reason !== null)
      for (const enabled of [false, true]) await app.call('PATCH', '/v1/webhooks/3', { enabled })
      await eventually('it has ended', async () => (await newest()).ended_at !== null)

      assert.match(states, /NEXT REMINDER\n.*in (?:1 h|59 min)\n/)
      assert.equal(reminder.trigger, 'reminder')
      assert.match(shown, /a reminder: the alert lasts, and had not changed/)
      assert.match(notified[0].sentence, /It is a reminder: the alert lasted/)
      assert.match(others[0].sentence, /is disabled/)
      const [raised, ...reminders] = receiver.requests.map(({ body }) => body)
      assert.equal(raised, '"High"')
      for (const body of reminders) assert.match(body, /^"Still high after [\d a-z]+"$/)
      const { state, last_reason: reason } = await newest()
      assert.deepEqual(
        [state, reason],
        ['outdated', 'not sent: a reminder from before its webhook was enabled or changed'],
      )
      assert.equal(receiver.requests.length, 3)
    })
  })
}
