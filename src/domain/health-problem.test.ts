import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LATE_MS_MIN, problemsOf, type ProblemFacts } from './health-problem.ts'

const NOW = 1_700_000_000_000
const WELL: ProblemFacts = {
  now: NOW,
  isAlive: true,
  unclaimed: undefined,
  exhaustion: undefined,
  damage: undefined,
  oldestDueAt: null,
  matchers: undefined,
  rejectingWebhooks: 0,
}
const fault = (because: string) => ({ because, since: NOW - 1_000 })

describe('problemsOf', () => {
  it('finds nothing wrong with a node that takes what is due', () => {
    assert.deepEqual(problemsOf({ ...WELL, oldestDueAt: NOW - LATE_MS_MIN + 1 }), [])
  })

  it('tells that work is due for a minute, whatever the cause', () => {
    const [problem, ...others] = problemsOf({ ...WELL, oldestDueAt: NOW - LATE_MS_MIN })

    assert.equal(problem?.path, 'delivery')
    assert.match(problem?.message ?? '', /due for more than a minute/)
    assert.deepEqual(others, [])
  })

  it('tells that a receiver rejects everything, without its name', () => {
    const messages = [1, 1_204].flatMap((rejectingWebhooks) => problemsOf({ ...WELL, rejectingWebhooks }))

    assert.deepEqual(messages, [
      { path: 'delivery', message: 'a receiver rejects everything that it is sent' },
      { path: 'delivery', message: '1,204 receivers reject everything that they are sent' },
    ])
  })

  it('names everything that is wrong', () => {
    const facts = {
      ...WELL,
      isAlive: false,
      unclaimed: fault('No connection.'),
      exhaustion: fault('No descriptors.'),
      damage: fault('Damaged.'),
      matchers: 'Webhook 1.',
      rejectingWebhooks: 2,
    }

    assert.deepEqual(
      problemsOf(facts).map(({ path }) => path),
      ['database', 'delivery', 'delivery', 'delivery', 'descriptors', 'matchers'],
    )
  })
})
