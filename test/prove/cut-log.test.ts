import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeInLog } from '../../tools/prove/powercuts/cut-log.ts'

describe('placeInLog', () => {
  it('finds the file of the log, and where in it', () => {
    assert.deepEqual(placeInLog('0/1A2B3C4D'), { segment: '00000001000000000000001A', offset: 0x2b3c4d })
    assert.deepEqual(placeInLog('1F/FF000000'), { segment: '000000010000001F000000FF', offset: 0 })
  })
})
