import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { clampDueTimes } from './follow-clock.ts'

describe('clampDueTimes', () => {
  it('looks after a start and after any step, for a minute, and at no other time', async () => {
    const clock = new FakeClock()
    const clockSteps = { count: 0 }
    let checkCount = 0
    const { step } = clampDueTimes({
      store: { clampDueTimes: async () => (checkCount += 1) * 0 },
      clock,
      freshTime: async () => undefined,
      clockSteps,
      wake: () => undefined,
      retryScheduleMs: [],
    })
    const looksIn = async (ms: number) => {
      const before = checkCount
      for (let passed = 0; passed < ms; passed += 1_000) {
        await step()
        clock.advance(1_000)
      }
      return checkCount - before
    }

    assert.equal(await looksIn(61_000), 7)
    assert.equal(await looksIn(600_000), 0)
    clockSteps.count += 1
    assert.equal(await looksIn(61_000), 7)
    assert.equal(await looksIn(600_000), 0)
  })
})
