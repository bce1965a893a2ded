import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, jobRunEvent } from '../../../test/support/build.ts'
import { type Event } from '../alert/event.ts'
import { briefEventOf } from '../alert/brief-event.ts'
import { type DeliveryTrigger, triggerOf } from './delivery.ts'

const MADE = { isFallback: false, operationId: null }

const CASES: readonly (readonly [
  what: string,
  made: Partial<{ isFallback: boolean; operationId: number }>,
  event: Event | undefined,
  trigger: DeliveryTrigger | null,
])[] = [
  ['a change', {}, alertEvent(), 'change'],
  ['a job run', {}, jobRunEvent(), 'change'],
  ['a resync', {}, alertEvent({ trigger: 'resync' }), 'resync'],
  ['what was missed', {}, alertEvent({ trigger: 'missed' }), 'missed'],
  ['a fallback, whatever its event', { isFallback: true }, alertEvent({ trigger: 'resync' }), 'fallback'],
  ['a fallback of what is not kept any more', { isFallback: true }, undefined, 'fallback'],
  ['what was rerouted', { operationId: 2 }, jobRunEvent(), 'replay'],
  ['an event that is not kept any more', {}, undefined, null],
]

describe('the cause of a delivery', () => {
  for (const [what, made, event, trigger] of CASES) {
    it(`${trigger}: ${what}`, () => {
      const delivery = { ...MADE, ...made }

      assert.equal(triggerOf(delivery, event), trigger)
      assert.equal(triggerOf(delivery, event && briefEventOf(event)), trigger)
    })
  }
})
