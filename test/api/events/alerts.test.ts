import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

describe('POST /v1/alerts', () => {
  let app: TestApp
  let call: TestApp['call']
  let key = 'key 0'
  let count = 0
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    call = app.call
    await app.store.createWebhook(newWebhook(), NOW)
  })
  beforeEach(() => {
    count += 1
    key = `key ${count}`
  })
  after(() => app.stop())

  const report = async (body: object) => (await call('POST', '/v1/alerts', body)).json.results[0]

  it('tells what each observation did, with the ids of alert and event', async () => {
    const raised = await report({ key, name: 'Lag', state: 'low' })
    const changed = await report({ key, name: 'Lag', state: 'high' })
    const refreshed = await report({ key, name: 'Lag', state: 'high' })
    const cleared = await report({ key, name: 'Lag', state: 'cleared' })

    assert.equal(raised.result, 'raised')
    assert.deepEqual(changed, { ...raised, result: 'changed', event_id: raised.event_id + 1 })
    assert.deepEqual(refreshed, { ...raised, result: 'refreshed', event_id: null, deliveries: 0 })
    assert.deepEqual(cleared, { ...raised, result: 'cleared', event_id: raised.event_id + 2 })
    assert.equal(raised.deliveries, 1)
  })

  it('ignores a clear of an alert that is not known', async () => {
    const result = await report({ key, name: 'Lag', state: 'cleared' })

    assert.deepEqual(result, {
      result: 'ignored',
      alert_id: null,
      event_id: null,
      deliveries: 0,
      warnings: [],
    })
  })

  it('takes a list in order, as one', async () => {
    const { json } = await call('POST', '/v1/alerts', [
      { key, name: 'Lag', state: 'high' },
      { key, name: 'Lag', state: 'cleared' },
      { key: `${key} other`, name: 'Lag', state: 'low' },
    ])

    assert.deepEqual(
      json.results.map(({ result }: { result: string }) => result),
      ['raised', 'cleared', 'raised'],
    )
  })

  it('returns every reported detail, numbers as text', async () => {
    const notified = {
      object: { type: 'server', name: 'pg-orders-2' },
      agent: { id: '3', name: 'agent-eu-1' },
      server: { id: '17', name: 'pg-orders-2', address: '192.0.2.12', port: '5432' },
      database: 'orders',
      schema: 'sales',
      package: 'billing',
      database_object: 'order_lines',
      current_value: '412.5',
      threshold_value: '60',
      parameters: 'slot=standby_2',
      info: '"quotes"\nand 🔔',
      source_link: 'https://monitor.example.com/42',
      labels: { datname: 'orders', port: '5432' },
      annotations: { summary: 'Standby is behind' },
    }
    const given = {
      ...notified,
      agent: { id: 3, name: 'agent-eu-1' },
      server: { ...notified.server, id: 17, port: 5432 },
      current_value: 412.5,
      threshold_value: 60,
      labels: { datname: 'orders', port: 5432, nothing: null },
    }

    const { alert_id: id } = await report({
      key,
      name: 'Replication lag',
      state: 'medium',
      source: 'pgwatch',
      at: '2026-09-14T04:50:00+02:00',
      since: '2026-09-14T02:40:00Z',
      expires_at: '2026-09-14T03:30:00.25Z',
      ...given,
    })
    const { json: alert } = await call('GET', `/v1/alerts/${id}`)
    const [event] = alert.history
    assert.deepEqual(alert, {
      id,
      source: 'pgwatch',
      key,
      name: 'Replication lag',
      state: 'medium',
      since: '2026-09-14T02:40:00.000Z',
      changed_at: '2026-09-14T02:50:00.000Z',
      observed_at: '2026-09-14T02:50:00.000Z',
      last_reported_at: '2026-09-14T03:00:00.000Z',
      ended_by: null,
      expires_at: '2026-09-14T03:30:00.250Z',
      ...notified,
      last_value: notified.current_value,
      warnings: [],
      stale_count: 0,
      acknowledgement: null,
      silenced_by: [],
      all_silences_seen: true,
      clearable_from: '2026-09-14T03:10:00.000Z',
      history: [event],
    })
    assert.deepEqual(event, {
      id: event.id,
      kind: 'alert',
      source: 'pgwatch',
      name: 'Replication lag',
      at: '2026-09-14T02:50:00.000Z',
      accepted_at: '2026-09-14T03:00:00.000Z',
      alert_id: id,
      alert_key: key,
      old_state: 'cleared',
      new_state: 'medium',
      trigger: 'change',
      raised_at: '2026-09-14T02:40:00.000Z',
      expires_at: '2026-09-14T03:30:00.250Z',
      expired: false,
      ended_by: null,
      ending: null,
      ...notified,
      last_value: notified.current_value,
      warnings: [],
      acknowledgement: null,
    })
  })

  it('shows what was not reported as null, and accepts null for it', async () => {
    const { alert_id: id } = await report({
      key,
      name: 'Lag',
      state: 'low',
      at: null,
      object: null,
      server: { port: null },
      info: null,
      labels: null,
    })

    const { json: alert } = await call('GET', `/v1/alerts/${id}`)

    assert.deepEqual(alert.object, { type: null, name: null })
    assert.deepEqual(alert.server, { id: null, name: null, address: null, port: null })
    assert.deepEqual([alert.info, alert.expires_at, alert.labels, alert.source], [null, null, {}, 'api'])
  })

  const observation = { key: 'k', name: 'n', state: 'low' }
  const wrong: readonly (readonly [what: string, body: unknown, issues: readonly string[]])[] = [
    ['a missing member', { key: 'k', state: 'low' }, ['name: is required, but for a clear']],
    ['an empty key', { ...observation, key: '' }, ['key: must not be empty']],
    ['a long key', { ...observation, key: 'k'.repeat(501) }, ['key: must have at most 500 characters']],
    [
      'a long source',
      { ...observation, source: 's'.repeat(101) },
      ['source: must have at most 100 characters'],
    ],
    [
      'too many labels',
      { ...observation, labels: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`l${i}`, ''])) },
      ['labels: must have at most 64 members'],
    ],
    [
      'a long label name',
      { ...observation, labels: { ['l'.repeat(201)]: '' } },
      [`labels: has the name "${'l'.repeat(40)}"…, which must have at most 200 characters`],
    ],
    [
      'an unknown state',
      { ...observation, state: 'High' },
      ['state: must be one of "cleared", "low", "medium", "high"'],
    ],
    [
      'a number that JSON cannot carry',
      { ...observation, server: { id: 2 ** 53 } },
      ['server.id: must be at most 9007199254740991'],
    ],
    [
      'a wrong type',
      { ...observation, current_value: true },
      ['current_value: must be a string or a number or null'],
    ],
    [
      'a time without a zone',
      { ...observation, at: '2026-09-14T03:00:00' },
      ['at: must be a time such as 2026-09-14T03:12:40Z (RFC 3339)'],
    ],
    [
      'a time in the future',
      { ...observation, at: '2026-09-14T03:10:00.001Z' },
      ['at: must not be more than 10 minutes in the future; check the clock of the sender'],
    ],
    [
      'a since after at',
      { ...observation, at: '2026-09-14T02:00:00Z', since: '2026-09-14T02:00:01Z' },
      ['since: must not be later than `at`'],
    ],
    [
      'an expiry that is over',
      { ...observation, expires_at: '2026-09-14T03:00:00Z' },
      ['expires_at: must be later than `at`'],
    ],
    ['an empty list', [], [': the body must not be empty']],
    [
      'a long list',
      Array.from({ length: 1001 }, () => observation),
      [': the body must have at most 1000 entries'],
    ],
    ['no object', '"text"', [': the body must be an object']],
    [
      'mistakes in a list',
      [observation, { ...observation, state: 'bad' }, { ...observation, server: { prot: 1 } }],
      [
        '[1].state: must be one of "cleared", "low", "medium", "high"',
        '[2].server.prot: is an unknown member; known are id, name, address, port',
      ],
    ],
    [
      'wrong times in a list',
      [
        { ...observation, at: 'now' },
        { ...observation, expires_at: 'never' },
      ],
      [
        '[0].at: must be a time such as 2026-09-14T03:12:40Z (RFC 3339)',
        '[1].expires_at: must be a time such as 2026-09-14T03:12:40Z (RFC 3339)',
      ],
    ],
  ]
  for (const [what, body, issues] of wrong) {
    it(`refuses ${what}, naming it, and takes nothing in`, async () => {
      const before = await app.store.listAlerts({}, { limit: 1 })

      const response = await call('POST', '/v1/alerts', body)

      assert.deepEqual(assertProblem(response, 400), issues)
      assert.deepEqual(await app.store.listAlerts({}, { limit: 1 }), before)
    })
  }

  it('accepts what is just inside the limits', async () => {
    const labels = Object.fromEntries(
      Array.from({ length: 64 }, (_, i) => [`${i}`.padEnd(200, 'n'), 'v'.repeat(i === 0 ? 4096 : 1700)]),
    )
    const result = await report({
      key: `${key} `.padEnd(500, 'k'),
      name: 'n'.repeat(500),
      source: 's'.repeat(100),
      state: 'low',
      at: '2026-09-14T03:10:00Z',
      info: 'i'.repeat(65_536),
      server: { id: 2 ** 53 - 1 },
      labels,
    })

    assert.equal(result.result, 'raised')
  })
})

