import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import {
  DEPTH_MAX,
  DIFFERENT_NAMES_MAX,
  MANY_VALUES_MIN,
  measureJson,
  MEMBERS_MAX,
  refuseHugeJson,
  VALUES_MAX,
  type JsonSize,
} from './json-limits.ts'

describe('measureJson', () => {
  for (const [text, values, depth, names, members] of [
    ['12', 1, 0, 0, 0],
    ['[]', 1, 1, 0, 0],
    ['{}', 1, 1, 0, 0],
    ['[[]]', 2, 2, 0, 0],
    ['[1, 22, "3"]', 4, 1, 0, 0],
    ['{"a": {"b": [ ] }, "c": [{}, {}]}', 6, 3, 3, 2],
    ['{"a:": ":", "a:": "\\":"}', 3, 1, 2, 2],
    ['["[[[,,,", "\\"[,{", "\\\\", 1]', 5, 1, 0, 0],
    ['["é,[", "\u{1f600},"]', 3, 1, 0, 0],
  ] as const) {
    it(`finds ${values} values, ${depth} deep, and ${names} names in ${text}`, () => {
      assert.deepEqual(measureJson(Buffer.from(text)), { values, depth, names, members, differentNames: 0 })
    })
  }

  it('finds what a walk through the value finds, however it is spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        assert.deepEqual(measureJson(Buffer.from(JSON.stringify(value, null, space))), measure(value))
      }),
    )
  })

  it('takes what is no JSON at all', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void measureJson(bytes)))
    assert.deepEqual(measureJson(Buffer.from('"never ends \\')), {
      values: 1,
      depth: 0,
      names: 0,
      members: 0,
      differentNames: 0,
    })
  })
})

describe('refuseHugeJson', () => {
  it('refuses one value, one level, or one member of an object more than there may be', () => {
    const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))
    const list = (values: number) => Buffer.from(`[${'1,'.repeat(values - 2)}1]`)
    const object = (members: number) => Buffer.from(`[{${'"":1,'.repeat(members - 1)}"":1}]`)

    refuseHugeJson(nested(DEPTH_MAX))
    refuseHugeJson(list(VALUES_MAX))
    refuseHugeJson(object(MEMBERS_MAX))

    assert.throws(() => refuseHugeJson(nested(DEPTH_MAX + 1)), { code: 'invalid_request' })
    assert.throws(() => refuseHugeJson(object(MEMBERS_MAX + 1)), { code: 'payload_too_large' })
    assert.throws(() => refuseHugeJson(list(VALUES_MAX + 1)), { code: 'payload_too_large' })
  })

  it('refuses more than so many different names where there are many values', () => {
    const objects = (count: number, different: number) =>
      Buffer.from(
        JSON.stringify(Array.from({ length: count }, (_, at) => ({ [`name ${at % different}`]: 1 }))),
      )

    refuseHugeJson(objects(49_000, DIFFERENT_NAMES_MAX))
    refuseHugeJson(objects(MANY_VALUES_MIN / 2 - 1, MANY_VALUES_MIN))

    // Two of them fall together now and then.
    assert.throws(() => refuseHugeJson(objects(MANY_VALUES_MIN / 2, 1.2 * DIFFERENT_NAMES_MAX)), {
      code: 'payload_too_large',
    })
  })

  it('stops at the limit, whatever follows', () => {
    const deep = Buffer.alloc(4_000_000, '[')

    assert.equal(measureJson(deep).depth, DEPTH_MAX + 1)
  })
})

function measure(value: unknown): JsonSize {
  if (typeof value !== 'object' || value === null)
    return { values: 1, depth: 0, names: 0, members: 0, differentNames: 0 }
  const children = Object.values(value).map(measure)
  const own = Array.isArray(value) ? 0 : children.length
  return {
    values: children.reduce((sum, { values }) => sum + values, 1),
    names: children.reduce((sum, { names }) => sum + names, own),
    members: Math.max(own, ...children.map(({ members }) => members)),
    depth: Math.max(0, ...children.map(({ depth }) => depth)) + 1,
    differentNames: 0,
  }
}
