import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareReleases, stoppedRelease } from './migration.ts'

describe('releases', () => {
  it('are compared by their numbers, and what is no release is older than all', () => {
    const sorted = ['0.10.0', '1.0.0', '0.9.12', 'of yesterday', '0.9.2'].toSorted(compareReleases)

    assert.deepEqual(sorted, ['of yesterday', '0.9.2', '0.9.12', '0.10.0', '1.0.0'])
    assert.equal(compareReleases('0.1.0-rc.1', '0.1.0'), 0)
  })

  it('that cannot go on are all up to the newest that a migration names', () => {
    const plain = { name: 'plain', sql: '' }

    assert.equal(stoppedRelease([plain]), undefined)
    assert.equal(
      stoppedRelease([{ ...plain, stops: '0.10.0' }, plain, { ...plain, stops: '0.9.0' }]),
      '0.10.0',
    )
  })
})
