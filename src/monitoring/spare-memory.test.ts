import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { SpareMemory } from './spare-memory.ts'

const MB = 1024 ** 2

/** A thread whose memory is what the test says; a collection leaves 30 MB. */
function setup({ isStarting = false } = {}) {
  const clock = new FakeClock()
  const thread = { takenMb: 30, busyShare: 0 }
  let collections = 0
  const spare = new SpareMemory({
    clock,
    isStarting,
    read: () => ({ takenBytes: thread.takenMb * MB, busyShare: thread.busyShare }),
    collect: () => {
      collections += 1
      thread.takenMb = 30
    },
  })
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      spare.read()
      clock.advance(1_000)
    }
  }
  return { thread, pass, collections: () => collections }
}

describe('SpareMemory', () => {
  it('gives back what a burst left behind, once the thread has been quiet for a while, and only once', () => {
    const { thread, pass, collections } = setup()

    pass(1)
    Object.assign(thread, { takenMb: 300, busyShare: 1 })
    pass(60)
    assert.equal(collections(), 0)
    thread.busyShare = 0.1
    pass(9)
    assert.equal(collections(), 0)
    pass(60)

    assert.equal(collections(), 1)
  })

  it('does so too when the heap looks small again, for its pages are not back yet', () => {
    const { thread, pass, collections } = setup()

    pass(1)
    thread.takenMb = 300
    pass(1)
    thread.takenMb = 60
    pass(12)

    assert.equal(collections(), 1)
  })

  it('gives back what the start left behind, once the thread has been quiet for a while, and only once', () => {
    const { thread, pass, collections } = setup({ isStarting: true })

    thread.busyShare = 1
    pass(30)
    thread.busyShare = 0
    pass(9)
    assert.equal(collections(), 0)
    pass(200)

    assert.equal(collections(), 1)
  })

  it('waits anew after each busy moment', () => {
    const { thread, pass, collections } = setup()

    pass(1)
    thread.takenMb = 300
    for (let round = 0; round < 5; round += 1) {
      thread.busyShare = 0
      pass(8)
      thread.busyShare = 0.5
      pass(1)
    }

    assert.equal(collections(), 0)
  })

  it('never pauses a thread for little, nor more than once in a minute', () => {
    const { thread, pass, collections } = setup()

    pass(1)
    thread.takenMb = 60
    pass(100)
    assert.equal(collections(), 0)
    for (let second = 0; second < 60; second += 1) {
      thread.takenMb = 100
      pass(1)
    }

    assert.equal(collections(), 1)
  })
})
