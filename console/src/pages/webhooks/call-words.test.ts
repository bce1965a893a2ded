import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { barsOf, describeEvents, isBehind, successOf, successTone } from './health-words.ts'

describe('recent calls of a webhook', () => {
  it('never round a failure away', () => {
    assert.equal(successOf({ attempts: 0, accepted: 0 }), null)
    assert.equal(successOf({ attempts: 10, accepted: 10 }), '100 %')
    assert.equal(successOf({ attempts: 100_000, accepted: 99_999 }), '99.9 %')
    assert.equal(successOf({ attempts: 100_000, accepted: 1 }), '0.1 %')
    assert.equal(successOf({ attempts: 3, accepted: 2 }), '66.7 %')
    assert.equal(successOf({ attempts: 4, accepted: 0 }), '0 %')
  })

  it('have a colour only if something was not accepted', () => {
    assert.equal(successTone({ attempts: 0, accepted: 0 }), undefined)
    assert.equal(successTone({ attempts: 5, accepted: 5 }), undefined)
    assert.equal(successTone({ attempts: 100, accepted: 95 }), 'warning')
    assert.equal(successTone({ attempts: 100, accepted: 50 }), 'bad')
  })

  it('are drawn in relation to the busiest hour', () => {
    const hourly = [
      { attempts: 4, accepted: 3 },
      { attempts: 0, accepted: 0 },
    ]
    assert.deepEqual(barsOf(hourly), [
      { height: 1, failed: 0.25 },
      { height: 0, failed: 0 },
    ])
    assert.deepEqual(barsOf([{ attempts: 0, accepted: 0 }]), [{ height: 0, failed: 0 }])
  })
})

describe('the events of a webhook', () => {
  it('are said in few words', () => {
    const all = { high_alert: true, med_alert: true, low_alert: true, cleared_alert: true }
    assert.equal(describeEvents({ payload_type: 'ALERT', ...all }), 'All states')
    assert.equal(describeEvents({ payload_type: 'ALERT', ...all, low_alert: false }), 'High, medium, cleared')
    const none = { high_alert: false, med_alert: false, low_alert: false, cleared_alert: false }
    assert.equal(describeEvents({ payload_type: 'ALERT', ...none }), 'Nothing')
    assert.equal(describeEvents({ payload_type: 'JOB', ...all }), 'Job runs')
  })
})

describe('counts that lag behind the health', () => {
  it('are those without the acceptance that the health knows of', () => {
    assert.equal(isBehind('healthy', { attempts: 6, accepted: 0 }), true)
    assert.equal(isBehind('healthy', { attempts: 6, accepted: 1 }), false)
    assert.equal(isBehind('rejecting', { attempts: 6, accepted: 0 }), false)
    assert.equal(isBehind('healthy', { attempts: 0, accepted: 0 }), false)
  })
})
