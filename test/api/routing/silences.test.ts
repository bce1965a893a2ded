import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { asTokenWith } from '../../support/app/make-token.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const REASON = 'patching db-1'

const wire = (at: number) => new Date(at).toISOString()

describe('/v1/silences', () => {
  let app: TestApp
  let clock: FakeClock
  before(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock })
    await app.store.createWebhook(newWebhook({ name: 'teams' }), NOW)
    await app.store.createWebhook(newWebhook({ name: 'pager' }), NOW)
  })
  after(() => app.stop())

  const add = (body: object) =>
    app.call('POST', '/v1/silences', { match: 'server="db-1"', reason: REASON, ...body })
  const report = async (key: string, server: string) =>
    (
      await app.call('POST', '/v1/alerts', {
        key,
        name: 'Lag',
        state: 'high',
        server: { name: server },
      })
    ).json.results[0]

  it('creates, changes and ends one, and says in which state it is', async () => {
    const made = await add({ for: '2h' })
    const { id } = made.json

    assert.equal(made.status, 201)
    assert.equal(made.headers['location'], `/v1/silences/${id}`)
    assert.deepEqual(made.json, {
      id,
      match: 'server="db-1"',
      everything: false,
      webhook_ids: null,
      state: 'active',
      starts_at: wire(NOW),
      ends_at: wire(NOW + 2 * HOUR_MS),
      jobs: 'hold',
      reason: REASON,
      window_id: null,
      created_by: 'admin token',
      created_at: wire(NOW),
      updated_at: wire(NOW),
      last_held_at: null,
      held: 0,
      warnings: [],
    })

    clock.advance(MINUTE_MS)
    const changed = await app.call('PATCH', `/v1/silences/${id}`, { for: '1h', reason: 'longer' })
    assert.deepEqual(
      [changed.json.ends_at, changed.json.reason, changed.json.updated_at],
      [wire(clock.now() + HOUR_MS), 'longer', wire(clock.now())],
    )

    assert.equal((await app.call('DELETE', `/v1/silences/${id}`)).status, 204)
    const { json: ended } = await app.call('GET', `/v1/silences/${id}`)
    assert.deepEqual([ended.state, ended.ends_at], ['expired', wire(clock.now())])
    assertProblem(await app.call('DELETE', `/v1/silences/${id}`), 409)
    assertProblem(await app.call('PATCH', `/v1/silences/${id}`, { for: '1h' }), 409)
    assertProblem(await app.call('GET', '/v1/silences/99999'), 404)
  })

  it('names a person with the token that named them, also in the audit log', async () => {
    const { json: made } = await add({ for: '2h', as: ' ada ' })
    const headers = await asTokenWith(app, 'silences:write')
    const { json: own } = await app.call(
      'POST',
      '/v1/silences',
      { match: 'name="x"', reason: 'x', for: '1h', as: 'silences:write' },
      headers,
    )
    assert.deepEqual([made.created_by, own.created_by], ['ada (token admin token)', 'silences:write'])
    const { json: found } = await app.call('GET', `/v1/silences/${made.id}`)
    assert.equal(found.created_by, 'ada (token admin token)')
    const { json: audit } = await app.call('GET', '/v1/audit?action=silence.created&limit=2')
    assert.deepEqual(
      audit.items.map(({ actor }: { actor: { name: string } }) => actor.name),
      ['silences:write', 'admin token'],
    )
    const { to } = audit.items[1].changes.find(({ field }: { field: string }) => field === 'created_by')
    assert.equal(to, 'ada (token admin token)')
    for (const { id } of [made, own]) await app.call('DELETE', `/v1/silences/${id}`)
  })

  it('takes a begin and an end, or a term that counts from a later begin', async () => {
    const from = clock.now() + HOUR_MS
    const by = await add({ starts_at: wire(from), ends_at: wire(from + HOUR_MS), webhook_ids: [2] })
    const lasting = await add({ starts_at: wire(from), for: '30m' })

    assert.deepEqual(
      [by.json.state, by.json.webhook_ids, lasting.json.ends_at],
      ['pending', [2], wire(from + HOUR_MS / 2)],
    )
    const later = { starts_at: wire(from + HOUR_MS), for: '2h', webhook_ids: null, match: 'name="x"' }
    const { json } = await app.call('PATCH', `/v1/silences/${by.json.id}`, later)
    assert.deepEqual(
      [json.starts_at, json.ends_at, json.webhook_ids, json.match],
      [wire(from + HOUR_MS), wire(from + 3 * HOUR_MS), null, 'name="x"'],
    )
    const { json: listed } = await app.call('GET', '/v1/silences?state=pending')
    assert.deepEqual(
      listed.items.map(({ id }: { id: number }) => id),
      [lasting.json.id, by.json.id],
    )
    for (const { id } of listed.items) await app.call('DELETE', `/v1/silences/${id}`)
  })

  it('refuses mistakes with a sentence that names the field and the remedy', async () => {
    const cases: readonly (readonly [body: object, message: RegExp])[] = [
      [{ for: '2h', match: '' }, /match: is empty; say which alerts to silence/],
      [{ for: '2x', match: '', reason: '' }, /match: is empty; .*reason: is missing; .*for: is "2x"/],
      [{ for: '2h', match: undefined }, /match: is empty; say which .*, or `everything: true`/],
      [
        { for: '2h', match: 'name=~".*"' },
        /match: would silence everything: none of its matchers needs a value/,
      ],
      [{ for: '2h', match: 'server="db-1" or label.team=""' }, /match: would silence everything/],
      [{ for: '2h', everything: true }, /everything: is true, but not everything meets these matchers/],
      [{ for: '2h', match: 'otherwise' }, /match: is otherwise, which is for webhooks only/],
      [{ for: '2h', match: 'server=' }, /match: .*character/],
      [{}, /ends_at: is missing; give it, or `for`/],
      [{ for: '2x' }, /for: is "2x", not a duration such as/],
      [{ for: '0' }, /for: must be longer than 0/],
      [{ for: '2h', ends_at: wire(NOW) }, /for: does not go with `ends_at`/],
      [{ ends_at: 'tomorrow' }, /ends_at: must be a time such as/],
      [{ ends_at: wire(NOW - 1) }, /ends_at: is not in the future; it is 2026-/],
      [{ starts_at: wire(NOW + 2 * HOUR_MS), ends_at: wire(NOW + 2 * HOUR_MS) }, /is not after starts_at/],
      [{ for: '2h', reason: ' ' }, /reason: is missing; say why/],
      [{ for: '2h', webhook_ids: [] }, /webhook_ids: must not be empty/],
      [{ for: '2h', as: '\u200b' }, /as: must not have control characters/],
      [{ for: '2x', as: 'x'.repeat(101) }, /for: is "2x".*as: must have at most 100 characters/],
      [{ for: '2h', webhook_ids: [77] }, /webhook_ids: names 77; GET \/v1\/webhooks lists/],
    ]
    for (const [body, message] of cases) {
      const response = await add(body)
      assertProblem(response, 400)
      assert.match(response.text.replaceAll('\\"', '"'), message)
    }
    assert.deepEqual((await app.call('GET', '/v1/silences?state=active')).json.items, [])
  })

  it('silences everything where that is meant, and says so', async () => {
    const made = await add({ for: '2h', match: undefined, everything: true })
    assert.deepEqual([made.status, made.json.match, made.json.everything], [201, 'name=~".*"', true])
    const longer = await app.call('PATCH', `/v1/silences/${made.json.id}`, { for: '3h' })
    assert.equal(longer.status, 200)
    assert.equal((await app.call('DELETE', `/v1/silences/${made.json.id}`)).status, 204)

    const pending = await add({ starts_at: wire(NOW + HOUR_MS * 9), for: '1h', match: 'label.team!="web"' })
    assert.deepEqual([pending.status, pending.json.everything], [201, false], 'a negative matcher counts')
    const path = `/v1/silences/${pending.json.id}`
    assertProblem(await app.call('PATCH', path, { match: 'name=~".*"' }), 400)
    const { json } = await app.call('PATCH', path, { everything: true })
    assert.deepEqual([json.match, json.everything], ['name=~".*"', true])
    assert.equal((await app.call('PATCH', path, { match: 'name=~".*"', reason: 'as it is' })).status, 200)
    await app.call('DELETE', path)
    const { json: preview } = await app.call('POST', '/v1/silences/preview', { match: 'label.team=""' })
    assert.equal(preview.everything, true)
  })

  it('is shown where the alert is, in its explanation, in receiver states and in a routing test', async () => {
    const { json: silence } = await add({ for: '2h', webhook_ids: [2] })
    const { alert_id: alertId, event_id: eventId } = await report('held', 'db-1')

    const { json: alert } = await app.call('GET', `/v1/alerts/${alertId}`)
    const { json: alerts } = await app.call('GET', '/v1/alerts?active=true')
    assert.deepEqual([alert.silenced_by, alerts.items[0].silenced_by], [[silence.id], [silence.id]])

    const { json: explained } = await app.call('GET', `/v1/events/${eventId}/explain`)
    const { reason, silence_id: by, sentence } = explained.not_notified[0]
    assert.deepEqual([reason, by, explained.not_notified_counts.silenced], ['silenced', silence.id, 1])
    assert.match(
      sentence,
      new RegExp(
        `^Webhook 2 "pager" was not notified, because silence ${silence.id} held it: the current state`,
      ),
    )
    const { json: states } = await app.call('GET', `/v1/alerts/${alertId}/receiver-states`)
    assert.deepEqual([states.items[0].webhook_id, states.items[0].held_by], [2, silence.id])
    const { json: held } = await app.call('GET', `/v1/silences/${silence.id}`)
    assert.deepEqual([held.held, held.last_held_at], [1, wire(clock.now())])

    const { json: tested } = await app.call('POST', '/v1/routing/test', { server: 'db-1' })
    assert.deepEqual(
      [tested.notified_count, tested.not_notified[0].reason, tested.not_notified[0].webhook_id],
      [1, 'silenced', 2],
    )
    await app.call('DELETE', `/v1/silences/${silence.id}`)
    const { json: after } = await app.call('GET', `/v1/alerts/${alertId}`)
    assert.deepEqual(after.silenced_by, [])
  })

  it('previews what it would hold: active alerts and recent events, and changes nothing', async () => {
    const { alert_id: alertId } = await report('preview', 'db-preview')
    const { json } = await app.call('POST', '/v1/silences/preview', { match: 'server="db-preview"' })

    assert.deepEqual(
      [json.active_alerts, json.alerts[0].id, json.alerts[0].server_name, json.matched, json.is_complete],
      [1, alertId, 'db-preview', 1, true],
    )
    assert.deepEqual(json.findings, [])
    const { json: none } = await app.call('POST', '/v1/silences/preview', { match: 'server="db-previw"' })
    assert.deepEqual([none.active_alerts, none.matched], [0, 0])
    assert.match(none.findings[0], /No event of the last \d+ meets server="db-previw"/)
    assertProblem(await app.call('POST', '/v1/silences/preview', { match: '' }), 400)
  })
})
