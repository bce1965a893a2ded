import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { array, assert as assertProperty, constantFrom, property } from 'fast-check'
import { RE2JS } from 're2js'
import { compilePattern } from './pattern.ts'
import { readPlainPattern } from './plain-pattern.ts'

/** Each pattern, and how the values that it matches can begin: `$` they end, `*` anything, `?` unknown. */
const READ: readonly (readonly [pattern: string, beginnings: string])[] = [
  ['a', 'a$'],
  ['', '$'],
  ['a|b', 'a$ b$'],
  [String.raw`db\.x|db[.]y`, 'db.x$ db.y$'],
  ['prod-(db|web)-(1|2)', 'prod-db-1$ prod-db-2$ prod-web-1$ prod-web-2$'],
  ['^(?:prod|test)-.*$', 'prod-* test-*'],
  ['a.*b', 'a?'],
  ['a.*.*', 'a*'],
  ['ab?c', 'abc$ ac$'],
  ['ab+', 'ab?'],
  ['ab*', 'a?'],
  ['a[bc]|d', 'a? d$'],
  [String.raw`db\d+`, 'db?'],
  ['(?i)a', '?'],
  ['a(^b)', 'a?'],
  [String.raw`\pL`, '?'],
  ['x{2}', '?'],
  ['{a}', '{a}$'],
]
const SIGNS = { end: '$', anything: '*', unknown: '?' } as const

/** Pieces that make patterns of everything that RE2 knows, right and wrong ones. */
const PIECES = [
  String.raw`a b ab - . .* .+ ( (?: ) | ? * + {2} [ab] [^a] [.] ^ $ é 🙂 { } ] (?i) a? (a|b) (a|b)? []a] {a`,
  String.raw`[[:alpha:]] \. \d \b \x61 \pL \Qa\E`,
].flatMap((line) => line.split(' '))
const VALUES = [
  '',
  'a',
  'b',
  'ab',
  'a-',
  'a.b',
  'é',
  '🙂',
  'aa',
  'ba',
  'aab',
  '1',
  'A',
  '{',
  ']',
  'ab{',
  '-ab',
]

describe('a pattern without its program', () => {
  for (const [pattern, beginnings] of READ) {
    it(`is read in ${JSON.stringify(pattern)}`, () => {
      const read = readPlainPattern(pattern).beginnings
      assert.equal(read.map(({ text, rest }) => `${text}${SIGNS[rest]}`).join(' '), beginnings)
    })
  }

  it('says what the program says, for every pattern and value', () => {
    assertProperty(
      property(array(constantFrom(...PIECES), { minLength: 1, maxLength: 7 }), (pieces) => {
        const text = pieces.join('')
        const exact = attempt(() => RE2JS.compile(text, RE2JS.DOTALL))
        const ours = attempt(() => compilePattern(text))
        assert.equal(ours === undefined, exact === undefined, text)
        for (const value of exact ? VALUES : []) {
          assert.equal(ours?.matches(value), exact?.testExact(value), `${text} on ${value}`)
          const parts = readPlainPattern(text).alternatives
          assert.equal(
            parts.some((part) => compilePattern(part).matches(value)),
            exact?.testExact(value),
          )
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('finds texts between .* as the program does, in their order and side by side', () => {
    const patterns = array(constantFrom('a', 'b', '.*'), { minLength: 2, maxLength: 8 })
    const values = array(constantFrom('a', 'b'), { maxLength: 8 })
    assertProperty(
      property(patterns, values, (pieces, letters) => {
        const [text, value] = [pieces.join(''), letters.join('')]
        if (text.includes('.*.*')) return
        const isMet = RE2JS.compile(text, RE2JS.DOTALL).testExact(value)
        assert.equal(compilePattern(text).matches(value), isMet, `${text} on ${value}`)
      }),
      { numRuns: 5000 },
    )
  })

  it('gives up on groups that multiply, and on groups within groups', () => {
    assert.equal(
      readPlainPattern('(a|b|c|d)'.repeat(20)).beginnings.every(({ rest }) => rest === 'unknown'),
      true,
    )
    assert.deepEqual(readPlainPattern(`${'('.repeat(60)}a${')'.repeat(60)}`).beginnings, [
      { text: '', rest: 'unknown' },
    ])
  })
})

function attempt<Result>(make: () => Result): Result | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
