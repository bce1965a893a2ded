import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addWrongPassword, WRONG_PASSWORDS_MAX, type WrongPasswords } from './password-rules.ts'

const MINUTE_MS = 60_000

function wrongTimes(times: number, now: number, before?: WrongPasswords): WrongPasswords {
  let wrong = addWrongPassword(before, now)
  for (let index = 1; index < times; index += 1) wrong = addWrongPassword(wrong, now)
  return wrong
}

describe('wrong passwords for one name', () => {
  it('nine are only counted, the tenth closes the name for a minute', () => {
    assert.equal(wrongTimes(WRONG_PASSWORDS_MAX - 1, 0).blockedUntil, 0)
    assert.equal(wrongTimes(WRONG_PASSWORDS_MAX, 0).blockedUntil, MINUTE_MS)
  })

  it('each one after that closes it for longer: 2, 4, 8, 15 minutes, and no longer', () => {
    let wrong = wrongTimes(WRONG_PASSWORDS_MAX, 0)
    const minutes: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const now = wrong.blockedUntil
      wrong = addWrongPassword(wrong, now)
      minutes.push((wrong.blockedUntil - now) / MINUTE_MS)
    }

    assert.deepEqual(minutes, [2, 4, 8, 15, 15, 15])
  })

  it('those of more than a quarter of an hour ago count no more', () => {
    const late = wrongTimes(1, 15 * MINUTE_MS, wrongTimes(WRONG_PASSWORDS_MAX - 1, 0))
    const inTime = wrongTimes(1, 15 * MINUTE_MS - 1, wrongTimes(WRONG_PASSWORDS_MAX - 1, 0))

    assert.equal(late.blockedUntil, 0)
    assert.ok(inTime.blockedUntil > 0)
  })

  it('a closed name is forgotten a quarter of an hour after it was opened again', () => {
    const closed = wrongTimes(WRONG_PASSWORDS_MAX, 0)

    assert.ok(addWrongPassword(closed, closed.blockedUntil + 15 * MINUTE_MS - 1).blockedUntil > 0)
    assert.equal(addWrongPassword(closed, closed.blockedUntil + 15 * MINUTE_MS).blockedUntil, 0)
  })
})
