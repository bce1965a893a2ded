import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readContext, sourceBody } from '../../../test/support/sources/source-reading.ts'
import { PGANALYZE } from './pganalyze.ts'

const report = sourceBody('pganalyze')
const { issue } = report.data

const read = (members: object, context = readContext()) => PGANALYZE.read({ ...report, ...members }, context)
const withIssue = (members: object) => ({ data: { ...report.data, issue: { ...issue, ...members } } })

describe('pganalyze', () => {
  it('reads an issue as documented', () => {
    const { observations, errors } = read(withIssue({ queryText: 'SELECT 1' }))

    assert.deepEqual(errors, [])
    assert.deepEqual(observations, [
      {
        source: 'a-source',
        key: '90412',
        name: 'replication/high_lag',
        state: 'high',
        at: Date.parse('2026-09-14T04:02:11Z'),
        details: {
          info: 'Replica pg-orders-2 lags 7 minutes behind its primary\n\nSELECT 1',
          labels: { organization: 'northwind' },
        },
      },
    ])
  })

  for (const [type, severity, state] of [
    ['issue.triggered', 'warning', 'medium'],
    ['issue.escalated', 'critical', 'high'],
    ['issue.downgraded', 'info', 'low'],
    ['issue.reopened', 'critical', 'high'],
    ['issue.resolved', 'critical', 'cleared'],
    ['issue.resolved', 'whatever', 'cleared'],
    ['issue.triggered', undefined, 'medium'],
  ] as const) {
    it(`takes ${type} (${severity}) for ${state}`, () => {
      const [observation] = read({ type, ...withIssue({ severity }) }).observations

      assert.equal(observation?.state, state)
      assert.equal(observation?.warnings, undefined)
    })
  }

  it('goes by the severity words of the source, and warns of one that nobody knows', () => {
    const context = readContext({ severity: { words: { low: ['critical'] } } })

    assert.equal(read({}, context).observations[0]?.state, 'low')
    assert.match(
      read(withIssue({ severity: 'odd' })).observations[0]?.warnings?.[0] ?? '',
      /"odd" is not known/,
    )
  })

  it('says of what changes nothing why that is so', () => {
    for (const [type, note, warning] of [
      ['ping', /tried out the address/, undefined],
      ['issue.acknowledged', /stays as it is until the issue is resolved/, undefined],
      ['issue.snoozed', /"issue\.snoozed" of pganalyze is not known/, 'not_understood'],
    ] as const) {
      const reading = read({ type, data: {} })

      assert.deepEqual([reading.observations, reading.errors], [[], []])
      assert.match(reading.note ?? '', note)
      assert.equal(reading.warning, warning)
    }
  })

  it('takes ids that are numbers, and no time that is ahead of our clock', () => {
    const [observation] = read({
      timestamp: '2026-09-14T04:35:00+00:00',
      ...withIssue({ id: 7 }),
    }).observations

    assert.deepEqual([observation?.key, observation?.at], ['7', readContext().now])
  })

  it('names what is missing', () => {
    assert.match(read({ data: null }).errors[0] ?? '', /^data\.issue\.id must say which issue/)
    assert.match(read({ timestamp: 'yesterday' }).errors[0] ?? '', /^timestamp must be a time/)
  })
})
