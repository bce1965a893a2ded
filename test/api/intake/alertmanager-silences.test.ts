import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asTokenWith } from '../../support/app/make-token.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

const BASE = '/intake/prometheus/api/v2'
const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString()
const idOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`

function posted(given: object = {}) {
  const matcher = { name: 'alertname', value: 'Lag', isRegex: false, isEqual: true }
  return {
    matchers: [matcher],
    startsAt: at(0),
    endsAt: at(2),
    createdBy: 'ada',
    comment: 'patching',
    ...given,
  }
}

describe('silences of /intake/prometheus/api/v2', () => {
  let app: TestApp
  let clock: FakeClock
  before(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock })
    await app.call('POST', `${BASE}/alerts`, [
      { labels: { alertname: 'Lag', job: 'pg' } },
      { labels: { alertname: 'Bloat' } },
    ])
  })
  after(() => app.stop())

  const post = (body: object) => app.call('POST', `${BASE}/silences`, body)
  const list = async (query = '') => (await app.call('GET', `${BASE}/silences${query}`)).json

  it('are created, shown by both interfaces, and hold alerts', async () => {
    const { status, json } = await post(posted())

    assert.deepEqual([status, json], [200, { silenceID: idOf(1) }])
    assert.deepEqual(await list(), [
      { ...posted(), id: idOf(1), status: { state: 'active' }, updatedAt: at(0), annotations: {} },
    ])
    const { json: own } = await app.call('GET', '/v1/silences/1')
    const by = 'ada (token admin token)'
    assert.deepEqual([own.match, own.reason, own.created_by], ['name="Lag"', 'patching', by])
    const { json: one } = await app.call('GET', `${BASE}/silence/${idOf(1)}`)
    assert.deepEqual(one, (await list())[0])
    const { json: log } = await app.call('GET', '/v1/audit?action=silence.created')
    assert.equal(log.items.length, 1)
    assert.ok(log.items[0].changes.some(({ to }: { to: string }) => to === by))
  })

  it('show which alerts they suppress, in lists and groups, as clients ask', async () => {
    const statuses = async (path: string) =>
      (await app.call('GET', `${BASE}/${path}`)).json
        .flatMap((one: { alerts?: unknown[] }) => one.alerts ?? [one])
        .map((alert: { labels: { alertname: string }; status: { state: string; silencedBy: string[] } }) => [
          alert.labels.alertname,
          alert.status.state,
          ...alert.status.silencedBy,
        ])
        .toSorted()
    const [bloat, lag] = [
      ['Bloat', 'active'],
      ['Lag', 'suppressed', idOf(1)],
    ]

    assert.deepEqual(await statuses('alerts'), [bloat, lag])
    assert.deepEqual(await statuses('alerts?silenced=false'), [bloat])
    assert.deepEqual(await statuses('alerts?active=false'), [lag])
    assert.deepEqual(await statuses('alerts/groups'), [bloat, lag])
    assert.deepEqual(await statuses('alerts/groups?muted=false'), [bloat])
  })

  it('name the maintenance window that mutes an alert', async () => {
    const schedule = { zone: 'UTC', begins: '00:00', for: '1d', repeat: 'FREQ=DAILY' }
    const window = { name: 'Bloat night', match: 'name="Bloat"', reason: 'vacuum', ...schedule }
    const { json } = await app.call('POST', '/v1/windows', window)
    const muted = (await app.call('GET', `${BASE}/alerts`)).json
      .filter(({ status }: { status: { mutedBy: string[] } }) => status.mutedBy.length > 0)
      .map((alert: { labels: { alertname: string }; status: object }) => [
        alert.labels.alertname,
        alert.status,
      ])

    const status = { silencedBy: [idOf(json.silence_id)], inhibitedBy: [], mutedBy: ['Bloat night'] }
    assert.deepEqual(muted, [['Bloat', { state: 'suppressed', ...status }]])
    assert.equal((await app.call('DELETE', `/v1/windows/${json.id}`)).status, 204)
  })

  it('do not suppress an alert if they are for some webhooks only, and say for which', async () => {
    const { json: hook } = await app.call('POST', '/v1/webhooks', {
      name: 'chat',
      url: 'http://127.0.0.1:9/',
    })
    const body = { match: 'name="Bloat"', webhook_ids: [hook.id], for: '1h', reason: 'only the chat' }
    const { json: own } = await app.call('POST', '/v1/silences', body)

    const { json: alerts } = await app.call('GET', `${BASE}/alerts?filter=alertname=Bloat`)

    assert.equal(alerts[0].status.state, 'active')
    const { json: shown } = await app.call('GET', `${BASE}/silence/${own.id}`)
    assert.deepEqual(shown.annotations, { webhook_ids: String(hook.id) })
    await app.call('DELETE', `/v1/silences/${own.id}`)
  })

  it('change in place where only the end or the comment differs, and are replaced otherwise', async () => {
    const longer = await post(posted({ id: idOf(1), endsAt: at(3), comment: 'longer' }))
    assert.equal(longer.json.silenceID, idOf(1))
    const { json: own } = await app.call('GET', '/v1/silences/1')
    assert.deepEqual([own.ends_at, own.reason], [at(3), 'longer'])

    const matchers = [{ name: 'job', value: 'pg.*', isRegex: true }]
    const other = await post(posted({ id: idOf(1), matchers }))
    assert.notEqual(other.json.silenceID, idOf(1))
    const { json: before } = await app.call('GET', `${BASE}/silence/${idOf(1)}`)
    assert.equal(before.status.state, 'expired')
    const again = await post(posted({ id: idOf(1) }))
    assert.notEqual(again.json.silenceID, other.json.silenceID)
    for (const { json } of [other, again])
      assert.equal((await app.call('DELETE', `${BASE}/silence/${json.silenceID}`)).status, 200)
  })

  it('are selected by state and by their matchers, in the order of Alertmanager', async () => {
    const first = await post(posted({ startsAt: at(5), endsAt: at(6), comment: 'later' }))
    await post(posted({ endsAt: at(1), comment: 'now' }))
    const comments = async (query: string) =>
      (await list(query)).map(({ comment }: { comment: string }) => comment)

    assert.deepEqual(await comments('?expired=false'), ['now', 'later'])
    assert.deepEqual(await comments('?active=false&expired=false'), ['later'])
    assert.deepEqual(await comments('?active=false&pending=false&expired=false'), [])
    assert.deepEqual(await comments('?expired=false&filter=alertname%3DLag'), ['now', 'later'])
    assert.deepEqual(await comments('?expired=false&filter=alertname%3D~"L.*"'), [], 'no matcher says so')
    assert.deepEqual(await comments('?active=0&expired=no'), ['later'])
    const pending = await post(
      posted({ id: first.json.silenceID, startsAt: at(7), endsAt: at(8), comment: 'even later' }),
    )
    assert.equal(pending.json.silenceID, first.json.silenceID)
    assert.deepEqual(await comments('?active=false&expired=false'), ['even later'])
  })

  it('are selected by name, operator and value of each condition, whatever their matchers would hold', async () => {
    const matchersOf: Readonly<Record<string, object>> = {
      exact: { name: 'instance', value: 'db10', isRegex: false },
      pattern: { name: 'instance', value: 'db1[0-9]', isRegex: true },
      negative: { name: 'env', value: 'prod', isRegex: false, isEqual: false },
    }
    for (const [comment, matcher] of Object.entries(matchersOf))
      await post(posted({ comment, matchers: [{ name: 'job', value: 'pg', isRegex: false }, matcher] }))
    const found = async (...filters: readonly string[]) =>
      (await list(`?${filters.map((filter) => `filter=${encodeURIComponent(filter)}`).join('&')}`))
        .map(({ comment }: { comment: string }) => comment)
        .toSorted()

    assert.deepEqual(await found('instance=~"db1[0-9]"'), ['pattern'])
    assert.deepEqual(await found('instance=db10'), ['exact'])
    assert.deepEqual(await found('instance="db10",', 'job=pg'), ['exact'])
    assert.deepEqual(await found('env!="prod"'), ['negative'])
    assert.deepEqual(await found('env=prod'), [])
    assert.deepEqual(await found('nope=""'), [])
    assert.deepEqual(await found('job=pg'), ['exact', 'negative', 'pattern'])
    for (const refused of ['{job="pg"}', 'job=~"("'])
      assert.equal(
        (await app.call('GET', `${BASE}/silences?filter=${encodeURIComponent(refused)}`)).status,
        400,
      )
  })

  it('say through which token somebody was named, whatever name that is, and give the name back as it was', async () => {
    const token = await asTokenWith(app, 'silences:write')
    const name = 'silences:write'
    for (const [createdBy, shown] of [
      ['admin token', `admin token (token ${name})`],
      ['maintenance window Sunday', `maintenance window Sunday (token ${name})`],
      [' the ceo ', `the ceo (token ${name})`],
      [name, name],
      ['', name],
    ] as const) {
      const { json } = await app.call('POST', `${BASE}/silences`, posted({ createdBy }), token)
      const id = Number(json.silenceID.slice(-12))
      const { json: own } = await app.call('GET', `/v1/silences/${id}`)
      const { json: back } = await app.call('GET', `${BASE}/silence/${id}`)
      assert.deepEqual([own.created_by, back.createdBy], [shown, createdBy === '' ? name : createdBy])
      await app.call('DELETE', `/v1/silences/${id}`)
    }
    const evil = await app.call('POST', `${BASE}/silences`, posted({ createdBy: 'x\u001b[31m' }), token)
    assert.deepEqual([evil.status, evil.json.startsWith('createdBy: must not have control')], [400, true])
  })

  it('end, and once more changes nothing', async () => {
    const { json } = await post(posted())
    const path = `${BASE}/silence/${json.silenceID}`

    assert.equal((await app.call('DELETE', path)).status, 200)
    assert.equal((await app.call('DELETE', path)).status, 200)

    const one = (await list('?active=false&pending=false')).find(
      ({ id }: { id: string }) => id === json.silenceID,
    )
    assert.deepEqual([one.status.state, one.endsAt], ['expired', at(0)])
  })

  it('name mistakes by the names of Alertmanager, as a JSON string', async () => {
    const refused: readonly (readonly [object, number, RegExp])[] = [
      [posted({ comment: ' ' }), 400, /^comment: is missing/],
      [posted({ endsAt: at(-1) }), 400, /^endsAt: is not in the future/],
      [posted({ startsAt: at(3) }), 400, /^endsAt: is not after startsAt, /],
      [posted({ matchers: [{ name: 'job', value: '(', isRegex: true }] }), 400, /^matchers: has a mistake/],
      [posted({ id: idOf(999) }), 404, /^There is no silence 999/],
      [posted({ id: 'x' }), 404, /^There is no silence "x"/],
    ]
    for (const [body, status, message] of refused) {
      const response = await post(body)
      assert.equal(response.status, status, response.text)
      assert.match(response.json, message)
    }
    for (const method of ['GET', 'DELETE'] as const)
      assert.equal((await app.call(method, `${BASE}/silence/${idOf(999)}`)).status, 404)
    assert.equal((await app.call('GET', `${BASE}/silences?filter=Lag`)).status, 400)
  })
})
