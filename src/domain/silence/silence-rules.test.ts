import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EVERYTHING, findEverythingIssues, silencesEverything } from './silence-rules.ts'

describe('silencesEverything', () => {
  const table: readonly (readonly [match: string, everything: boolean])[] = [
    [EVERYTHING, true],
    ['name=~".*"', true],
    ['name=~".*", label.team=""', true],
    ['label.team=~"|dba"', true],
    ['server="db-1" or name=~".*"', true],
    ['name=~".+"', false],
    ['name=~".*", server="db-1"', false],
    ['label.team!="zzz"', false],
    ['name=~".*", severity!=low', false],
    ['label.team!~".+"', false],
    ['server="db-1"', false],
    ['this is none', false],
  ]
  for (const [match, everything] of table) {
    it(`${everything} of ${match}`, () => {
      assert.equal(silencesEverything(match), everything)
      assert.equal(findEverythingIssues({ match }).length, everything ? 1 : 0)
      assert.equal(findEverythingIssues({ match, everything: true }).length, everything ? 0 : 1)
    })
  }

  it('asks nothing where no matchers are given', () => {
    assert.deepEqual(findEverythingIssues({ everything: true }), [])
  })
})
