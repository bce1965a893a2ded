import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { NOW, observation } from '../../../test/support/build.ts'
import type { Alert, AlertState, ObservationResult } from './alert.ts'
import { expire, observe } from './observe.ts'

const MINUTE = 60_000

/** What Alertmanager or Grafana says of one alert. */
interface Said {
  readonly status: 'firing' | 'resolved'
  /** Minutes after NOW; undefined: it names no episode. */
  readonly startsAt: number | undefined
  readonly endsAt?: number
}

const firing = (startsAt?: number): Said => ({ status: 'firing', startsAt })
const resolved = (startsAt?: number, endsAt = startsAt): Said => ({
  status: 'resolved',
  startsAt,
  ...(endsAt !== undefined && { endsAt }),
})

interface Heard {
  readonly results: readonly ObservationResult[]
  readonly alert: Alert | undefined
}

/**
 * What each of them does, a minute of ours after the other; `from`: minutes after NOW at which the first one arrives.
 */
function hear(
  said: readonly Said[],
  { from = 60, variant }: { from?: number; variant?: string } = {},
): Heard {
  let alert: Alert | undefined
  let earlyClear: number | undefined
  const results = said.map(({ status, startsAt, endsAt }, index) => {
    const now = NOW + (from + index) * MINUTE
    const begins = startsAt === undefined ? now : NOW + startsAt * MINUTE
    const ends = endsAt === undefined ? now : NOW + endsAt * MINUTE
    const state: AlertState = status === 'firing' ? 'high' : 'cleared'
    const effect = observe(
      alert,
      observation({
        state,
        at: Math.min(status === 'firing' ? begins : ends, now),
        countsByArrival: true,
        ...(startsAt !== undefined && { startsAt: begins }),
        ...(variant !== undefined && { variant }),
      }),
      now,
      { earlyClear },
    )
    alert = effect.alert ? { id: 42, ...effect.alert } : alert
    earlyClear = effect.earlyClear ?? earlyClear
    return effect.result
  })
  return { results, alert }
}

describe('episodes that their sender names', () => {
  const stories: readonly [what: string, said: readonly Said[], results: readonly ObservationResult[]][] = [
    ['end, however late its end is reported', [firing(0), resolved(0, 1)], ['raised', 'cleared']],
    [
      'are raised again by a replica that has not heard of the end, and end with it',
      [firing(0), resolved(0, 30), firing(0), resolved(0, 30)],
      ['raised', 'cleared', 'raised', 'cleared'],
    ],
    [
      'are raised and ended by each of three replicas',
      [firing(0), resolved(0), firing(0), resolved(0), firing(0), resolved(0)],
      ['raised', 'cleared', 'raised', 'cleared', 'raised', 'cleared'],
    ],
    [
      'end although an earlier one ended after they began by our clock',
      [firing(0), resolved(0, 5), firing(10), resolved(10, 11)],
      ['raised', 'cleared', 'raised', 'cleared'],
    ],
    [
      'do not end by the late end of an earlier one',
      [firing(0), resolved(0), firing(10), resolved(0, 5)],
      ['raised', 'cleared', 'raised', 'stale'],
    ],
    [
      'are followed by the next one without an end in between',
      [firing(0), firing(10), resolved(0, 9), resolved(10, 20)],
      ['raised', 'refreshed', 'stale', 'cleared'],
    ],
    [
      'are not brought back by what a slow replica says of an earlier one',
      [firing(10), firing(0), resolved(0, 5), resolved(10, 20)],
      ['raised', 'refreshed', 'stale', 'cleared'],
    ],
    [
      'are raised also if their end was heard of before',
      [resolved(0, 5), firing(0), resolved(0, 5)],
      ['ignored', 'raised', 'cleared'],
    ],
    ['end where nobody names them', [firing(), resolved()], ['raised', 'cleared']],
    ['end by an end that names none', [firing(0), resolved(undefined, 5)], ['raised', 'cleared']],
    ['end by any end if their beginning names none', [firing(), resolved(0, 5)], ['raised', 'cleared']],
    [
      'end although their sender has a clock that is ahead',
      [firing(100), resolved(100, 101)],
      ['raised', 'cleared'],
    ],
  ]
  for (const [what, said, results] of stories) {
    it(what, () => assert.deepEqual(hear(said).results, results))
    it(`${what}, of one variant`, () => assert.deepEqual(hear(said, { variant: 'a' }).results, results))
  }

  it('leave nothing behind when the alert is over', () => {
    assert.equal('episodes' in (hear([firing(0), resolved(0)]).alert ?? {}), false)
    const { alert } = hear([firing(0)])
    assert.ok(alert?.episodes)
    assert.equal('episodes' in expire(alert, NOW + 99 * MINUTE), false)
  })

  it('end at the truth, whatever order the words of one, two or three replicas arrive in', () => {
    fc.assert(
      fc.property(replicaStories(), ({ said, isOver }) => {
        const { results, alert } = hear(said, { from: 100 })

        assert.equal(alert?.state, isOver ? 'cleared' : 'high')
        // Reported as one raise and one clear at a time.
        const changes = results.filter((result) => result === 'raised' || result === 'cleared')
        changes.forEach((change, index) => assert.equal(change, index % 2 === 0 ? 'raised' : 'cleared'))
      }),
      { numRuns: 2_000 },
    )
  })
})

/**
 * Up to four episodes, the last of which may go on. Each replica tells of those that it knows in their order, firing
 * once or more and then resolved; their words arrive in any order, up to 30 minutes late.
 */
function replicaStories() {
  const replica = fc.array(fc.record({ isKnown: fc.boolean(), repeats: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 4,
    maxLength: 4,
  })
  return fc
    .record({
      count: fc.integer({ min: 1, max: 4 }),
      isOver: fc.boolean(),
      replicas: fc.array(replica, { minLength: 1, maxLength: 3 }),
      turns: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
    })
    .map(({ count, isOver, replicas, turns }) => {
      const queues = replicas.map((knows, index) =>
        Array.from({ length: count }, (_, episode) => {
          const { isKnown = false, repeats = 1 } = knows[episode] ?? {}
          const isLast = episode === count - 1
          // One of them tells of everything.
          if (!isKnown && index > 0) return []
          const begins = Array.from({ length: repeats }, () => firing(episode * 20))
          return isLast && !isOver ? begins : [...begins, resolved(episode * 20, episode * 20 + 10)]
        }).flat(),
      )
      const said: Said[] = []
      for (const turn of turns) {
        const left = queues.filter((queue) => queue.length > 0)
        const next = left[turn % Math.max(left.length, 1)]?.shift()
        if (next) said.push(next)
      }
      return { said, isOver }
    })
}
