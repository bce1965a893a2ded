import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { Labels } from './foreign-text.ts'
import { finish } from '../../domain/steps.ts'
import { MATCHERS_MAX, parseMatchers, selectMatching } from './label-matcher.ts'

describe('parseMatchers', () => {
  const filters: readonly [string, readonly (readonly [string, string, string])[]][] = [
    ['alertname=ReplicationLag', [['alertname', '=', 'ReplicationLag']]],
    ['alertname="ReplicationLag"', [['alertname', '=', 'ReplicationLag']]],
    [' severity =~ "crit.*" ', [['severity', '=~', 'crit.*']]],
    ['severity=~crit.*|page', [['severity', '=~', 'crit.*|page']]],
    ['job!=node', [['job', '!=', 'node']]],
    ['job!~"node|mysql"', [['job', '!~', 'node|mysql']]],
    ['slot=', [['slot', '=', '']]],
    ['slot=""', [['slot', '=', '']]],
    ['summary=two words', [['summary', '=', 'two words']]],
    ['summary=one, two=three', [['summary', '=', 'one, two=three']]],
    ['pod=~a{1,2}|b', [['pod', '=~', 'a{1,2}|b']]],
    ['a==b', [['a', '=', '=b']]],
    ['summary="a, \\"b\\" \\\\ \\n"', [['summary', '=', 'a, "b" \\ \n']]],
    ['value=~"\\d+"', [['value', '=~', '\\d+']]],
    ['"a label"="x"', [['a label', '=', 'x']]],
    [
      '{alertname="x", severity!~"info",}',
      [
        ['alertname', '=', 'x'],
        ['severity', '!~', 'info'],
      ],
    ],
    [
      '{a=b , c=~d.*}',
      [
        ['a', '=', 'b'],
        ['c', '=~', 'd.*'],
      ],
    ],
    ['{}', []],
    ['', []],
  ]
  for (const [text, expected] of filters) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const found = parseMatchers(text).map(({ name, operator, value }) => [name, operator, value])

      assert.deepEqual(found, expected)
    })
  }

  const mistakes = [
    'ReplicationLag',
    '=x',
    'a="b" c',
    'a=~"b" c',
    'a="b',
    '{a="b"',
    '{a=b,,c=d}',
    '{a}',
    'a~b',
  ]
  for (const text of mistakes) {
    it(`refuses ${JSON.stringify(text)} and says what it wants`, () => {
      assert.throws(() => parseMatchers(text), {
        code: 'invalid_request',
        message: /is not a condition such as/,
      })
    })
  }

  it('reads back any quoted value', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const quoted = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

        assert.deepEqual(parseMatchers(`a="${quoted}"`), [{ name: 'a', operator: '=', value }])
      }),
    )
  })
})

const select = (alerts: readonly Labels[], filter: string) =>
  finish(selectMatching(alerts, (labels) => labels, parseMatchers(filter)))

describe('selectMatching', () => {
  const alerts: readonly Labels[] = [
    { alertname: 'Lag', severity: 'critical', job: 'postgres' },
    { alertname: 'Lagging', severity: 'Critical' },
    { alertname: 'Bloat', severity: 'info', job: 'node' },
  ]
  const selections: readonly [string, readonly string[]][] = [
    ['alertname=Lag', ['Lag']],
    ['alertname!=Lag', ['Lagging', 'Bloat']],
    ['alertname=~"Lag"', ['Lag']],
    ['alertname=~"Lag.*"', ['Lag', 'Lagging']],
    ['alertname!~"Lag|Bloat"', ['Lagging']],
    ['severity=~"(?i)CRITICAL"', ['Lag', 'Lagging']],
    ['job=""', ['Lagging']],
    ['job!=""', ['Lag', 'Bloat']],
    ['job=~".*"', ['Lag', 'Lagging', 'Bloat']],
    ['job!~".+"', ['Lagging']],
    ['constructor=""', ['Lag', 'Lagging', 'Bloat']],
    ['{severity="critical",job="node"}', []],
    ['{severity=~"critical",job="postgres"}', ['Lag']],
    ['', ['Lag', 'Lagging', 'Bloat']],
  ]
  for (const [filter, expected] of selections) {
    it(`selects with ${JSON.stringify(filter)}`, () => {
      const found = select(alerts, filter)

      assert.deepEqual(
        found.map(({ alertname }) => alertname),
        expected,
      )
    })
  }

  it('refuses a text that is no regular expression', () => {
    assert.throws(() => select(alerts, 'job=~"("'), {
      code: 'invalid_request',
      message: '"(" is not a regular expression.',
    })
  })

  it('refuses more conditions than anybody gives', () => {
    const text = `{${'job="node",'.repeat(MATCHERS_MAX)}job="x"}`

    assert.throws(() => select(alerts, text), {
      code: 'invalid_request',
      message: 'There are 51 conditions, but there may be 50 at most; leave some out.',
    })
  })

  it('goes on from where it was interrupted', () => {
    const asked: string[] = []
    const labelsOf = (alert: Labels) => {
      const name = alert['alertname'] ?? ''
      asked.push(name)
      const isFirst = asked.filter((one) => one === name).length === 1
      if (name !== 'Lagging' || !isFirst) return alert
      for (;;); // Only the limit of time ends this.
    }

    const found = finish(selectMatching(alerts, labelsOf, parseMatchers('alertname=~"Lag.*"')))

    assert.deepEqual(
      found.map(({ alertname }) => alertname),
      ['Lag', 'Lagging'],
    )
    assert.deepEqual(asked, ['Lag', 'Lagging', 'Lagging', 'Bloat'])
  })

  it('gives up on a regular expression that would run for ever', () => {
    const slow: readonly Labels[] = [{ alertname: `${'a'.repeat(60)}!` }]

    assert.throws(() => select(slow, 'alertname=~"(a+)+b"'), {
      code: 'invalid_request',
      message: /take too long/,
    })
  })
})
