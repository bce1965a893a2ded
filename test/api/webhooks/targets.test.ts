import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { eventually } from '../../support/time/eventually.ts'
import { Neighbours } from '../../support/network/neighbours.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const OPEN = '127.0.0.2'
const CLOSED = '127.0.0.3'

/** One rule, three moments: when a webhook is written, when it is tested, and when it is delivered to. */
describe('TOCSIN_ALLOW_TARGETS and TOCSIN_DENY_TARGETS', () => {
  let folder: string
  let receivers: Neighbours
  let database: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-targets-'))
    database = `sqlite:${join(folder, 'tocsin.db')}`
    receivers = await Neighbours.start([OPEN, CLOSED])
  })
  after(async () => {
    await receivers.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('mean the same when a webhook is written, tested and delivered to', async () => {
    const url = (address: string) => `http://${address}:${receivers.port}/hook`
    const sentence =
      '127.0.0.3 must not be called: TOCSIN_DENY_TARGETS names it by "127.0.0.3/32". To allow it, remove that entry or make it narrower.'

    // Before the entry was made, the webhook could be written, and works.
    const id = await withApp({ TOCSIN_ALLOW_TARGETS: OPEN }, async (app) => {
      const { json } = await app.call('POST', '/v1/webhooks', { name: 'a', url: url(CLOSED), enabled: true })
      assert.equal((await app.call('POST', `/v1/webhooks/${json.id}/test`)).json.outcome, 'accept')
      return json.id as number
    })
    receivers.called.length = 0
    receivers.connected.length = 0

    await withApp({ TOCSIN_DENY_TARGETS: `${CLOSED}/32` }, async (app) => {
      for (const spelling of [CLOSED, '127.3', '0x7f.3', `[::ffff:${CLOSED}]`]) {
        const refused = await app.call('POST', '/v1/webhooks', { name: 'b', url: url(spelling) })
        assert.deepEqual(assertProblem(refused, 400), [`url: ${sentence}`], spelling)
      }
      const path = `/v1/webhooks/${id}`
      const changed = await app.call('PATCH', path, { url: `${url(CLOSED)}/other` })
      assert.deepEqual(assertProblem(changed, 400), [`url: ${sentence}`])
      assert.equal((await app.call('PATCH', path, { url: url(CLOSED), name: 'still editable' })).status, 200)

      const clear_request = { method: 'POST', url: url(CLOSED), payload_template: '' }
      const ofClear = { mode: 'current_state', clear_request }
      const withEnd = await app.call('POST', '/v1/webhooks', { name: 'b', url: url(OPEN), ...ofClear })
      for (const refused of [withEnd, await app.call('PATCH', path, ofClear)]) {
        assert.deepEqual(assertProblem(refused, 400), [`clear_request.url: ${sentence}`])
      }

      const { json: tested } = await app.call('POST', `${path}/test`)
      assert.deepEqual([tested.outcome, tested.response], ['retry', null])
      assert.ok(tested.reason.includes(sentence), tested.reason)

      await app.call('POST', '/v1/alerts', { key: 'k', name: 'n', state: 'high' })
      const attempt = await eventually('the delivery is attempted', async () => {
        const [item] = (await app.call('GET', `/v1/deliveries?webhook_id=${id}`)).json.items
        return item && (await app.call('GET', `/v1/deliveries/${item.id}`)).json.attempts[0]
      })
      assert.equal(attempt.outcome, 'retry')
      assert.ok(attempt.reason.includes(sentence), JSON.stringify(attempt))
      assert.deepEqual(receivers.connected, [])
    })
  })

  async function withApp<T>(settings: Record<string, string>, run: (app: TestApp) => Promise<T>): Promise<T> {
    const app = await startApp({ listen: true, settings: { TOCSIN_DATABASE: database, ...settings } })
    try {
      return await run(app)
    } finally {
      await app.stop()
    }
  }
})
