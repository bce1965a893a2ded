import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { MemoryGuard } from './memory-guard.ts'

const MB = 1024 ** 2

/** A process whose live objects and garbage are what the test says. */
function setup() {
  const clock = new FakeClock()
  const memory = { liveMb: 10, garbageMb: 0 }
  const notified: string[] = []
  const guard = new MemoryGuard({
    clock,
    log: {
      warn: (fields, name) => void notified.push(`${name} ${JSON.stringify(fields)}`),
      info: (fields, name) => void notified.push(`${name} ${JSON.stringify(fields)}`),
    },
    ceilingBytes: 100 * MB,
    read: () => ({ usedBytes: (memory.liveMb + memory.garbageMb) * MB }),
    collect: () => {
      notified.push('collected')
      memory.garbageMb = 0
    },
    spare: { read: () => undefined },
  })
  return { clock, memory, notified, guard }
}

describe('MemoryGuard', () => {
  it('refuses above the ceiling with a time to come back, and takes in again when there is room', () => {
    const { clock, memory, notified, guard } = setup()

    guard.read()
    assert.equal(guard.refusal(), undefined)
    memory.liveMb = 120
    guard.read()
    assert.equal(guard.refusal()?.code, 'unavailable')
    assert.equal(guard.refusal()?.retryAfterMs, 2_000)
    memory.liveMb = 50
    clock.advance(2_000)
    guard.read()

    assert.equal(guard.refusal(), undefined)
    assert.deepEqual(notified, [
      'collected',
      'memory.full {"usedMb":120,"ceilingMb":100}',
      'collected',
      'memory.free {"usedMb":50,"ceilingMb":100}',
    ])
  })

  it('does not take for held what only waits to be collected', () => {
    const { memory, notified, guard } = setup()

    memory.garbageMb = 200
    guard.read()

    assert.equal(guard.refusal(), undefined)
    assert.deepEqual(notified, ['collected'])
    assert.equal(guard.usedBytes, 10 * MB)
  })

  it('pauses the process for a collection no more than once in two seconds', () => {
    const { clock, memory, notified, guard } = setup()

    memory.liveMb = 120
    for (let count = 0; count < 8; count += 1) {
      guard.read()
      clock.advance(250)
    }

    assert.deepEqual(
      notified.filter((line) => line === 'collected'),
      ['collected'],
    )
  })
})
