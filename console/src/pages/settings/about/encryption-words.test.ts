import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeEncryption } from './encryption-words.ts'

describe('encryption in words', () => {
  it('says how to begin', () => {
    const sentence = describeEncryption({ enabled: false, current_key: null, values: { plain: 3 } })
    assert.match(sentence, /^Secrets are stored unencrypted \(3 of them\)\. .*TOCSIN_ENCRYPTION_KEY/)
  })

  it('says when some are not under the current key', () => {
    const state = { enabled: true, current_key: 'k2', values: { k2: 4, k1: 1, plain: 2 } }
    assert.match(describeEncryption(state), /^7 stored secrets, 3 not under the current key\. .*rotate/)
    assert.equal(
      describeEncryption({ ...state, values: { k2: 4 } }),
      '4 stored secrets, all encrypted under the current key.',
    )
  })
})
