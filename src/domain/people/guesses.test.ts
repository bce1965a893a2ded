import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addGuess, GUESSES_MAX, type Guesses } from './guesses.ts'

const MINUTE_MS = 60_000

function guess(times: number, now: number, before?: Guesses): Guesses {
  let guesses = addGuess(before, now)
  for (let index = 1; index < times; index += 1) guesses = addGuess(guesses, now)
  return guesses
}

describe('wrong passwords for one name', () => {
  it('nine are only counted, the tenth closes the name for a minute', () => {
    assert.equal(guess(GUESSES_MAX - 1, 0).blockedUntil, 0)
    assert.equal(guess(GUESSES_MAX, 0).blockedUntil, MINUTE_MS)
  })

  it('each one after that closes it for longer: 2, 4, 8, 15 minutes, and no longer', () => {
    let guesses = guess(GUESSES_MAX, 0)
    const minutes: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const now = guesses.blockedUntil
      guesses = addGuess(guesses, now)
      minutes.push((guesses.blockedUntil - now) / MINUTE_MS)
    }

    assert.deepEqual(minutes, [2, 4, 8, 15, 15, 15])
  })

  it('those of more than a quarter of an hour ago count no more', () => {
    const late = guess(1, 15 * MINUTE_MS, guess(GUESSES_MAX - 1, 0))
    const inTime = guess(1, 15 * MINUTE_MS - 1, guess(GUESSES_MAX - 1, 0))

    assert.equal(late.blockedUntil, 0)
    assert.ok(inTime.blockedUntil > 0)
  })

  it('a closed name is forgotten a quarter of an hour after it was opened again', () => {
    const closed = guess(GUESSES_MAX, 0)

    assert.ok(addGuess(closed, closed.blockedUntil + 15 * MINUTE_MS - 1).blockedUntil > 0)
    assert.equal(addGuess(closed, closed.blockedUntil + 15 * MINUTE_MS).blockedUntil, 0)
  })
})
