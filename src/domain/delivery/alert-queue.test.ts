import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Joined, QueueEntry } from './alert-queue.ts'
import { hurries, joinAlertQueue, letsPass, promotedUrgency } from './alert-queue.ts'
import { URGENCIES, URGENCY, type Urgency } from './urgency.ts'

const entry = (id: number, state: QueueEntry['state'], eventId = id): QueueEntry => ({ id, eventId, state })
const WAITING: Joined = { state: 'waiting' }
const first = (demotedId: number | null): Joined => ({ state: 'pending', demotedId })

interface Case {
  readonly name: string
  readonly queue: readonly QueueEntry[]
  /** Of the one that joins. */
  readonly eventId: number
  readonly joined: Joined
}

const CASES: readonly Case[] = [
  { name: 'goes at once if nobody is there', queue: [], eventId: 5, joined: first(null) },
  { name: 'waits behind an older one', queue: [entry(4, 'pending')], eventId: 5, joined: WAITING },
  { name: 'waits behind one of the same event', queue: [entry(5, 'pending')], eventId: 5, joined: WAITING },
  { name: 'goes before a newer one', queue: [entry(6, 'pending')], eventId: 5, joined: first(6) },
  {
    name: 'does not call back what is being sent',
    queue: [entry(6, 'sending')],
    eventId: 5,
    joined: WAITING,
  },
  {
    name: 'waits behind an older one that waits itself, whoever is at the head',
    queue: [entry(4, 'waiting'), entry(6, 'sending')],
    eventId: 5,
    joined: WAITING,
  },
  {
    name: 'goes before a head that is older than what waits',
    queue: [entry(6, 'pending'), entry(7, 'waiting')],
    eventId: 5,
    joined: first(6),
  },
  {
    name: 'waits for a newer one that is being sent, though all that waits is newer than itself',
    queue: [entry(6, 'waiting'), entry(7, 'sending')],
    eventId: 5,
    joined: WAITING,
  },
  {
    name: 'goes before a newer head that an older one should have passed',
    queue: [entry(6, 'waiting'), entry(7, 'pending')],
    eventId: 5,
    joined: first(7),
  },
]

describe('joinAlertQueue', () => {
  for (const { name, queue, eventId, joined } of CASES) {
    it(name, () => {
      const head = queue.find(({ state }) => state !== 'waiting')

      assert.deepEqual(
        joinAlertQueue(eventId, queue[0], () => head),
        joined,
      )
    })
  }

  it('does not ask for the head of an alert queue in which an older one is', () => {
    joinAlertQueue(5, entry(4, 'waiting'), () => assert.fail('asked'))
    joinAlertQueue(5, entry(6, 'pending'), () => assert.fail('asked'))
  })
})

describe('letsPass', () => {
  it('lets an older one pass that waits, and only that', () => {
    assert.equal(letsPass(7, entry(6, 'waiting')), true)
    assert.equal(letsPass(7, entry(7, 'pending')), false)
    assert.equal(letsPass(7, entry(6, 'sending')), false)
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

  it('is always the highest of its alert queue, and is searched for only where it may have ended with the former head', () => {
    const queues: readonly (readonly Urgency[])[] = [
      [low, low, high, normal, low],
      [high, endOfHigh, high, endOfHigh],
      [normal, low, low, normal, low],
      [low, normal, low, normal],
      [high, low, low, low],
    ]
    for (const queue of queues) {
      let searches = 0
      let queueUrgency: Urgency = Math.min(...queue) as Urgency
      for (const [index, next] of queue.slice(1).entries()) {
        const behind = new Set(queue.slice(index + 2))
        const waits = (urgency: Urgency) => {
          searches += 1
          return behind.has(urgency)
        }
        queueUrgency = promotedUrgency({ urgency: queue[index] ?? low, queueUrgency }, next, waits)
        assert.equal(queueUrgency, Math.min(...queue.slice(index + 1)), `${queue.join(' ')} at ${index + 1}`)
      }
      assert.ok(searches <= queue.length, `${searches}`)
    }
  })
})
