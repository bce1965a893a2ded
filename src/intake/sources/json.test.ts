import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { readContext, sourceBody } from '../../../test/support/sources/source-reading.ts'
import { readFieldMapping } from '../../domain/source/field-mapping.ts'
import { JSON_MAPPED } from './json.ts'

const { now } = readContext()

function reader(members: Readonly<Record<string, unknown>>) {
  const mistakes: string[] = []
  const mapping = readFieldMapping('s', members, mistakes)
  assert.deepEqual(mistakes, [])
  return (body: unknown) => JSON_MAPPED.read(body, readContext({ mapping }))
}

const MONPG = {
  fields: {
    key: 'alert_id',
    name: 'rule_name',
    state: 'status',
    severity: 'severity',
    at: 'triggered_at',
    server_id: 'server_id',
    server_name: 'server_name',
    current_value: 'metric_value',
    threshold_value: 'threshold',
    info: 'details',
    source_link: 'url',
  },
}

describe('JSON with a mapping', () => {
  it('reads an object, numbers as they are written and objects as JSON', () => {
    const body = sourceBody('json-monpg')

    assert.deepEqual(reader(MONPG)(body), {
      errors: [],
      observations: [
        {
          source: 'a-source',
          key: 'a-8812',
          name: 'Long running transaction',
          state: 'medium',
          at: Date.parse('2026-09-14T04:10:00Z'),
          details: {
            serverId: '3',
            serverName: 'pg-billing-1',
            currentValue: '1834.5',
            thresholdValue: '900',
            info: JSON.stringify(body.details),
            sourceLink: body.url,
          },
        },
      ],
    })
    assert.equal(reader(MONPG)({ ...body, status: 'Resolved' }).observations[0]?.state, 'cleared')
  })

  it('reads a list in the body, with what stands beside the list, and names the entries that are wrong', () => {
    const read = reader({
      items: 'data.alerts',
      fields: {
        key: { join: ['$.cluster', 'labels["a b"]'] },
        name: ['labels.title', 'id'],
        labels: 'labels',
        object_type: { text: 'cluster' },
      },
    })
    const alerts = [
      { labels: { 'a b': 1, title: 'x' } },
      { labels: {} },
      { id: 2, labels: { 'a b': 2 } },
      'text',
    ]
    const { observations, errors } = read({ cluster: 'c', data: { alerts } })

    assert.deepEqual(
      observations.map(({ key, name, state, details }) => [
        key,
        name,
        state,
        details.labels,
        details.objectType,
      ]),
      [
        ['c|1', 'x', 'medium', { 'a b': '1', title: 'x' }, 'cluster'],
        ['c|2', '2', 'medium', { 'a b': '2' }, 'cluster'],
      ],
    )
    assert.deepEqual(errors, [
      'alert 1: there is no key at "$.cluster" and "labels[\\"a b\\"]", and there is no name at "labels.title" or "id"; only a clear may leave the name out',
      'alert 3: there is no key at "$.cluster" and "labels[\\"a b\\"]", and there is no name at "labels.title" or "id"; only a clear may leave the name out',
    ])
    assert.deepEqual(read({ data: {} }).errors, [
      'there is no list at "data.alerts", where `items` says that it is',
    ])
    assert.deepEqual(read({ data: { alerts: [] } }), { observations: [], errors: [] })
  })

  it('lets an alert expire if its end is never reported', () => {
    const read = reader({ fields: { key: 'text', name: 'text' }, expires_after: '30m' })

    assert.equal(read({ text: 'Replica is away' }).observations[0]?.expiresAt, now + 1_800_000)
    assert.equal(read([{ text: 'a' }, { text: 'b' }]).observations.length, 2)
  })

  for (const [given, at, warning] of [
    ['2026-09-14T04:10:00+02:00', Date.parse('2026-09-14T02:10:00Z')],
    [1_789_358_412, 1_789_358_412_000],
    ['1789358412.5', 1_789_358_412_500],
    [1_789_358_412_000, 1_789_358_412_000],
    ['', now],
    ['0001-01-01T00:00:00Z', now],
    [0, now],
    [now + 300_000, now],
    [1e300, now, /at is "1e\+300", neither a time/],
    [9e15, now, /at is "9000000000000000", neither/],
    ['yesterday', now, /at is "yesterday", neither a time/],
    [{}, now, /neither a time/],
  ] as const) {
    it(`takes ${JSON.stringify(given)} for a time, or says that it does not`, () => {
      const [observation] = reader(MONPG)({ ...sourceBody('json-monpg'), triggered_at: given }).observations

      assert.equal(observation?.at, at)
      if (warning) assert.match(observation?.warnings?.[0] ?? '', warning)
      else assert.equal(observation?.warnings, undefined)
    })
  }

  const AMBIGUOUS: readonly (readonly [state: unknown, examples: string])[] = [
    [0, 'cleared: [0] or cleared: [1]'],
    [1, 'cleared: [0] or cleared: [1]'],
    [2.5, 'cleared: [0] or cleared: [1]'],
    ['0', 'cleared: [0] or cleared: [1]'],
    [false, 'cleared: [false] or cleared: [true]'],
    [true, 'cleared: [false] or cleared: [true]'],
    ['False', 'cleared: [false] or cleared: [true]'],
  ]
  for (const [status, examples] of AMBIGUOUS) {
    it(`raises ${JSON.stringify(status)}, and says what to write in the file, unless that says what clears`, () => {
      const body = { ...sourceBody('json-monpg'), status }
      const [guessed] = reader(MONPG)(body).observations
      assert.deepEqual(
        [guessed?.state, guessed?.warnings],
        [
          'medium',
          [
            `The state ${String(status).toLowerCase()} may be the end or the opposite, so the alert counts as raised; list the states that clear in the file of sources, such as ${examples}.`,
          ],
        ],
      )
      const [cleared] = reader({ ...MONPG, cleared: [status] })(body).observations
      assert.deepEqual([cleared?.state, cleared?.warnings], ['cleared', undefined])
      const [raised] = reader({ ...MONPG, cleared: ['over'] })(body).observations
      assert.deepEqual([raised?.state, raised?.warnings], ['medium', undefined])
    })
  }

  it('knows words for the end and the beginning, and leaves a source with its own words as it is', () => {
    const read = (status: string, members = {}) => {
      const body = { ...sourceBody('json-monpg'), status }
      const [observation] = reader({ ...MONPG, ...members })(body).observations
      return [observation?.state, observation?.warnings?.length ?? 0]
    }
    for (const end of ['Deactivated', 'REMOVED', 'OK (was CRITICAL)', 'restored', 'Solved', 'not firing'])
      assert.deepEqual(read(end), ['cleared', 0], end)
    for (const begin of ['Fired', 'Activated']) assert.deepEqual(read(begin), ['medium', 0], begin)
    assert.deepEqual(read('removed', { cleared: ['over'] }), ['medium', 1])
  })

  it('reads job runs', () => {
    const read = reader({
      kind: 'job',
      fields: {
        job_id: 'job',
        run_id: 'run',
        name: 'job',
        status: ['result', 'code'],
        started_at: 'from',
        ended_at: 'to',
        output: 'log',
      },
      cancelled: ['stopped'],
    })
    const run = { job: 'rollup', run: 7, from: 1_789_358_000, to: 1_789_358_060, log: 'done\n' }
    const { jobRuns = [], errors } = read([
      { ...run, result: 'OK' },
      { ...run, code: 0 },
      { ...run, code: 3 },
      { ...run, result: 'Stopped' },
      { ...run, run: null },
    ])

    assert.deepEqual(
      jobRuns.map(({ status }) => status),
      ['success', 'success', 'failure', 'cancelled'],
    )
    assert.deepEqual(jobRuns[0], {
      source: 'a-source',
      jobId: 'rollup',
      runId: '7',
      name: 'rollup',
      status: 'success',
      startedAt: 1_789_358_000_000,
      finishedAt: 1_789_358_060_000,
      details: { output: 'done\n' },
    })
    assert.deepEqual(errors, [
      'run 4: there is no run_id at "run", and there is no status at "result" or "code"',
    ])
  })

  it('makes a digest of a long identity, and refuses one without end', () => {
    const read = reader(MONPG)
    const body = sourceBody('json-monpg')

    assert.equal(read({ ...body, alert_id: 'x'.repeat(65_536) }).observations[0]?.key.length, 500)
    assert.deepEqual(read({ ...body, alert_id: 'x'.repeat(65_537) }).errors, [
      'alert 0: key has more than 65536 characters',
    ])
  })

  it('does not make very much of a large value that all entries refer to', () => {
    const read = reader({ fields: { key: 'id', name: 'id', info: '$[0].all' } })
    const entries = Array.from({ length: 9_999 }, (_, index) => ({ id: index + 1 }))
    const { observations } = read([{ id: 0, all: ['x'.repeat(1_000_000)] }, ...entries])

    assert.equal(observations.length, 10_000)
    assert.ok(observations.every(({ details }) => details.info?.length === 500))
  })

  it('looks for what is not blank in the beginning of a text only', () => {
    const read = reader({ fields: { key: 'id', name: 'name' } })

    assert.equal(read({ id: 1, name: `${' '.repeat(4_095)}x` }).observations.length, 1)
    assert.deepEqual(read({ id: 1, name: `${' '.repeat(4_096)}x` }).errors, [
      'alert 0: there is no name at "name"; only a clear may leave the name out',
    ])
  })

  it('takes a clear without a name, and no raise', () => {
    const read = reader({ fields: { key: 'id', name: 'title', state: 'status', server_name: 'host' } })
    const up = read({ id: 'N1', title: null, status: 'up', host: null })

    assert.deepEqual(up.errors, [])
    assert.partialDeepStrictEqual(up.observations, [{ key: 'N1', name: '', state: 'cleared' }])
    assert.deepEqual(read({ id: 'N1', title: null, status: 'down' }).errors, [
      'alert 0: there is no name at "title"; only a clear may leave the name out',
    ])
    assert.deepEqual(read({ title: null, status: 'up' }).errors, ['alert 0: there is no key at "id"'])
  })

  it('takes what is nested too deep to be written for nothing', () => {
    let deep: unknown = 1
    for (let level = 0; level < 50_000; level += 1) deep = [deep]
    const read = reader(MONPG)

    assert.deepEqual(read({ ...sourceBody('json-monpg'), alert_id: deep }).errors, [
      'alert 0: there is no key at "alert_id"',
    ])
    assert.equal(
      read({ ...sourceBody('json-monpg'), details: deep }).observations[0]?.details.info,
      undefined,
    )
  })

  it('throws at no body', () => {
    const read = reader({ ...MONPG, fields: { ...MONPG.fields, labels: 'details', since: 'triggered_at' } })
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('alert_id', 'rule_name', 'details', 'triggered_at', 'severity'),
        (value, member) => {
          for (const { key, name } of read({ ...sourceBody('json-monpg'), [member]: value }).observations) {
            assert.ok(key.length > 0 && key.length <= 500 && name.length > 0 && name.length <= 500)
          }
          read(value)
        },
      ),
    )
  })
})
