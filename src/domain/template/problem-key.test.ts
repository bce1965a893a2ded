import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { alertEvent, jobRunEvent, NOW } from '../../../test/support/build.ts'
import { problemKey } from './marker-values.ts'

test('the key is the same for raise and clear, and for all runs of a job', () => {
  const raised = alertEvent({ alertKey: 'lag of "ä"' })
  const cleared = alertEvent({ ...raised, id: 99, oldState: 'high', newState: 'cleared', at: NOW + 1 })

  assert.equal(problemKey(raised), problemKey(cleared))
  assert.equal(
    problemKey(jobRunEvent({ runId: '1', status: 'failure' })),
    problemKey(jobRunEvent({ runId: '2', status: 'success' })),
  )
})

test('keys are short ASCII without spaces, and differ for different problems', () => {
  const identity = fc.tuple(
    fc.constantFrom('alert' as const, 'job' as const),
    fc.oneof(fc.constantFrom('a', 'a:b', 'ä', 'job'), fc.string({ unit: 'binary', minLength: 1 })),
    fc.oneof(
      fc.constantFrom(
        'b',
        'c:b',
        'é',
        'è',
        '\ud800',
        '\udbff',
        'x y',
        'x_y',
        'z'.repeat(300),
        `${'z'.repeat(300)}!`,
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }),
    ),
  )
  const keyOf = ([kind, source, id]: readonly ['alert' | 'job', string, string]) =>
    problemKey(kind === 'alert' ? alertEvent({ source, alertKey: id }) : jobRunEvent({ source, jobId: id }))

  fc.assert(
    fc.property(identity, identity, (one, other) => {
      assert.match(keyOf(one), /^[\u0021-\u007e]{1,200}$/)
      assert.equal(keyOf(one) === keyOf(other), JSON.stringify(one) === JSON.stringify(other))
    }),
    { numRuns: 500 },
  )
})

test('no plain key can be made to equal a hashed one', () => {
  const keyOf = (alertKey: string) => problemKey(alertEvent({ alertKey }))
  const hashed = keyOf('é')

  assert.notEqual(keyOf(hashed.slice('alert:api:'.length)), hashed)
})
