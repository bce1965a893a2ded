import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { ALWAYS_OPEN, type OpenTime } from '../open-time.ts'
import { alertDetails, NOW, observation } from '../../../test/support/build.ts'
import type { Alert, AlertState, Observation } from './alert.ts'
import { expire, observe } from './observe.ts'
import { alertEventOf } from './event.ts'
import { GRACE_MS } from '../reporter/reporter.ts'
import { VARIANTS_MAX } from './variants.ts'

const MINUTE = 60_000
const BADNESS = ['cleared', 'low', 'medium', 'high'] as const

type Word = Partial<Observation> & { readonly now?: number; readonly openTime?: OpenTime }

const critical = { variant: 'critical', state: 'high' } as const
const warning = { variant: 'warning', state: 'medium' } as const
const clearOf = (variant: string, at: number): Word => ({ variant, state: 'cleared', at })

describe('observe, of several alerts that are one here', () => {
  const stories: readonly [string, readonly Word[], readonly string[]][] = [
    ['rises to the worst', [warning, { ...critical, at: NOW + 1 }], ['raised medium', 'changed high']],
    ['is not lowered by a milder one', [critical, warning, warning], ['raised high', '', '']],
    [
      'falls to the next when the worst clears, and clears with the last one',
      [critical, warning, clearOf('critical', NOW + 1), clearOf('warning', NOW + 2)],
      ['raised high', '', 'changed medium', 'cleared cleared'],
    ],
    [
      'is not cleared by a clear that is sent again while another one fires',
      [
        critical,
        clearOf('critical', NOW + 1),
        { ...warning, at: NOW + 2 },
        clearOf('critical', NOW + 1),
        { ...warning, at: NOW + 3 },
      ],
      ['raised high', 'cleared cleared', 'raised medium', '', ''],
    ],
    [
      'is not raised by a late word of before its clear',
      [warning, critical, clearOf('critical', NOW + 5), { ...critical, at: NOW + 4 }],
      ['raised medium', 'changed high', 'changed medium', ''],
    ],
    [
      'takes no clear of one that nobody has heard of',
      [warning, clearOf('critical', NOW + 1)],
      ['raised medium', ''],
    ],
    [
      'is lowered by the next word when the promise of the worst has run out',
      [
        { ...critical, expiresAt: NOW + MINUTE },
        { ...warning, expiresAt: NOW + 9 * MINUTE },
        { ...warning, at: NOW + 1, now: NOW + MINUTE + GRACE_MS },
        { ...warning, at: NOW + 1, now: NOW + MINUTE + GRACE_MS + 1 },
      ],
      ['raised high', '', '', 'changed medium'],
    ],
  ]
  for (const [what, words, notified] of stories) {
    it(what, () => assert.deepEqual(tell(words).notified, notified))
  }

  it('takes none of them for over because of an absence of ours, and gives each its time once', () => {
    const back = NOW + 60 * MINUTE
    const openTime = { openUntil: back, absences: [{ until: back, ms: 59 * MINUTE }] }
    const notified = (words: readonly Word[]) => tell(words.map((word) => ({ openTime, ...word }))).notified
    const story = (first: Word, second: Word, ...others: readonly Word[]) =>
      notified([{ ...first, openTime: ALWAYS_OPEN }, { ...second, openTime: ALWAYS_OPEN }, ...others])
    const before: readonly [Word, Word] = [
      { ...critical, expiresAt: NOW + 2 * MINUTE },
      { ...warning, expiresAt: NOW + 9 * MINUTE },
    ]
    const again = (afterMs: number): Word => ({
      ...warning,
      at: back + afterMs,
      now: back + afterMs,
    })
    // Of the two minutes one is over.
    const lastsMs = MINUTE + GRACE_MS

    assert.deepEqual(story(...before, again(0), again(lastsMs), again(lastsMs + 1)), [
      'raised high',
      '',
      '',
      '',
      'changed medium',
    ])
    const late = { ...clearOf('warning', NOW - 1), now: back }
    assert.deepEqual(story(...before, late, late, again(lastsMs), again(lastsMs + 1)).slice(-2), [
      '',
      'changed medium',
    ])
  })

  it('is raised for as long as any was, and expires with the last promise', () => {
    const { alert } = tell([
      { ...critical, at: NOW, since: NOW - MINUTE, expiresAt: NOW + MINUTE },
      { ...warning, at: NOW, since: NOW - 9 * MINUTE, expiresAt: NOW + 3 * MINUTE },
    ])

    assert.deepEqual([alert.since, alert.expiresAt], [NOW - 9 * MINUTE, NOW + 3 * MINUTE])
    assert.equal(tell([{ ...critical, expiresAt: NOW + MINUTE }, warning]).alert.expiresAt, null)
  })

  it('speaks the words of the worst', () => {
    const words = (value: string) => ({ details: alertDetails({ currentValue: value }) })
    const { alert } = tell([
      { ...critical, ...words('412') },
      { ...warning, at: NOW + 1, ...words('of the warning') },
    ])
    assert.equal(alert.details.currentValue, '412')

    const later = tell([
      critical,
      warning,
      clearOf('critical', NOW + 1),
      { ...warning, at: NOW + 2, ...words('70') },
    ])
    assert.equal(later.alert.details.currentValue, '70')
  })

  it('expires as a whole, and is raised again by a monitor that comes back with a longer promise', () => {
    const { alert } = tell([
      { ...critical, expiresAt: NOW + MINUTE },
      { ...warning, expiresAt: NOW + MINUTE },
    ])
    const expired = expire(alert, NOW + 2 * MINUTE)
    const back = said({ ...warning, at: NOW, since: NOW, expiresAt: NOW + 6 * MINUTE })

    const { result, alert: raised } = observe(expired, back, NOW + 2 * MINUTE)

    assert.deepEqual([expired.state, result, raised?.state], ['cleared', 'raised', 'medium'])
    assert.equal(
      observe(expired, said({ ...critical, expiresAt: NOW + 1 }), NOW + 2 * MINUTE).result,
      'stale',
    )
  })

  it('takes what is known without variants for the word of the first one', () => {
    const { alert } = tell([{ state: 'high' }])

    assert.equal(observe(alert, said(clearOf('critical', NOW + 1)), NOW + 1).result, 'cleared')
  })

  it('remembers a limited number of them, the worst first', () => {
    const many = Array.from({ length: VARIANTS_MAX + 20 }, (_, index) => ({
      ...warning,
      variant: `pod-${index}`,
    }))
    const { alert, notified } = tell([...many, critical, ...many, clearOf('critical', NOW + 1)])

    assert.equal(alert.details.variants?.length, VARIANTS_MAX)
    assert.deepEqual(
      notified.filter((one) => one !== ''),
      ['raised medium', 'changed high', 'changed medium'],
    )
  })

  it('counts what came too late, whichever it was of', () => {
    const late = { ...warning, at: NOW - 1 }
    const { alert } = tell([warning, clearOf('warning', NOW + 1), late, late, { ...critical, at: NOW + 2 }])

    assert.deepEqual([alert.state, alert.staleCount], ['high', 2])
  })

  it('forgets a clear after a day', () => {
    const day = 24 * 60 * MINUTE
    const { alert } = tell([
      critical,
      clearOf('critical', NOW + 1),
      { ...warning, at: NOW + day, now: NOW + day + 1 },
    ])

    assert.deepEqual(
      alert.details.variants?.map(({ id }) => id),
      ['warning'],
    )
  })

  it('keeps the variants out of the event', () => {
    const { alert } = tell([critical, warning])
    const event = alertEventOf({ before: undefined, after: alert, oldState: 'cleared' }, NOW)

    assert.equal(alert.details.variants?.length, 2)
    assert.deepEqual(event.details, alertDetails())
  })
})

