import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadPage, mayReload, PageNotLoaded } from './load-page.ts'

describe('loadPage', () => {
  it('gives the page, and hides from the router why it could not be had', async () => {
    assert.deepEqual(await loadPage(async () => ({ Page: 1 }))(), { Page: 1 })
    const cause = new TypeError('Failed to fetch dynamically imported module')
    await assert.rejects(
      loadPage(() => Promise.reject(cause)),
      (error) => error instanceof PageNotLoaded && error.cause === cause && !error.message.includes('Failed'),
    )
  })
})

describe('mayLoadAnew', () => {
  it('agrees once, and again only after a while', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    assert.equal(mayReload(storage, 1_000_000), true)
    assert.equal(mayReload(storage, 1_001_000), false)
    assert.equal(mayReload(storage, 1_030_000), true)
  })
})
