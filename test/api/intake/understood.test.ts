import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestApp } from '../../support/app/start-app.ts'
import { SourceApps } from '../../support/sources/start-with-sources.ts'

const OWN = `
sources:
  own: { dialect: json, fields: { key: id, name: title, state: status, current_value: value } }
  jobs: { dialect: json, kind: job, fields: { job_id: job, run_id: run, name: job, status: status } }
`

describe('what monitors write, and is understood', () => {
  const apps = new SourceApps()
  let app: TestApp
  before(async () => {
    app = await apps.start(OWN)
  })
  after(() => apps.stop())

  const send = async (source: string, body: string | Buffer | object, type = 'application/json') => {
    const { status, json, text } = await app.call('POST', `/intake/${source}`, body, { 'content-type': type })
    assert.equal(status, 200, text)
    return json.results.map(({ result }: { result: string }) => result)
  }
  const keys = async (source: string) =>
    (await app.store.listAlerts({ source }, { limit: 100 })).map(({ key }) => key).toSorted()

  /** Bodies of one alert with this id, a number as it is written. */
  const bodies: Readonly<Record<string, (id: string) => string>> = {
    own: (id) => `{"id": ${id}, "title": "disk", "status": "firing"}`,
    cloudevents: (id) =>
      `{"specversion":"1.0","id":"1","source":"/m","type":"x.alert","data":{"key":${id},"name":"n","state":"high"}}`,
    datadog: (id) => `{"cycle":${id},"monitor":"9","transition":"Triggered","type":"error","title":"x"}`,
    zabbix: (id) => `{"source":"zabbix","event_id":${id},"event_value":"1","name":"x","nsev":"4"}`,
    pganalyze: (id) =>
      `{"type":"issue.triggered","timestamp":"2026-09-14T06:02:11Z","organization":{},"data":{"issue":{"id":${id},"severity":"critical"}}}`,
  }
  for (const [source, bodyOf] of Object.entries(bodies)) {
    it(`keeps ids apart that are longer than a number of JavaScript, and as they were written (${source})`, async () => {
      assert.deepEqual(await send(source, bodyOf('1234567890123456789')), ['raised'])
      assert.deepEqual(await send(source, bodyOf('1234567890123456790')), ['raised'])
      assert.deepEqual(await send(source, bodyOf('1234567890123456789')), ['refreshed'])

      const found = (await keys(source)).filter((key) => key.includes('12345678901234567'))
      assert.equal(found.length, 2)
      assert.match(found.join(), /1234567890123456789.*1234567890123456790/)
    })
  }

  it('keeps the digits of values, and tells runs apart by ids of any length', async () => {
    await send('own', '{"id": "v", "title": "disk", "status": "firing", "value": 0.10}')
    const [alert] = await app.store.listAlerts({ source: 'own', key: 'v' }, { limit: 1 })
    assert.equal(alert?.details.currentValue, '0.10')
    for (const run of ['1234567890123456789', '1234567890123456790']) {
      const { json } = await app.call('POST', '/intake/jobs', `{"job": "j", "run": ${run}, "status": "ok"}`)
      assert.equal(json.job_runs[0].result, 'accepted')
    }
  })

  it('keeps services apart whose names differ in a letter that is no UTF-8, and says how it was read', async () => {
    const form = 'application/x-www-form-urlencoded'
    const notify = (type: string, letter: string, state: string) =>
      send('nagios', `type=${type}&host=h&service=Lager+%${letter}&state=${state}&output=Tabl%E9e`, form)

    assert.deepEqual(await notify('PROBLEM', 'E4', 'CRITICAL'), ['raised'])
    assert.deepEqual(await notify('PROBLEM', 'F6', 'CRITICAL'), ['raised'])
    assert.deepEqual(await notify('RECOVERY', 'E4', 'OK'), ['cleared'])

    assert.deepEqual(await keys('nagios'), ['h!Lager ä', 'h!Lager ö'])
    const [stored] = await app.store.listAlerts({ source: 'nagios', key: 'h!Lager ö' }, { limit: 1 })
    assert.equal(stored?.details.info, 'Tablée')
    assert.match(stored?.warnings[0] ?? '', /^The report is not in UTF-8 and was read as windows-1252;/)
    const warned = app.lines.find(({ event, source }) => event === 'source.warned' && source === 'nagios')
    assert.match(String(warned?.['warning']), /not in UTF-8/)
  })

  it('never has U+FFFD in a key', async () => {
    for (const id of ['"a\\ud800"', '"a\\ud801"', '"a\\u0000"', '"a\ufffd"']) {
      assert.deepEqual(await send('own', `{"id": ${id}, "title": "x", "status": "firing"}`), ['raised'], id)
    }
    for (const key of await keys('own')) assert.doesNotMatch(key, /\ufffd/)
  })

  it('reads JSON by the charset that is named', async () => {
    const body = Buffer.from('{"id":"c","title":"\xd4","status":"firing"}', 'latin1')
    await send('own', body, 'application/json; charset=koi8-r')
    const [stored] = await app.store.listAlerts({ source: 'own', key: 'c' }, { limit: 1 })
    assert.equal(stored?.name, 'т')
  })

  const ends: readonly (readonly [source: string, raise: object, end: object])[] = [
    ...['Recovered from No Data', 'recovered', 'Resolved', 'OK'].map((transition) => {
      const body = { cycle: `c ${transition}`, monitor: '9', type: 'error', title: 'x' }
      return ['datadog', { ...body, transition: 'triggered' }, { ...body, transition }] as const
    }),
    ...['resolved', 'OK', 'Cleared', 'recovery'].map((state) => {
      const body = (word: string) => ({
        specversion: '1.0',
        id: '1',
        source: '/w',
        type: 'x.alert',
        subject: state,
        data: { name: 'n', state: word },
      })
      return ['cloudevents', body('high'), body(state)] as const
    }),
    ...['clear', 'Healthy', 'success', 'fixed', 'Deactivated', 'OK (was CRITICAL)', 'RECOVERING'].map(
      (status) => {
        const body = { id: `s ${status}`, title: 'x' }
        return ['own', { ...body, status: 'firing' }, { ...body, status }] as const
      },
    ),
    ...['0', 'recovered', 'up'].map((state) => {
      const body = { host: 'h', service: `of ${state}`, type: 'PROBLEM' }
      return ['nagios', { ...body, state: '2' }, { ...body, state }] as const
    }),
    ...['Resolved', 'RESOLVED'].map((status) => {
      const body = (word: string) => ({
        version: '4',
        alerts: [
          { status: word, fingerprint: status, labels: { alertname: 'x' }, startsAt: '2026-09-14T03:00:00Z' },
        ],
      })
      return ['alertmanager', body('Firing'), body(status)] as const
    }),
  ]
  for (const [source, raise, end] of ends) {
    it(`takes ${JSON.stringify(end)} for an end (${source})`, async () => {
      assert.deepEqual([await send(source, raise), await send(source, end)], [['raised'], ['cleared']])
    })
  }

  it('never clears by a number or a truth value that the file does not explain, and says what to write', async () => {
    await send('own', { id: 'n', title: 'x', status: 'down' })
    for (const status of [false, 0])
      assert.deepEqual(await send('own', { id: 'n', title: 'x', status }), ['refreshed'])
    const [stored] = await app.store.listAlerts({ source: 'own', key: 'n' }, { limit: 1 })
    assert.match(
      stored?.warnings.join() ?? '',
      /^The state 0 may be .* such as cleared: \[0\] or cleared: \[1\]\.$/,
    )

    const data = { name: 'n', state: 0 }
    const [event] = [{ specversion: '1.0', id: '1', source: '/w', type: 'x.alert', subject: 'n', data }]
    assert.deepEqual(await send('cloudevents', event), ['raised'])
    const [other] = await app.store.listAlerts({ source: 'cloudevents', name: 'n' }, { limit: 1 })
    assert.match(other?.warnings[0] ?? '', /raised; send a word, such as cleared or high\.$/)
  })

  it('raises by a state that is not known only with a warning: on the alert, in the log and in the list of sources', async () => {
    await send('own', { id: 'w', title: 'x', status: 'snoozed' })
    await send('own', { id: 'w', title: 'x', status: 'snoozed' })

    const said = 'The state "snoozed" is not known, so the alert counts as raised.'
    const [stored] = await app.store.listAlerts({ source: 'own', key: 'w' }, { limit: 1 })
    assert.deepEqual(stored?.warnings, [said])
    const lines = app.lines.filter(({ event, warning }) => event === 'source.warned' && warning === said)
    assert.equal(lines.length, 1)
    const { json } = await app.call('GET', '/v1/sources')
    const source = json.items.find(({ name }: { name: string }) => name === 'own')
    assert.equal(source.warning, said)
    assert.match(source.warned_at, /^20/)
  })

  it('takes an alert in whose description is longer than is kept', async () => {
    const alert = { labels: { alertname: 'Long' }, annotations: { description: 'x'.repeat(70_000) } }
    const group = { version: '4', alerts: [{ ...alert, status: 'firing', fingerprint: 'long' }] }

    assert.equal((await app.call('POST', '/intake/prometheus/api/v2/alerts', [alert])).status, 200)
    assert.deepEqual(await send('alertmanager', group), ['raised'])
    const [stored] = await app.store.listAlerts({ source: 'alertmanager', key: 'long' }, { limit: 1 })
    assert.ok((stored?.details.info?.length ?? 0) > 60_000)
    assert.match(stored?.warnings.join() ?? '', /The annotation description was cut to 65536 characters/)
  })

  it('has the reason in the log of what is refused', async () => {
    await app.call('POST', '/intake/prometheus/api/v2/alerts', [
      { labels: {} },
      { labels: { alertname: 'Fine' } },
    ])
    await app.call('POST', '/v1/alerts', [{ key: 'k', name: 'n', state: 'bad' }])
    const reasons = app.lines
      .filter(({ event }) => event === 'report.refused')
      .map(({ because }) => String(because))

    assert.ok(
      reasons.includes('alert 0: labels must have at least one pair with a value'),
      reasons.join('\n'),
    )
    assert.ok(
      reasons.some((because) => because.startsWith('[0].state: must be one of')),
      reasons.join('\n'),
    )
  })

  it('takes times of 16 and 19 digits', async () => {
    const { json } = await app.call('POST', '/intake/nagios', {
      host: 'h',
      service: 't',
      state: 'CRITICAL',
      t: '1789358412000000',
    })
    const alert = await app.store.findAlert(json.results[0].alert_id)
    assert.deepEqual([alert?.changedAt, alert?.warnings], [1_789_358_412_000, []])
  })
})