describe('observe, of several alerts that are one here, for any story', () => {
  const words = fc.array(
    fc.record({
      variant: fc.constantFrom('a', 'b', 'c'),
      state: fc.constantFrom(...BADNESS),
      wait: fc.integer({ min: 0, max: 2 * MINUTE }),
      age: fc.integer({ min: 0, max: 3 * MINUTE }),
      promise: fc.option(fc.integer({ min: 1, max: 4 * MINUTE }), { nil: undefined }),
      maintenance: fc.boolean(),
    }),
    { maxLength: 40 },
  )

  it('is in the worst state of what each would be by itself', () => {
    fc.assert(
      fc.property(words, (story) => {
        const alone = new Map<string, Alert>()
        const marks = new Map<string, number>()
        let alert: Alert | undefined
        let now = NOW
        for (const { variant, state, wait, age, promise, maintenance } of story) {
          now += wait
          const silent = maintenance && alert ? withoutPromise(alert, now) : alert
          const isExpired = silent !== alert
          const before = new Map(alone)
          for (const [id, one] of before) {
            if (id !== variant || isExpired) alone.set(id, withoutPromise(one, now))
          }
          alert = silent
          const word = said({
            state,
            at: now - age,
            ...(promise !== undefined && { expiresAt: now + promise }),
          })

          const earlyClear = marks.get(variant)
          const own = observe(alone.get(variant), word, now, { earlyClear })
          if (own.alert) alone.set(variant, stored(own.alert))
          if (own.earlyClear !== undefined) marks.set(variant, own.earlyClear)
          const oldState = alert?.state ?? 'cleared'
          const effect = observe(alert, { ...word, variant }, now, { earlyClear })
          if (effect.alert) alert = stored(effect.alert)

          if (effect.oldState !== undefined) assert.notEqual(word.state, oldState)
          if (effect.result === 'stale') {
            assert.equal(alert?.state ?? 'cleared', oldState)
            // A word that comes too late changes nothing, not even that of others whose promise ran out.
            for (const [id, one] of before) if (id !== variant && !isExpired) alone.set(id, one)
            continue
          }
          const worst = Math.max(0, ...[...alone.values()].map((one) => BADNESS.indexOf(one.state)))
          assert.equal(alert?.state ?? 'cleared', BADNESS[worst])
          assert.equal(effect.oldState, oldState === (alert?.state ?? 'cleared') ? undefined : oldState)
        }
      }),
      { numRuns: 500 },
    )
  })

  const rule = (state: AlertState) =>
    fc.record({
      state: fc.constant(state),
      start: fc.integer({ min: 0, max: 10 * MINUTE }),
      length: fc.integer({ min: 2 * MINUTE, max: 20 * MINUTE }),
      offset: fc.integer({ min: 0, max: MINUTE - 1 }),
      lost: fc.uniqueArray(fc.integer({ min: 1, max: 18 }), { maxLength: 2 }),
      repeated: fc.array(fc.record({ index: fc.nat(30), late: fc.integer({ min: 0, max: MINUTE / 2 }) }), {
        maxLength: 5,
      }),
    })

  it('never flips, with rules that fire at once, resent clears, lost and repeated pushes', () => {
    fc.assert(
      fc.property(fc.tuple(rule('high'), rule('medium'), rule('low')), (rules) => {
        const pushes = rules.flatMap(pushesOf).toSorted((a, b) => a.at - b.at)
        const firing = new Map<AlertState, boolean>()
        let alert: Alert | undefined
        for (const push of pushes) {
          const { state, isFirst, isOver } = push
          if (isFirst) firing.set(state, !isOver)

          const { alert: after } = observe(alert, observedBy(push), push.at)
          alert = after && stored(after)

          const worst = BADNESS.findLast((one) => firing.get(one)) ?? 'cleared'
          assert.equal(alert?.state ?? 'cleared', worst, `after ${push.at - NOW} ms`)
        }
      }),
      { numRuns: 300 },
    )
  })
})

