import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeNeverClosed, describeOpen, describeOutOfSync, describeOutOfSyncSince } from './mode-words.ts'

describe('what a receiver knows, in words', () => {
  it('counts what is out of sync and what is open', () => {
    assert.equal(describeOutOfSync(1), '1 alert is out of sync')
    assert.equal(describeOutOfSync(3), '3 alerts are out of sync')
    assert.equal(describeOpen(1), '1 alert is open')
    assert.equal(describeOpen(10_000), 'more than 10,000 alerts are open')
  })

  it('says of what nobody will tell the end', () => {
    assert.equal(describeNeverClosed(0), null)
    assert.deepEqual(describeNeverClosed(1), {
      alerts: '1 alert',
      rest: 'that its receiver was sent and that is still open: Tocsin will not clear it there',
    })
    assert.deepEqual(describeNeverClosed(12), {
      alerts: '12 alerts',
      rest: 'that its receiver was sent and that are still open: Tocsin will not clear them there',
    })
  })

  it('says when the receiver is notified, which is not before the webhook is enabled', () => {
    assert.match(describeOutOfSyncSince({ enabled: true }), /when you resync/)
    assert.equal(describeOutOfSyncSince({ enabled: false }), 'sent when the webhook is enabled')
  })
})
