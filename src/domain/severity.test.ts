import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SEVERITY_WORDS, severityToState } from './severity.ts'

describe('severityToState', () => {
  for (const [word, state] of [
    ['critical', 'high'],
    ['CRITICAL', 'high'],
    ['Page', 'high'],
    ['p2', 'high'],
    ['DOWN', 'high'],
    [' error ', 'high'],
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

  it('has each word once', () => {
    const words = Object.values(SEVERITY_WORDS).flat()

    assert.equal(new Set(words).size, words.length)
    assert.ok(words.every((word) => word === word.toLowerCase()))
  })
})
