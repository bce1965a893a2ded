import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from './route.ts'

/** Every builder, with options and without. */
const cases: Readonly<Record<string, (builders: typeof Type) => unknown>> = {
  Array: (b) => [b.Array(b.String()), b.Array(b.Integer(), { maxItems: 3, description: 'some' })],
  Boolean: (b) => [b.Boolean(), b.Boolean({ description: 'whether' })],
  Enum: (b) => [b.Enum(['a', 'b']), b.Enum(['a', 'b'], { description: 'which' })],
  Integer: (b) => [b.Integer(), b.Integer({ minimum: 1 })],
  Literal: (b) => [b.Literal('a'), b.Literal(2), b.Literal(true, { description: 'this' })],
  Null: (b) => [b.Null(), b.Null({ description: 'none' })],
  Number: (b) => [b.Number(), b.Number({ maximum: 1.5 })],
  Object: (b) => [
    b.Object({}),
    b.Object({ a: b.String(), b: b.Optional(b.String()) }, { title: 'Thing', additionalProperties: false }),
    b.Object({ a: b.Optional(b.Object({ b: b.String() })) }),
  ],
  Optional: (b) => [b.Optional(b.String({ maxLength: 3 }))],
  Partial: (b) => [
    b.Partial(b.Object({ a: b.String(), b: b.Optional(b.Null()) }, { title: 'Dropped' })),
    b.Partial(b.Object({ a: b.String() }), { title: 'Change', minProperties: 1 }),
    b.Object({ a: b.Partial(b.Object({ b: b.String() })) }),
    b.Object({ a: b.String(), ...b.Partial(b.Object({ b: b.String() })).properties }),
  ],
  String: (b) => [b.String(), b.String({ maxLength: 3, pattern: '^a' })],
  Union: (b) => [
    b.Union([b.String(), b.Null()]),
    b.Union([b.Literal('a'), b.Integer()], { title: 'Either' }),
  ],
  Unknown: (b) => [b.Unknown(), b.Unknown({ description: 'anything' })],
  Unsafe: (b) => [b.Unsafe({ type: ['string', 'null'] }), b.Object({ a: b.Optional(b.Unsafe({ x: 1 })) })],
}

describe('Type', () => {
  it('has a case for each builder', () =>
    assert.deepEqual([...Object.keys(cases), 'Closed'].toSorted(), Object.keys(Type).toSorted()))

  for (const [name, build] of Object.entries(cases)) {
    it(`${name}: builds what TypeBox builds, to the order of the members`, () => {
      assert.equal(JSON.stringify(build(Type)), JSON.stringify(build(TypeBox as unknown as typeof Type)))
    })
  }

  it('takes a description in place of options', () => {
    assert.deepEqual(Type.Enum(['a'], 'which'), Type.Enum(['a'], { description: 'which' }))
    assert.deepEqual(Type.Array(Type.String('one'), 'all'), {
      type: 'array',
      items: { type: 'string', description: 'one' },
      description: 'all',
    })
  })

  it('takes a title before the members of an object', () => {
    const members = { a: Type.String() }
    assert.deepEqual(Type.Object('Thing', members), Type.Object(members, { title: 'Thing' }))
    assert.deepEqual(
      Type.Closed('Thing', members),
      Type.Object(members, { additionalProperties: false, title: 'Thing' }),
    )
  })

  it('marks a member as optional for the object it was marked for, and nowhere else', () => {
    const member = Type.String()
    Type.Optional(member)

    assert.deepEqual(Type.Object({ member }), {
      type: 'object',
      required: ['member'],
      properties: { member },
    })
  })
})
