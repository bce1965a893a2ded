import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainLateness } from './receiver-health.ts'
import { LATE_MS_MIN, troublesOf, type TroubleFacts } from './trouble.ts'

const NOW = 1_700_000_000_000
const WELL: TroubleFacts = {
  now: NOW,
  isAlive: true,
  unclaimed: undefined,
  want: undefined,
  damage: undefined,
  oldestDueAt: null,
}
const standing = (because: string) => ({ because, since: NOW - 1_000 })

describe('troublesOf', () => {
  it('finds nothing wrong with a node that takes what is due', () => {
    assert.deepEqual(troublesOf({ ...WELL, oldestDueAt: NOW - LATE_MS_MIN + 1 }), [])
  })

  it('tells that work is due for a minute, whatever the cause', () => {
    const [trouble, ...others] = troublesOf({ ...WELL, oldestDueAt: NOW - LATE_MS_MIN })

    assert.equal(trouble?.path, 'delivery')
    assert.match(trouble?.message ?? '', /due for more than a minute/)
    assert.deepEqual(others, [])
  })

  it('names everything that is wrong', () => {
    const facts = {
      ...WELL,
      isAlive: false,
      unclaimed: standing('No connection.'),
      want: standing('No descriptors.'),
      damage: standing('Damaged.'),
    }

    assert.deepEqual(
      troublesOf(facts).map(({ path }) => path),
      ['database', 'delivery', 'delivery', 'descriptors'],
    )
  })
})

describe('explainLateness', () => {
  const health = {
    failures: 0,
    failingSince: null,
    pausedUntil: null,
    pauseReason: null,
    sending: 0,
    nextDueAt: NOW - LATE_MS_MIN,
  }

  it('a webhook with work that nobody takes for a minute is not well', () => {
    const late = explainLateness(health, { enabled: true }, NOW)

    assert.match(late ?? '', /due since 2023-11-14T22:12:20\.000Z, and none is under way/)
  })

  it('says nothing of what is due in time, is held, or goes to a receiver that fails', () => {
    const inTime = { ...health, nextDueAt: NOW - LATE_MS_MIN + 1 }
    assert.equal(explainLateness(inTime, { enabled: true }, NOW), undefined)
    assert.equal(explainLateness(health, { enabled: false }, NOW), undefined)
    const failing = { ...health, failures: 1, failingSince: NOW }
    assert.equal(explainLateness(failing, { enabled: true }, NOW), undefined)
  })
})
