import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

/** Filters that every list with texts has. */
describe('server, search and label', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    await app.store.createWebhook(newWebhook({ name: 'alerts' }), NOW)
    await app.store.createWebhook(newWebhook({ name: 'jobs', payloadType: 'JOB' }), NOW)
    await app.call('POST', '/v1/alerts', [
      { key: 'a', name: 'Replication lag', state: 'high', server: { name: 'pg-billing-3' }, labels: DBA },
      { key: 'b', name: 'Disk', state: 'low', server: { name: 'pg-web-1' }, database: 'billing_old' },
    ])
    await app.call('POST', '/v1/job-runs', [
      { ...run('nightly', 'Backup'), server: { name: 'pg-billing-3' }, labels: DBA },
      { ...run('hourly', 'Vacuum'), server: { name: 'pg-web-1' } },
    ])
  })
  after(() => app.stop())

  const count = async (path: string) => {
    const { status, json } = await app.call('GET', path)
    assert.equal(status, 200, `${path}: ${JSON.stringify(json)}`)
    return json.items.length
  }

  const EXPECTED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    '/v1/alerts': { 'server=BILLING': 1, 'search=billing': 2, 'label=team%3Ddba': 1, 'label=team%3Dweb': 0 },
    '/v1/job-runs': { 'server=billing-3': 1, 'search=hourly': 1, 'label=team%3Ddba': 1 },
    '/v1/events': { 'server=billing-3': 2, 'search=billing': 3, 'label=team%3Ddba&search=lag': 1 },
    '/v1/deliveries': {
      'server=billing-3': 2,
      'search=vacuum': 1,
      'label=team%3Ddba&kind=alert': 1,
      'severity=low&search=billing': 1,
      'severity=high&search=vacuum': 0,
    },
  }
  for (const [path, queries] of Object.entries(EXPECTED)) {
    it(`filter ${path}`, async () => {
      for (const [query, expected] of Object.entries(queries)) {
        assert.equal(await count(`${path}?${query}`), expected, query)
      }
    })
  }

  it('filter an operation, which says so afterwards', async () => {
    const filter = { state: ['pending'], server: 'billing-3', search: 'lag', label: ['team=dba'] }
    const dry = await app.call('POST', '/v1/delivery-operations', { kind: 'cancel', filter, dry_run: true })
    assert.deepEqual([dry.status, dry.json.matching], [200, 1])

    const started = await app.call('POST', '/v1/delivery-operations', { kind: 'cancel', filter })
    assert.equal(started.status, 202)
    assert.deepEqual({ ...started.json.filter, ...filter }, started.json.filter)
    await app.store.advanceOperations({ now: NOW, limit: 100 })
    const { json } = await app.call('GET', '/v1/deliveries?state=cancelled')
    assert.deepEqual(
      json.items.map(({ event }: { event: { name: string } }) => event.name),
      ['Replication lag'],
    )
  })

  it('refuses what is no label, and names it', async () => {
    const { status, json } = await app.call('POST', '/v1/delivery-operations', {
      kind: 'cancel',
      filter: { label: ['team'] },
    })
    assert.equal(status, 400)
    assert.match(JSON.stringify(json), /filter\.label\.0/)
  })
})

const DBA = { team: 'dba' }

function run(jobId: string, name: string) {
  return { job_id: jobId, run_id: '1', name, status: 'failure' }
}
