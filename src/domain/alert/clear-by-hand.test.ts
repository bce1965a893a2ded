import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alert, alertDetails, NOW, observation } from '../../../test/support/build.ts'
import type { Alert, Variant } from './alert.ts'
import { clearableFrom, clearByHand, refuseClearing } from './clear-by-hand.ts'
import { observe } from './observe.ts'

const MINUTE = 60_000
const silent = alert({ state: 'high', observedAt: NOW })

describe('what may be cleared by hand', () => {
  it('is what nobody has spoken of for ten minutes, or for longer than was promised', () => {
    assert.equal(clearableFrom(silent), NOW + 10 * MINUTE)
    assert.equal(clearableFrom({ ...silent, expiresAt: NOW + 4 * MINUTE }), NOW + 4 * MINUTE)
    assert.equal(clearableFrom({ ...silent, expiresAt: NOW + 86_400_000 }), NOW + 10 * MINUTE)
  })

  it('is refused by a sentence that says what would come of it, and from when on it may be', () => {
    refuseClearing(silent, NOW + 10 * MINUTE)
    assert.throws(() => refuseClearing(silent, NOW + 10 * MINUTE - 1), {
      code: 'conflict',
      message:
        /last at 2026-09-14T03:00:00.000Z\), so a clear would be undone\. .* from 2026-09-14T03:10:00.000Z on/,
    })
  })
})

describe('clearByHand', () => {
  const now = NOW + 20 * MINUTE
  const cleared = clearByHand({ ...silent, expiresAt: NOW + MINUTE }, now)

  it('ends the alert now, by a person, and leaves no promise behind', () => {
    const expected: Alert = {
      ...silent,
      state: 'cleared',
      since: now,
      changedAt: now,
      expiresAt: null,
      endedBy: 'person',
    }
    assert.deepEqual(cleared, expected)
  })

  it('is not undone by what was said before and arrives late, whatever it promises', () => {
    for (const expiresAt of [undefined, now + 60 * MINUTE]) {
      const late = observation({ state: 'high', at: now - 1, ...(expiresAt !== undefined && { expiresAt }) })
      assert.equal(observe(cleared, late, now + 1).result, 'stale')
    }
  })

  it('is followed by a new raise when its monitor speaks again', () => {
    const { result, alert: raised } = observe(cleared, observation({ state: 'high', at: now + 1 }), now + 1)

    assert.deepEqual([result, raised?.since, raised?.endedBy], ['raised', now + 1, null])
  })

  it('is never before the last change, also when the clock was set back', () => {
    assert.equal(clearByHand(silent, NOW - 60 * MINUTE).changedAt, NOW)
  })

  it('ends all variants of a joined alert, each of which may raise it again', () => {
    const variant = (id: string, given: Partial<Variant> = {}): Variant => ({
      id,
      state: 'high',
      since: NOW,
      changedAt: NOW,
      expiresAt: NOW + MINUTE,
      ...given,
    })
    const over = variant('c', { state: 'cleared', since: NOW - MINUTE, changedAt: NOW - MINUTE })
    const joined = alert({
      state: 'high',
      details: { ...alertDetails(), variants: [variant('a'), variant('b', { state: 'low' }), over] },
    })

    const after = clearByHand(joined, now)

    const end = { state: 'cleared', since: now, changedAt: now, expiresAt: null } as const
    assert.deepEqual(after.details.variants, [variant('a', end), variant('b', end), over])
    const late = observation({ state: 'high', variant: 'b', at: now - 1, expiresAt: now + 60 * MINUTE })
    assert.equal(observe(after, late, now + 1).result, 'stale')
    const again = observe(after, observation({ state: 'low', variant: 'b', at: now + 1 }), now + 1)
    assert.deepEqual([again.result, again.alert?.state], ['raised', 'low'])
  })
})
