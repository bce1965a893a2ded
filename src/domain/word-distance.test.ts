import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nearestMember } from './word-distance.ts'

describe('the member that is meant', () => {
  for (const [wrong, known, meant] of [
    ['expires_in', ['name', 'expires_at'], 'expires_at'],
    ['medium_alert', ['low_alert', 'med_alert'], 'med_alert'],
    ['job_name', ['job_id', 'name'], 'name'],
    ['retry_shedule', ['retry_schedule', 'timeout'], 'retry_schedule'],
    ['colour', ['name', 'url'], undefined],
  ] as const) {
    it(`by ${wrong} is ${meant ?? 'none'}`, () => assert.equal(nearestMember(wrong, known), meant))
  }
})
