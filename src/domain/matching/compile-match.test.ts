import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, jobRunEvent } from '../../../test/support/build.ts'
import { compileMatch } from './compile-match.ts'
import { describeMismatch } from './describe-mismatch.ts'
import { findMatchIssues, findMatchTypeIssues } from './match-rules.ts'

const alert = alertEvent({
  source: 'prometheus',
  name: 'Replication lag',
  oldState: 'cleared',
  newState: 'high',
  details: {
    serverName: 'prod-db1',
    objectName: 'orders',
    objectType: 'Table',
    database: 'shop',
    schema: 'public',
    agentName: 'agent 1',
    labels: { team: 'dba', text: 'two\nlines' },
    annotations: { runbook: 'https://runbooks.example/lag' },
  },
})
const run = jobRunEvent({ status: 'failure', details: { serverName: 'prod-db1', labels: { team: 'dba' } } })

const ALERT_CASES: readonly (readonly [text: string, matches: boolean])[] = [
  ['source=prometheus', true],
  ['name="Replication lag"', true],
  ['name=replication', false],
  ['severity=high', true],
  ['severity!=high', false],
  ['server=prod-db1', true],
  ['object=orders, object_type=Table, database=shop, schema=public, agent="agent 1"', true],
  ['label.team=dba', true],
  ['label.team=DBA', false],
  ['label.team=~"dba|web"', true],
  ['label.team=~db', false],
  ['label.team!~"web.*"', true],
  ['annotation.runbook=~"https://.*"', true],
  ['label.none=""', true],
  ['label.none!=""', false],
  ['label.none=~".+"', false],
  ['label.none!~".+"', true],
  ['label.constructor=""', true],
  ['job_status=failure', false],
  ['label.text=~"two.lines"', true],
  ['label.team=web or server=~"prod-.*"', true],
  ['label.team=web or server=~"test-.*"', false],
  ['label.team=dba, severity=low', false],
]

describe('a match', () => {
  for (const [text, matches] of ALERT_CASES) {
    it(`${text} is ${matches ? 'met' : 'not met'}`, () => {
      assert.equal(compileMatch(text).matches(alert), matches)
    })
  }

  it('compares the fields of a job run', () => {
    assert.equal(compileMatch('job_status=failure, label.team=dba, server=prod-db1').matches(run), true)
    assert.equal(compileMatch('job_status=success').matches(run), false)
    assert.equal(compileMatch('severity=""').matches(run), true)
  })

  it('meets a clear whatever it says of the severity', () => {
    const clear = { ...alert, oldState: 'high', newState: 'cleared' } as const
    assert.equal(compileMatch('severity=low, label.team=dba').matches(clear), true)
    assert.equal(compileMatch('severity!=high').matches(clear), true)
    assert.equal(compileMatch('severity=low, label.team=web').matches(clear), false)
  })

  it('matches everything if another release wrote what this one cannot read', () => {
    assert.equal(compileMatch('region="eu"').matches(alert), true)
    assert.equal(compileMatch('server=~"("').matches(alert), true)
  })
})

describe('the reason why a match is not met', () => {
  it('names the matcher of each group and the value', () => {
    assert.equal(
      describeMismatch('label.team=web, severity=high or server=~"test-.*" or label.region="eu"', alert),
      'label.team="web" is not met by "dba"; server=~"test-.*" is not met by "prod-db1"; label.region="eu" is not met by an event without it',
    )
  })

  it('names three groups at most', () => {
    const text = Array(5).fill('name=x').join(' or ')
    assert.match(describeMismatch(text, alert), /; and so with 2 more groups$/)
  })
})

describe('the rules of a match', () => {
  it('name each pattern that cannot be used, with its place', () => {
    const [first, second, ...others] = findMatchIssues('server=~"a(", name=x, label.a!~"(?=b)"')
    assert.match(
      first?.message ?? '',
      /^has a mistake at character 9: the pattern cannot be used: missing closing \): `a\(`/,
    )
    assert.match(second?.message ?? '', /^has a mistake at character 32: .*`\(\?=`/)
    assert.deepEqual([others, first?.path], [[], 'match'])
  })

  it('refuse a pattern that would take too many steps', () => {
    assert.match(findMatchIssues('name=~"(a{1000}){1000}"')[0]?.message ?? '', /invalid repeat count/)
    assert.match(
      findMatchIssues('name=~"a{1000}b{1000}"')[0]?.message ?? '',
      /2\d{3} instructions, and 1000 are allowed/,
    )
    assert.deepEqual(findMatchIssues('name=~"a{900}"'), [])
  })

  it('refuse patterns that would take too many steps together, at the first that is too much', () => {
    const text = Array.from({ length: 6 }, (_, index) => `label.a${index}=~"a{400}"`).join(' or ')
    const [mistake, ...others] = findMatchIssues(text)
    assert.match(
      mistake?.message ?? '',
      /^has a mistake at character 55: up to here the patterns compile to more than 1000/,
    )
    assert.deepEqual(others, [])
  })

  it('take 4,000 characters for values and for texts with bars between them, and 2,000 such texts', () => {
    const host = (index: number) => String.raw`pg-orders-${index}\.prod\.example\.com:9187`
    const hosts = Array.from({ length: 90 }, (_, index) => host(index)).join('|')
    assert.deepEqual(findMatchIssues(`label.instance=~"${hosts}"`), [])
    assert.match(
      findMatchIssues(`label.instance=~"${'x'.repeat(1001)}.?"`)[0]?.message ?? '',
      /it has 1003 characters, and 1000 are allowed for what is more than texts with \| between them/,
    )
    const many = Array(1001).fill('a').join('|')
    assert.match(
      findMatchIssues(`name=~"${many}", server=~"${many}"`)[0]?.message ?? '',
      /^has a mistake at character 2020: up to here the patterns name more than 2000 texts/,
    )
  })

  it('refuse fields that the payload type does not have', () => {
    const issuesOf = (match: string | null, payloadType: 'ALERT' | 'JOB') =>
      findMatchTypeIssues({ match, payloadType }).map(({ message }) => message)
    assert.match(issuesOf('severity=high', 'JOB')[0] ?? '', /^compares severity, which job runs do not have/)
    assert.match(
      issuesOf('job_status=failure', 'ALERT')[0] ?? '',
      /^compares job_status, which alerts do not have/,
    )
    assert.deepEqual(issuesOf('job_status=failure, label.a=b', 'JOB'), [])
    assert.deepEqual(issuesOf('severity=high, annotation.a=b', 'ALERT'), [])
    assert.deepEqual(
      [...issuesOf('otherwise', 'JOB'), ...issuesOf(null, 'JOB'), ...issuesOf('no', 'JOB')],
      [],
    )
  })
})

describe('a pattern on a long value', () => {
  it('sees its beginning', () => {
    const long = { ...alert, details: { annotations: { text: `${'a'.repeat(512)}b` } } }
    assert.equal(compileMatch('annotation.text=~"a+"').matches(long), true)
    assert.equal(compileMatch('annotation.text=~".*b"').matches(long), false)
  })
})
