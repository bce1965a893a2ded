import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fittingValues, formatValues, parseValues } from './test-values.ts'

describe('what a preview or a test is filled with', () => {
  it('is a sample or an event, and comes back from the text of its choice', () => {
    for (const values of [{ sample: 'cleared' }, { event_id: 42 }] as const) {
      assert.deepEqual(parseValues(formatValues(values), 'ALERT'), values)
    }
    assert.deepEqual(parseValues('event-0', 'JOB'), { sample: 'job_failure' })
    assert.deepEqual(parseValues(null, 'ALERT'), { sample: 'raised' })
  })

  it('fits the payload type, also after that has changed', () => {
    assert.deepEqual(fittingValues({ sample: 'raised' }, 'JOB'), { sample: 'job_failure' })
    assert.deepEqual(fittingValues({ sample: 'cleared' }, 'ALERT'), { sample: 'cleared' })
    assert.deepEqual(parseValues('raised', 'JOB'), { sample: 'job_failure' })
  })
})
