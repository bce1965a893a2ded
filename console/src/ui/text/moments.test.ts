import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatMoment, partsOf } from './moments.ts'

describe('a sentence of the service', () => {
  it('is taken apart into texts and times, and nothing is lost', () => {
    const sentence = 'Failing since 2026-11-21T09:24:11.123Z (HTTP 503); next 2026-11-21T09:30:00Z.'
    const parts = partsOf(sentence)

    assert.deepEqual(
      parts.flatMap(({ at }) => at ?? []),
      ['2026-11-21T09:24:11.123Z', '2026-11-21T09:30:00Z'],
    )
    assert.equal(parts.map(({ text }) => text).join(''), sentence)
  })

  it('keeps its direction, whatever name stands in it', () => {
    assert.deepEqual(partsOf('The receiver of "\u202Elive" fails.'), [
      { text: 'The receiver of "live" fails.' },
    ])
  })

  it('may be empty', () => {
    assert.deepEqual(partsOf(''), [])
  })
})

describe('formatMoment', () => {
  const now = new Date(2026, 10, 21, 12, 0).getTime()

  it('says the day only if it is another one', () => {
    const today = formatMoment(new Date(2026, 10, 21, 9, 24).toISOString(), now)
    const yesterday = formatMoment(new Date(2026, 10, 20, 9, 24).toISOString(), now)

    assert.match(today, /24/)
    assert.doesNotMatch(today, /20/)
    assert.match(yesterday, /20.*24/)
  })
})
