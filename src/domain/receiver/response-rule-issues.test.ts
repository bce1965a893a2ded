import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findResponseRuleIssues } from './response-rule-issues.ts'
import type {
  PartOperator,
  ResponseCondition,
  ResponsePart,
  ResponseRule,
  ResponseValue,
} from './response-rule.ts'

const json = (member: string, equals: ResponseValue): ResponseCondition => ({ kind: 'json', member, equals })
const contains = (text: string): ResponseCondition => ({ kind: 'contains', text })
const lacks = (text: string): ResponseCondition => ({ kind: 'lacks', text })
const part = (name: ResponsePart, operator: PartOperator, value: string): ResponseCondition => ({
  kind: 'part',
  part: name,
  operator,
  value,
})
const matching = (pattern: string): ResponseCondition => ({ kind: 'json_matches', member: 'id', pattern })

describe('findResponseRuleIssues', () => {
  it('has nothing against rules within the limits', () => {
    const good: readonly ResponseRule[] = [
      [json('ok', true)],
      [json('a.b.c.d.e.f.g.h', 'x'.repeat(500)), contains('x'.repeat(500)), lacks('ok'), json('e', null)],
      [part('status', 'equals', '202'), part('content_type', 'not_equals', 'text/html')],
      [part('body', 'equals', ''), part('body', 'matches', '(?i)ok|done'), matching('[0-9]+')],
      [part('body', 'not_equals', 'a'), part('body', 'not_equals', 'b'), part('body', 'equals', 'c')],
      [json('a', 1), json('b', 2), part('status', 'equals', '200')],
      // Texts and beginnings cost nothing, however many they are.
      [part('body', 'matches', 'accepted .*'), matching(Array(100).fill('ab').join('|'))],
    ]
    for (const rule of good) assert.deepEqual(findResponseRuleIssues(rule, 'response_rule'), [])
  })

  const wrong: readonly (readonly [string, ResponseRule, string, RegExp])[] = [
    ['no condition', [], 'response_rule', /must have a condition, or be null/],
    ['too many', Array<ResponseCondition>(5).fill(contains('a')), 'response_rule', /at most 4 conditions/],
    [
      'two statuses',
      [contains('x'), part('status', 'equals', '200'), part('status', 'equals', '202')],
      'response_rule',
      /has the conditions 2 and 3, which no response meets together; .*"matches": "200\|202"/,
    ],
    [
      'a body and its opposite',
      [part('body', 'equals', 'ok'), part('body', 'not_equals', 'ok')],
      'response_rule',
      /no response meets together/,
    ],
    ['two values of a member', [json('ok', true), json('ok', null)], 'response_rule', /1 and 2, which no/],
    ['an empty name', [json('a..b', 1)], 'response_rule[0].member', /such as ok, or result\.code/],
    ['no name', [json('', 1)], 'response_rule[0].member', /such as ok/],
    ['a control character', [json('a\nb', 1)], 'response_rule[0].member', /such as ok/],
    ['a long path', [json('a'.repeat(201), 1)], 'response_rule[0].member', /at most 200 characters/],
    ['a deep path', [json('a.b.c.d.e.f.g.h.i', 1)], 'response_rule[0].member', /at most 8 levels/],
    [
      'a number that JSON lacks',
      [json('a', Infinity)],
      'response_rule[0].equals',
      /a number that JSON can hold/,
    ],
    ['a long value', [json('a', 'x'.repeat(501))], 'response_rule[0].equals', /at most 500 characters/],
    ['an empty text', [contains('a'), contains('')], 'response_rule[1].contains', /must not be empty/],
    ['a long text', [lacks('x'.repeat(501))], 'response_rule[0].lacks', /at most 500 characters/],
    ['half a character', [lacks('\ud800')], 'response_rule[0].lacks', /valid Unicode/],
    [
      'a status that is no success',
      [part('status', 'equals', '404')],
      'response_rule[0].equals',
      /a status from 200 to 299, such as 202/,
    ],
    [
      'a content type with parameters',
      [part('content_type', 'not_equals', 'text/html; charset=utf-8')],
      'response_rule[0].not_equals',
      /a media type in lower case without parameters, such as application\/json/,
    ],
    [
      'white space around a whole body',
      [part('body', 'equals', 'ok\n')],
      'response_rule[0].equals',
      /must not begin or end with white space/,
    ],
    [
      'a pattern that is none',
      [lacks('a'), part('body', 'matches', 'ok(')],
      'response_rule[1].matches',
      /the pattern cannot be used: .*missing closing \).*RE2/,
    ],
    ['a look-around', [matching('(?!x)a')], 'response_rule[0].matches', /RE2, without look-around/],
    ['an empty pattern', [matching('')], 'response_rule[0].matches', /must not be empty/],
    [
      'patterns that take long together',
      [part('body', 'matches', '[ab]{99}'), matching('[ab]{99}'), matching('[ab]{99}')],
      'response_rule',
      /has patterns of \d{3} instructions, and 250 are allowed/,
    ],
    ['U+0000', [json('a', '\0')], 'response_rule[0].equals', /U\+0000/],
  ]
  for (const [name, rule, path, sentence] of wrong) {
    it(`refuses ${name}`, () => {
      const [issue, ...more] = findResponseRuleIssues(rule, 'response_rule')

      assert.deepEqual(more, [])
      assert.equal(issue?.path, path)
      assert.match(issue.message, sentence)
    })
  }
})
