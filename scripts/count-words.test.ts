import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commentsOf, wordsOf } from './count-words.ts'

describe('words', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['one line', '/** Returns the sum, in ms. */\nconst sum = 1', 5],
    ['several lines', '/**\n * Returns it.\n *\n * Throws 2 errors.\n */', 5],
    ['a line comment', '  // Because of that.\n  run() // not this', 3],
    ['signs', '// – → 3 %', 1],
  ]
  for (const [name, code, words] of cases) {
    it(`are counted in comments: ${name}`, () => assert.equal(wordsOf(commentsOf(code)), words))
  }
})
