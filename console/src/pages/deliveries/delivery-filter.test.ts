import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anchorAt, listQueryOf, newerQueryOf, operationFilterOf, queryOf } from './delivery-filter.ts'

const now = Date.parse('2026-11-21T09:00:00.000Z')
const anchor = anchorAt({ created_at: '2026-11-21T08:59:59.123Z' }, now)
const none = anchorAt(undefined, now)

describe('the query of the list', () => {
  it('asks for what the address says', () => {
    assert.deepEqual(
      queryOf(
        { state: 'failed,pending', webhook: 7, alert: 2, event: 3, severity: 'high', kind: 'alert' },
        now,
      ),
      {
        state: 'failed,pending',
        webhook_id: '7',
        alert_id: '2',
        event_id: '3',
        severity: 'high',
        kind: 'alert',
      },
    )
    assert.deepEqual(queryOf({ state: 'undelivered' }, now), { undelivered: 'true' })
  })

  it('counts a range back from when the list was begun', () => {
    assert.deepEqual(queryOf({ range: '1h' }, now), { from: '2026-11-21T08:00:00.000Z' })
  })

  it('parts the deliveries at the anchor: none is in both lists, none in neither', () => {
    assert.equal(listQueryOf({}, anchor).until, '2026-11-21T08:59:59.124Z')
    assert.equal(newerQueryOf({}, anchor).from, '2026-11-21T08:59:59.124Z')
  })

  it('holds nothing still while there is nothing', () => {
    assert.deepEqual(listQueryOf({}, none), {})
    assert.deepEqual(newerQueryOf({ range: '15m' }, none), { from: '2026-11-21T08:45:00.000Z' })
  })
})

describe('the filter of an operation', () => {
  it('touches only what the list showed, and of it what it can do something to', () => {
    assert.deepEqual(operationFilterOf('retry', { webhook: 7, range: '24h' }, anchor), {
      filter: {
        state: ['failed', 'cancelled'],
        webhook_id: 7,
        from: '2026-11-20T09:00:00.000Z',
        until: '2026-11-21T08:59:59.124Z',
      },
    })
    assert.deepEqual(operationFilterOf('cancel', { state: 'waiting,failed' }, none), {
      filter: { state: ['waiting'] },
    })
    assert.deepEqual(operationFilterOf('retry', { state: 'undelivered' }, none), {
      filter: { state: ['failed', 'cancelled'] },
    })
  })

  it('touches nothing but the severities and the kind that are shown', () => {
    const asked = operationFilterOf('retry', { severity: 'high,medium', kind: 'alert' }, anchor)

    assert.ok('filter' in asked)
    assert.deepEqual(asked.filter.severity, ['high', 'medium'])
    assert.equal(asked.filter.kind, 'alert')
  })

  it('says that there is nothing to do in the states that are shown', () => {
    for (const kind of ['retry', 'cancel', 'reroute'] as const) {
      for (const state of ['delivered', 'superseded,outdated']) {
        assert.ok('refusal' in operationFilterOf(kind, { state }, anchor))
      }
    }
  })
})
