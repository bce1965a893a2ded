import { KEY_LENGTH_MAX } from '../../domain/alert/report-limits.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { joinKey } from './foreign-text.ts'

describe('joinKey', () => {
  it('reads as its parts do', () => {
    assert.equal(
      joinKey('pg-1', 'Too many connections', 'orders.public.a'),
      'pg-1|Too many connections|orders.public.a',
    )
    assert.equal(joinKey('a|b', 'c\\'), 'a\\|b|c\\\\')
  })

  it('has room for any text, and ends what is too long with a digest', () => {
    const long = joinKey('pg-1', 'x'.repeat(100_000))

    assert.equal(long.length, KEY_LENGTH_MAX)
    assert.match(long, /^pg-1\|x+~[0-9a-f]{64}$/)
    assert.notEqual(joinKey('pg-1', 'x'.repeat(100_001)), long)
  })

  it('never takes a shortened key for the text of another', () => {
    const long = joinKey('y'.repeat(600))

    assert.notEqual(joinKey(long), long)
  })

  it('is different for different texts', () => {
    const unit = fc.constantFrom('|', '\\', 'a', '~', '\u{1f418}')
    const text = fc.string({ unit, maxLength: 4 }).map((piece) => piece.repeat(120))
    const short = fc.string({ unit, maxLength: 4 })
    const parts = fc.array(fc.oneof(text, short), { minLength: 2, maxLength: 3 })
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        fc.pre(JSON.stringify(a) !== JSON.stringify(b))
        assert.notEqual(joinKey(...a), joinKey(...b))
        assert.ok(joinKey(...a).length <= KEY_LENGTH_MAX)
      }),
    )
  })
})
