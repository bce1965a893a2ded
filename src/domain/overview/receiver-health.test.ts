import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CLOSED } from '../flow/breaker.ts'
import { explainHealth, healthStateOf, receiverHealthOf } from './receiver-health.ts'
import { LATE_MS_MIN } from '../trouble.ts'

const NOW = 1_700_000_000_000
const ENABLED = { enabled: true, disabledReason: null }
const DISABLED = { enabled: false, disabledReason: null }

describe('the health of a webhook', () => {
  it('is not well while something has been due for a minute, whatever the cause', () => {
    const late = receiverHealthOf(CLOSED, NOW, NOW - LATE_MS_MIN)

    assert.equal(healthStateOf(late, ENABLED), 'late')
    assert.match(explainHealth(late, ENABLED), /has been due since 2023-11-14T22:12:20\.000Z\.$/)
    assert.match(explainHealth({ ...late, sending: 0 }, ENABLED), /, and none is under way\.$/)
    assert.match(explainHealth({ ...late, sending: 3 }, ENABLED), /, and 3 are under way\.$/)
  })

  it('is not late by what is due in time, is held, or goes to a receiver that fails', () => {
    const inTime = receiverHealthOf(CLOSED, NOW, NOW - LATE_MS_MIN + 1)
    assert.equal(healthStateOf(inTime, ENABLED), 'well')
    assert.equal(healthStateOf(receiverHealthOf(CLOSED, NOW, NOW - LATE_MS_MIN), DISABLED), 'disabled')
    const failing = receiverHealthOf({ ...CLOSED, failures: 1, failingSince: NOW }, NOW, NOW - LATE_MS_MIN)
    assert.deepEqual([failing.lateSince, healthStateOf(failing, ENABLED)], [null, 'failing'])
    const asked = { ...CLOSED, askedUntil: NOW + 5_000, pauseReason: 'HTTP 429' }
    assert.equal(healthStateOf(receiverHealthOf(asked, NOW, NOW - LATE_MS_MIN), ENABLED), 'paused')
  })
})
