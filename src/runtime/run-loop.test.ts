import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GrowingPause, RunLoop } from './run-loop.ts'

describe('RunLoop', () => {
  it('pauses after each round for as long as it says, and ends the pause when it is stopped', async () => {
    const paused: number[] = []
    const reached = Promise.withResolvers<void>()
    const ended: string[] = []
    let round = 0
    const loop = new RunLoop({
      clock: {
        wait: async (ms, signal) => {
          paused.push(ms)
          if (ms < 3) return
          reached.resolve()
          await new Promise((resolve) => signal?.addEventListener('abort', resolve))
        },
      },
      round: async () => (round += 1),
      afterwards: async () => void ended.push('afterwards'),
    })
    loop.start()
    loop.start()
    await reached.promise
    await loop.stop()

    assert.deepEqual(paused, [1, 2, 3])
    assert.deepEqual(ended, ['afterwards'])
  })

  it('waits for the running round, whose signal is aborted', async () => {
    const done: string[] = []
    const loop = new RunLoop({
      clock: { wait: async () => undefined },
      round: async (signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        done.push('round')
        return 0
      },
    })
    loop.start()
    await loop.stop()

    assert.deepEqual(done, ['round'])
  })

  it('makes no round after it was stopped', async () => {
    const loop = new RunLoop({
      clock: { wait: async () => undefined },
      round: () => assert.fail('a round'),
    })
    await loop.stop()
    loop.start()
    await loop.stop()
  })
})

describe('GrowingPause', () => {
  it('doubles up to its limit, and begins anew after a success', () => {
    const pause = new GrowingPause({ firstMs: 10, maxMs: 35 })

    assert.deepEqual([pause.ms, pause.grow(), pause.grow(), pause.grow(), pause.ms], [0, 10, 20, 35, 35])
    pause.reset()
    assert.deepEqual([pause.ms, pause.grow()], [0, 10])
  })
})
