import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState } from '../alert/alert.ts'
import type { JobStatus } from '../alert/job-run.ts'
import type { NewEvent } from '../alert/event.ts'
import { URGENCY, urgencyName, urgencyOf, type Urgency } from './urgency.ts'

const change = (oldState: AlertState, newState: AlertState) =>
  ({ kind: 'alert', oldState, newState }) as NewEvent
const run = (status: JobStatus) => ({ kind: 'job_run', status }) as NewEvent

const CASES: readonly (readonly [string, NewEvent, Urgency])[] = [
  ['a raise to high', change('cleared', 'high'), URGENCY.high],
  ['a change to high', change('low', 'high'), URGENCY.high],
  ['the end of what was high', change('high', 'cleared'), URGENCY.endOfHigh],
  ['a raise to medium', change('cleared', 'medium'), URGENCY.normal],
  ['what is less than high', change('high', 'medium'), URGENCY.normal],
  ['the end of what was low', change('low', 'cleared'), URGENCY.normal],
  ['a raise to low', change('cleared', 'low'), URGENCY.low],
  ['a job that failed', run('failure'), URGENCY.high],
  ['a job that was cancelled', run('cancelled'), URGENCY.normal],
  ['a job that went well', run('success'), URGENCY.low],
]

describe('urgencyOf', () => {
  for (const [name, event, urgency] of CASES) {
    it(`${name}: ${urgencyName(urgency)}`, () => assert.equal(urgencyOf(event), urgency))
  }
})
