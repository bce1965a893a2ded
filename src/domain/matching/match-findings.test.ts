import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent } from '../../../test/support/build.ts'
import { collectValues, MatchFindings } from './match-findings.ts'

const labelled = (labels: Readonly<Record<string, string>>) =>
  alertEvent({ name: 'Replication lag', details: { serverName: 'prod-db1', labels } })
const events = [
  labelled({ team: 'dba', env: 'prod' }),
  labelled({ team: 'web', env: 'test' }),
  labelled({ Team: 'dba', env: 'Prod' }),
]
const findings = (text: string, seen = events) => {
  const found = new MatchFindings(text)
  for (const event of seen) found.add(event)
  return found.list(collectValues(seen))
}

/** Each text, and what is found in it. */
const FOUND: readonly (readonly [text: string, found: readonly RegExp[]])[] = [
  ['otherwise', []],
  ['label.team="web"', [/^label\.team is also spelled label\.Team lately/]],
  ['server=~"prod-.*"', []],
  ['label.team!="ops"', [/also spelled label\.Team/]],
  [
    'label.tema="dba"',
    [/^No event of the last 3 meets label\.tema="dba"\. None has label\.tema; did you mean label\.team\?$/],
  ],
  ['label.item="dba"', [/meets label\.item="dba"\. None has label\.item\.$/]],
  ['label.region="eu"', [/meets label\.region="eu"\. None has label\.region\.$/]],
  ['server="prod-db2"', [/meets server="prod-db2"\. Did you mean "prod-db1"\?$/]],
  ['server=~"stage-.*"', [/meets server=~"stage-\.\*"\. Seen lately: prod-db1\.$/]],
  ['server!~".*"', [/^No event of the last 3 meets server!~"\.\*"\.$/]],
  [
    'label.team="web", label.env="prod"',
    [/meets all matchers of group 1 together\.$/, /label\.Team/, /^label\.env has "prod" and "Prod" lately/],
  ],
  ['server="prod-db1", server!="x"', [/^server!="x" says nothing more beside server="prod-db1"\.$/]],
  ['server="prod-db1", server=~"prod.*"', [/^server=~"prod\.\*" says nothing more/]],
  ['server="prod-db1", server="prod-db1"', [/^server="prod-db1" says nothing more/]],
  [
    'server="prod-db1", server="x"',
    [/never hold together, so that this group matches nothing/, /never hold together/, /meets server="x"/],
  ],
  [
    'server="prod-db1" or server="prod-db1", name="Replication lag"',
    [/^Group 2 says nothing more beside group 1\.$/],
  ],
  ['server="prod-db1" or server="prod-db1"', [/^Group 2 says nothing more beside group 1\.$/]],
]

describe('what is probably wrong with matchers', () => {
  for (const [text, expected] of FOUND) {
    it(`is found in ${text}`, () => {
      const found = findings(text)
      assert.equal(found.length, expected.length, found.join('\n'))
      for (const [index, pattern] of expected.entries()) assert.match(found[index] ?? '', pattern)
    })
  }

  it('is not guessed from no events', () => {
    assert.deepEqual(findings('label.team="dba"', []), [])
  })

  it('is limited', () => {
    const text = Array.from({ length: 20 }, (_, index) => `label.x${index}="1"`).join(', ')
    assert.equal(findings(text).length, 10)
  })
})
