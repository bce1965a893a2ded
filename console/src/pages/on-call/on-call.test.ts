import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countOnServer, describeNotified, summariseOnCall, type OnCall, type OnCallAlert } from './on-call.ts'

type Notified = OnCallAlert['notified']

const NOBODY: Notified = { notified: 0, on_the_way: 0, not_notified: 0, exceptions: [] }
const pager = { webhook_id: 1, webhook_name: 'Pager', state: 'failed', health: null } as const
const onTheWay = { ...pager, state: 'pending' } as const

function words(notified: Partial<Notified>, given: { silencedBy?: number[]; notifiedNobody?: boolean } = {}) {
  const { silencedBy = [], notifiedNobody = false } = given
  return describeNotified({
    notified: { ...NOBODY, ...notified },
    silenced_by: silencedBy,
    notified_nobody: notifiedNobody,
  })
}

const texts = (...given: Parameters<typeof words>) => words(...given).map(({ text }) => text)

describe('who was notified', () => {
  it('names the one that was not, and counts the others', () => {
    assert.deepEqual(texts({ notified: 3, not_notified: 1, exceptions: [pager] }), [
      'Pager not notified',
      '3 notified',
    ])
    assert.deepEqual(texts({ notified: 1200 }), ['1,200 notified'])
    assert.deepEqual(words({ on_the_way: 1, exceptions: [onTheWay] }), [
      { text: 'On the way to Pager', isException: false },
    ])
    const two = [pager, { ...onTheWay, webhook_id: 2 }]
    assert.deepEqual(texts({ not_notified: 1, on_the_way: 1, exceptions: two }), [
      '1 not notified',
      '1 on the way',
    ])
  })

  it('says why after a minute', () => {
    const paused = { ...onTheWay, health: 'paused' } as const
    assert.deepEqual(words({ notified: 2, on_the_way: 1, exceptions: [paused] }), [
      { text: 'Not yet: Pager is paused', isException: true },
      { text: '2 notified', isException: false },
    ])
    assert.deepEqual(texts({ on_the_way: 3, exceptions: [paused, { ...paused, webhook_id: 2 }] }), [
      'Not yet: Pager is paused; 2 more',
    ])
    const healthy = { ...onTheWay, health: 'healthy' } as const
    assert.deepEqual(texts({ on_the_way: 1, exceptions: [healthy] }), ['Not yet: Pager'])
    // An acknowledgement of an old alert, for example.
    assert.deepEqual(texts({ notified: 1, on_the_way: 1, exceptions: [healthy] }), [
      'On the way to Pager',
      '1 notified',
    ])
  })

  it('is loud if it was nobody, unless somebody acknowledged it', () => {
    assert.deepEqual(words({}, { notifiedNobody: true }), [{ text: 'Nobody notified', isException: true }])
    assert.deepEqual(words({}), [{ text: 'Nobody notified', isException: false }])
    assert.deepEqual(words({}, { silencedBy: [3] }), [])
  })
})

describe('active alerts in a line', () => {
  const counts = { high: 2, medium: 0, low: 1 }
  const onCall = { counts, total: 3, shown: 3, server_count: 1, is_counted: true } as OnCall

  it('counts by severity and server', () => {
    assert.equal(summariseOnCall(onCall), '2 high, 1 low on 1 server')
  })

  it('counts all of them, and says how many are shown', () => {
    const many = { ...onCall, counts: { high: 3334, medium: 0, low: 6666 }, total: 10_000, shown: 100 }
    const summary = '3,334 high, 6,666 low on 200 servers, showing 100 of 10,000'
    assert.equal(summariseOnCall({ ...many, server_count: 200 }), summary)
    assert.equal(summariseOnCall({ ...many, server_count: 200, is_counted: false }), `At least ${summary}`)
  })

  it('counts those of a server', () => {
    const alerts = [{}, {}, {}] as OnCallAlert[]
    assert.equal(countOnServer({ name: 'pg-1', counts, alerts }), '3 alerts')
    assert.equal(countOnServer({ name: 'pg-1', counts, alerts: alerts.slice(0, 1) }), '1 of 3 alerts')
  })
})
