import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

const MINUTE = 60_000

describe('POST /v1/alerts/{id}/clear', () => {
  let app: TestApp
  let clock: FakeClock
  let id = 0
  let count = 0
  before(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock })
    await app.store.createWebhook(newWebhook(), NOW)
  })
  after(() => app.stop())

  const report = async (body: object) =>
    (await app.call('POST', '/v1/alerts', { key: `key ${count}`, name: 'Lag', ...body })).json.results[0]
  const clear = (body?: object) => app.call('POST', `/v1/alerts/${id}/clear`, body)
  beforeEach(async () => {
    count += 1
    id = (await report({ state: 'high' })).alert_id
  })

  it('ends an alert that nobody has spoken of for ten minutes, and tells of it like of any end', async () => {
    clock.advance(10 * MINUTE)
    const { status, json } = await clear({ note: ' the server is gone ' })

    assert.equal(status, 200)
    assert.deepEqual(
      [json.result, json.deliveries, json.alert.state, json.alert.ended_by],
      ['cleared', 1, 'cleared', 'person'],
    )
    assert.equal(json.detail, `Alert ${id} is cleared by hand. What is reported from now on raises it again.`)
    const { json: event } = await app.call('GET', `/v1/events/${json.event_id}`)
    assert.deepEqual(
      [event.old_state, event.new_state, event.ended_by, event.expired],
      ['high', 'cleared', 'person', false],
    )
    const { json: explained } = await app.call('GET', `/v1/events/${json.event_id}/explain`)
    assert.equal(explained.notified.length, 1)
    const { json: log } = await app.call('GET', `/v1/audit?object_type=alert&object_id=${id}`)
    assert.deepEqual(
      [log.items.length, log.items[0].action, log.items[0].note, log.items[0].object_name],
      [1, 'alert.cleared', 'the server is gone', 'Lag'],
    )
  })

  it('says from when on that may be done, and refuses it before', async () => {
    const from = new Date(clock.now() + 10 * MINUTE).toISOString()
    const { json: alert } = await app.call('GET', `/v1/alerts/${id}`)

    assert.equal(alert.clearable_from, from)
    assertRefusal(await clear(), 409, /so a clear would be undone/)
    assert.equal((await app.call('GET', `/v1/alerts/${id}`)).json.state, 'high')

    clock.advance(9 * MINUTE)
    await report({ state: 'high' })
    clock.advance(9 * MINUTE)
    assertRefusal(await clear(), 409, /is still being reported \(last at .*\), so a clear would be undone/)
  })

  it('needs no body, and finds one that is cleared already as it should be', async () => {
    clock.advance(10 * MINUTE)
    await clear()
    const { json: alert } = await app.call('GET', `/v1/alerts/${id}`)
    clock.advance(MINUTE)
    const { status, json } = await clear({ note: 'again' })

    assert.deepEqual([status, json.result, json.event_id, json.deliveries], [200, 'already_cleared', null, 0])
    assert.match(json.detail, /has been cleared since .*; nothing was changed\.$/)
    assert.deepEqual([json.alert.since, alert.clearable_from], [alert.since, null])
  })

  it('is a new raise when the monitor speaks again', async () => {
    clock.advance(10 * MINUTE)
    await clear()
    clock.advance(1)

    const { result, event_id: eventId } = await report({ state: 'low' })

    assert.equal(result, 'raised')
    const { json } = await app.call('GET', `/v1/events/${eventId}`)
    assert.equal(json.raised_at, new Date(clock.now()).toISOString())
  })

  it('needs an alert, and a note that is not too long', async () => {
    assertRefusal(await app.call('POST', '/v1/alerts/999999/clear'), 404)
    assertRefusal(await clear({ note: 'x'.repeat(501) }), 400)
  })
})

function assertRefusal(response: CallResponse, status: number, detail = /./): void {
  assertProblem(response, status)
  assert.match(response.json.detail, detail)
}
