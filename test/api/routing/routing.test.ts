import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'
import { jobRunReport, newWebhook, NOW, observation } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

/** The one mistake of a request, in its `match`. */
function assertMistake(response: CallResponse, message: RegExp): void {
  const [mistake = '', ...others] = assertProblem(response, 400)
  assert.deepEqual(others, [])
  assert.match(mistake, /^match: /)
  assert.match(mistake.replace('match: ', ''), message)
}

describe('/v1/routing', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
  })
  afterEach(() => app.stop())

  const post = async (path: string, body: object) =>
    (await app.call('POST', `/v1/routing/${path}`, body)).json
  const report = (team: string, state: AlertState, at = NOW) =>
    app.store.acceptObservations(
      [
        observation({
          key: team,
          name: `Lag of ${team}`,
          state,
          at,
          details: { serverName: 'db1', labels: { team } },
        }),
      ],
      at,
    )

  it('counts raises and clears apart, and says that only clears would come', async () => {
    await report('dba', 'low')
    await report('dba', 'cleared', NOW + 1)
    const { matched, raises, clears, findings } = await post('preview', { match: 'severity=high' })
    assert.deepEqual([matched, raises, clears], [1, 0, 1])
    assert.deepEqual(findings.slice(0, 2), [
      'It would only get clears: no raise or change among these events meets its matchers.',
      'No event of the last 2 meets severity="high". Seen lately: low.',
    ])
    const all = await post('preview', { match: 'severity=~"low|critical"' })
    assert.deepEqual([all.raises, all.clears], [1, 1])
    assert.match(all.findings[0], /has an alternative that is never met/)
  })

  it('previews what a new webhook would take, and what is probably wrong', async () => {
    for (const team of ['dba', 'web', 'app']) await report(team, 'high')
    await report('dba', 'low', NOW + 1)

    const preview = await post('preview', { match: 'label.team="dba", severity!=low' })

    assert.deepEqual(
      { ...preview, events: preview.events.map((one: { event: { name: string } }) => one.event.name) },
      {
        examined: 4,
        since: '2026-09-14T03:00:00.000Z',
        is_complete: true,
        matched: 1,
        raises: 1,
        clears: 0,
        added: 1,
        removed: 0,
        events: ['Lag of dba'],
        findings: [
          'No enabled webhook for alerts gets what these matchers leave: give one of them match: otherwise.',
        ],
      },
    )
    assert.deepEqual((await post('preview', { match: 'label.tem="dba"' })).findings.slice(0, 1), [
      'No event of the last 4 meets label.tem="dba". None has label.tem; did you mean label.team?',
    ])
  })

  it('previews a change of a webhook beside what it takes now', async () => {
    for (const team of ['dba', 'web', 'app']) await report(team, 'high')
    await app.store.createWebhook(newWebhook({ match: 'label.team=~"dba|web"' }), NOW)
    await app.store.createWebhook(newWebhook({ match: 'otherwise' }), NOW)

    const changed = await post('preview', { webhook_id: 1, match: 'label.team=~"web|app"' })
    assert.deepEqual([changed.matched, changed.added, changed.removed], [2, 1, 1])
    assert.deepEqual(
      changed.events.map(({ change, event }: { change: string; event: { name: string } }) => [
        change,
        event.name,
      ]),
      [
        ['added', 'Lag of app'],
        ['removed', 'Lag of dba'],
        ['kept', 'Lag of web'],
      ],
    )
    const disabled = await post('preview', { webhook_id: 1, enabled: false })
    assert.deepEqual([disabled.matched, disabled.removed], [0, 2])
    const rest = await post('preview', { webhook_id: 2, match: 'otherwise', low_alert: false })
    assert.deepEqual([rest.matched, rest.added, rest.removed, rest.findings], [1, 0, 0, []])
  })

  it('previews job runs by their status', async () => {
    for (const status of ['success', 'failure'] as const)
      await app.store.acceptJobRuns([jobRunReport({ runId: status, status })], NOW)

    const preview = await post('preview', { payload_type: 'JOB', match: 'job_status=failure' })

    assert.deepEqual([preview.examined, preview.matched], [2, 1])
  })

  it('says who would be notified of an event with these values, and why others would not', async () => {
    await app.store.createWebhook(newWebhook({ name: 'dba', match: 'label.team="dba"' }), NOW)
    await app.store.createWebhook(
      newWebhook({ name: 'web', match: 'label.team="web" or severity=high' }),
      NOW,
    )
    await app.store.createWebhook(newWebhook({ name: 'rest', match: 'otherwise' }), NOW)
    await app.store.createWebhook(newWebhook({ name: 'jobs', payloadType: 'JOB' }), NOW)

    const tested = await post('test', { labels: { team: 'dba' }, severity: 'low' })

    assert.deepEqual(tested, {
      notified_count: 1,
      notified: [{ webhook_id: 1, name: 'dba', match: 'label.team="dba"' }],
      not_notified_count: 3,
      not_notified: [
        {
          webhook_id: 2,
          name: 'web',
          reason: 'match',
          sentence:
            'Webhook 2 "web" does not match: label.team="web" is not met by "dba"; severity="high" is not met by "low".',
        },
        {
          webhook_id: 3,
          name: 'rest',
          reason: 'taken_by_others',
          sentence: 'Webhook 3 "rest" gets what no other webhook takes, and another one takes this.',
        },
        {
          webhook_id: 4,
          name: 'jobs',
          reason: 'payload_type',
          sentence: 'Webhook 4 "jobs" gets job runs only, and this is an alert.',
        },
      ],
    })
    const names = async (body: object) =>
      (await post('test', body)).notified.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names({}), ['web'])
    assert.deepEqual(await names({ severity: 'medium' }), ['rest'])
    assert.deepEqual(await names({ kind: 'job_run' }), ['jobs'])
  })

  it('lists the fields and values that were seen lately', async () => {
    for (const team of ['dba', 'web', 'dba 2']) await report(team, 'high')
    await report('web', 'low', NOW + 1)

    const { json } = await app.call('GET', '/v1/routing/values')

    const of = (field: string) =>
      json.fields.find((one: { field: string }) => one.field === field)?.values as readonly string[]
    assert.deepEqual(of('label.team'), ['web', 'dba 2', 'dba'])
    assert.deepEqual(of('severity'), ['high', 'low'])
    assert.deepEqual(of('annotation.x'), undefined)
    const jobs = (await app.call('GET', '/v1/routing/values?payload_type=JOB')).json
    assert.deepEqual(
      jobs.fields.map(({ field }: { field: string }) => field),
      ['source', 'name', 'server', 'database', 'agent', 'job_status'],
    )
  })

  it('refuses what cannot be read, with its place, and what is not allowed', async () => {
    const call = (body: object) => app.call('POST', '/v1/routing/preview', body)
    assertMistake(
      await call({ match: 'server="a' }),
      /^has a mistake at character 8: the double quote is not closed/,
    )
    assertMistake(
      await call({ match: 'server=~"a("' }),
      /^has a mistake at character 9: the pattern cannot be used: missing closing \)/,
    )
    assertMistake(
      await call({ payload_type: 'JOB', match: 'severity=high' }),
      /^compares severity, which job runs do not have/,
    )
    assert.deepEqual(assertProblem(await call({ webhook_id: 9 }), 400), [
      'webhook_id: is 9, but there is no such webhook',
    ])
  })

  it('lists and counts events that no webhook took', async () => {
    await app.store.createWebhook(newWebhook({ match: 'label.team="dba"' }), NOW)
    for (const team of ['dba', 'web'])
      await app.call('POST', '/v1/alerts', {
        key: team,
        name: `Lag of ${team}`,
        state: 'high',
        labels: { team },
      })

    const { json } = await app.call('GET', '/v1/events?notified_nobody=true')
    assert.deepEqual(
      json.items.map(({ name }: { name: string }) => name),
      ['Lag of web'],
    )
    assert.equal((await app.call('GET', '/v1/overview')).json.notified_nobody, 1)
    const { text } = await app.call('GET', '/metrics')
    assert.match(text, /^tocsin_events_notified_nobody_total\{kind="alert"\} 1$/m)
  })
})

