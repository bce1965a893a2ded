import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readContext, sourceBody } from '../../../test/support/sources/source-reading.ts'
import { DATADOG } from './datadog.ts'

const report = sourceBody('datadog')
const root = join(import.meta.dirname, '..', '..', '..')
const payload = readFileSync(join(root, 'examples', 'datadog', 'payload.json'), 'utf8')

const read = (members: object, context = readContext()) => DATADOG.read({ ...report, ...members }, context)
const first = (members: object, context = readContext()) => read(members, context).observations[0]

describe('Datadog', () => {
  it('reads an alert by our payload', () => {
    const { observations, errors } = DATADOG.read(report, readContext())

    assert.deepEqual(errors, [])
    assert.deepEqual(observations, [
      {
        source: 'a-source',
        key: '6f1c2e9b0a774c0e',
        name: 'Deadlocks above baseline',
        state: 'high',
        at: Date.parse('2026-09-14T04:00:12Z'),
        details: {
          serverName: 'pg-crm-1',
          serverAddress: 'pg-crm-1',
          objectName: 'host:pg-crm-1,env:prod',
          database: 'crm',
          thresholdValue: '5',
          parameters: report.query,
          info: report.status,
          sourceLink: report.link,
          labels: { env: 'prod', team: 'dba', db: 'crm' },
        },
      },
    ])
  })

  it('finds each member of the payload that people paste', () => {
    const pasted = JSON.parse(payload)

    assert.deepEqual(Object.keys(pasted), Object.keys(report))
    assert.ok(DATADOG.recognises(pasted))
    const page = readFileSync(join(root, 'docs', 'sources-hosted.md'), 'utf8')
    assert.ok(page.includes(payload.trim()))
  })

  for (const [transition, priority, type, state] of [
    ['Triggered', 'P1', 'error', 'high'],
    ['Triggered', 'P2', 'warning', 'high'],
    ['Triggered', 'P3', 'error', 'medium'],
    ['Triggered', 'P4', 'error', 'low'],
    ['Triggered', 'P5', 'error', 'low'],
    ['Triggered', '$ALERT_PRIORITY', 'error', 'high'],
    ['Triggered', '', 'warning', 'medium'],
    ['Triggered', null, '$ALERT_TYPE', 'medium'],
    ['Re-Triggered', 'P1', 'error', 'high'],
    ['Warn', 'P1', 'warning', 'medium'],
    ['Re-Warn', 'P4', 'warning', 'low'],
    ['No Data', 'P1', 'error', 'medium'],
    ['Re-No Data', 'P5', 'error', 'medium'],
    ['Recovered', 'P1', 'success', 'cleared'],
    ['Warn Recovered', 'P1', 'success', 'cleared'],
    ['Renotify', 'P1', 'error', 'high'],
    ['Renotify', 'P1', 'warning', 'medium'],
  ] as const) {
    it(`takes ${transition} ${priority} ${type} for ${state}`, () => {
      const observation = first({ transition, priority, type })

      assert.equal(observation?.state, state)
      assert.equal(observation?.warnings, undefined)
    })
  }

  it('leaves the state as it is when it is only reminded', () => {
    const raised = [{ id: 1, key: report.cycle, state: 'low' } as const]

    assert.deepEqual(DATADOG.neededRaised?.({ ...report, transition: 'Renotify' }), { key: report.cycle })
    assert.equal(DATADOG.neededRaised?.(report), undefined)
    assert.equal(first({ transition: 'Renotify' }, readContext({ raised }))?.state, 'low')
  })

  it('knows an alert by its monitor and scope where there is no cycle', () => {
    assert.equal(first({ cycle: '$ALERT_CYCLE_KEY' })?.key, '48113322|host:pg-crm-1,env:prod')
    assert.equal(first({ cycle: '', scope: '$ALERT_SCOPE', monitor: 48113322 })?.key, '48113322|')
    assert.match(
      read({ cycle: '', monitor: '$ALERT_ID' }).errors[0] ?? '',
      /^cycle, or else monitor, must say/,
    )
  })

  it('counts a variable that Datadog left as it was as empty, and no text that only has one in it', () => {
    const observation = first({
      host: '$HOSTNAME',
      scope: '$ALERT_SCOPE',
      tags: '$TAGS',
      query: '$ALERT_QUERY',
      status: 'costs $USD',
      title: '$ALERT_TITLE',
      link: '$LINK[a]',
    })

    assert.deepEqual(observation?.details, { info: 'costs $USD' })
    assert.equal(observation?.name, 'Monitor 48113322')
  })

  it('keeps one name from trigger to recovery', () => {
    for (const title of [
      '[P2] [Recovered on {host:pg-crm-1}] Deadlocks above baseline',
      '[Re-Triggered on {host:pg-crm-1}] Deadlocks above baseline',
      '[No Data] Deadlocks above baseline',
      'Deadlocks above baseline',
    ]) {
      assert.equal(first({ title })?.name, 'Deadlocks above baseline')
    }
    assert.equal(first({ title: '[orders] too slow' })?.name, '[orders] too slow')
    assert.equal(first({ title: '[P1] ' })?.name, '[P1] ')
  })

  it('takes the date as text or number, and no date that cannot be', () => {
    const { now } = readContext()
    for (const [date, at] of [
      [1_789_358_412_000, Date.parse('2026-09-14T04:00:12Z')],
      ['$DATE', now],
      ['1789358412000.5', now],
      ['99999999999999999999', now],
      [now + 300_000, now],
    ] as const) {
      assert.equal(first({ date })?.at, at, String(date))
    }
  })

  it('says what to paste where there is no transition', () => {
    for (const transition of ['$ALERT_TRANSITION', '', null]) {
      assert.match(
        read({ transition }).errors[0] ?? '',
        /^transition has no value\. Put the payload of docs\/sources-hosted\.md/,
      )
    }
    assert.ok(
      !DATADOG.recognises({ id: '1', title: 'x', body: 'y', org: {}, event_type: 'query_alert_monitor' }),
    )
  })

  it('takes an unknown transition for a raise, with a warning, and Null for none', () => {
    assert.match(
      first({ transition: 'Odd' })?.warnings?.[0] ?? '',
      /"Odd" is not known, so the alert counts as raised/,
    )
    assert.match(read({ transition: 'Null' }).note ?? '', /reports no alert/)
    assert.match(first({ priority: 'P9' })?.warnings?.[0] ?? '', /"P9" is not known/)
  })
})
