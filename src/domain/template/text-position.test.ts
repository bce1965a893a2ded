import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { Positions, positionOf } from './text-position.ts'

/** The same as plainly as can be. */
function countPlainly(text: string, offset: number) {
  const before = text.slice(0, offset)
  const column = Array.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1
  return { offset, length: 0, line: before.split('\n').length, column }
}

describe('Positions', () => {
  it('counts lines, and characters of a line, in whatever order it is asked', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '\u{1f418}', '\ud83d', '\udc18') })
    fc.assert(
      fc.property(text, fc.array(fc.nat(20)), (given, offsets) => {
        const positions = new Positions(given)
        for (const offset of offsets.map((at) => Math.min(at, given.length))) {
          assert.deepEqual(positions.at(offset), countPlainly(given, offset))
          assert.deepEqual(positionOf(given, offset), countPlainly(given, offset))
        }
      }),
    )
  })
})
