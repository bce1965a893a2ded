import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { ANSWER_RULE, toAnswerRule } from '../../src/api/v1/answer-rule-wire.ts'
import { createValidatorFactory } from '../../src/api/validator.ts'
import { parseRate } from '../../src/config-values.ts'
import { findAnswerRuleIssues } from '../../src/domain/answer-rule.ts'
import type { Issue } from '../../src/domain/errors.ts'

const DOC = readFileSync(new URL('../../docs/receivers.md', import.meta.url), 'utf8')

function section(heading: string): string {
  return DOC.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
}

describe('docs/receivers.md', () => {
  it('names only answer rules that a webhook can have', () => {
    const validate = createValidatorFactory()({ schema: ANSWER_RULE })
    const conditions = [...section('Answer rules').matchAll(/^\| `(\{.*?\})` /gm)].map(
      ([, text]) => `[${text}]`,
    )
    const rules = [...section('Common receivers').matchAll(/`(\[\{.*?\}\])`/g)].map(([, text]) => text ?? '')
    assert.deepEqual([conditions.length, rules.length], [6, 7])

    for (const text of [...conditions, ...rules]) {
      const issues: Issue[] = []
      const wire = JSON.parse(text)
      assert.equal(validate(wire), true, text)
      const rule = toAnswerRule(wire, issues) ?? []
      assert.deepEqual([...issues, ...findAnswerRuleIssues(rule, 'answer_rule')], [], text)
    }
  })

  it('names only rate limits that a webhook can have', () => {
    const rates = [...section('Common receivers').matchAll(/`(\d+\/\w+)`/g)].map(([, text]) => text ?? '')

    assert.ok(rates.length >= 10)
    for (const rate of rates) assert.ok(parseRate(rate).intervalMs > 0, rate)
  })
})
