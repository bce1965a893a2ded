import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeFault, toProblems } from './template-problems.ts'

const position = { offset: 12, length: 5, line: 2, column: 3 }

describe('what the service says of a template', () => {
  it('stands at its place, and what is about other fields is left out', () => {
    const warnings = [
      { path: 'payload_template', message: 'is unknown', position },
      { path: 'url', message: 'is odd' },
      { path: 'payload_template', message: 'is long' },
    ]
    assert.deepEqual(toProblems(warnings), [
      { message: 'is unknown', from: 12, to: 17 },
      { message: 'is long', from: 0, to: 0 },
    ])
  })

  it('says where what is sent stops being JSON', () => {
    assert.equal(describeFault(null), null)
    assert.match(describeFault(position) ?? '', /line 2, column 3/)
  })
})
