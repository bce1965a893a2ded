import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import type { CallResponse } from '../../support/app/start-app.ts'
import { SourceApps } from '../../support/sources/start-with-sources.ts'

const SOURCES = `
sources:
  monpg:
    dialect: json
    fields: { key: alert_id, name: rule_name, state: status }
  jobs:
    dialect: json
    kind: job
    fields: { job_id: job, run_id: run, name: job, status: status, output: output }
`
const cloudEvent = sourceBody('cloudevents')
const monpg = sourceBody('json-monpg')

const apps = new SourceApps()
after(() => apps.stop())

const start = () => apps.start(SOURCES, { clock: new FakeClock(Date.parse('2026-09-14T04:30:00Z')) })

const resultsOf = ({ status, json, text }: CallResponse): readonly string[] => {
  assert.equal(status, 200, text)
  return json.results.map(({ result }: { result: string }) => result)
}

describe('CloudEvents and JSON', () => {
  const run = {
    specversion: '1.0',
    id: 'r-1',
    source: '/cron',
    type: 'tocsin.job_run',
    subject: 'rollup',
    data: { name: 'Rollup', status: 'failure' },
  }

  it('mixed batches: alerts and job runs, with one invalid element; a replay is a duplicate', async () => {
    const app = await start()
    const batch = await app.call('POST', '/intake/cloudevents', [cloudEvent, run, { ...run, data: {} }])
    assert.equal(batch.status, 400)
    assert.match(batch.json.detail, /event 2: there is no name .*The other 2 of the request are taken in/)

    const again = await app.call('POST', '/intake/cloudevents', [cloudEvent, run], {
      'content-type': 'application/cloudevents-batch+json',
    })
    assert.deepEqual(resultsOf(again), ['refreshed'])
    assert.deepEqual(
      again.json.job_runs.map(({ result }: { result: string }) => result),
      ['duplicate'],
    )
  })

  it('empty array (200)', async () => {
    const app = await start()

    assert.deepEqual(resultsOf(await app.call('POST', '/intake/cloudevents', [])), [])
    assert.deepEqual(resultsOf(await app.call('POST', '/intake/monpg', [])), [])
  })

  it('attributes in headers', async () => {
    const app = await start()
    const headers = {
      'ce-specversion': '1.0',
      'ce-id': 'e-1',
      'ce-source': '/own',
      'ce-type': 'com.example.alert',
      'ce-subject': 'gr%C3%B6%C3%9Fe',
      'ce-time': '2026-09-14T06:00:00.123456789+02:00',
    }
    await app.call('POST', '/intake/cloudevents', { name: 'x', state: 'low' }, headers)

    const [alert] = await app.store.listAlerts({ source: 'cloudevents' }, { limit: 1 })
    assert.deepEqual([alert?.key, alert?.changedAt], ['/own|größe', Date.parse('2026-09-14T04:00:00.123Z')])
  })

  it('job runs by a mapping: a replay is a duplicate', async () => {
    const app = await start()
    const body = { job: 'rollup', run: 7, status: 'ok', output: 'x'.repeat(100_000) }
    const [first, again] = [
      await app.call('POST', '/intake/jobs', body),
      await app.call('POST', '/intake/jobs', [body]),
    ]

    assert.deepEqual(
      [first.json.job_runs[0].result, again.json.job_runs[0].result],
      ['accepted', 'duplicate'],
    )
    const [stored] = await app.store.listJobRuns({ source: 'jobs' }, { limit: 1 })
    assert.deepEqual([stored?.status, stored?.details.output?.length], ['success', 65_536])
  })

  it('a form is an object of texts', async () => {
    const app = await start()
    const form = 'alert_id=7&rule_name=Disk+is+full&status=firing'
    const response = await app.call('POST', '/intake/monpg', form, {
      'content-type': 'application/x-www-form-urlencoded',
    })

    assert.deepEqual(resultsOf(response), ['raised'])
    const [alert] = await app.store.listAlerts({ source: 'monpg' }, { limit: 1 })
    assert.deepEqual([alert?.key, alert?.name], ['7', 'Disk is full'])
  })

  it('entries without key or name are named with the places that were looked at', async () => {
    const app = await start()
    const { status, json } = await app.call('POST', '/intake/monpg', [monpg, { ...monpg, alert_id: null }])

    assert.equal(status, 400)
    assert.match(
      json.detail,
      /mapping of the source in TOCSIN_SOURCES_FILE: alert 1: there is no key at "alert_id"\. The other one/,
    )
  })
})
