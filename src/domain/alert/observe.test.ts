import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { alertDetails, NOW, observation } from '../../../test/support/build.ts'
import { ALERT_STATES, type Alert, type AlertState, type Observation } from './alert.ts'
import { alertEventOf } from './event.ts'
import { expire, observe } from './observe.ts'

const MINUTE = 60_000

describe('observe', () => {
  it('raises an alert that nobody has heard of', () => {
    const first = observation({
      state: 'high',
      at: NOW - 5_000,
      since: NOW - MINUTE,
      expiresAt: NOW + MINUTE,
    })

    const { result, alert, oldState } = observe(undefined, first, NOW)

    assert.equal(result, 'raised')
    assert.equal(oldState, 'cleared')
    assert.deepEqual(alert, {
      source: 'api',
      key: 'replication-lag pg-orders-2',
      name: 'Replication lag',
      state: 'high',
      since: NOW - MINUTE,
      changedAt: NOW - 5_000,
      observedAt: NOW,
      lastReportedAt: NOW - 5_000,
      expiresAt: NOW + MINUTE,
      endedBy: null,
      details: alertDetails(),
      warnings: [],
      episodeNumber: 1,
      staleCount: 0,
    })
  })

  it('ignores a clear of an alert that nobody has heard of', () => {
    const effect = observe(undefined, observation({ state: 'cleared' }), NOW)

    assert.deepEqual(effect, { result: 'ignored', alert: undefined, oldState: undefined, earlyClear: NOW })
  })

  const transitions: readonly [AlertState, AlertState, string][] = [
    ['cleared', 'low', 'raised'],
    ['cleared', 'high', 'raised'],
    ['low', 'medium', 'changed'],
    ['low', 'high', 'changed'],
    ['high', 'low', 'changed'],
    ['medium', 'cleared', 'cleared'],
    ['high', 'cleared', 'cleared'],
  ]
  for (const [from, to, result] of transitions) {
    it(`tells of ${from} to ${to} as ${result}`, () => {
      const effect = observe(known({ state: from }), observation({ state: to, at: NOW + 1 }), NOW + 2)

      assert.equal(effect.result, result)
      assert.equal(effect.oldState, from)
      assert.equal(effect.alert?.state, to)
      assert.equal(effect.alert?.changedAt, NOW + 1)
      assert.equal(effect.alert?.observedAt, NOW + 2)
    })
  }

  for (const state of ALERT_STATES) {
    it(`refreshes values and tells nobody when ${state} stays ${state}`, () => {
      const details = alertDetails({ currentValue: '415' })
      const again = observation({ state, at: NOW + MINUTE, details, warnings: ['a guess'] })

      const effect = observe(known({ state }), again, NOW + MINUTE)

      assert.equal(effect.result, 'refreshed')
      assert.equal(effect.oldState, undefined)
      const lastValue = state === 'cleared' ? { lastValue: '412' } : {}
      assert.deepEqual(effect.alert?.details, { ...details, ...lastValue })
      assert.deepEqual(effect.alert?.warnings, ['a guess'])
      assert.equal(effect.alert?.changedAt, NOW)
      assert.equal(effect.alert?.observedAt, NOW + MINUTE)
    })
  }

  it('never counts an observation that names no moment as stale, however far back the clock was set', () => {
    const { at: _, ...undated } = observation({ state: 'high' })
    const setBack = NOW - 120 * MINUTE

    const effect = observe(known({ state: 'low', changedAt: NOW }), undated, setBack)

    assert.equal(effect.result, 'changed')
    assert.equal(effect.alert?.state, 'high')
    assert.equal(effect.alert?.changedAt, NOW)
    assert.equal(effect.alert?.observedAt, setBack)
  })

  it('takes the present for an observation that names no moment', () => {
    const { at: _, ...undated } = observation({ state: 'high' })

    const raised = observe(undefined, undated, NOW)
    const changed = observe(known({ state: 'low', changedAt: NOW - MINUTE }), undated, NOW)

    assert.deepEqual([raised.alert?.changedAt, raised.alert?.since], [NOW, NOW])
    assert.equal(changed.alert?.changedAt, NOW)
  })

  it('counts an observation older than the last transition as stale, and changes nothing else', () => {
    const cleared = known({ state: 'cleared', staleCount: 2 })

    const effect = observe(cleared, observation({ state: 'high', at: NOW - 1, expiresAt: NOW + MINUTE }), NOW)

    assert.deepEqual(effect, { result: 'stale', alert: { ...cleared, staleCount: 3 }, oldState: undefined })
  })

  it('keeps the raise of an alert that was raised again when its old clear comes late', () => {
    const effect = observe(known({ state: 'high' }), observation({ state: 'cleared', at: NOW - 1 }), NOW)

    assert.equal(effect.result, 'stale')
    assert.equal(effect.alert?.state, 'high')
  })

  it('takes an older word of the same opinion for a refresh that brings no newer values', () => {
    for (const state of ALERT_STATES) {
      const before = known({ state })
      const older = observation({ state, at: NOW - 1, details: alertDetails({ currentValue: 'old' }) })

      const effect = observe(before, older, NOW + 1)

      assert.equal(effect.result, 'refreshed')
      assert.deepEqual(effect.alert?.details, before.details)
      assert.equal(effect.alert?.staleCount, 0)
    }
  })

  it('believes an observation as old as the last transition', () => {
    const effect = observe(known({ state: 'high' }), observation({ state: 'cleared', at: NOW }), NOW)

    assert.equal(effect.result, 'cleared')
  })
})

