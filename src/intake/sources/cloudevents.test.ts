import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readContext, sourceBody } from '../../../test/support/sources/source-reading.ts'
import { CLOUDEVENTS } from './cloudevents.ts'

const notification = sourceBody('cloudevents')
const observation = {
  specversion: '1.0',
  id: 'e-1',
  source: '/monitors/own',
  type: 'com.example.alert',
  subject: 'disk pg-1',
  data: {
    name: 'Disk is full',
    state: 'low',
    current_value: 97,
    database: 'orders',
    labels: { team: 'dba' },
  },
}
const jobRun = {
  specversion: '1.0',
  id: 'e-2',
  source: '/cron',
  type: 'tocsin.job_run',
  subject: 'rollup',
  time: '2026-09-14T04:00:00Z',
  data: { name: 'Nightly rollup', status: 'failure', exit_code: 1, output: 'deadlock detected' },
}
const { now } = readContext()
const read = (body: unknown) => CLOUDEVENTS.read(body, readContext())

describe('CloudEvents', () => {
  it('reads what another Tocsin tells of an alert', () => {
    assert.deepEqual(read(notification), {
      errors: [],
      jobRuns: [],
      observations: [
        {
          source: 'a-source',
          key: '/tocsin|alert:zabbix:4711',
          name: 'Replication lag',
          state: 'high',
          at: Date.parse('2026-09-14T04:00:12Z'),
          since: Date.parse('2026-09-14T03:59:00Z'),
          details: {
            serverId: '17',
            serverName: 'pg-orders-2',
            serverAddress: '10.20.0.12',
            serverPort: '5432',
            database: 'orders',
            objectType: 'server',
            objectName: 'pg-orders-2',
            currentValue: '412',
            thresholdValue: '60',
            info: 'Standby pg-orders-2 is 412 s behind.',
          },
        },
      ],
    })
    const cleared = {
      ...notification,
      data: { ...notification.data, alert: { ...notification.data.alert, state: 'Cleared' } },
    }
    const [end] = read(cleared).observations
    assert.deepEqual([end?.state, end?.since], ['cleared', undefined])
  })

  it('reads an observation as the API takes it', () => {
    assert.deepEqual(read(observation).observations, [
      {
        source: 'a-source',
        key: '/monitors/own|disk pg-1',
        name: 'Disk is full',
        state: 'low',
        at: now,
        details: { currentValue: '97', database: 'orders', labels: { team: 'dba' } },
      },
    ])
  })

  it('reads job runs, known by the run or else by the event', () => {
    const [run] = read(jobRun).jobRuns ?? []

    assert.deepEqual(run, {
      source: 'a-source',
      jobId: '/cron|rollup',
      runId: 'e-2',
      name: 'Nightly rollup',
      status: 'failure',
      startedAt: null,
      finishedAt: Date.parse('2026-09-14T04:00:00Z'),
      details: { exitCode: '1', output: 'deadlock detected' },
    })
    const named = read({ ...jobRun, data: { ...jobRun.data, job_id: 12, run_id: 51877 } }).jobRuns?.[0]
    assert.deepEqual([named?.jobId, named?.runId], ['/cron|12', '51877'])
  })

  it('takes a batch of both, and names what is wrong with one of them', () => {
    const { observations, jobRuns, errors } = read([observation, { ...jobRun, type: 'x' }, jobRun, null])

    assert.deepEqual([observations.length, jobRuns?.length], [1, 1])
    assert.deepEqual(errors, [
      'event 1: type must have alert or job_run as one of its parts, such as tocsin.alert or com.example.job_run',
      'event 3: must be an object',
    ])
    assert.deepEqual(read([]).errors, [])
  })

  it('puts attributes from headers together with the data', () => {
    const headers = {
      'ce-specversion': '1.0',
      'ce-id': 'e-1',
      'ce-source': '/monitors/own',
      'ce-type': 'com.example.alert',
      'ce-subject': 'gr%C3%B6%C3%9Fe 100%',
      'content-type': 'application/json',
    }
    const body = CLOUDEVENTS.assemble?.(observation.data, headers)

    assert.ok(CLOUDEVENTS.recognises(body))
    assert.equal(read(body).observations[0]?.key, '/monitors/own|gr%C3%B6%C3%9Fe 100%')
    const encoded = CLOUDEVENTS.assemble?.(observation.data, { ...headers, 'ce-subject': 'gr%C3%B6%C3%9Fe' })
    assert.equal(read(encoded).observations[0]?.key, '/monitors/own|größe')
    assert.equal(CLOUDEVENTS.assemble?.(observation, {}), observation)
  })

  it('takes a clear without a name', () => {
    const { observations, errors } = read({ ...observation, data: { state: 'cleared' } })

    assert.deepEqual(errors, [])
    assert.partialDeepStrictEqual(observations, [{ name: '', state: 'cleared' }])
  })

  for (const [members, error] of [
    [{ specversion: '0.3' }, 'event 0: specversion must be "1.0"'],
    [{ id: '' }, 'event 0: id must be a text'],
    [{ source: 7 }, 'event 0: source must be a text'],
    [{ source: 'tocsin' }, /^event 0: source must not be tocsin, .* such as \/tocsin$/],
    [{ data: 'text' }, /data must be an object, as POST \/v1\/alerts/],
    [{ data_base64: 'e30=' }, /data_base64 is not understood/],
    [{ subject: undefined }, /data\.key, or else subject, must say which alert/],
    [{ data: { name: 'x' } }, /data\.state must be cleared, low, medium or high/],
    [
      { data: { state: 'low' } },
      'event 0: there is no name at "data.name" or "data.alert.name"; only a clear may leave the name out',
    ],
    [{ type: 'a.job_run', subject: '' }, /data\.job_id, or else subject, must say which job/],
  ] as const) {
    it(`refuses ${JSON.stringify(members)}`, () => {
      const { observations, errors } = read({ ...observation, ...members })

      assert.deepEqual(observations, [])
      assert.equal(errors.length, 1)
      if (typeof error === 'string') assert.equal(errors[0], error)
      else assert.match(errors[0] ?? '', error)
    })
  }

  it('does not take what has gone round, and takes what is only passed on', () => {
    const from = (source: string, subject: string) => ({ ...observation, source, subject })
    const passedOn = 'alert:cloudevents:/b#x_alert:cloudevents:/a_alert:api:disk~98f6ec66c44ede3a'
    const round = CLOUDEVENTS.read([from('/a', passedOn), from('/b?x', 'disk')], readContext())

    assert.equal(CLOUDEVENTS.read(from('/c', passedOn), readContext()).observations.length, 1)
    assert.equal(CLOUDEVENTS.read(from('/a', 'alert:api:/a'), readContext()).observations.length, 1)
    assert.deepEqual([round.observations.map(({ key }) => key), round.errors], [['/b?x|disk'], []])
    assert.match(round.note ?? '', /^A loop: 1 of the events passed the same source before/)
    assert.equal(round.warning, 'loop_detected')
  })

  it('does not take a job run that has gone round', () => {
    const { jobRuns, note } = CLOUDEVENTS.read(
      { ...jobRun, subject: 'job:cloudevents:/cron_job:api:rollup~98f6ec66c44ede3a' },
      readContext(),
    )

    assert.deepEqual(jobRuns, [])
    assert.match(note ?? '', /^A loop: 1 of the events/)
  })
})
