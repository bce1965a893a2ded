import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDeadAlternatives, findMatchIssues } from './match-rules.ts'
import { parseMatch } from './parse-match.ts'

/** Each text, with the character and the words of its mistake. */
const REFUSED: readonly (readonly [text: string, character: number, words: RegExp])[] = [
  [
    'severity="critical"',
    10,
    /severity is high, medium or low here, and never "critical"; from most monitors that arrives as high; for a label of that name write label\.severity="critical"\.$/,
  ],
  ['severity!="critical"', 11, /write label\.severity!="critical"/],
  ['server=a, severity=hig', 20, /never "hig"; did you mean high;/],
  ['severity=High', 10, /never "High"; did you mean high;/],
  [
    'severity=~"crit.*|page"',
    11,
    /never "crit\.\*\|page"; for a label of that name write label\.severity=~"crit\.\*\|page"/,
  ],
  ['severity!~"critical|warning"', 11, /write label\.severity!~/],
  ['severity="cleared"', 10, /for clears there is the flag cleared_alert/],
  [
    'job_status="failed"',
    12,
    /job_status is success, failure or cancelled here, and never "failed"; did you mean failure;/,
  ],
  ['job_status=~"fail.*d"', 13, /write label\.job_status/],
]

const TAKEN = [
  'severity=high',
  'severity!=low',
  'severity=~"high|critical"',
  'severity=~".*"',
  'severity=""',
  'severity!~"low|medium"',
  'job_status=failure',
  'job_status=~"fail.*"',
  'label.severity="critical"',
  'label.job_status="failed"',
  'otherwise',
]

const deadOf = (text: string) => {
  const match = parseMatch(text)
  return match === 'otherwise' ? [] : match.flat().flatMap(findDeadAlternatives)
}

describe('a field with few values', () => {
  for (const [text, character, words] of REFUSED) {
    it(`is never ${text}: refused at character ${character}`, () => {
      const [mistake, ...others] = findMatchIssues(text)
      assert.match(mistake?.message ?? '', new RegExp(`^has a mistake at character ${character}: `))
      assert.match(mistake?.message ?? '', words)
      assert.deepEqual(others, [])
    })
  }

  for (const text of TAKEN) {
    it(`may be compared by ${text}`, () => assert.deepEqual(findMatchIssues(text), []))
  }

  it('has a warning for each alternative that is never met', () => {
    assert.deepEqual(deadOf('severity=~"high|critical|(page|pager)", server=~"critical|x"'), [
      'severity=~"high|critical|(page|pager)" has an alternative that is never met: severity is high, medium or low here, and never "critical"; from most monitors that arrives as high; for a label of that name write label.severity=~"critical".',
      'severity=~"high|critical|(page|pager)" has an alternative that is never met: severity is high, medium or low here, and never "(page|pager)"; for a label of that name write label.severity=~"(page|pager)".',
    ])
    assert.deepEqual(deadOf('severity=~"high|medium", severity!=low'), [])
  })
})
