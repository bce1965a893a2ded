import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shorterSentence } from './explanation.ts'

describe('a shorter sentence', () => {
  it('leaves out the webhook that it is about', () => {
    const sentence = 'Webhook 7 "DBA "on call" in Köln" was notified, with 1 attempt: HTTP 200.'

    assert.equal(
      shorterSentence(sentence, { id: 7, name: 'DBA "on call" in Köln' }),
      'Was notified, with 1 attempt: HTTP 200.',
    )
  })

  it('is the whole one where that would say less', () => {
    for (const sentence of [
      'Webhook 7, which has been deleted, was notified.',
      'Webhook 8 "Pager" was notified.',
      'Webhook 7 "Pager 2" was notified.',
    ]) {
      assert.equal(shorterSentence(sentence, { id: 7, name: 'Pager' }), sentence)
    }
    assert.equal(
      shorterSentence('Webhook 7 "null" was notified.', { id: 7, name: null }),
      'Webhook 7 "null" was notified.',
    )
  })
})
