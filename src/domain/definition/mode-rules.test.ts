import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhook } from '../../../test/support/build.ts'
import { FIRST_RETRY_MS } from '../webhook/webhook-limits.ts'
import type { AlertFlags, Webhook } from '../webhook/webhook.ts'
import { findModeIssues, modeGivingWay } from './mode-rules.ts'

const END = { method: 'POST', url: 'https://hooks.example/close', payloadTemplate: '' }
const only = (...notified: readonly (keyof AlertFlags)[]): AlertFlags => ({
  low: notified.includes('low'),
  medium: notified.includes('medium'),
  high: notified.includes('high'),
  cleared: notified.includes('cleared'),
})

describe('the mode of a webhook', () => {
  const cases: readonly (readonly [what: string, given: Partial<Webhook>, issues: readonly string[]])[] = [
    ['changes, with nothing else said', {}, []],
    ['changes, for jobs', { payloadType: 'JOB' }, []],
    ['changes, for what is cleared only', { alertFlags: only('cleared') }, []],
    ['changes, up to the age of the first retry', { maxAgeMs: FIRST_RETRY_MS }, []],
    ['changes, without any retry', { maxAgeMs: 1, retryScheduleMs: [0] }, []],
    [
      'present, with all that belongs to it',
      { mode: 'current_state', missedAlerts: 'notify', clearRequest: END },
      [],
    ],
    ['present, for one raised state', { mode: 'current_state', alertFlags: only('medium') }, []],
    [
      'present, for jobs',
      { mode: 'current_state', payloadType: 'JOB', alertFlags: only() },
      ['mode: is current_state, which is for alerts only; for the payload type JOB set it to every_change'],
    ],
    [
      'present, for what is cleared only',
      { mode: 'current_state', alertFlags: only('cleared') },
      [
        'mode: is current_state, which needs low_alert, med_alert or high_alert; select at least one of them, or set mode to every_change',
      ],
    ],
    [
      'present, with an age',
      { mode: 'current_state', maxAgeMs: 60_000 },
      [
        'max_age: needs the mode every_change, because the mode current_state sends only what is true now; set max_age to null, or mode to every_change',
      ],
    ],
    [
      'changes, with what is for present',
      { missedAlerts: 'notify', clearRequest: END, remindMs: [60_000] },
      [
        'missed_alerts: is notify, which needs mode current_state; set missed_alerts to skip, or mode to current_state',
        'clear_request: needs the mode current_state; set clear_request to null, or mode to current_state',
        'remind: needs the mode current_state; set remind to null, or mode to current_state',
      ],
    ],
    [
      'changes, with an age below the first retry of the service',
      { maxAgeMs: FIRST_RETRY_MS - 1 },
      ['max_age: must be at least 5s, the delay before the first retry, or null for no limit'],
    ],
    [
      'changes, with an age below its own first retry',
      { maxAgeMs: 59_999, retryScheduleMs: [0, 60_000] },
      ['max_age: must be at least 1m, the delay before the first retry, or null for no limit'],
    ],
  ]
  for (const [what, given, issues] of cases) {
    it(`${what}: ${issues.length === 0 ? 'fits' : 'is refused with the remedy'}`, () => {
      const found = findModeIssues(webhook(given)).map(({ path, message }) => `${path}: ${message}`)

      assert.deepEqual(found, issues)
    })
  }

  it('gives way to changes, with what belongs to it, where it does not fit, and nowhere else', () => {
    const away = { mode: 'every_change', missedAlerts: 'skip', clearRequest: null, remindMs: null } as const
    const present = { mode: 'current_state', missedAlerts: 'notify', clearRequest: END } as const

    assert.deepEqual(modeGivingWay(webhook({ ...present, payloadType: 'JOB' })), away)
    assert.deepEqual(modeGivingWay(webhook({ ...present, alertFlags: only('cleared') })), away)
    assert.deepEqual(modeGivingWay(webhook(present)), {})
    assert.deepEqual(modeGivingWay(webhook({ maxAgeMs: 1 })), {})
  })
})
