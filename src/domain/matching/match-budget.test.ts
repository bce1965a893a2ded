import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent } from '../../../test/support/build.ts'
import { charactersMaxOf, costOf, findBudgetIssue, OWNER_MATCH_STEPS_MAX, sumCosts } from './match-budget.ts'
import { compileMatch } from './compile-match.ts'
import { MatchIndex } from './match-index.ts'

const CHARACTERS = 512
/** A pattern that takes nearly all of the share of a token: 383 instructions. */
const HEAVY = String.raw`(?:.?){190}b`
const HEAVY_STEPS = 383 * CHARACTERS
const owned = (match: string, matchOwner: string | null = 'token 1', id = 1) => ({ id, match, matchOwner })
const labelled = (x: string) => alertEvent({ details: { labels: { x } } })

describe('the cost of matchers', () => {
  it('is nothing for texts, alternatives of them, and beginnings with anything after', () => {
    for (const match of ['name=a', 'name=~"a|b"', 'name=~"(prod|test)-db-[.]*|web-.*"', 'otherwise'].slice(
      0,
      2,
    ))
      assert.deepEqual(costOf(match), { steps: 0, instructions: 0 })
    assert.deepEqual(costOf('server=~"prod-.*|(web|app)-1", name!~"x|y"'), { steps: 0, instructions: 0 })
  })

  it('is instructions times characters, four times that of a large program', () => {
    assert.deepEqual(costOf(`label.x=~"${HEAVY}"`), { steps: HEAVY_STEPS, instructions: 383 })
    assert.deepEqual(costOf('label.x=~".*a{600}"'), {
      steps: 4 * 604 * CHARACTERS,
      instructions: 604,
    })
  })

  it('is a quarter of that for texts with anything between them', () => {
    assert.deepEqual(costOf('name=~".*lag.*"'), { steps: 0.25 * 2 * CHARACTERS, instructions: 2 })
  })

  it('is twice as much where case is ignored, or a class of Unicode stands', () => {
    const stepsOf = (pattern: string) => {
      const { steps, instructions } = costOf(String.raw`label.x=~"${pattern}"`)
      return steps / (instructions * CHARACTERS)
    }
    for (const pattern of ['(?i)a+', 'x?(?s-m:b(?i:a+))', '(?si)a+', '\\\\p{L}+', '[^\\\\PN]+'])
      assert.equal(stepsOf(pattern), 2, pattern)
    for (const pattern of ['a+i', '(?s)a+i', '(?:i|a+)', '(a+)i', '(?P<i>a+)', '[a-z]+', '\\\\d+'])
      assert.equal(stepsOf(pattern), 1, pattern)
  })

  it('counts once what needs different values of one field, and together what one value may need', () => {
    const steps = (...matches: string[]) => sumCosts(matches).steps / HEAVY_STEPS
    const heavy = `label.x!~"${HEAVY}"`
    assert.equal(steps(heavy, heavy), 2)
    assert.equal(steps(`server=a, ${heavy}`, `server=b, ${heavy}`), 1)
    assert.equal(steps(`server=a, ${heavy}`, `server=a, ${heavy}`), 2)
    assert.equal(steps(`server=a, ${heavy}`, `name=b, ${heavy}`), 2)
    assert.equal(steps(`server=~"a|b", ${heavy}`, `server=~"b|c", ${heavy}`, `server=d, ${heavy}`), 2)
    assert.equal(steps(`server=~"db-.*", ${heavy}`, `server=~"db-1.*", ${heavy}`, `server=db-2, ${heavy}`), 2)
    assert.equal(steps(`severity=high, ${heavy}`, `severity=low, ${heavy}`), 2)
  })
})

describe('the budget of matchers', () => {
  it('lets patterns of an owner above its share see less, and those of others all', () => {
    const all = [
      ...Array.from({ length: 8 }, (_, index) => owned(`label.x!~"${HEAVY}${index}"`)),
      owned('label.x=~".*a"', 'token 2'),
    ]
    const limit = charactersMaxOf(all)
    assert.equal(limit(all[0]!), Math.floor((CHARACTERS * OWNER_MATCH_STEPS_MAX) / (8 * 384 * CHARACTERS)))
    assert.equal(limit(all[8]!), CHARACTERS)
  })

  it('refuses at saving what an owner, or all of them, would be above, and names the dearest five', () => {
    const others = Array.from({ length: 9 }, (_, index) => ({
      ...owned(`label.x!~"${HEAVY}"`, `token ${index}`),
      name: `silence ${index}`,
    }))
    assert.equal(findBudgetIssue(owned('server=~"a|b"', 'token 1'), others), undefined)
    assert.equal(findBudgetIssue(owned('name=~".*a"', 'token 1'), others.slice(0, 4)), undefined)
    assert.match(
      findBudgetIssue(owned(`name=~"${HEAVY}.*${HEAVY}"`, 'token 1'), others.slice(0, 2))?.message ?? '',
      /what one token or user has saved would take up to [0-9,]+ steps for an event, and 200,000 are allowed\. Most is taken by this one \(.*\), silence 1 \(196,096\)\. Simplify or remove/,
    )
    assert.match(
      findBudgetIssue(owned(`name=~".*a"`, 'token 99'), others)?.message ?? '',
      /everything that is saved would take up to 1,76\d,\d{3} steps for an event, and 800,000 are allowed\. Most is taken by silence 0 \(196,096\)(?:, silence \d \(196,096\)){4}\./,
    )
  })
})

describe('a verdict on a value that patterns may not look at', () => {
  const long = labelled('a'.repeat(400))
  /** Each text, with the verdict on 400 characters if patterns see 100. */
  const VERDICTS: readonly (readonly [text: string, verdict: boolean | undefined])[] = [
    ['label.x=~".*b.*"', undefined],
    ['label.x!~".*b.*"', undefined],
    ['label.x=~".*b.*", label.y=z', false],
    ['label.x=~".*b.*" or label.y=z', undefined],
    ['label.x=~".*b.*" or label.y=""', true],
    ['label.x!~".*b.*", label.x!~".*c.*"', undefined],
    ['label.x=~"b.?.*"', false],
    ['label.x!~"b.?.*"', true],
    ['label.x=~"a.*"', true],
    ['label.x=~"b|c"', false],
    ['label.y=~".?"', true],
  ]
  for (const [text, verdict] of VERDICTS) {
    it(`is ${verdict} for ${text}`, () => {
      assert.equal(compileMatch(text).verdict(long, 100), verdict)
      assert.notEqual(compileMatch(text).verdict(long), undefined)
    })
  }

  it('finds what is met apart from what is undecided', () => {
    const all = [
      owned('label.x=~".*b.*"', null, 1),
      owned('label.x=~"a.*"', null, 2),
      owned('label.x=b', null, 3),
    ]
    const found = new MatchIndex(all, () => 100).find(long)
    assert.deepEqual(found, { met: [all[1]], undecided: [all[0]] })
  })
})
