import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Event } from '../alert/event.ts'
import { fitsEventFilter, isSelective, needsEvent } from './delivery-filters.ts'

const raised = { kind: 'alert', newState: 'high' } as Event
const [ALERT, JOB] = ['alert 7', 'job 3 nightly']

describe('what deliveries tell', () => {
  it('fits by kind without its event', () => {
    assert.equal(fitsEventFilter({ kind: 'alert' }, ALERT, undefined), true)
    assert.equal(fitsEventFilter({ kind: 'alert' }, JOB, undefined), false)
    assert.equal(fitsEventFilter({ kind: 'job_run' }, JOB, undefined), true)
    assert.equal(needsEvent({ kind: 'alert' }, ALERT), false)
  })

  it('fits by the new state of an alert, and no job run or forgotten event has one', () => {
    const filter = { severities: ['high', 'medium'] } as const
    assert.equal(fitsEventFilter(filter, ALERT, raised), true)
    assert.equal(fitsEventFilter({ severities: ['low'] }, ALERT, raised), false)
    assert.equal(fitsEventFilter({ ...filter, kind: 'job_run' }, ALERT, raised), false)
    assert.equal(fitsEventFilter(filter, ALERT, undefined), false)
    assert.equal(fitsEventFilter(filter, JOB, undefined), false)
    assert.deepEqual([needsEvent(filter, ALERT), needsEvent(filter, JOB)], [true, false])
  })

  it('is not asked for by an empty filter', () => {
    assert.equal(isSelective({}), false)
    assert.equal(isSelective({ kind: 'alert' }), true)
    assert.equal(fitsEventFilter({}, JOB, undefined), true)
  })
})
