import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countListeningSockets, descriptorsNeeded, warnOfFewDescriptors } from './descriptors.ts'

const CONFIG = { inFlightMax: 256, connectionsMax: 5_000, databasePool: 10 }

describe('warnOfFewDescriptors', () => {
  const warned = (limit: number) => {
    const lines: unknown[] = []
    warnOfFewDescriptors(CONFIG, { warn: (fields, event) => lines.push({ ...fields, event }) }, limit)
    return lines
  }

  it('names a limit that is too low for the configuration, and what it needs', () => {
    const needed = CONFIG.inFlightMax + CONFIG.connectionsMax + CONFIG.databasePool + 64 + 100

    assert.equal(descriptorsNeeded(CONFIG), needed)
    assert.deepEqual(warned(1024), [{ limit: 1024, needed, event: 'service.few_descriptors' }])
    assert.deepEqual(warned(needed), [])
  })
})

describe('countListeningSockets', () => {
  const cases = [
    { descriptors: 16, sockets: 1 },
    { descriptors: 1_024, sockets: 16 },
    { descriptors: 524_288, sockets: 64 },
    { descriptors: Infinity, sockets: 64 },
  ]
  for (const { descriptors, sockets } of cases) {
    it(`leaves nearly all of ${descriptors} descriptors to connections`, () => {
      assert.equal(countListeningSockets(descriptors), sockets)
    })
  }
})