interface Push {
  readonly state: AlertState
  readonly at: number
  readonly startsAt: number
  /** The moment of its clear, or of its promise. */
  readonly endsAt: number
  readonly isOver: boolean
  /** Its sender says so for the first time. */
  readonly isFirst: boolean
}

interface Rule {
  readonly state: AlertState
  readonly start: number
  readonly length: number
  readonly offset: number
  readonly lost: readonly number[]
  readonly repeated: readonly { readonly index: number; readonly late: number }[]
}

/** As Prometheus does: each minute while it fires, and for a quarter of an hour after its end. */
function pushesOf({ state, start, length, offset, lost, repeated }: Rule): readonly Push[] {
  const startsAt = NOW + start + offset
  const minutes = Math.floor(length / MINUTE)
  const sent = Array.from({ length: minutes + 15 }, (_, index) => {
    const at = startsAt + index * MINUTE
    const isOver = index >= minutes
    const endsAt = isOver ? startsAt + minutes * MINUTE : at + 4 * MINUTE
    return { state, at, startsAt, endsAt, isOver, isFirst: index === 0 || index === minutes }
  })
  const again = repeated.flatMap(({ index, late }) => {
    const push = sent[index]
    return push ? [{ ...push, at: push.at + late, isFirst: false }] : []
  })
  return [...sent.filter(({ isFirst }, index) => isFirst || !lost.includes(index)), ...again]
}

function observedBy({ state, at, startsAt, endsAt, isOver }: Push): Observation {
  return isOver || endsAt <= at
    ? said({ variant: state, state: 'cleared', at: endsAt })
    : said({
        variant: state,
        state,
        at: Math.max(startsAt, at - 5 * MINUTE),
        since: startsAt,
        expiresAt: endsAt,
      })
}

/** The effect of each report on the alert (empty: no event), and the alert at the end. */
function tell(words: readonly Word[]): { readonly notified: readonly string[]; readonly alert: Alert } {
  let alert: Alert | undefined
  const notified = words.map(({ now = NOW + 10, openTime, ...word }) => {
    const effect = observe(alert, said(word), now, { openTime })
    if (effect.alert) alert = stored(effect.alert)
    return effect.oldState === undefined ? '' : `${effect.result} ${alert?.state}`
  })
  assert.ok(alert)
  return { notified, alert }
}

function said(word: Partial<Observation>): Observation {
  return observation(word)
}

function withoutPromise(alert: Alert, now: number): Alert {
  const isLate = alert.state !== 'cleared' && alert.expiresAt !== null && alert.expiresAt + GRACE_MS < now
  return isLate ? expire(alert, now) : alert
}

function stored(alert: Omit<Alert, 'id'>): Alert {
  return { id: 42, ...alert }
}
