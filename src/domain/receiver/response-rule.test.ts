import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import {
  findResponseFault,
  findResponseRuleIssues,
  type ResponseCondition,
  type ResponseRule,
  type ResponseValue,
} from './response-rule.ts'

const json = (member: string, equals: ResponseValue): ResponseCondition => ({ kind: 'json', member, equals })
const contains = (text: string): ResponseCondition => ({ kind: 'contains', text })
const lacks = (text: string): ResponseCondition => ({ kind: 'lacks', text })

function fault(rule: ResponseRule, body: string, bodyTruncated = false): string | undefined {
  return findResponseFault(rule, { status: 200, headers: [], body, bodyTruncated })
}

describe('findResponseFault', () => {
  const cases: readonly (readonly [ResponseCondition, string, string | undefined])[] = [
    [json('ok', true), '{"ok":true}', undefined],
    [json('ok', true), '\ufeff{"ok":true}', undefined],
    [json('ok', true), ' {"ok": true}\n', undefined],
    [json('ok', true), '{"ok":"true"}', 'ok is "true"'],
    [json('ok', true), '{"ok":1}', 'ok is 1'],
    [json('ok', true), '{}', 'ok is not there'],
    [json('ok', true), '{"ok":null}', 'ok is null'],
    [json('ok', true), '{"ok":[true]}', 'ok is an array'],
    [json('ok', true), 'true', 'ok is not there'],
    [json('ok', true), 'null', 'ok is not there'],
    [json('ok', true), '', 'the body is empty'],
    [json('ok', true), 'ok', 'the body is not JSON'],
    [json('ok', true), '{"ok":true', 'the body is not JSON'],
    [json('ok', true), '{"ok":true,"ok":false}', 'ok is false'],
    [json('errcode', 0), '{"errcode":0}', undefined],
    [json('errcode', 0), '{"errcode":"0"}', 'errcode is "0"'],
    [json('errcode', 0), '{"errcode":40013}', 'errcode is 40013'],
    [json('result.code', 'fine'), '{"result":{"code":"fine"}}', undefined],
    [json('result.code', 'fine'), '{"result":"fine"}', 'result.code is not there'],
    [json('result.code', 'fine'), '{"result.code":"fine"}', 'result.code is not there'],
    [json('items.0.ok', true), '{"items":[{"ok":true}]}', undefined],
    [json('errors.length', 0), '{"errors":[]}', undefined],
    [json('errors.length', 0), '{"errors":["bad"]}', 'errors.length is 1'],
    [json('error', null), '{}', undefined],
    [json('error', null), '{"error":null}', undefined],
    [json('error', null), '[]', undefined],
    [json('error', null), '{"error":false}', 'error is false'],
    [json('toString', null), '{}', undefined],
    [json('__proto__.ok', true), '{"ok":true}', '__proto__.ok is not there'],
    [json('s', 'x'), `{"s":"${'y'.repeat(500)}"}`, `s is "${'y'.repeat(149)}…"`],
    [contains('ok'), 'this is ok', undefined],
    [contains('ok'), 'OK', 'the body lacks "ok"'],
    [contains('ok'), '', 'the body is empty'],
    [lacks('error'), 'fine', undefined],
    [lacks('error'), '', undefined],
    [lacks('error'), 'an error', 'the body has "error"'],
  ]
  for (const [condition, body, expected] of cases) {
    it(`${JSON.stringify(condition)} on ${JSON.stringify(body.slice(0, 40))}: ${expected ?? 'holds'}`, () => {
      assert.equal(fault([condition], body), expected)
    })
  }

  it('asks every condition, and names the first that does not hold', () => {
    const rule = [json('ok', true), contains('done'), lacks('warning')]

    assert.equal(fault(rule, '{"ok":true,"words":"done"}'), undefined)
    assert.equal(fault(rule, '{"ok":false,"words":"warning"}'), 'ok is false')
    assert.equal(fault(rule, '{"ok":true,"words":"warning"}'), 'the body lacks "done"')
    assert.equal(fault(rule, '{"ok":true,"words":"done, warning"}'), 'the body has "warning"')
  })

  it('lets nothing hold that cannot be known because the body was cut, and says so', () => {
    assert.match(fault([json('ok', true)], '{"ok":true}', true) ?? '', /longer than what is kept.*JSON/)
    assert.match(fault([contains('ok')], 'no', true) ?? '', /"ok" is not in what is kept of the body/)
    assert.match(fault([lacks('error')], 'fine', true) ?? '', /longer than what is kept.*may have "error"/)
    assert.equal(fault([contains('ok')], 'ok', true), undefined)
    assert.equal(fault([lacks('error')], 'an error', true), 'the body has "error"')
  })

  it('finds each value of any JSON under the path to it, and never throws', () => {
    const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !text.includes('.'))
    const value = fc.oneof(fc.string({ maxLength: 20 }), fc.boolean(), fc.integer(), fc.constant(null))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), value, (names, leaf) => {
        const body = JSON.stringify(
          names.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), leaf),
        )
        assert.equal(fault([json(names.join('.'), leaf)], body), undefined)
        assert.notEqual(
          fault([json(names.join('.'), 'another value, longer than any of them')], body),
          undefined,
        )
      }),
    )
  })
})

describe('findResponseRuleIssues', () => {
  it('has nothing against rules within the limits', () => {
    const good: readonly ResponseRule[] = [
      [json('ok', true)],
      [json('a.b.c.d.e.f.g.h', 'x'.repeat(500)), contains('x'.repeat(500)), lacks('ok'), json('e', null)],
    ]
    for (const rule of good) assert.deepEqual(findResponseRuleIssues(rule, 'response_rule'), [])
  })

  const wrong: readonly (readonly [string, ResponseRule, string, RegExp])[] = [
    ['no condition', [], 'response_rule', /must have a condition, or be null/],
    ['too many', Array<ResponseCondition>(5).fill(contains('a')), 'response_rule', /at most 4 conditions/],
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
