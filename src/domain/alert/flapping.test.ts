import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flappingText, foldFlapping, HISTORY_MAX } from './flapping.ts'

const STATES: Readonly<Record<string, string>> = { h: 'high', l: 'low', c: 'cleared' }

/** Reads `h c`, oldest first and 10 s apart: states, `a` acknowledged, `x` expired, `p` cleared by a person, `300` seconds more. */
function historyOf(words: string) {
  let seconds = 0
  let state = 'cleared'
  const events = words.split(' ').flatMap((word) => {
    seconds += Number(word) || 10
    if (Number(word) > 0) return []
    const before = state
    state = word === 'a' ? state : (STATES[word] ?? 'cleared')
    const ends: Readonly<Record<string, string>> = { c: 'monitor', x: 'expired', p: 'person' }
    const at = new Date(seconds * 1_000).toISOString()
    return { word, old_state: before, ended_by: ends[word] ?? null, at }
  })
  return events.toReversed()
}

/** Writes what is shown, oldest first: `3 in 50 s` for what is folded. */
function shown(history: ReturnType<typeof historyOf>): string {
  const entries = foldFlapping(history).toReversed()
  return entries
    .map((entry) => ('members' in entry ? `(${entry.times} in ${entry.ms / 1_000} s)` : entry.word))
    .join(' ')
}

const THRICE = 'h c h c h c'

describe('flapping in a history', () => {
  for (const { what, history, is } of [
    { what: 'three episodes, and the current one', history: `${THRICE} h`, is: '(3 in 50 s) h' },
    { what: 'the current state is cleared', history: `${THRICE} h c`, is: '(3 in 50 s) h c' },
    { what: 'two and the current one', history: 'h c h c h', is: 'h c h c h' },
    { what: 'the last of three is current', history: THRICE, is: THRICE },
    { what: 'exactly five minutes', history: 'h 290 c h c h c h', is: '(3 in 340 s) h' },
    { what: 'more than five minutes raised', history: `${THRICE} h 291 c h`, is: '(3 in 50 s) h c h' },
    {
      what: 'more than five minutes cleared',
      history: `${THRICE} 291 ${THRICE} h`,
      is: '(3 in 50 s) (3 in 50 s) h',
    },
    {
      what: 'an acknowledgement',
      history: `${THRICE} h a c ${THRICE} h`,
      is: '(3 in 50 s) h a c (3 in 50 s) h',
    },
    { what: 'a worse severity', history: `l c l c l c ${THRICE} h`, is: '(3 in 50 s) (3 in 50 s) h' },
    { what: 'a change while raised', history: `${THRICE} l h c h`, is: '(3 in 50 s) l h c h' },
    { what: 'cleared by hand', history: `${THRICE} h p h`, is: '(3 in 50 s) h p h' },
    { what: 'no longer reported', history: 'h x h x h x h', is: 'h x h x h x h' },
    { what: 'older events', history: `l h c ${THRICE} h`, is: 'l h c (3 in 50 s) h' },
    { what: 'a single event', history: 'h', is: 'h' },
  ]) {
    it(`${what}: ${history} is ${is}`, () => assert.equal(shown(historyOf(history)), is))
  }

  it('goes on over the border of a page, and counts whole episodes only', () => {
    const history = historyOf(`${THRICE} ${THRICE} h`)

    assert.equal(shown(history.slice(0, 8)), 'c (3 in 50 s) h')
    assert.equal(shown([...history.slice(0, 8), ...history.slice(8)]), '(6 in 110 s) h')
  })

  it('says "at least" where it may begin before the history does', () => {
    const timesIn = (words: string, count = HISTORY_MAX) => {
      const [, entry] = foldFlapping(historyOf(words).slice(0, count))
      return entry && 'members' in entry && flappingText(entry, (ms) => `${ms / 1_000} s`)
    }
    const long = Array(30).fill('h c').join(' ')

    assert.equal(timesIn(`${long} h`), 'at least 24 times in 470 s')
    assert.equal(timesIn(`${long} h`, 49), '24 times in 470 s')
    assert.equal(timesIn(`${Array(10).fill('l c').join(' ')} ${long.slice(40)} h`), '20 times in 390 s')
  })

  it('has no shorter time than a second', () => {
    const flapping = { members: [], times: 3, isAtLeast: false }
    const duration = (ms: number) => `${ms} ms`

    assert.equal(flappingText({ ...flapping, ms: 999 }, duration), '3 times within a second')
    assert.equal(flappingText({ ...flapping, ms: 1_000 }, duration), '3 times in 1000 ms')
  })

  it('nothing is nothing, and what has no time is not folded', () => {
    assert.deepEqual(foldFlapping([]), [])
    const timeless = historyOf(`${THRICE} h`).map((event) => ({ ...event, at: '' }))
    assert.deepEqual(foldFlapping(timeless), timeless)
  })
})
