import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultOf, sentenceOfField } from './preset-fields.ts'

const field = {
  label: 'Webhook URL',
  required: true,
  pattern: String.raw`https://hooks\.slack\.com/.+`,
  wanted: 'must begin with https://hooks.slack.com/',
}

describe('a field of a preset', () => {
  it('says what is wanted of a value that does not match as a whole', () => {
    assert.equal(faultOf(field, ''), 'Webhook URL is needed.')
    assert.equal(faultOf(field, 'see https://hooks.slack.com/x'), 'Must begin with https://hooks.slack.com/.')
    assert.equal(faultOf(field, ' https://hooks.slack.com/x '), undefined)
    assert.equal(faultOf({ ...field, required: false }, ''), undefined)
  })

  it('leaves a pattern that the browser does not know to the service', () => {
    assert.equal(faultOf({ ...field, pattern: '(' }, 'x'), undefined)
  })

  it('shows what the service says about it', () => {
    const issues = [{ path: 'fields.url', message: 'is not allowed' }]
    assert.equal(sentenceOfField('url', issues), 'Is not allowed.')
    assert.equal(sentenceOfField('token', issues), undefined)
  })
})
