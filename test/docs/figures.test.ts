import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { olderFigures } from '../../scripts/pictures/figures.ts'

describe('the pictures of the documents', () => {
  it('show what the console and the messages look like now', () => {
    assert.deepEqual(olderFigures(), [], 'npm run screenshots takes them again')
  })
})
