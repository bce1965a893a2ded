import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeNotified, isUnheard, summariseOnCall, type OnCallAlert } from './on-call.ts'

const NOBODY = { notified: 0, on_the_way: 0, not_notified: 0, exceptions: [] }
const pager = { webhook_id: 1, webhook_name: 'Pager', state: 'failed' } as const

function alert(given: Partial<OnCallAlert> = {}): OnCallAlert {
  const calm = { state: 'high', acknowledgement: null, silenced_by: [], notified: NOBODY } as const
  return { ...calm, ...given } as OnCallAlert
}

describe('who was notified', () => {
  const words = (notified: Partial<OnCallAlert['notified']>) =>
    describeNotified({ notified: { ...NOBODY, ...notified } }).map(({ text }) => text)

  it('names the one that was not, and counts the others', () => {
    assert.deepEqual(words({ notified: 3, not_notified: 1, exceptions: [pager] }), [
      'Pager not notified',
      '3 notified',
    ])
    assert.deepEqual(words({ notified: 1200 }), ['1,200 notified'])
    assert.deepEqual(words({ on_the_way: 1, exceptions: [{ ...pager, state: 'pending' }] }), [
      'On the way to Pager',
    ])
    const two = [pager, { ...pager, webhook_id: 2, state: 'pending' as const }]
    assert.deepEqual(words({ not_notified: 1, on_the_way: 1, exceptions: two }), [
      '1 not notified',
      '1 on the way',
    ])
  })

  it('is loud if it was nobody', () => {
    assert.deepEqual(describeNotified({ notified: NOBODY }), [{ text: 'Nobody notified', isException: true }])
    assert.equal(isUnheard(alert()), true)
    assert.equal(isUnheard(alert({ notified: { ...NOBODY, notified: 1 } })), false)
    assert.equal(isUnheard(alert({ state: 'medium' })), false)
    assert.equal(isUnheard(alert({ silenced_by: [3] })), false)
    const at = '2026-09-14T03:00:00Z'
    assert.equal(isUnheard(alert({ acknowledgement: { by: 'ada', note: null, at, until: at } })), false)
  })
})

describe('active alerts in a line', () => {
  it('counts by severity and server', () => {
    const servers = [
      { name: 'pg-1', alerts: [alert(), alert({ state: 'low' })] },
      { name: null, alerts: [alert()] },
    ]
    assert.equal(summariseOnCall({ servers, shown: 3, is_complete: true }), '2 high, 1 low on 1 server')
  })
})
