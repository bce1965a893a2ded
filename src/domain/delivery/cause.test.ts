import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, jobRunEvent } from '../../../test/support/build.ts'
import { briefEventOf, type Event } from '../alert/event.ts'
import { causeOf, type DeliveryCause } from './cause.ts'

const MADE = { isFallback: false, operationId: null }

const CASES: readonly (readonly [
  what: string,
  made: Partial<{ isFallback: boolean; operationId: number }>,
  event: Event | undefined,
  cause: DeliveryCause | null,
])[] = [
  ['a change', {}, alertEvent(), 'change'],
  ['a job run', {}, jobRunEvent(), 'change'],
  ['what was owed', {}, alertEvent({ cause: 'resync' }), 'resync'],
  ['what was missed', {}, alertEvent({ cause: 'missed' }), 'missed'],
  ['a fallback, whatever its event', { isFallback: true }, alertEvent({ cause: 'resync' }), 'fallback'],
  ['a fallback of what is not kept any more', { isFallback: true }, undefined, 'fallback'],
  ['what was re-routed', { operationId: 2 }, jobRunEvent(), 'replay'],
  ['an event that is not kept any more', {}, undefined, null],
]

describe('the cause of a delivery', () => {
  for (const [what, made, event, cause] of CASES) {
    it(`${cause}: ${what}`, () => {
      const delivery = { ...MADE, ...made }

      assert.equal(causeOf(delivery, event), cause)
      assert.equal(causeOf(delivery, event && briefEventOf(event)), cause)
    })
  }
})