describe('observe: the newest word', () => {
  it('counts, also if it only repeats what was known: an older raise is stale', () => {
    const again = observe(known({ state: 'low' }), observation({ state: 'low', at: NOW + 2 }), NOW + 5)
    const late = observe(stored(again.alert), observation({ state: 'high', at: NOW + 1 }), NOW + 5)

    assert.deepEqual([again.alert?.lastReportedAt, late.result, late.alert?.state], [NOW + 2, 'stale', 'low'])
  })

  it('makes no end stale that is dated back, for it is not said again', () => {
    const again = observe(known({ state: 'low' }), observation({ state: 'low', at: NOW + 2 }), NOW + 5)
    const end = observe(stored(again.alert), observation({ state: 'cleared', at: NOW + 1 }), NOW + 5)

    assert.equal(end.result, 'cleared')
  })

  it('is never taken back by an older one that says the same', () => {
    const older = observe(known({ state: 'low' }), observation({ state: 'low', at: NOW - 1 }), NOW)

    assert.deepEqual([older.result, older.alert?.lastReportedAt], ['refreshed', NOW])
  })

  it('about what nobody has heard of is to be remembered, and an older raise that comes late is stale', () => {
    const { earlyClear } = observe(undefined, observation({ state: 'cleared', at: NOW }), NOW)
    const raisedAt = (at: number) => observe(undefined, observation({ at }), NOW + 5, { earlyClear })

    assert.deepEqual(raisedAt(NOW - 1), { result: 'stale', alert: undefined, oldState: undefined })
    assert.equal(raisedAt(NOW).result, 'raised')
  })

  it('about what nobody has heard of is the newest of several', () => {
    const older = observe(undefined, observation({ state: 'cleared', at: NOW - 1 }), NOW, { earlyClear: NOW })

    assert.equal(older.earlyClear, NOW)
  })
})

describe('observe: a monitor whose clock is ahead', () => {
  it('cannot make right clears stale: its moments count as now, and are shown as they came', () => {
    const ahead = observation({ state: 'high', at: NOW + 9 * MINUTE })
    const raised = stored(observe(undefined, ahead, NOW).alert)
    const end = observation({ state: 'cleared', at: NOW + MINUTE })
    const cleared = observe(raised, end, NOW + MINUTE)
    const change = { before: undefined, after: raised, oldState: 'cleared', saidAt: ahead.at } as const

    assert.deepEqual([raised.changedAt, raised.lastReportedAt, raised.since], [NOW, NOW, NOW])
    assert.equal(cleared.result, 'cleared')
    assert.equal(alertEventOf(change, NOW).at, NOW + 9 * MINUTE)
    assert.equal(alertEventOf({ ...change, saidAt: NOW - 1 }, NOW).at, NOW)
  })
})

