import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseCoding } from './static-files.ts'

describe('chooseCoding', () => {
  for (const [accepted, coding] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip ; q=1', 'gzip'],
    ['br;q=0.001', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['broken;;;, br', 'br'],
    [`gzip, ${' '.repeat(192)}br`, 'br'],
    [`gzip, ${' '.repeat(193)}br`, 'identity'],
  ] as const) {
    it(`answers ${coding} to ${JSON.stringify(accepted)}`, () => {
      assert.equal(chooseCoding(accepted), coding)
    })
  }

  it('chooses among those that there are', () => {
    assert.equal(chooseCoding('br, gzip', ['gzip']), 'gzip')
    assert.equal(chooseCoding('br', ['gzip']), 'identity')
  })

  it('looks at a header of any length in no time', () => {
    const blanks = ' '.repeat(15_600)
    for (let index = 0; index < 20_000; index += 1) {
      assert.equal(chooseCoding(`br;${blanks}x`), 'identity')
      assert.equal(chooseCoding(['br', blanks]), 'identity')
    }
  })
})
