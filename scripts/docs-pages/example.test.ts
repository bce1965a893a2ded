import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exampleOf } from './example.ts'

describe('exampleOf', () => {
  it('has what must be there, or everything', () => {
    const schema = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'integer', minimum: 3 } } },
    }

    assert.deepEqual(exampleOf(schema, {}, 'least'), { a: '…' })
    assert.deepEqual(exampleOf(schema, {}, 'full'), { a: '…', b: [3] })
  })

  it('comes to an end where a schema holds itself', () => {
    const schemas = { Tree: { properties: { next: { $ref: '#/components/schemas/Tree' } } } }

    assert.match(JSON.stringify(exampleOf({ $ref: '#/components/schemas/Tree' }, schemas, 'full')), /null/)
  })
})
