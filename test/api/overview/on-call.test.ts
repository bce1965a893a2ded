import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

interface OnCall {
  readonly total: number
  readonly counts: object
  readonly server_count: number
  readonly notified_nobody: { readonly count: number; readonly alerts: readonly object[] }
  readonly servers: readonly {
    readonly name: string | null
    readonly counts: object
    readonly alerts: readonly {
      readonly name: string
      readonly state: string
      readonly notified: object
    }[]
  }[]
}

describe('GET /v1/on-call', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    await app.store.createWebhook(newWebhook({ name: 'pager', alertFlags: flags() }), NOW)
    await app.call('POST', '/v1/alerts', [
      report('Disk is full', 'pg-1', 'medium', { team: 'dba' }),
      report('Replication lag', 'pg-2', 'high', { team: 'dba' }),
      report('Cache is cold', 'pg-2', 'low', { team: 'web' }),
      report('Backup is old', undefined, 'medium'),
      report('Long gone', 'pg-3', 'high'),
      { ...report('Long gone', 'pg-3', 'high'), state: 'cleared' },
    ])
  })
  after(() => app.stop())

  const read = async (query = '') => {
    const { status, json } = await app.call('GET', `/v1/on-call${query}`)
    assert.equal(status, 200)
    return json as OnCall & { readonly shown: number; readonly is_complete: boolean }
  }
  const shownIn = ({ servers }: OnCall) =>
    servers.map(({ name, alerts }) => [name, ...alerts.map((alert) => `${alert.state} ${alert.name}`)])

  it('groups active alerts by server, the worst and oldest first', async () => {
    const onCall = await read()

    assert.deepEqual(shownIn(onCall), [
      ['pg-2', 'high Replication lag', 'low Cache is cold'],
      ['pg-1', 'medium Disk is full'],
      [null, 'medium Backup is old'],
    ])
    assert.deepEqual([onCall.shown, onCall.is_complete], [4, true])
  })

  it('says who was notified, and names who was not', async () => {
    const [{ alerts } = { alerts: [] }] = (await read()).servers
    const pager = { webhook_id: 1, webhook_name: 'pager', state: 'pending', health: null }
    assert.deepEqual(
      alerts.map(({ notified }) => notified),
      [
        { notified: 0, on_the_way: 1, not_notified: 0, exceptions: [pager] },
        { notified: 0, on_the_way: 0, not_notified: 0, exceptions: [] },
      ],
    )
  })

  it('filters by severity, server, text and label', async () => {
    assert.deepEqual(shownIn(await read('?state=low,medium&server=PG-2')), [['pg-2', 'low Cache is cold']])
    assert.deepEqual(shownIn(await read('?search=disk')), [['pg-1', 'medium Disk is full']])
    assert.deepEqual(shownIn(await read('?label=team%3Dweb')), [['pg-2', 'low Cache is cold']])
    const { status, json } = await app.call('GET', '/v1/on-call?label=team')
    assert.equal(status, 400)
    assert.match(JSON.stringify(json), /label.*equals sign/)
  })
})

describe('GET /v1/on-call with more alerts than it shows', () => {
  let app: TestApp
  const clock = new FakeClock(NOW)
  const read = async (
    query = '',
  ): Promise<OnCall & { readonly shown: number; readonly is_complete: boolean }> =>
    (await app.call('GET', `/v1/on-call${query}`)).json
  const namesIn = ({ servers }: OnCall) => servers.flatMap(({ alerts }) => alerts.map(({ name }) => name))
  let oldestId: number
  before(async () => {
    app = await startApp({ clock })
    await app.store.createWebhook(newWebhook({ name: 'pager', match: 'label.team="dba"' }), NOW)
    const { json } = await app.call('POST', '/v1/alerts', [report('Primary is down', 'pg-main', 'high')])
    oldestId = json.results[0].alert_id
    clock.advance(1_000)
    const newer = (_: unknown, number: number) => ({
      ...report(`Storm ${number}`, `pg-${number % 55}`, 'high', { team: 'dba' }),
    })
    await app.call('POST', '/v1/alerts', Array.from({ length: 110 }, newer))
    await app.call('POST', '/v1/alerts', [report('Cache is cold', 'pg-0', 'low')])
  })
  after(() => app.stop())

  it('begins with the high alert of which nobody was notified, however old it is', async () => {
    const onCall = await read()

    assert.equal(namesIn(onCall)[0], 'Primary is down')
    assert.deepEqual(onCall.notified_nobody, {
      count: 1,
      alerts: [{ id: oldestId, name: 'Primary is down', server_name: 'pg-main' }],
    })
  })

  it('counts all of them, by severity and server', async () => {
    const { total, shown, is_complete: isComplete, counts, server_count: serverCount, servers } = await read()

    assert.deepEqual([total, shown, isComplete, serverCount], [112, 100, false, 56])
    assert.deepEqual(counts, { high: 111, medium: 0, low: 1 })
    const server = servers.find(({ name }) => name === 'pg-0')
    assert.deepEqual([server?.counts, server?.alerts.length], [{ high: 2, medium: 0, low: 1 }, 2])
  })

  it('counts what fits a filter, and says of all who was not notified', async () => {
    const {
      total,
      counts,
      server_count: serverCount,
      notified_nobody: notifiedNobody,
    } = await read('?server=pg-5')

    assert.deepEqual([total, counts, serverCount], [12, { high: 12, medium: 0, low: 0 }, 6])
    assert.equal(notifiedNobody.count, 1)
  })

  it('calls a notification late after a minute, and says how its receiver is', async () => {
    clock.advance(60_000)
    const onCall = await read()

    assert.equal(onCall.notified_nobody.count, 111)
    assert.equal(onCall.notified_nobody.alerts.length, 5)
    const notified = onCall.servers[1]?.alerts[0]?.notified
    const pager = { webhook_id: 1, webhook_name: 'pager', state: 'pending', health: 'late' }
    assert.deepEqual(notified, { notified: 0, on_the_way: 1, not_notified: 0, exceptions: [pager] })
  })

  it('sees at once that somebody acknowledged or silenced an alert', async () => {
    await app.call('POST', `/v1/alerts/${oldestId}/acknowledgement`, {})
    assert.equal((await read()).notified_nobody.count, 110)
    await app.call('POST', '/v1/silences', { match: 'label.team="dba"', for: '1h', reason: 'storm' })

    const onCall = await read()

    assert.equal(onCall.notified_nobody.count, 0)
    assert.equal(namesIn(onCall)[0], 'Cache is cold')
  })
})

function flags() {
  return { low: false, medium: true, high: true, cleared: true }
}

function report(name: string, server: string | undefined, state: string, labels = {}) {
  return { key: `${name} ${server}`, name, state, labels, ...(server && { server: { name: server } }) }
}
