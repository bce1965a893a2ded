import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { EXAMINED_MAX } from '../../../src/api/v1/paging.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { alertDetails, jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

interface Listed {
  readonly id: number
  readonly [name: string]: unknown
}

describe('the list of deliveries, for people', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    const { store } = app
    await store.createWebhook(newWebhook({ name: 'alerts' }), NOW)
    await store.createWebhook(newWebhook({ name: 'jobs', payloadType: 'JOB' }), NOW)
    await store.acceptObservations([observation({ key: 'a', state: 'low' })], NOW)
    await store.acceptObservations([observation({ key: 'a', state: 'high', at: NOW + 1 })], NOW)
    await store.acceptJobRuns([jobRunReport()], NOW)
    await store.acceptObservations([observation({ key: 'a', state: 'cleared', at: NOW + 2 })], NOW)
    await store.acceptObservations([observation({ key: 'b', state: 'medium', details: {} })], NOW)
  })
  after(() => app.stop())

  const list = async (query = '') => (await app.call('GET', `/v1/deliveries?${query}`)).json
  const ids = async (query: string) => (await list(query)).items.map(({ id }: Listed) => id)

  it('tells of each what it brings and to whom', async () => {
    const { items } = await list()

    assert.deepEqual(
      items.map(({ webhook_name, event }: Listed) => [webhook_name, event]),
      [
        [
          'alerts',
          { ...alert('cleared', 'medium', 'Replication lag'), object_name: null, server_name: null },
        ],
        ['alerts', { ...alert('high', 'cleared', 'Replication lag'), at: '2026-09-14T03:00:00.002Z' }],
        [
          'jobs',
          {
            kind: 'job_run',
            name: 'nightly-rollup',
            at: '2026-09-14T03:00:00.000Z',
            old_state: null,
            new_state: null,
            trigger: null,
            status: 'failure',
            object_name: null,
            server_name: 'pg-billing-1',
          },
        ],
        ['alerts', { ...alert('low', 'high', 'Replication lag'), at: '2026-09-14T03:00:00.001Z' }],
        ['alerts', alert('cleared', 'low', 'Replication lag')],
      ],
    )
  })

  it('takes the severity and the kind of what happened, alone and with other filters', async () => {
    assert.deepEqual(await ids('severity=high'), [2])
    assert.deepEqual(await ids('severity=low,cleared'), [4, 1])
    assert.deepEqual(await ids('kind=job_run'), [3])
    assert.deepEqual(await ids('kind=alert'), [5, 4, 2, 1])
    assert.deepEqual(await ids('kind=job_run&severity=high'), [])
    assert.deepEqual(await ids('severity=high,low&state=waiting'), [2])
    assert.deepEqual(await ids('kind=alert&webhook_id=2'), [])
  })

  it('goes on page by page with them, until there is nothing more', async () => {
    const seen: number[] = []
    let query = 'kind=alert&limit=2'
    for (let page = 0; page < 9; page += 1) {
      const { items, next } = await list(query)
      seen.push(...items.map(({ id }: Listed) => id))
      if (next === null) break
      query = `kind=alert&limit=2&cursor=${next}`
    }

    assert.deepEqual(seen, [5, 4, 2, 1])
  })

  it('looks only so far for a page, and leads on from there', async () => {
    for (let batch = 0; batch < EXAMINED_MAX / 500; batch += 1) {
      const reports = Array.from({ length: 500 }, (_, index) =>
        observation({ key: `${batch} ${index}`, state: 'high' }),
      )
      await app.store.acceptObservations(reports, NOW)
    }

    const first = await list('severity=low')
    const second = await list(`severity=low&cursor=${first.next}`)

    assert.deepEqual([first.items, typeof first.next], [[], 'string'])
    assert.deepEqual([second.items.map(({ id }: Listed) => id), second.next], [[1], null])
  })

  it('says null for a webhook that has been deleted', async () => {
    await app.store.deleteWebhook(2, { now: NOW })

    assert.equal((await list('kind=job_run&state=cancelled')).items[0]?.webhook_name, null)
  })

  it('refuses a severity that there is not', async () => {
    assert.deepEqual(assertProblem(await app.call('GET', '/v1/deliveries?severity=critical'), 400), [
      'severity: is "critical", but must be one of cleared, low, medium, high',
    ])
  })
})

describe('the list of alerts, for people', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    await app.store.acceptObservations(
      [
        observation({ key: 'a', state: 'low' }),
        observation({
          key: 'b',
          details: alertDetails({ objectName: 'disk /data', serverName: 'PG-Billing-1' }),
        }),
        observation({ key: 'c' }),
        observation({ key: 'c', state: 'cleared', at: NOW + 1 }),
        observation({ key: 'd', details: {} }),
      ],
      NOW,
    )
  })
  after(() => app.stop())

  const keys = async (query: string) =>
    (await app.call('GET', `/v1/alerts?${query}`)).json.items.map(({ key }: { key: string }) => key)

  it('takes whether they are raised, and part of the names of server and object', async () => {
    assert.deepEqual(await keys('active=true'), ['d', 'b', 'a'])
    assert.deepEqual(await keys('active=false'), ['c'])
    assert.deepEqual(await keys('active=true&state=cleared'), [])
    assert.deepEqual(await keys('active=true&state=cleared,low'), ['a'])
    assert.deepEqual(await keys('server=pg-'), ['c', 'b', 'a'])
    assert.deepEqual(await keys('server=billing&object=DATA'), ['b'])
    assert.deepEqual(await keys('object=pg&active=true'), ['a'])
    assert.deepEqual(await keys('server=nobody'), [])
  })
})

function alert(oldState: string, newState: string, name: string) {
  return {
    kind: 'alert',
    name,
    at: '2026-09-14T03:00:00.000Z',
    old_state: oldState,
    new_state: newState,
    trigger: 'change',
    status: null,
    object_name: 'pg-orders-2',
    server_name: 'pg-orders-2',
  }
}
