import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeBulk, fittingOf } from './bulk-words.ts'

const every = { enabled: true, mode: 'every_change', unfinished: 3 } as const
const current = { enabled: true, mode: 'current_state', unfinished: 0 } as const
const off = { enabled: false, mode: 'every_change', unfinished: 1 } as const

describe('actions on many webhooks', () => {
  it('change only those that are otherwise', () => {
    assert.deepEqual(fittingOf('disable', [every, off]), [every])
    assert.deepEqual(fittingOf('enable', [every, off]), [off])
    assert.deepEqual(fittingOf('delete', [every, off]), [every, off])
  })

  it('say before in numbers what they will do', () => {
    assert.deepEqual(describeBulk('disable', [every, current, off]), [
      '2 webhooks will not be called until you enable them again.',
      '3 unfinished deliveries will wait until they are enabled.',
      '1 webhook will miss the events that happen meanwhile.',
      '1 webhook in current-state mode will get what changed, once, afterwards.',
      '1 of the 3 selected already are.',
    ])
    assert.deepEqual(describeBulk('enable', [off]), [
      '1 webhook will be called again.',
      '1 unfinished delivery will be sent now.',
    ])
    assert.deepEqual(describeBulk('delete', [current]), ['1 webhook will be deleted for good.'])
  })
})
