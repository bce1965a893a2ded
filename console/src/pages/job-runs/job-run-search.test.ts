import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asJobRunSearch, JOB_RUN_FILTERS } from './job-run.ts'

describe('the address of the job runs', () => {
  it('keeps what it understands, and takes a number for the id of a job', () => {
    assert.deepEqual(asJobRunSearch({ status: 'failure', job: 7, source: ' cron ', open: '3' }), {
      status: 'failure',
      job: '7',
      source: 'cron',
      open: 3,
    })
  })

  it('passes over what it does not understand', () => {
    assert.deepEqual(asJobRunSearch({ status: 'broken', job: '', open: 0, page: 2 }), {})
  })

  it('an open story narrows nothing', () => {
    assert.equal(JOB_RUN_FILTERS.narrows({ open: 1 }), false)
    assert.equal(JOB_RUN_FILTERS.narrows({ job: 'backup' }), true)
  })
})
