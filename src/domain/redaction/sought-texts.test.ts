import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { finish } from '../steps.ts'
import { SoughtTexts, type Sought, type Range } from './sought-texts.ts'

const whole = (...texts: string[]): Sought[] => texts.map((text) => ({ text, charsAfter: 0 }))
const at = (...pairs: [number, number][]): Range[] => pairs.map(([start, end]) => ({ start, end }))

/** Finds the texts in the plainest way: each is tried at each offset. */
function findPlainly(sought: readonly Sought[], text: string, begunCharsMin: number): readonly Range[] {
  const isFound = text.split('').map(() => false)
  for (let start = 0; start < text.length; start += 1) {
    const rest = text.slice(start)
    const isBegun = rest.length >= begunCharsMin && sought.some(({ text: one }) => one.startsWith(rest))
    if (isBegun) isFound.fill(true, start)
    for (const { text: one, charsAfter } of sought) {
      if (text.startsWith(one, start)) isFound.fill(true, start, start + one.length + charsAfter)
    }
  }
  const edges = isFound.flatMap((found, index) => (found === (isFound[index - 1] ?? false) ? [] : [index]))
  if (isFound.at(-1)) edges.push(text.length)
  return edges.flatMap((start, index) => (index % 2 === 0 ? [{ start, end: edges[index + 1]! }] : []))
}

function find(sought: readonly Sought[], text: string, begunCharsMin?: number): readonly Range[] {
  return finish(new SoughtTexts(sought).find(text, begunCharsMin))
}

describe('SoughtTexts', () => {
  it('finds every text, wherever it stands', () => {
    assert.deepEqual(find(whole('he', 'she', 'hers'), 'a she, her, hers'), at([2, 5], [7, 9], [12, 16]))
  })

  it('makes one of what overlaps or touches', () => {
    assert.deepEqual(find(whole('abc', 'cde', 'fg'), '-abcdefg-'), at([1, 8]))
  })

  it('finds as much behind a text as stands for it, and never more than there is', () => {
    assert.deepEqual(find([{ text: 'ab', charsAfter: 2 }], 'ab12 ab1'), at([0, 4], [5, 8]))
  })

  it('finds what is begun at the end, if enough of it is there', () => {
    const sought = whole('abcabd')

    assert.deepEqual(find(sought, 'xabcab', 4), at([1, 6]))
    assert.deepEqual(find(sought, 'xabcab', 6), [])
    assert.deepEqual(find(sought, 'xabcab'), [])
  })

  it('finds nothing if nothing is sought', () => {
    assert.deepEqual(find([], 'abc', 1), [])
  })

  it('finds what trying each text at each place finds', () => {
    const letters = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f418}'), minLength, maxLength })
    const sought = fc.array(fc.record({ text: letters(1, 6), charsAfter: fc.nat(3) }), { maxLength: 8 })
    fc.assert(
      fc.property(sought, letters(0, 40), fc.integer({ min: 1, max: 5 }), (given, text, begunCharsMin) => {
        assert.deepEqual(find(given, text, begunCharsMin), findPlainly(given, text, begunCharsMin))
      }),
      { numRuns: 1_000 },
    )
  })
})
