import assert from 'node:assert/strict'
import { it } from 'node:test'
import { AppError } from '../../domain/errors.ts'
import { parsePathId } from './route.ts'

it('an id in a path is decimal digits without leading zeros', () => {
  assert.equal(parsePathId('1', 'webhook'), 1)
  assert.equal(parsePathId('9007199254740991', 'webhook'), 9007199254740991)
})

it('anything else is not found, and the response names it', () => {
  const table = [
    ['abc', '"abc" is not a webhook id.'],
    ['007', '"007" is not a webhook id.'],
    ['-1', '"-1" is not a webhook id.'],
    ['+1', '"+1" is not a webhook id.'],
    ['1.0', '"1.0" is not a webhook id.'],
    ['1e3', '"1e3" is not a webhook id.'],
    ['0x1', '"0x1" is not a webhook id.'],
    [' 1', '" 1" is not a webhook id.'],
    ['1\n', '"1\\n" is not a webhook id.'],
    ['١', '"١" is not a webhook id.'],
    ['', '"" is not a webhook id.'],
    ['0', 'There is no webhook 0.'],
    ['9007199254740992', 'There is no webhook 9007199254740992.'],
    ['9'.repeat(300), `There is no webhook ${'9'.repeat(40)}.`],
  ] as const
  for (const [text, message] of table) {
    assert.throws(
      () => parsePathId(text, 'webhook'),
      (error) => {
        assert.ok(error instanceof AppError)
        assert.deepEqual([error.code, error.message], ['not_found', message])
        return true
      },
    )
  }
})

it('speaks of an alert, not of a alert', () => {
  assert.throws(() => parsePathId('x', 'alert'), /^AppError: "x" is not an alert id\.$/)
})
