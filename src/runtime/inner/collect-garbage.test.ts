import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { collectGarbage, type Collection } from './collect-garbage.ts'

describe('collectGarbage', () => {
  for (const collection of ['major', 'thorough'] as const satisfies readonly Collection[]) {
    it(`collects what nobody holds (${collection})`, async () => {
      const dropped = new WeakRef({})
      // An object that was read in a tick is held until that tick has ended.
      await new Promise((resolve) => setImmediate(resolve))
      collectGarbage(collection)

      assert.equal(dropped.deref(), undefined)
    })
  }
})
