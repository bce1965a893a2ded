import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { asTokenWith } from '../../support/app/make-token.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

const HOUR_MS = 3_600_000

interface Entry {
  readonly actor: { readonly name: string }
  readonly changes: readonly { readonly field: string; readonly to: unknown }[]
}

describe('/v1/alerts/{id}/acknowledgement', () => {
  let app: TestApp
  let clock: FakeClock
  let id = 0
  let count = 0
  before(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock })
    await app.store.createWebhook(newWebhook({ name: 'Chat', acknowledgements: true }), NOW)
    await app.store.createWebhook(newWebhook({ name: 'Archive' }), NOW)
  })
  after(() => app.stop())

  const report = async (body: object) =>
    (await app.call('POST', '/v1/alerts', { key: `key ${count}`, name: 'Lag', ...body })).json.results[0]
  const acknowledge = (body?: object) => app.call('POST', `/v1/alerts/${id}/acknowledgement`, body)
  const read = async () => (await app.call('GET', `/v1/alerts/${id}`)).json
  beforeEach(async () => {
    count += 1
    id = (await report({ state: 'high' })).alert_id
  })

  it('is shown wherever the alert is, with who, what, when, and until when', async () => {
    const { status, json } = await acknowledge({ note: ' new disk ', for: '8h' })

    const acknowledgement = {
      by: 'admin token',
      state: 'high',
      note: 'new disk',
      at: new Date(clock.now()).toISOString(),
      until: new Date(clock.now() + 8 * HOUR_MS).toISOString(),
    }
    assert.equal(status, 200)
    assert.deepEqual([json.deliveries, json.alert.acknowledgement], [1, acknowledgement])
    const alert = await read()
    assert.deepEqual(alert.acknowledgement, acknowledgement)
    assert.deepEqual(
      alert.history.map(({ trigger, new_state: state }: Record<string, string>) => [trigger, state]),
      [
        ['acknowledgement', 'high'],
        ['change', 'high'],
      ],
    )
    const { json: list } = await app.call('GET', `/v1/alerts?key=key+${count}`)
    assert.deepEqual(list.items[0].acknowledgement, acknowledgement)
    const { json: event } = await app.call('GET', `/v1/events/${json.event_id}`)
    assert.deepEqual([event.trigger, event.acknowledgement], ['acknowledgement', acknowledgement])
  })

  it('lasts a day unless a term is given, and needs no body', async () => {
    const { json } = await acknowledge()
    assert.equal(Date.parse(json.alert.acknowledgement.until) - clock.now(), 24 * HOUR_MS)

    clock.advance(24 * HOUR_MS)
    assert.equal((await read()).acknowledgement, null)
  })

  it('is kept by an alert that dips and comes back, and ended by one that gets worse than what was acknowledged', async () => {
    const sent = async (state: string) => {
      await report({ state })
      return (await read()).history[0].acknowledgement?.state ?? null
    }
    await report({ state: 'medium' })
    await acknowledge()
    assert.deepEqual(
      [await sent('low'), await sent('medium'), await sent('high')],
      ['medium', 'medium', null],
    )
    await acknowledge()
    assert.deepEqual([await sent('medium'), await sent('high')], ['high', 'high'])
  })

  it('is explained: who was notified, and who does not ask for it', async () => {
    const { json } = await acknowledge({ note: 'new disk' })

    const { json: explained } = await app.call('GET', `/v1/events/${json.event_id}/explain`)

    const idsOf = (all: readonly { readonly webhook_id: number }[]) => all.map(({ webhook_id: id }) => id)
    assert.deepEqual([idsOf(explained.notified), idsOf(explained.not_notified)], [[1], [2]])
    const [{ reason, sentence }] = explained.not_notified
    assert.deepEqual(
      [reason, sentence],
      ['acknowledgements', 'Webhook 2 "Archive" is not notified of acknowledgements: that setting is off.'],
    )
    assert.equal(explained.not_notified_counts.acknowledgements, 1)
  })

  it('names a person with the token that named them, and the audit log has both', async () => {
    const named = (as: string) => acknowledge({ as }).then(({ json }) => json.alert.acknowledgement.by)
    assert.deepEqual(await named(' ada '), 'ada (token admin token)')
    assert.equal((await read()).acknowledgement.by, 'ada (token admin token)')
    const narrow = await asTokenWith(app, 'silences:write')
    const path = `/v1/alerts/${id}/acknowledgement`
    const { json } = await app.call('POST', path, { as: 'admin token' }, narrow)
    assert.equal(json.alert.acknowledgement.by, 'admin token (token silences:write)')
    assert.equal(await named('admin token'), 'admin token', 'its own name')

    const { json: audit } = await app.call('GET', '/v1/audit?action=alert.acknowledged&limit=3')
    const seen = audit.items.map(({ actor, changes }: Entry) => [
      actor.name,
      changes.find(({ field }) => field === 'acknowledged_by')?.to,
    ])
    assert.deepEqual(seen, [
      ['admin token', undefined],
      ['silences:write', 'admin token (token silences:write)'],
      ['admin token', 'ada (token admin token)'],
    ])
  })

  it('is taken back without notifying anybody', async () => {
    await acknowledge()
    const path = `/v1/alerts/${id}/acknowledgement`

    const { status, json } = await app.call('DELETE', path)

    assert.deepEqual([status, json.acknowledgement], [200, null])
    assert.equal((await app.call('DELETE', path)).status, 200)
    assert.equal((await read()).history.length, 2)
  })

  it('refuses a cleared alert, an unknown one, and terms that are no terms', async () => {
    const mistakes: readonly (readonly [body: object, message: RegExp])[] = [
      [{ for: 'soon' }, /^for: /],
      [{ for: '59s' }, /^for: must be from 1m to 30d/],
      [{ for: '31d' }, /^for: must be from 1m to 30d; acknowledge the alert again when it is over/],
      [{ note: 'x'.repeat(501) }, /^note: /],
      [{ as: ' ' }, /^as: must not be empty/],
      [{ as: 'x'.repeat(101) }, /^as: must have at most 100 characters/],
      [{ as: 'ada\u202e' }, /^as: must not have control characters/],
      [{ until: '2026-09-15T00:00:00Z' }, /^until: /],
    ]
    for (const [body, message] of mistakes) {
      assert.match(assertProblem(await acknowledge(body), 400).join('; '), message)
    }
    const unknown = await app.call('POST', '/v1/alerts/4711/acknowledgement')
    assert.deepEqual([unknown.status, unknown.json.detail], [404, 'There is no alert 4711.'])
    await report({ state: 'cleared' })
    const { status, json } = await acknowledge()
    assert.equal(status, 409)
    assert.match(json.detail, /has been cleared since .*, so there is nothing to acknowledge\./)
    assert.equal((await read()).acknowledgement, null)
  })
})
