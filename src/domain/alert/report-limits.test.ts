import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { countCharacters } from '../page.ts'
import { isTooLong, REPORT_CHARACTERS_MAX, shortenDetails } from './report-limits.ts'

const repeat = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`label${index}`, 'x'.repeat(length)]))

describe('shortenDetails', () => {
  it('leaves alone what fits', () => {
    const details = { info: 'x'.repeat(65_536), parameters: 'x'.repeat(65_536), labels: repeat(60, 1_000) }

    assert.equal(shortenDetails(details), details)
  })

  it('shortens the longest texts, and no others', () => {
    const details = {
      serverName: 'pg-1',
      info: 'a short one',
      labels: repeat(64, 4_096),
      sourceLink: 'x'.repeat(900),
    }
    const { labels, ...others } = shortenDetails(details)
    const { labels: _given, ...othersGiven } = details

    assert.deepEqual(others, othersGiven)
    assert.deepEqual(Object.keys(labels), Object.keys(details.labels))
    assert.equal(new Set(Object.values(labels).map(({ length }) => length)).size, 1)
    assert.match(labels['label7'] ?? '', /^x{2900,3100}…$/)
  })

  it('leaves out what its names alone would be too much for', () => {
    const names = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`${index} ${'n'.repeat(60_000)}`, 'x']),
    )
    const shortened = shortenDetails({ labels: { ...repeat(3, 10), ...names }, annotations: names })

    assert.deepEqual(shortened, { labels: repeat(3, 10), annotations: {} })
  })

  it('whatever it is given, what comes out fits, and does not change again', () => {
    const texts = fc.dictionary(fc.string({ maxLength: 5 }), fc.nat({ max: 80_000 }), { maxKeys: 30 })
    const write = (lengths: Record<string, number>) =>
      Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, '😀'.repeat(length / 2)]))
    fc.assert(
      fc.property(texts, texts, texts, (own, labels, annotations) => {
        const given = { ...write(own), labels: write(labels), annotations: write(annotations) }
        const shortened = shortenDetails(given)

        assert.ok(countCharacters(shortened) <= REPORT_CHARACTERS_MAX)
        assert.ok(!isTooLong(shortened))
        assert.ok(JSON.stringify(shortened).isWellFormed())
      }),
      { numRuns: 30 },
    )
  })
})
