import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CatchUpSteps } from './catch-up-steps.ts'

/** What is left to do, and whether it can be. */
function work(left: number) {
  const state = { left, canRead: true, canWrite: true, tries: 0 }
  const steps = new CatchUpSteps({
    isDone: () => {
      if (!state.canRead) throw new Error('SQLITE_IOERR')
      return state.left === 0
    },
    step: () => {
      state.tries += 1
      if (state.canWrite) state.left -= 1
      return state.canWrite
    },
  })
  return { state, steps }
}

describe('CatchUpSteps', () => {
  it('does one step in each turn of the event loop until all is done', async () => {
    const { state, steps } = work(3)
    steps.goOn()
    steps.goOn()
    assert.equal(state.left, 3)
    await nextTurn()
    assert.equal(state.left, 2)
    await nextTurn()
    await nextTurn()
    await nextTurn()

    assert.deepEqual([state.left, state.tries], [0, 3])
  })

  it('tries nothing after a step that failed, whoever calls, until housekeeping asks', async () => {
    const { state, steps } = work(2)
    state.canWrite = false
    for (let call = 0; call < 5; call += 1) {
      steps.goOn()
      await nextTurn()
    }
    assert.equal(state.tries, 1)
    state.canWrite = true
    steps.tryAgain()
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()

    assert.deepEqual([state.left, state.tries], [0, 3])
  })

  it('leaves a database alone that cannot be read, and goes on when it can', async () => {
    const { state, steps } = work(1)
    state.canRead = false
    steps.goOn()
    await nextTurn()
    assert.equal(state.tries, 0)
    state.canRead = true
    steps.goOn()
    await nextTurn()

    assert.equal(state.left, 0)
  })
})
