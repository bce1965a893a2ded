import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhook } from '../../../test/support/build.ts'
import { ALERT_STATES } from '../alert/alert.ts'
import { isNotified, matchingChanges, type Matched } from './matching.ts'
import type { Webhook } from '../webhook/webhook.ts'

const EVENTS: readonly Matched[] = [
  ...ALERT_STATES.map((newState) => ({ kind: 'alert', newState }) as const),
  { kind: 'job_run' },
]
const OFF = { low: false, medium: false, high: false, cleared: false }

const all: readonly Webhook[] = [
  webhook({ id: 1 }),
  webhook({ id: 2, payloadType: 'JOB' }),
  webhook({ id: 3, enabled: false }),
  ...ALERT_STATES.map((state, index) => webhook({ id: 4 + index, alertFlags: { ...OFF, [state]: true } })),
]

describe('who is notified', () => {
  it('is every webhook that matches alone, in the order of the list, each time', () => {
    for (const list of [all, new Map(all.map((one) => [one.id, one]))]) {
      for (const event of [...EVENTS, ...EVENTS.toReversed()]) {
        assert.deepEqual(
          matchingChanges(list, event).map(({ id }) => id),
          all.filter((one) => isNotified(one, event)).map(({ id }) => id),
          JSON.stringify(event),
        )
      }
    }
  })

  it('asks each webhook of a list once for each kind of event, and those of another list anew', () => {
    let askedCount = 0
    const counted = () =>
      new Proxy(webhook({ id: 1 }), {
        get: (target, name) => {
          if (name === 'payloadType') askedCount += 1
          return Reflect.get(target, name) as unknown
        },
      })
    const list = [counted()]

    for (let round = 0; round < 3; round += 1) for (const event of EVENTS) matchingChanges(list, event)
    assert.equal(askedCount, EVENTS.length)

    matchingChanges([counted()], { kind: 'job_run' })
    assert.equal(askedCount, EVENTS.length + 1)
  })
})
