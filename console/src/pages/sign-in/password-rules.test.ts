import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPasswordIssue } from '../../../../src/domain/people/password-rules.ts'
import { validatePassword } from './password-rules.ts'

describe('the hint about a new password', () => {
  it('counts what is missing', () => {
    assert.match(validatePassword('', 'ada').hint, /At least 10/)
    assert.equal(validatePassword('12345678', 'ada').hint, '2 more characters.')
    assert.equal(validatePassword('123456789', 'ada').hint, '1 more character.')
  })

  for (const text of [
    'correct horse',
    'Ada Lovelace',
    'aaaaaaaaaa',
    'abcabcabcabc',
    '0123456789',
    'ä'.repeat(9),
    'x'.repeat(201),
  ]) {
    it(`agrees with the service about ${text.slice(0, 20)}`, () => {
      const isTaken = findPasswordIssue(text, 'ada lovelace') === undefined
      assert.equal(validatePassword(text, 'ada lovelace').isEnough, isTaken)
    })
  }

  it('says that longer is stronger', () => {
    const fair = validatePassword('rain on tin', 'ada')
    const strong = validatePassword('rain on tin roofs at night', 'ada')
    assert.ok(fair.isEnough && strong.isEnough)
    assert.ok(fair.strength < strong.strength)
  })
})
