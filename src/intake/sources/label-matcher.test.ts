import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { Labels } from './label-details.ts'
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
      const found = selectMatching(alerts, (labels) => labels, parseMatchers(filter))

      assert.deepEqual(
        found.map(({ alertname }) => alertname),
        expected,
      )
    })
  }

  it('refuses a text that is no regular expression', () => {
    assert.throws(() => selectMatching(alerts, (labels) => labels, parseMatchers('job=~"("')), {
      code: 'invalid_request',
      message: '"(" is not a regular expression.',
    })
  })

  it('refuses more conditions than anybody gives', () => {
    const text = `{${'job="node",'.repeat(MATCHERS_MAX)}job="x"}`

    assert.throws(() => selectMatching(alerts, (labels) => labels, parseMatchers(text)), {
      code: 'invalid_request',
      message: 'There are 51 conditions, but there may be 50 at most; leave some out.',
    })
  })

  it('gives up on a regular expression that would run for ever', () => {
    const slow: readonly Labels[] = [{ alertname: `${'a'.repeat(60)}!` }]

    assert.throws(() => selectMatching(slow, (labels) => labels, parseMatchers('alertname=~"(a+)+b"')), {
      code: 'invalid_request',
      message: /take too long/,
    })
  })
})
