import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SEVERITY_WORDS, severityReader } from './severity.ts'

describe('severityReader', () => {
  const severityToState = severityReader()

  for (const [word, state] of [
    ['critical', 'high'],
    ['CRITICAL', 'high'],
    ['Page', 'high'],
    ['p2', 'high'],
    ['DOWN', 'high'],
    [' error ', 'high'],
    ['Urgent', 'high'],
    ['BLOCKER', 'high'],
    ['Sev0', 'high'],
    ['Sev1', 'high'],
    ['Sev2', 'medium'],
    ['Sev3', 'low'],
    ['Sev4', 'low'],
    ['warning', 'medium'],
    ['P3', 'medium'],
    ['UNREACHABLE', 'medium'],
    ['info', 'low'],
    ['none', 'low'],
    ['Debug', 'low'],
  ] as const) {
    it(`knows ${JSON.stringify(word)} as ${state}`, () => {
      assert.deepEqual(severityToState(word), { state, known: true })
    })
  }

  it('takes a missing or blank word for medium, and does not call that a guess', () => {
    for (const word of [undefined, '', '  ']) {
      assert.deepEqual(severityToState(word), { state: 'medium', known: true })
    }
  })

  it('takes an unknown word for medium, and says that it is a guess', () => {
    for (const word of ['sev-9', '1', 'constructor', 'critical!']) {
      assert.deepEqual(severityToState(word), { state: 'medium', known: false })
    }
  })

  it('believes what a source says otherwise, and nothing else of it', () => {
    const read = severityReader({ words: { high: ['SEV1', '1'], low: ['Warning'] } })

    assert.deepEqual(
      ['sev1', '1', 'warning', 'critical', 'sev2'].map((word) => read(word)),
      [
        { state: 'high', known: true },
        { state: 'high', known: true },
        { state: 'low', known: true },
        { state: 'high', known: true },
        { state: 'medium', known: false },
      ],
    )
  })

  it('takes a word for what it usually means in a dialect, unless the source or the table says otherwise', () => {
    const read = severityReader({ words: { low: ['5'] }, otherwise: 'low' })

    assert.deepEqual(read('4', 'high'), { state: 'high', known: true })
    assert.deepEqual(read('5', 'high'), { state: 'low', known: true })
    assert.deepEqual(read('warning', 'high'), { state: 'medium', known: true })
  })

  it('takes unknown words for what a source says they are, which is no guess then', () => {
    const read = severityReader({ words: {}, otherwise: 'low' })

    assert.deepEqual(
      ['sev9', '', 'critical'].map((word) => read(word)),
      [
        { state: 'low', known: true },
        { state: 'low', known: true },
        { state: 'high', known: true },
      ],
    )
  })

  it('leaves later words to a source that says what unknown ones mean, and numbers to one that has its own', () => {
    const otherwise = severityReader({ words: {}, otherwise: 'medium' })
    assert.deepEqual(
      ['urgent', 'Sev3'].map((word) => otherwise(word)),
      [
        { state: 'medium', known: true },
        { state: 'medium', known: true },
      ],
    )
    const numbered = severityReader({ words: { high: ['sev4'] } })
    assert.deepEqual(
      ['sev4', 'sev0', 'urgent'].map((word) => numbered(word)),
      [
        { state: 'high', known: true },
        { state: 'medium', known: false },
        { state: 'high', known: true },
      ],
    )
  })

  it('has each word once', () => {
    const words = Object.values(SEVERITY_WORDS).flat()

    assert.equal(new Set(words).size, words.length)
    assert.ok(words.every((word) => word === word.toLowerCase()))
  })
})
