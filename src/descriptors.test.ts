import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { descriptorsNeeded, warnOfFewDescriptors } from './descriptors.ts'

const CONFIG = { inFlightMax: 256, connectionsMax: 5_000, databasePool: 10 }

describe('warnOfFewDescriptors', () => {
  const warned = (limit: number) => {
    const lines: unknown[] = []
    warnOfFewDescriptors(CONFIG, { warn: (fields, event) => lines.push({ ...fields, event }) }, limit)
    return lines
  }

  it('names a limit that is too low for the configuration, and what it needs', () => {
    const needed = descriptorsNeeded(CONFIG)

    assert.deepEqual(warned(1024), [{ limit: 1024, needed, event: 'service.few_descriptors' }])
    assert.deepEqual(warned(needed), [])
  })
})
