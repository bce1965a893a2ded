import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findMatchWarnings } from './match-warnings.ts'

/** Each text, and what its warning says to write instead; undefined: it has none. */
const WARNINGS: readonly (readonly [text: string, remedy: string | undefined])[] = [
  ['name=“Lag”', 'compares the quotation marks, too; write name="Lag".'],
  ['name="\'Lag\'"', 'write name="Lag".'],
  ['name="a,b"', 'letter for letter; for one of several values or for any text write name=~"a|b".'],
  ['server!="db-1.x,db-2"', String.raw`write server!~"db-1\\.x|db-2".`],
  ['label.team="a|b"', 'write label.team=~"a|b".'],
  ['server="db-*"', 'write server=~"db-.*".'],
  ['server=~"db-*"', 'repeats the character before it; for any text write server=~"db-.*".'],
  ['server=~"db*prod"', 'write server=~"db.*prod".'],
  ['severity=~"high|critical"', 'write label.severity=~"critical".'],
  ['name="Lag, high"', undefined],
  ['name="What is it? * no"', undefined],
  ['server=~"db-.*|web[0-9]*"', undefined],
  [String.raw`server=~"db\d*"`, undefined],
  ['annotation.text="it\'s"', undefined],
  ['otherwise', undefined],
]

describe('a warning about matchers that can be saved', () => {
  for (const [text, remedy] of WARNINGS) {
    it(`${remedy === undefined ? 'is not there for' : 'says what is meant by'} ${text}`, () => {
      const warnings = findMatchWarnings(text, 'webhook')
      assert.equal(warnings.length, remedy === undefined ? 0 : 1, warnings.join('\n'))
      if (remedy !== undefined) assert.ok(warnings[0]?.endsWith(remedy), warnings[0])
    })
  }

  it('says what would be refused now, and what cannot be read by this release', () => {
    assert.match(
      findMatchWarnings('severity=critical', 'silence')[0] ?? '',
      /^match has a mistake at character 10: .* It was saved before this was refused, and stays in force as it is\.$/,
    )
    assert.match(findMatchWarnings('region=eu', 'silence')[0] ?? '', /cannot read it, so it holds nothing\.$/)
    assert.match(findMatchWarnings('region=eu', 'webhook')[0] ?? '', /so it is notified of every event\.$/)
  })
})
