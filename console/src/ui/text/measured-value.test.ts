import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exactValueOf, valueOf } from './format.ts'

describe('what was measured, in words', () => {
  it('its value stands beside its threshold, if both are known', () => {
    assert.equal(valueOf(measured('97', '90')), '97, threshold 90')
    assert.equal(valueOf(measured('97', null)), '97')
    assert.equal(valueOf(measured(null, null)), '')
  })

  it('shows few digits, and every digit to those who ask', () => {
    assert.equal(valueOf(measured('66.62162162162163', '90.0')), '66.62, threshold 90')
    assert.equal(exactValueOf(measured('66.62162162162163', '90.0')), '66.62162162162163, threshold 90.0')
  })

  it('shows the last value of a clear that has none of its own', () => {
    assert.equal(valueOf(measured(null, '60', '900.123')), 'last 900.1, threshold 60')
    assert.equal(exactValueOf(measured('', null, '900.123')), 'last 900.123')
    assert.equal(valueOf(measured('3', null, '900')), '3')
  })
})

function measured(current_value: string | null, threshold_value: string | null, last_value = current_value) {
  return { current_value, threshold_value, last_value }
}
