import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findReleaseProblems, SECTION_LINES_MAX, type ReleaseFacts } from '../../scripts/release-problems.ts'

const GOOD: ReleaseFacts = {
  version: '1.2.3',
  today: '2026-11-26',
  changelog: '# Changelog\n\n## 1.2.3 - 2026-11-26\n\n- New.\n\n## 1.2.2 - 2026-10-01\n\n- Old.\n',
  lockfile: '{ "name": "tocsin", "version": "1.2.3", "packages": {} }',
  tour: 'User-Agent: Tocsin/1.2.3\n',
  documents: { 'openapi/v1.json': '1.2.3' },
  fixtures: ['1.2.3'],
  changedPaths: [],
}
const long = `## 1.2.2 - 2026-10-01\n${'- line\n'.repeat(SECTION_LINES_MAX)}`

describe('npm run release -- check', () => {
  it('finds nothing in a release that is complete', () => {
    assert.deepEqual(findReleaseProblems(GOOD), [])
  })

  for (const { it: name, facts, says } of [
    {
      it: 'a changelog without the version',
      facts: { changelog: '## Unreleased\n' },
      says: /must begin with the section "## 1\.2\.3 - 2026-11-26"; its newest is "Unreleased"/,
    },
    { it: 'a date to come', facts: { today: '2026-11-25' }, says: /which is in the future/ },
    {
      it: 'a section that nobody reads',
      facts: { changelog: `${GOOD.changelog}${long}` },
      says: /more than 60 lines for 1\.2\.2/,
    },
    {
      it: 'another version in the lockfile',
      facts: { lockfile: '"version": "1.2.2"' },
      says: /has version 1\.2\.2/,
    },
    {
      it: 'download addresses',
      facts: { lockfile: `${GOOD.lockfile}"resolved": "https://r.example/a.tgz"` },
      says: /has download addresses/,
    },
    {
      it: 'an old document',
      facts: { documents: { 'openapi/v6.json': '1.2.2' } },
      says: /v6\.json is of 1\.2\.2/,
    },
    { it: 'an old tour', facts: { tour: 'User-Agent: Tocsin/1.0.0\n' }, says: /shows Tocsin\/1\.0\.0/ },
    { it: 'no databases', facts: { fixtures: ['1.2.2'] }, says: /releases\/1\.2\.3 is missing/ },
    { it: 'uncommitted changes', facts: { changedPaths: ['README.md'] }, says: /Commit first: README\.md/ },
  ]) {
    it(`finds ${name}`, () => {
      const problems = findReleaseProblems({ ...GOOD, ...facts })
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.match(problems[0] ?? '', says)
    })
  }
})
