import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from '../../src/api/openapi/openapi-schema.ts'
import { choicesOf, limitWords, typeWords } from './schema-words.ts'

describe('a schema in words', () => {
  for (const [schema, type, limits] of [
    [{ type: 'string', minLength: 1, maxLength: 255 }, 'text', ['1 to 255 characters']],
    [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'integer', ['1 or more']],
    [
      { type: ['string', 'null'], format: 'date-time' },
      'text or null',
      ['a time as in 2026-01-31T09:30:00Z'],
    ],
    [{ anyOf: [{ $ref: '#/components/schemas/Alert' }, { type: 'null' }] }, 'Alert or null', []],
    [
      { type: 'array', maxItems: 5, items: { type: 'integer', maximum: 9 } },
      'list of integer',
      ['up to 5 entries', 'each: up to 9'],
    ],
    [{ const: 0 }, '0', []],
    [{}, 'any value', []],
    // Only says which members go together.
    [{ type: 'object', properties: {}, oneOf: [{ required: ['a'] }] }, 'object', []],
    [{ type: 'string', examples: ['15s'] }, 'text', ['such as "15s"']],
  ] as const satisfies readonly (readonly [JsonSchema, string, readonly string[]])[]) {
    it(JSON.stringify(schema), () => {
      assert.equal(typeWords(schema), type)
      assert.deepEqual(limitWords(schema), limits)
    })
  }

  it('names the choices, also those of the entries of a list', () => {
    assert.deepEqual(choicesOf({ enum: ['a', 1] }), ['a', '1'])
    assert.deepEqual(choicesOf({ type: 'array', items: { enum: ['a'] } }), ['a'])
    assert.deepEqual(choicesOf({ type: 'string' }), [])
  })
})
