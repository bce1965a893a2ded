import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { Labels } from './foreign-text.ts'
import { finish } from '../../domain/steps.ts'
import { MATCH_MS_MAX, MATCHERS_MAX, parseMatchers, selectMatching } from './label-matcher.ts'

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
    ['foo="bar",', [['foo', '=', 'bar']]],
    ['foo=bar,', [['foo', '=', 'bar,']]],
    ['größe = 7 , ', [['größe', '=', '7']]],
    ['"a label"!~"\\U0001F642\\u00e9\\t"', [['a label', '!~', '\u{1F642}é\t']]],
    ['path=C:\\x', [['path', '=', 'C:\\x']]],
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
    'job=value"',
    'a="b", c="d"',
    'größe=a b',
    'a="\\d",',
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

  for (const text of ['{alertname="x"}', '{a=b', '{}', 'pod=~a{1,2}']) {
    it(`refuses the braces of ${JSON.stringify(text)}, as Alertmanager does`, () => {
      assert.throws(() => parseMatchers(text), { code: 'invalid_request', message: /has braces; give each/ })
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

/** A clock on which each comparison takes so long. */
const clockOf = (tickMs: number) => {
  let at = 0
  return { monotonic: () => (at += tickMs) }
}

const select = (alerts: readonly Labels[], filters: readonly string[], tickMs = 0) => {
  const matchers = filters.flatMap(parseMatchers)
  return finish(selectMatching(alerts, (labels) => labels, { matchers, clock: clockOf(tickMs) }))
}

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
    ['severity=~"[[:alpha:]]+"', ['Lag', 'Lagging', 'Bloat']],
    ['severity=~"\\p{Lu}.*"', ['Lagging']],
    ['alertname=~"(?P<x>L)ag"', ['Lag']],
    ['alertname=~"\\ALag\\z"', ['Lag']],
    ['', ['Lag', 'Lagging', 'Bloat']],
  ]
  for (const [filter, expected] of selections) {
    it(`selects with ${JSON.stringify(filter)}`, () => {
      const found = select(alerts, [filter])

      assert.deepEqual(
        found.map(({ alertname }) => alertname),
        expected,
      )
    })
  }

  it('selects what fits all conditions', () => {
    assert.deepEqual(select(alerts, ['severity="critical"', 'job="node"']), [])
    assert.equal(select(alerts, ['severity=~"critical"', 'job="postgres"']).length, 1)
  })

  const refusals: readonly (readonly [filters: readonly string[], message: RegExp])[] = [
    [['job=~"("'], /^"\(" is refused: the pattern cannot be used: missing closing \)/],
    [['job=~"(?=x)y"'], /Patterns have the syntax of RE2, without look-around and back references\.$/],
    [['job=~"x{1001}"'], /invalid repeat count/],
    [
      Array.from({ length: 2 }, (_, at) => `job=~"x{800}${at}"`),
      /^The patterns compile to more than 1000 instructions together; use fewer or simpler ones\.$/,
    ],
    [
      Array.from({ length: MATCHERS_MAX + 1 }, () => 'job="x"'),
      /^There are 51 conditions, but there may be 50 at most; leave some out\.$/,
    ],
  ]
  for (const [filters, message] of refusals) {
    it(`refuses ${filters.length} × ${filters[0]}`, () => {
      assert.throws(() => select(alerts, filters), { code: 'invalid_request', message })
    })
  }

  it('gives up on patterns that take too long', () => {
    assert.throws(() => select(alerts, ['alertname=~"L.*"'], MATCH_MS_MAX), {
      code: 'invalid_request',
      message: 'The regular expressions take too long; use simpler ones.',
    })
  })

  it('gives others their turn between any two comparisons', () => {
    const matchers = ['job=~".*"', 'severity=~".*"'].flatMap(parseMatchers)
    const steps = selectMatching(alerts, (labels) => labels, { matchers, clock: clockOf(0) })

    assert.equal([...steps].length, matchers.length + alerts.length * matchers.length)
  })
})