describe('match of /v1/webhooks', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
  })
  afterEach(() => app.stop())

  const create = (body: object) =>
    app.call('POST', '/v1/webhooks', { name: 'ops', url: 'https://hooks.example.com/', ...body })

  it('is kept as it was written, changed, and taken away', async () => {
    const match = '  {label.team="dba"} or severity = high '
    const { json } = await create({ match })
    assert.equal(json.match, match)
    const path = `/v1/webhooks/${json.id}`
    assert.equal((await app.call('PATCH', path, { match: 'otherwise' })).json.match, 'otherwise')
    assert.equal((await app.call('PATCH', path, { name: 'new' })).json.match, 'otherwise')
    assert.equal((await app.call('PATCH', path, { match: null })).json.match, null)
  })

  it('refuses each mistake and changes nothing', async () => {
    for (const [match, message] of [
      ['', /^has a mistake at character 1: a group needs a matcher/],
      ['team=dba', /^has a mistake at character 1: there is no field team; .* label\.team/],
      ['server=~"("', /the pattern cannot be used/],
      [`server="${'x'.repeat(4001)}"`, /more than 4000 characters/],
      [Array(21).fill('name=a').join(' or '), /more than 20 groups/],
      ['job_status=failure', /^compares job_status, which alerts do not have/],
    ] as const)
      assertMistake(await create({ match }), message)
    assert.deepEqual((await app.call('GET', '/v1/webhooks')).json.items, [])
  })

  it('refuses a change of the payload type that its matchers do not fit; v15 keeps them', async () => {
    const { json } = await create({ match: 'severity=high', mode: 'every_change' })
    assertMistake(
      await app.call('PATCH', `/v1/webhooks/${json.id}`, { payload_type: 'JOB' }),
      /^compares severity/,
    )
    const changed = await app.call('PUT', `/api/v15/webhook/${json.id}`, {
      http_headers: { payload_type: 'JOB' },
    })
    assert.equal(changed.status, 200, changed.text)
    const { match, payload_type: payloadType } = (await app.call('GET', `/v1/webhooks/${json.id}`)).json
    assert.deepEqual([match, payloadType], ['severity=high', 'JOB'])
  })
})
