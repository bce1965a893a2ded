import assert from 'node:assert/strict'
import { test } from 'node:test'

import { alertEvent, jobRunEvent, SITE } from '../../../test/support/build.ts'
import type { Event } from '../alert/event.ts'
import { markerValues } from './markers.ts'

const NAMES =
  'Action Status PdSeverity Priority SnSeverity SnUrgency VoType NtfyPriority Color ColorNumber CardColor Emoji'

function wordsOf(event: Event): string {
  const value = markerValues({ event, deliveryId: '88', ...SITE })
  return NAMES.split(' ')
    .map((name) => value(`x.${name}`))
    .join(' ')
}

const STATES = [
  ['cleared', 'Cleared', 'resolve resolved info P5 0 3 RECOVERY 2 #2EB886 3061894 good 🟢'],
  ['low', 'Low', 'trigger firing warning P5 4 3 INFO 3 #439FE0 4431840 accent 🟡'],
  ['medium', 'Medium', 'trigger firing error P3 3 2 WARNING 4 #DAA038 14327864 warning 🟠'],
  ['high', 'High', 'trigger firing critical P1 1 1 CRITICAL 5 #A30200 10682880 attention 🔴'],
] as const

for (const [state, text, words] of STATES) {
  test(`the state ${state} in the words of receivers`, () => {
    const value = (event: Event, name: string) => markerValues({ event, deliveryId: '88', ...SITE })(name)
    assert.equal(value(alertEvent({ newState: state }), 'CurrentState'), text)
    assert.equal(value(alertEvent({ oldState: state }), 'OldState'), text)
    assert.equal(wordsOf(alertEvent({ newState: state })), words)
  })
}

const STATUSES = [
  ['success', 'resolve resolved info P5 0 3 RECOVERY 2 #2EB886 3061894 good 🟢'],
  ['failure', 'trigger firing error P2 2 2 CRITICAL 5 #A30200 10682880 attention 🔴'],
  ['cancelled', 'trigger firing warning P4 4 3 WARNING 3 #DAA038 14327864 warning 🟠'],
] as const

for (const [status, words] of STATUSES) {
  test(`the status ${status} in the words of receivers`, () => {
    assert.equal(wordsOf(jobRunEvent({ status })), words)
  })
}

const YEAR = '2027'
const SEVERITIES = [
  ['cleared', 'high', 'critical', 'critical', YEAR],
  ['low', 'medium', 'warning', 'info', '2026'],
  ['high', 'low', 'info', 'critical', '2026'],
  ['high', 'cleared', 'critical', 'critical', '2026'],
  ['low', 'cleared', 'info', 'info', '2026'],
] as const

for (const [oldState, newState, severity, oldSeverity, oldEnds] of SEVERITIES) {
  test(`the labels of an alert that went from ${oldState} to ${newState}`, () => {
    const at = Date.parse('2026-09-14T03:12:40.117Z')
    const value = markerValues({ event: alertEvent({ oldState, newState, at }), deliveryId: '88', ...SITE })

    assert.equal(value('x.AmSeverity'), severity)
    assert.equal(value('x.AmOldSeverity'), oldSeverity)
    assert.equal(value('x.AmOldEndsIso').slice(0, 4), oldEnds)
  })
}

test('an alert never ends before it began, even if its monitor says so', () => {
  const at = Date.parse('2026-09-14T03:12:40.117Z')
  const event = alertEvent({ oldState: 'low', newState: 'cleared', at, raisedAt: at + 5_000 })

  assert.equal(markerValues({ event, deliveryId: '88', ...SITE })('x.EndsIso'), '2026-09-14T03:12:45.117Z')
})
