import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { runForeignSql } from '../support/databases/foreign-sql.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startApp, type CallResponse } from '../support/app/start-app.ts'

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`${engine}: a delivery that is older than the max_age of its webhook`, () => {
    it('ends without a request; one that failed is sent if somebody tries it again', async (t) => {
      const receiver = await Receiver.start()
      const app = await startApp({ database: engine })
      t.after(() => Promise.all([app.stop(), receiver.stop()]))
      const given = { name: 'log', url: receiver.url, max_age: '1h', retry_schedule: '0s' }
      await app.call('POST', '/v1/webhooks', given)
      const raise = (key: string) =>
        app.call('POST', '/v1/alerts', { key, name: key, state: 'high' }).then(({ json }) => json)
      const newest = async (): Promise<CallResponse['json']> => {
        const { json } = await app.call('GET', '/v1/deliveries?limit=1')
        return (await app.call('GET', `/v1/deliveries/${json.items[0].id}`)).json
      }
      const newestEnded = () =>
        eventually('it has ended', async () => {
          const delivery = await newest()
          return delivery.ended_at !== null && delivery
        })
      const growOld = (table: string) =>
        runForeignSql(app.database, `UPDATE ${table} SET created_at = created_at - 3600001`)

      await raise('before the service delivers')
      await growOld('deliveries')
      await app.start()
      const outdated = await newestEnded()
      const { status } = await app.call('POST', `/v1/deliveries/${outdated.id}/retry`)
      receiver.respondsWith(503, 200)
      await raise('refused')
      const failed = await newestEnded()
      await growOld(engine === 'sqlite' ? 'deliveries' : 'ended_deliveries')
      await app.call('POST', `/v1/deliveries/${failed.id}/retry`)
      const delivered = await newestEnded()

      assert.deepEqual(
        [outdated, failed, delivered].map(({ state }) => state),
        ['outdated', 'failed', 'delivered'],
      )
      assert.equal(outdated.last_reason, 'not sent: older than 1h, the max_age of its webhook')
      assert.deepEqual([outdated.attempts.length, outdated.attempts[0].request], [1, null])
      assert.equal(status, 409)
      assert.equal(delivered.id, failed.id)
      assert.equal(receiver.requests.length, 2)
      assert.equal(app.lines.filter(({ event }) => event === 'delivery.outdated').length, 1)
    })
  })
}
