import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { durationMsOf, endOf } from './job-run.ts'

describe('a job run in words', () => {
  it('a failure tells its exit code and the first line of its output', () => {
    assert.equal(
      endOf({ status: 'failure', exit_code: '2', output: '\n  FATAL: no \nmore' }),
      'exit 2: FATAL: no',
    )
    assert.equal(endOf({ status: 'failure', exit_code: '0', output: null }), 'exit 0')
    assert.equal(endOf({ status: 'cancelled', exit_code: null, output: null }), '')
  })

  it('a success tells nothing, unless its exit code is odd', () => {
    assert.equal(endOf({ status: 'success', exit_code: '0', output: 'done' }), '')
    assert.equal(endOf({ status: 'success', exit_code: '3', output: 'done' }), 'exit 3')
  })

  it('its duration is known if its start is, and never below zero', () => {
    const until = '2026-11-21T03:00:05Z'
    assert.equal(durationMsOf({ started_at: '2026-11-21T03:00:00Z', ended_at: until }), 5_000)
    assert.equal(durationMsOf({ started_at: '2026-11-21T03:00:09Z', ended_at: until }), 0)
    assert.equal(durationMsOf({ started_at: null, ended_at: until }), null)
  })
})
