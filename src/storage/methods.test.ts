import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { notingWork } from './methods.ts'
import type { Store } from './store.ts'

describe('notingWork', () => {
  it('notes a call that may have made something due, and no other', async () => {
    const calls: string[] = []
    const store = {
      acceptJobRuns: async () => [],
      startOperation: async () => Promise.reject(new Error('refused')),
      expireAlerts: async ({ limit }: { readonly limit: number }) => limit,
      advanceOperations: async () => null,
      releaseClaims: async () => undefined,
      noteTokensUsed: async () => undefined,
      finishAttempts: async () => ['delivered'],
    } as unknown as Store
    const noting = notingWork(store, () => calls.push('work'), ['finishAttempts'])
    const countOf = async (call: Promise<unknown>) => {
      await call.catch(() => undefined)
      return calls.splice(0).length
    }

    assert.equal(await countOf(noting.acceptJobRuns([], 0)), 1)
    assert.equal(await countOf(noting.startOperation({} as never, {} as never)), 0)
    assert.equal(await countOf(noting.expireAlerts({ expiredBefore: 0, now: 0, limit: 0 })), 0)
    assert.equal(await countOf(noting.expireAlerts({ expiredBefore: 0, now: 0, limit: 7 })), 1)
    assert.equal(await countOf(noting.advanceOperations({ now: 0, limit: 1 })), 0)
    assert.equal(await countOf(noting.releaseClaims([], 0)), 1)
    assert.equal(await countOf(noting.noteTokensUsed([])), 0)
    assert.equal(await countOf(noting.finishAttempts([], 0)), 0)
  })
})
