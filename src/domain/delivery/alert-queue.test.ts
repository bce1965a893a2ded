import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  hurries,
  joinAlertQueue,
  letsPass,
  promotedUrgency,
  type Joined,
  type QueueEntry,
} from './alert-queue.ts'
import { URGENCIES, URGENCY, type Urgency } from './urgency.ts'

const place = (id: number, state: QueueEntry['state'], eventId = id): QueueEntry => ({ id, eventId, state })
const WAITING: Joined = { state: 'waiting' }
const first = (demotedId: number | null): Joined => ({ state: 'pending', demotedId })

interface Case {
  readonly name: string
  readonly line: readonly QueueEntry[]
  /** Of the one that joins. */
  readonly eventId: number
  readonly joined: Joined
}

const CASES: readonly Case[] = [
  { name: 'goes at once if nobody is there', line: [], eventId: 5, joined: first(null) },
  { name: 'waits behind an older one', line: [place(4, 'pending')], eventId: 5, joined: WAITING },
  { name: 'waits behind one of the same event', line: [place(5, 'pending')], eventId: 5, joined: WAITING },
  { name: 'goes before a newer one', line: [place(6, 'pending')], eventId: 5, joined: first(6) },
  { name: 'does not call back what is being sent', line: [place(6, 'sending')], eventId: 5, joined: WAITING },
  {
    name: 'waits behind an older one that waits itself, whoever is at the head',
    line: [place(4, 'waiting'), place(6, 'sending')],
    eventId: 5,
    joined: WAITING,
  },
  {
    name: 'goes before a head that is older than what waits',
    line: [place(6, 'pending'), place(7, 'waiting')],
    eventId: 5,
    joined: first(6),
  },
  {
    name: 'waits for a newer one that is being sent, though all that waits is newer than itself',
    line: [place(6, 'waiting'), place(7, 'sending')],
    eventId: 5,
    joined: WAITING,
  },
  {
    name: 'goes before a newer head that an older one should have passed',
    line: [place(6, 'waiting'), place(7, 'pending')],
    eventId: 5,
    joined: first(7),
  },
]

describe('joinAlertQueue', () => {
  for (const { name, line, eventId, joined } of CASES) {
    it(name, () => {
      const head = line.find(({ state }) => state !== 'waiting')

      assert.deepEqual(
        joinAlertQueue(eventId, line[0], () => head),
        joined,
      )
    })
  }

  it('does not ask for the head of a line in which an older one is', () => {
    joinAlertQueue(5, place(4, 'waiting'), () => assert.fail('asked'))
    joinAlertQueue(5, place(6, 'pending'), () => assert.fail('asked'))
  })
})

describe('letsPass', () => {
  it('lets an older one pass that waits, and only that', () => {
    assert.equal(letsPass(7, place(6, 'waiting')), true)
    assert.equal(letsPass(7, place(7, 'pending')), false)
    assert.equal(letsPass(7, place(6, 'sending')), false)
    assert.equal(letsPass(7, undefined), false)
  })
})

const { high, endOfHigh, normal, low } = URGENCY

describe('the urgency of a head', () => {
  it('grows with what comes to wait behind it, and only then it is hurried', () => {
    const head = { queueUrgency: normal, lastFailure: null }

    assert.deepEqual(
      URGENCIES.map((urgency) => hurries(urgency, head)),
      [true, true, false, false],
    )
    assert.equal(hurries(high, { queueUrgency: high, lastFailure: 'unreachable' }), false)
    assert.equal(hurries(high, { queueUrgency: high, lastFailure: 'rejected' }), true)
    assert.equal(hurries(low, { queueUrgency: high, lastFailure: 'rejected' }), true)
  })

  it('is always the highest of its line, and is searched for only where it may have ended with the former head', () => {
    const lines: readonly (readonly Urgency[])[] = [
      [low, low, high, normal, low],
      [high, endOfHigh, high, endOfHigh],
      [normal, low, low, normal, low],
      [low, normal, low, normal],
      [high, low, low, low],
    ]
    for (const line of lines) {
      let searches = 0
      let queueUrgency: Urgency = Math.min(...line) as Urgency
      for (const [index, next] of line.slice(1).entries()) {
        const behind = new Set(line.slice(index + 2))
        const waits = (urgency: Urgency) => {
          searches += 1
          return behind.has(urgency)
        }
        queueUrgency = promotedUrgency({ urgency: line[index] ?? low, queueUrgency }, next, waits)
        assert.equal(queueUrgency, Math.min(...line.slice(index + 1)), `${line.join(' ')} at ${index + 1}`)
      }
      assert.ok(searches <= line.length, `${searches}`)
    }
  })
})
