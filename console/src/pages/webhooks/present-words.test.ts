import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeNeverClosed, describeOpen, describeOwed, describeWhenTold } from './present-words.ts'

describe('what a receiver knows, in words', () => {
  it('counts what is owed and what is open', () => {
    assert.equal(describeOwed(1), '1 alert is owed')
    assert.equal(describeOwed(3), '3 alerts are owed')
    assert.equal(describeOpen(1), '1 alert is open')
    assert.equal(describeOpen(10_000), 'more than 10,000 alerts are open')
  })

  it('says of what nobody will tell the end', () => {
    assert.equal(describeNeverClosed(0), null)
    assert.deepEqual(describeNeverClosed(1), {
      alerts: '1 alert',
      rest: 'that its receiver was told of and that is not over: nobody tells it its end',
    })
    assert.deepEqual(describeNeverClosed(12), {
      alerts: '12 alerts',
      rest: 'that its receiver was told of and that are not over: nobody tells it their end',
    })
  })

  it('says when it is told, which is not before it is enabled', () => {
    assert.match(describeWhenTold({ enabled: true }), /by the button/)
    assert.equal(describeWhenTold({ enabled: false }), 'told when it is enabled again')
  })
})
