import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LATE_MS_MIN, troublesOf, type TroubleFacts } from './trouble.ts'

const NOW = 1_700_000_000_000
const WELL: TroubleFacts = {
  now: NOW,
  isAlive: true,
  unclaimed: undefined,
  shortage: undefined,
  damage: undefined,
  oldestDueAt: null,
}
const fault = (because: string) => ({ because, since: NOW - 1_000 })

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
      unclaimed: fault('No connection.'),
      shortage: fault('No descriptors.'),
      damage: fault('Damaged.'),
    }

    assert.deepEqual(
      troublesOf(facts).map(({ path }) => path),
      ['database', 'delivery', 'delivery', 'descriptors'],
    )
  })
})
