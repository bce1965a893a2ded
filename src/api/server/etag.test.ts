import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { AppError } from '../../domain/errors.ts'
import { etagOf, matchesIfNoneMatch, listEtag, readIfMatch } from './etag.ts'

describe('readIfMatch', () => {
  it('gives the revisions that are asked for; weak and foreign tags match nothing', () => {
    const table: readonly (readonly [string | undefined, readonly number[] | undefined])[] = [
      [undefined, undefined],
      ['*', undefined],
      [' * ', undefined],
      ['"3"', [3]],
      ['"3", "5"', [3, 5]],
      ['"3","x" ,\t"5"', [3, 5]],
      ['W/"3"', []],
      ['W/"3", "4"', [4]],
      ['"abc"', []],
      ['""', []],
      ['"03"', []],
      ['"0"', []],
      ['"99999999999999999999"', []],
      ['"a,\'b"', []],
    ]
    for (const [given, expected] of table) {
      assert.deepEqual(readIfMatch(given === undefined ? {} : { 'if-match': given }), expected, given)
    }
  })

  it('refuses what is no list of tags', () => {
    for (const given of ['3', '"3', '3"', '', ',', '"3" "4"', '*, "3"', 'w/"3"', '"3",', '"3""4"']) {
      assert.throws(
        () => readIfMatch({ 'if-match': given }),
        (error) => {
          assert.ok(error instanceof AppError)
          assert.equal(error.issues[0]?.path, 'If-Match')
          return true
        },
        given,
      )
    }
  })

  it('never fails in another way, and quickly', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: fc.constantFrom('"', 'W/', ',', ' ', '3', '*', '\t') }),
        (given) => {
          try {
            readIfMatch({ 'if-match': given })
          } catch (error) {
            assert.ok(error instanceof AppError)
          }
        },
      ),
    )
  })
})

describe('matchesIfNoneMatch', () => {
  it('compares weakly', () => {
    const etag = etagOf({ revision: 3 })
    for (const given of ['"3"', 'W/"3"', '*', '"1", "3"'])
      assert.ok(matchesIfNoneMatch({ 'if-none-match': given }, etag), given)
    for (const given of ['"4"', '3', '', '"33"'])
      assert.ok(!matchesIfNoneMatch({ 'if-none-match': given }, etag), given)
    assert.ok(!matchesIfNoneMatch({}, etag))
  })
})

describe('listEtag', () => {
  it('differs with ids, revisions, their number, and whether more follow', () => {
    const tags = [
      listEtag([], true),
      listEtag([{ id: 1, revision: 1 }], true),
      listEtag([{ id: 1, revision: 1 }], false),
      listEtag([{ id: 1, revision: 2 }], true),
      listEtag([{ id: 11, revision: 1 }], true),
      listEtag(
        [
          { id: 1, revision: 1 },
          { id: 2, revision: 1 },
        ],
        true,
      ),
    ]
    assert.equal(new Set(tags).size, tags.length)
    assert.match(tags[0] ?? '', /^"[\w-]{22}"$/)
  })
})
