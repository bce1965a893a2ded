import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exactValueOf, valueOf } from './measured-value.ts'

describe('what was measured, in words', () => {
  it('its value stands beside its threshold, if both are known', () => {
    assert.equal(valueOf({ current_value: '97', threshold_value: '90' }), '97, threshold 90')
    assert.equal(valueOf({ current_value: '97', threshold_value: null }), '97')
    assert.equal(valueOf({ current_value: null, threshold_value: null }), '')
  })

  it('shows few digits, and every digit to those who ask', () => {
    const measured = { current_value: '66.62162162162163', threshold_value: '90.0' }
    assert.equal(valueOf(measured), '66.62, threshold 90')
    assert.equal(exactValueOf(measured), '66.62162162162163, threshold 90.0')
  })
})