describe('GET /v1/alerts?stale=true', () => {
  it('lists what waits for a monitor that does not speak of it any more', async () => {
    const clock = new FakeClock(NOW)
    const { call, stop } = await startApp({ clock })
    const quiet = 'nobody speaks of it'
    await call('POST', '/v1/alerts', [{ key: quiet, name: quiet, state: 'low', source: 'stale' }])
    const listed = async (query: string) =>
      (await call('GET', `/v1/alerts?source=stale&stale=true${query}`)).json.items.length
    const before = await listed('')
    clock.advance(86_400_001)
    const results = [before, await listed(''), await listed('&active=true'), await listed('&active=false')]
    results.push(await listed('&state=high'), await listed('&state=low'))

    await stop()
    assert.deepEqual(results, [0, 1, 1, 0, 0, 1])
  })
})

describe('GET /v1/alerts', () => {
  let app: TestApp
  let call: TestApp['call']
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    call = app.call
    const states = ['low', 'medium', 'high', 'high', 'low'] as const
    await call(
      'POST',
      '/v1/alerts',
      states.map((state, index) => ({
        key: `key ${index + 1}`,
        name: index % 2 === 0 ? 'even' : 'odd',
        state,
        source: index === 4 ? 'other' : 'api',
      })),
    )
    await call('POST', '/v1/alerts', { key: 'key 1', name: 'even', state: 'cleared' })
  })
  after(() => app.stop())

  const idsOf = async (query: string): Promise<readonly number[]> =>
    (await call('GET', `/v1/alerts${query}`)).json.items.map(({ id }: { id: number }) => id)

  it('lists newest first, a page at a time, until next is null', async () => {
    const pages: number[][] = []
    let query = '?limit=2'
    while (query !== '') {
      const { json } = await call('GET', `/v1/alerts${query}`)
      pages.push(json.items.map(({ id }: { id: number }) => id))
      query = json.next === null ? '' : `?limit=2&cursor=${json.next}`
    }

    assert.deepEqual(pages, [[5, 4], [3, 2], [1]])
  })

  it('has no next page when the last one is exactly full', async () => {
    const { json } = await call('GET', '/v1/alerts?limit=5')

    assert.deepEqual([json.items.length, json.next], [5, null])
  })

  it('filters by state (a list or one by one), source, key and name, all at once', async () => {
    assert.deepEqual(await idsOf('?state=high,medium'), [4, 3, 2])
    assert.deepEqual(await idsOf('?state=high&state=medium'), [4, 3, 2])
    assert.deepEqual(await idsOf('?state=cleared'), [1])
    assert.deepEqual(await idsOf('?source=other'), [5])
    assert.deepEqual(await idsOf('?key=key%202'), [2])
    assert.deepEqual(await idsOf('?name=even&state=high'), [3])
    assert.deepEqual(await idsOf('?name=nothing'), [])
  })

  const wrong: readonly (readonly [query: string, issue: RegExp])[] = [
    ['limit=abc', /^limit: must be a whole number from 1 to 500$/],
    ['limit=0', /^limit: must be a whole number from 1 to 500$/],
    ['limit=501', /^limit: must be a whole number from 1 to 500$/],
    ['limit=5&limit=6', /^limit: must stand only once$/],
    ['cursor=bogus', /^cursor: is not a cursor of this list; give `next`/],
    ['state=bogus', /^state: is "bogus", but must be one of cleared, low, medium, high$/],
    ['state=', /^state: is "", but must be one of/],
    ['source=', /^source: must not be empty; leave it out to get all$/],
    [
      'sort=name',
      /^sort: is an unknown query parameter; known are limit, cursor, state, active, stale, server, search, label, object, source, key, name, order$/,
    ],
  ]
  for (const [query, issue] of wrong) {
    it(`refuses ?${query} with the remedy`, async () => {
      const [first, ...more] = assertProblem(await call('GET', `/v1/alerts?${query}`), 400)

      assert.match(first ?? '', issue)
      assert.deepEqual(more, [])
    })
  }

  it('names every wrong query parameter at once', async () => {
    const issues = assertProblem(await call('GET', '/v1/alerts?limit=x&cursor=y&state=z'), 400)

    assert.deepEqual(
      issues.map((issue) => issue.split(':')[0]),
      ['limit', 'cursor', 'state'],
    )
  })

  for (const id of ['99', '0', 'abc', '1.5', '9'.repeat(30), '%00']) {
    it(`answers 404 for the id ${id}`, async () => {
      assertProblem(await app.call('GET', `/v1/alerts/${id}`), 404)
    })
  }
})