describe('observe: since', () => {
  it('keeps the moment of the raise through changes of severity', () => {
    const before = known({ state: 'low', since: NOW - MINUTE })

    const { alert } = observe(before, observation({ state: 'high', at: NOW + 1, since: NOW }), NOW)

    assert.equal(alert?.since, NOW - MINUTE)
  })

  it('starts anew with a raise and with a clear', () => {
    const [low, end] = (['low', 'cleared'] as const).map((state) => observation({ state, at: NOW + 1 }))
    const raised = observe(known({ state: 'cleared' }), low!, NOW + 1)
    const cleared = observe(known({ state: 'low' }), end!, NOW + 1)

    assert.equal(raised.alert?.since, NOW + 1)
    assert.equal(cleared.alert?.since, NOW + 1)
  })

  it('is the earlier one of two senders that watch the same thing, whichever speaks first', () => {
    const early = observation({ at: NOW - 10_000, since: NOW - 10_000 })
    const late = observation({ at: NOW, since: NOW })

    for (const [first, second] of [
      [early, late],
      [late, early],
    ] as const) {
      const { result, alert } = observe(stored(observe(undefined, first, NOW).alert), second, NOW)

      assert.equal(result, 'refreshed')
      assert.equal(alert?.since, NOW - 10_000)
    }
  })
})

describe('observe: expiry', () => {
  it('is the promise of the newest report, also if that is shorter', () => {
    const before = known({ state: 'high', expiresAt: NOW + 4 * MINUTE })

    const shorter = observe(before, observation({ at: NOW, expiresAt: NOW + MINUTE }), NOW)
    const longer = observe(before, observation({ at: NOW, expiresAt: NOW + 5 * MINUTE }), NOW)

    assert.equal(shorter.alert?.expiresAt, NOW + MINUTE)
    assert.equal(longer.alert?.expiresAt, NOW + 5 * MINUTE)
  })

  it('ends with a clear, and with a newer word that promises nothing', () => {
    const before = known({ state: 'high', expiresAt: NOW + MINUTE })

    assert.equal(observe(before, observation({ state: 'cleared', at: NOW }), NOW).alert?.expiresAt, null)
    assert.equal(observe(before, observation({ state: 'high', at: NOW }), NOW).alert?.expiresAt, null)
  })

  it('stays when an older word promises nothing', () => {
    const before = known({ state: 'high', expiresAt: NOW + MINUTE })

    const { alert } = observe(before, observation({ state: 'high', at: NOW - 1 }), NOW)

    assert.equal(alert?.expiresAt, NOW + MINUTE)
  })
})

