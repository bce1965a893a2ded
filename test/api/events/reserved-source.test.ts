import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runTool } from '../../cli/run-tool.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app/start-app.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

const REFUSED = 'must not be tocsin, the name of what Tocsin itself reports; give the sender another name'
const HOUR_MS = 3_600_000

describe('the name of what Tocsin itself reports', () => {
  let app: TestApp
  let clock: FakeClock
  before(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock, listen: true, settings: { TOCSIN_STALE_AFTER: '1h' } })
  })
  after(() => app.stop())

  const alert = { key: 'd', name: 'Disk full', state: 'high' }
  const run = { job_id: 1, run_id: 1, name: 'copy', status: 'failure' }
  const event = {
    specversion: '1.0',
    id: '1',
    type: 'com.example.alert',
    source: 'tocsin',
    subject: 'disk',
    data: alert,
  }

  for (const [door, path, body, mistake] of [
    ['an alert', '/v1/alerts', { ...alert, source: 'tocsin' }, `source: ${REFUSED}`],
    ['an alert with blanks around it', '/v1/alerts', { ...alert, source: ' tocsin ' }, `source: ${REFUSED}`],
    [
      'an alert with what nobody sees',
      '/v1/alerts',
      { ...alert, source: 'toc\u200bsin\u2060' },
      `source: ${REFUSED}`,
    ],
    ['a list of alerts', '/v1/alerts', [alert, { ...alert, source: 'tocsin' }], `[1].source: ${REFUSED}`],
    ['a job run', '/v1/job-runs', { ...run, source: 'tocsin' }, `source: ${REFUSED}`],
    ['a list of job runs', '/v1/job-runs', [run, { ...run, source: 'tocsin' }], `[1].source: ${REFUSED}`],
    ['a CloudEvent', '/intake/cloudevents', event, undefined],
  ] as const) {
    it(`is refused in ${door}, which changes nothing`, async () => {
      const refused = await app.call('POST', path, body)

      if (mistake !== undefined) assert.deepEqual(assertProblem(refused, 400), [mistake])
      else
        assert.match(JSON.stringify(refused.json), /event 0: source must not be tocsin, .* such as \/tocsin/)
      assert.equal(refused.status, 400)
      for (const list of ['/v1/alerts', '/v1/job-runs', '/v1/events'])
        assert.deepEqual((await app.call('GET', list)).json.items, [])
    })
  }

  it('is refused by the commands that report', async () => {
    const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, HOME: '/nonexistent' }
    const own = ['--source', 'tocsin']
    for (const argv of [
      ['alert', 'send', '--key', 'k', '--name', 'n', '--state', 'low', ...own],
      ['job', 'send', '--job-id', '1', '--run-id', '1', '--name', 'n', '--status', 'failure', ...own],
    ]) {
      const refused = await runTool(argv, { environment })
      assert.deepEqual([refused.code, refused.err.includes(REFUSED)], [1, true], refused.err)
    }
    const ran = await runTool(['run', ...own, '--no-spool', '--', 'echo', 'done'], { environment })
    assert.deepEqual([ran.code, ran.err.includes(REFUSED)], [0, true], 'the job runs all the same')
  })

  it('leaves what an earlier release took under it as it is: shown, held, and cleared by hand', async () => {
    await app.store.createWebhook(newWebhook(), clock.now())
    const old = observation({ source: 'tocsin', key: 'd', name: 'Disk full', at: clock.now() })
    await app.store.acceptObservations([old], clock.now())
    await app.store.acceptJobRuns([jobRunReport({ source: 'tocsin' })], clock.now())
    const { json: list } = await app.call('GET', '/v1/alerts?source=tocsin')
    const [{ id }] = list.items

    assert.deepEqual([list.items.length, list.items[0].state], [1, 'high'])
    assert.match(JSON.stringify((await app.call('GET', '/v1/on-call')).json), /Disk full/)
    const preview = await app.call('POST', '/v1/silences/preview', { match: 'source="tocsin"' })
    assert.equal(preview.json.active_alerts, 1)
    const { json: runs } = await app.call('GET', '/v1/events?notified_nobody=true')
    assert.deepEqual(
      runs.items.map(({ kind }: { kind: string }) => kind),
      ['job_run'],
      'the alert went to the webhook',
    )
    assert.equal((await app.call('GET', '/v1/overview')).json.notified_nobody, 1)
    clock.advance(2 * HOUR_MS)
    assert.equal((await app.call('GET', '/v1/alerts?stale=true')).json.items.length, 1)
    const cleared = await app.call('POST', `/v1/alerts/${id}/clear`, { note: 'nobody reports it any more' })
    assert.deepEqual([cleared.status, cleared.json.alert.ended_by], [200, 'person'])
  })
})
