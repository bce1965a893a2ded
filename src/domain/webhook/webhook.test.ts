import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, jobRunEvent, webhook } from '../../../test/support/build.ts'
import { isClearedEvent, requestOf } from './webhook.ts'

const END = { method: 'DELETE', url: 'https://hooks.example/close', payloadTemplate: 'over' }

describe('the request of a webhook', () => {
  it('is that for the end only if there is one, and something is over', () => {
    const [with_, without] = [webhook({ mode: 'current_state', clearRequest: END }), webhook()]

    assert.deepEqual(requestOf(with_, true), END)
    assert.equal(requestOf(with_, false), with_)
    assert.equal(requestOf(without, true), without)
  })

  it('tells an end if an alert is cleared', () => {
    assert.equal(isClearedEvent(alertEvent({ newState: 'cleared' })), true)
    assert.equal(isClearedEvent(alertEvent({ newState: 'low' })), false)
    assert.equal(isClearedEvent(jobRunEvent()), false)
  })
})