describe('expire', () => {
  it('clears from the moment of the promise on, and keeps the promise on record', () => {
    const expired = expire(known({ state: 'high', expiresAt: NOW + 4 * MINUTE }), NOW + 6 * MINUTE)

    assert.deepEqual(
      expired,
      known({
        state: 'cleared',
        changedAt: NOW + 4 * MINUTE,
        since: NOW + 4 * MINUTE,
        expiresAt: NOW + 4 * MINUTE,
        endedBy: 'expired',
      }),
    )
  })

  it('never clears before the last transition, nor in the future', () => {
    assert.equal(expire(known({ changedAt: NOW, expiresAt: NOW - MINUTE }), NOW + MINUTE).changedAt, NOW)
    assert.equal(expire(known({ changedAt: NOW, expiresAt: NOW + MINUTE }), NOW + 1).changedAt, NOW + 1)
  })

  it('is undone by a monitor that comes back with a longer promise, however long ago its alert began', () => {
    const expired = expire(known({ state: 'high', expiresAt: NOW + 4 * MINUTE }), NOW + 6 * MINUTE)
    const back = observation({
      state: 'high',
      at: NOW + MINUTE,
      since: NOW,
      expiresAt: NOW + 10 * MINUTE,
      details: alertDetails({ currentValue: '500' }),
    })

    const { result, alert } = observe(expired, back, NOW + 6 * MINUTE)

    assert.equal(result, 'raised')
    assert.equal(alert?.since, NOW)
    assert.equal(alert?.expiresAt, NOW + 10 * MINUTE)
    assert.equal(alert?.details.currentValue, '500')
  })

  it('is not undone by an old word, whose promise reaches no further', () => {
    const expired = expire(known({ state: 'high', expiresAt: NOW + 4 * MINUTE }), NOW + 6 * MINUTE)
    const replayed = observation({ state: 'high', at: NOW, expiresAt: NOW + 4 * MINUTE })

    assert.equal(observe(expired, replayed, NOW + 6 * MINUTE).result, 'stale')
  })

  it('counts as a word of the monitor once the monitor confirms it', () => {
    const expired = expire(known({ state: 'high', expiresAt: NOW + 4 * MINUTE }), NOW + 6 * MINUTE)
    const over = observation({ state: 'cleared', at: NOW + 5 * MINUTE })
    const confirmed = observe(expired, over, NOW + 6 * MINUTE)
    const replayed = observation({ state: 'high', at: NOW, expiresAt: NOW + 10 * MINUTE })

    assert.deepEqual([confirmed.result, confirmed.alert?.endedBy], ['refreshed', 'monitor'])
    assert.equal(observe(stored(confirmed.alert), replayed, NOW).result, 'stale')
  })
})

describe('observe, for any story', () => {
  const stories = fc.array(
    fc.record({
      state: fc.constantFrom(...ALERT_STATES),
      at: fc.integer({ min: NOW - 20, max: NOW + 20 }),
      expiresAt: fc.option(fc.integer({ min: NOW, max: NOW + 60 }), { nil: undefined }),
      silence: fc.boolean(),
    }),
    { maxLength: 30 },
  )

  it('tells of changes only, each one starting where the last one ended, and never of a clear first', () => {
    fc.assert(
      fc.property(stories, (story) => {
        let notified: AlertState = 'cleared'
        tell(story, (oldState, alert) => {
          assert.equal(oldState, notified)
          assert.notEqual(alert.state, notified)
          notified = alert.state
        })
      }),
    )
  })

  it('tells nobody when the same word comes twice', () => {
    fc.assert(
      fc.property(stories, (story) => {
        tell(story, (_oldState, alert, said) => {
          if (said) assert.equal(observe(alert, said, NOW).oldState, undefined)
        })
      }),
    )
  })

  /** Lets the story happen; where it says `silence`, the alert expires after the word. */
  function tell(
    story: readonly {
      readonly state: AlertState
      readonly at: number
      readonly expiresAt: number | undefined
      readonly silence: boolean
    }[],
    onChange: (oldState: AlertState, alert: Alert, said?: Observation) => void,
  ): void {
    let alert: Alert | undefined
    for (const { state, at, expiresAt, silence } of story) {
      const said = observation({ state, at, ...(expiresAt !== undefined && { expiresAt }) })
      const effect = observe(alert, said, NOW)
      alert = effect.alert && stored(effect.alert)
      if (alert && effect.oldState !== undefined) onChange(effect.oldState, alert, said)
      if (!silence || !alert || alert.state === 'cleared' || alert.expiresAt === null) continue
      const before = alert.state
      alert = expire(alert, NOW + 100)
      onChange(before, alert)
    }
  }
})

/** An alert that changed its state at NOW. */
function known(given: Partial<Alert> = {}): Alert {
  return { ...stored(observe(undefined, observation(), NOW).alert), ...given }
}

function stored(alert: Omit<Alert, 'id'> | undefined): Alert {
  assert.ok(alert)
  return { id: 42, ...alert }
}
