import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPasswordIssue } from './password-rules.ts'
import { findNameIssue, isDemotion, nameKeyOf, tidyName } from './user.ts'

describe('names of users', () => {
  it('are compared without regard to case, blanks around them, and how a letter is composed', () => {
    assert.equal(nameKeyOf(' Zoe\u0308 '), nameKeyOf('ZOË'))
    assert.equal(tidyName(' Zoe\u0308 '), 'Zoë')
    assert.notEqual(nameKeyOf('zoe'), nameKeyOf('zoë'))
  })

  for (const [what, name, issue] of [
    ['nothing', '', /empty/],
    ['only blanks', '  ', /empty/],
    ['too many characters', 'a'.repeat(101), /at most 100/],
    ['a line end', 'ada\nbob', /control/],
    ['what turns the text around it', 'ada\u202ebob', /control/],
    ['half a character', 'ada\ud800', /control/],
    ['a blank without width', 'ada\u200b', /not seen/],
    ['a joiner between letters', 'a\u200dda', /not seen/],
    ['a hyphen that is not seen', 'a\u00adda', /not seen/],
    ['a letter that is not seen', 'ada\u3164', /not seen/],
    ['a tag', 'ada\u{e0041}', /not seen/],
    ['a variation of nothing', 'ada\ufe0f', /not seen/],
    ['a pattern of no dots', 'ada\u2800', /not seen/],
  ] as const) {
    it(`refuses ${what}`, () => assert.match(findNameIssue(name) ?? '', issue))
  }

  it('takes what people are called', () => {
    for (const name of [
      'a',
      'Ada Lovelace',
      'ada@example.com',
      '李小龙',
      '👩‍👩‍👧',
      '❤️',
      'Ada 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
      '😀'.repeat(100),
    ]) {
      assert.equal(findNameIssue(name), undefined, name)
    }
  })
})

describe('roles', () => {
  it('go down from admin to viewer', () => {
    assert.equal(isDemotion('admin', 'operator'), true)
    assert.equal(isDemotion('operator', 'operator'), false)
    assert.equal(isDemotion('viewer', 'admin'), false)
  })
})

describe('passwords', () => {
  for (const [what, password, issue] of [
    ['too short a one', '123456789', /at least 10/],
    ['one that is short in characters, not in bytes', '😀'.repeat(9), /at least 10/],
    ['too long a one', 'ab'.repeat(101), /at most 200/],
    ['the name', 'ADA Lovelace', /the name/],
    ['one that everybody tries', 'Password123', /among the first/],
    ['one character again and again', 'aaaaaaaaaaaa', /among the first/],
    ['a few characters again and again', 'abc1abc1abc1', /among the first/],
    ['a sequence', 'abcdefghijkl', /among the first/],
    ['a sequence backwards', '9876543210', /among the first/],
  ] as const) {
    it(`refuses ${what}`, () => assert.match(findPasswordIssue(password, 'Ada Lovelace') ?? '', issue))
  }

  it('takes any other, whatever its characters are', () => {
    for (const password of [
      'correct horse',
      'zehn Zeichen',
      '          x',
      '密码密码二三四五六七',
      'x'.repeat(9) + 'y',
    ]) {
      assert.equal(findPasswordIssue(password, 'Ada'), undefined, password)
    }
  })
})
