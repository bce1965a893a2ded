import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

describe('/v1/job-runs', () => {
  let app: TestApp
  let call: TestApp['call']
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    call = app.call
    await app.store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
    await app.store.createWebhook(newWebhook({ payloadType: 'ALERT' }), NOW)
  })
  after(() => app.stop())

  const run = { job_id: '12', run_id: '1', name: 'nightly', status: 'failure' }

  it('accepts a run once, and tells the JOB webhooks once', async () => {
    const first = await call('POST', '/v1/job-runs', { ...run, run_id: 'once' })
    const again = await call('POST', '/v1/job-runs', { ...run, run_id: 'once', status: 'success' })

    const [accepted] = first.json.results
    assert.deepEqual(accepted, { ...accepted, result: 'accepted', deliveries: 1 })
    assert.deepEqual(again.json.results, [
      { result: 'duplicate', job_run_id: accepted.job_run_id, event_id: null, deliveries: 0 },
    ])
  })

  it('returns every reported detail, numbers as text', async () => {
    const notified = {
      agent: { id: '3', name: 'agent-eu-1' },
      server: { id: '17', name: 'pg-billing-1', address: '192.0.2.13', port: '5432' },
      database: 'billing',
      exit_code: '3',
      output: 'ERROR:  "deadlock"\n',
      command: "CALL rollup('day')",
      labels: { team: 'dba' },
    }

    const posted = await call('POST', '/v1/job-runs', {
      ...notified,
      source: 'pgagent',
      job_id: 12,
      run_id: 51_877,
      name: 'nightly-rollup',
      status: 'cancelled',
      started_at: '2026-09-14T02:55:23Z',
      ended_at: '2026-09-14T02:59:59.9Z',
      server: { ...notified.server, port: 5432 },
      exit_code: 3,
    })
    const { job_run_id: id, event_id: eventId } = posted.json.results[0]
    const { json } = await call('GET', `/v1/job-runs/${id}`)
    const { json: event } = await call('GET', `/v1/events/${eventId}`)
    assert.equal((await call('GET', '/v1/job-runs')).json.items[0].event_id, eventId)

    const expected = {
      source: 'pgagent',
      job_id: '12',
      run_id: '51877',
      name: 'nightly-rollup',
      status: 'cancelled',
      started_at: '2026-09-14T02:55:23.000Z',
      ended_at: '2026-09-14T02:59:59.900Z',
      accepted_at: '2026-09-14T03:00:00.000Z',
      ...notified,
    }
    assert.deepEqual(json, { event_id: eventId, id, ...expected })
    assert.deepEqual(event, {
      ...expected,
      id: eventId,
      kind: 'job_run',
      at: expected.ended_at,
      job_run_id: id,
      deliveries: event.deliveries,
      not_notified: event.not_notified,
      not_notified_counts: event.not_notified_counts,
    })
  })

  it('takes now for the end of a run that does not say', async () => {
    const posted = await call('POST', '/v1/job-runs', { ...run, run_id: 'now', started_at: null })

    const { json } = await call('GET', `/v1/job-runs/${posted.json.results[0].job_run_id}`)

    assert.deepEqual([json.ended_at, json.started_at], ['2026-09-14T03:00:00.000Z', null])
  })

  it('takes a list as a whole or not at all', async () => {
    const before = await app.store.listJobRuns({}, { limit: 1 })

    const refused = await call('POST', '/v1/job-runs', [
      { ...run, run_id: 'list 1' },
      { ...run, run_id: '' },
    ])

    assert.deepEqual(assertProblem(refused, 400), ['[1].run_id: must not be empty'])
    assert.deepEqual(await app.store.listJobRuns({}, { limit: 1 }), before)
    const accepted = await call('POST', '/v1/job-runs', [
      { ...run, run_id: 'list 1' },
      { ...run, run_id: 'list 2' },
      { ...run, run_id: 'list 1' },
    ])
    assert.deepEqual(
      accepted.json.results.map(({ result }: { result: string }) => result),
      ['accepted', 'accepted', 'duplicate'],
    )
  })

  const wrong: readonly (readonly [what: string, body: unknown, issues: readonly string[]])[] = [
    ['a missing run id', { ...run, run_id: undefined }, ['run_id: is required']],
    ['a fraction as an id', { ...run, run_id: 1.5 }, ['run_id: must be a string or an integer']],
    ['null as an id', { ...run, job_id: null }, ['job_id: must be a string or an integer']],
    [
      'an unknown status',
      { ...run, status: 'ok' },
      ['status: must be one of "success", "failure", "cancelled"'],
    ],
    [
      'a start after the end',
      { ...run, started_at: '2026-09-14T02:00:01Z', ended_at: '2026-09-14T02:00:00Z' },
      ['started_at: must not be later than `ended_at`'],
    ],
    [
      'the former name of the end',
      { ...run, finished_at: '2026-09-14T02:00:00Z' },
      ['finished_at: is called ended_at'],
    ],
    [
      'an end in the future',
      { ...run, ended_at: '2026-09-14T03:11:00Z' },
      ['ended_at: must not be more than 10 minutes in the future; check the clock of the sender'],
    ],
  ]
  for (const [what, body, issues] of wrong) {
    it(`refuses ${what}`, async () => {
      assert.deepEqual(assertProblem(await call('POST', '/v1/job-runs', body), 400), issues)
    })
  }

  it('lists newest first, filtered by source, job and status', async () => {
    await call('POST', '/v1/job-runs', [
      { ...run, source: 'list', run_id: 'a', status: 'success' },
      { ...run, source: 'list', run_id: 'b', job_id: '13' },
      { ...run, source: 'list', run_id: 'c' },
    ])
    const runsOf = async (query: string) =>
      (await call('GET', `/v1/job-runs?source=list${query}`)).json.items.map(
        ({ run_id: runId }: { run_id: string }) => runId,
      )

    assert.deepEqual(await runsOf(''), ['c', 'b', 'a'])
    assert.deepEqual(await runsOf('&job_id=12'), ['c', 'a'])
    assert.deepEqual(await runsOf('&status=success'), ['a'])
    assert.deepEqual(await runsOf('&limit=1'), ['c'])
    assertProblem(await call('GET', '/v1/job-runs?status=success,failure'), 400)
  })

  it('answers 404 for an unknown run', async () => {
    assertProblem(await call('GET', '/v1/job-runs/4711'), 404)
  })
})
