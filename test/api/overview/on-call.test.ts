import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

interface OnCall {
  readonly servers: readonly {
    readonly name: string | null
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

  it('groups active alerts by server, worst first', async () => {
    const onCall = await read()

    assert.deepEqual(shownIn(onCall), [
      ['pg-2', 'high Replication lag', 'low Cache is cold'],
      [null, 'medium Backup is old'],
      ['pg-1', 'medium Disk is full'],
    ])
    assert.deepEqual([onCall.shown, onCall.is_complete], [4, true])
  })

  it('says who was notified, and names who was not', async () => {
    const [{ alerts } = { alerts: [] }] = (await read()).servers
    const pager = { webhook_id: 1, webhook_name: 'pager', state: 'pending' }
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

function flags() {
  return { low: false, medium: true, high: true, cleared: true }
}

function report(name: string, server: string | undefined, state: string, labels = {}) {
  return { key: `${name} ${server}`, name, state, labels, ...(server && { server: { name: server } }) }
}
