import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ResponseRule } from '../../../domain/receiver/response-rule.ts'
import { invalidRequest, type Issue } from '../../../domain/errors.ts'
import { createValidatorFactory } from '../../routes/validator.ts'
import type { ResponseConditionWire } from './response-rule-wire.ts'
import { RESPONSE_RULE, toResponseRule, toResponseRuleWire } from './response-rule-wire.ts'

const validate = createValidatorFactory()({ schema: RESPONSE_RULE })

function refusal(value: unknown): string {
  const verdict = validate(value)
  return verdict === true ? '' : verdict.error.message
}

describe('response_rule on the wire', () => {
  it('comes back as it was written', () => {
    const wire: readonly ResponseConditionWire[] = [
      { member: 'ok', equals: true },
      { member: 'error', equals: null },
      { contains: 'done' },
      { lacks: 'HTTP error' },
    ]
    const rule: ResponseRule = [
      { kind: 'json', member: 'ok', equals: true },
      { kind: 'json', member: 'error', equals: null },
      { kind: 'contains', text: 'done' },
      { kind: 'lacks', text: 'HTTP error' },
    ]
    const issues: Issue[] = []

    assert.equal(validate(wire), true)
    assert.deepEqual(toResponseRule(wire, issues), rule)
    assert.deepEqual(toResponseRuleWire(rule), wire)
    assert.deepEqual(issues, [])
  })

  it('knows conditions on the parts of a response, and patterns', () => {
    const wire: readonly ResponseConditionWire[] = [
      { part: 'status', equals: 202 },
      { part: 'content_type', not_equals: 'text/html' },
      { part: 'body', matches: 'ok|done' },
      { member: 'name', matches: 'spaces/.+' },
    ]
    const rule: ResponseRule = [
      { kind: 'part', part: 'status', operator: 'equals', value: '202' },
      { kind: 'part', part: 'content_type', operator: 'not_equals', value: 'text/html' },
      { kind: 'part', part: 'body', operator: 'matches', value: 'ok|done' },
      { kind: 'json_matches', member: 'name', pattern: 'spaces/.+' },
    ]
    assert.equal(validate(wire), true)
    assert.deepEqual(toResponseRule(wire, []), rule)
    assert.deepEqual(toResponseRuleWire(rule), wire)
    assert.deepEqual(toResponseRule([{ part: 'status', equals: '202' }], []), rule.slice(0, 1))
    assert.match(
      refusal([{ part: 'head', equals: 'x' }]),
      /\[0\]\.part: must be .*status.*content_type.*body/,
    )
  })

  it('null is no rule, and absent is no change', () => {
    assert.equal(validate(null), true)
    assert.equal(toResponseRule(null, []), null)
    assert.equal(toResponseRule(undefined, []), undefined)
    assert.equal(toResponseRuleWire(null), null)
  })

  it('refuses other shapes with a sentence', () => {
    assert.match(refusal([]), /must not be empty/)
    assert.match(refusal({ member: 'ok', equals: true }), /must be an array or null/)
    assert.match(
      refusal([{ json: 'ok' }]),
      /\[0\]\.json: is an unknown member; known are part, member, equals,/,
    )
    assert.match(refusal([{ member: 'ok', equals: {} }]), /\[0\]\.equals: must be a string or a number or/)
    assert.match(refusal(Array.from({ length: 5 }, () => ({ lacks: 'x' }))), /must have at most 4 entries/)
  })

  it('refuses a condition that has no form, half of one, or two', () => {
    const wrong: readonly ResponseConditionWire[] = [
      {},
      { member: 'ok' },
      { equals: 1 },
      { contains: 'a', lacks: 'b' },
      { member: 'ok', equals: true, contains: 'a' },
      { equals: 1, lacks: 'b' },
      { part: 'body' },
      { part: 'body', equals: null },
      { part: 'body', member: 'ok', equals: 'x' },
      { part: 'body', equals: 'x', matches: 'x' },
      { member: 'ok', not_equals: 'x' },
      { matches: 'x' },
    ]
    for (const condition of wrong) {
      const issues: Issue[] = []
      toResponseRule([{ lacks: 'x' }, condition], issues)

      assert.match(
        invalidRequest(issues).message,
        /^response_rule\[1\]: is no condition\. Write one of /,
        JSON.stringify(condition),
      )
    }
  })
})
