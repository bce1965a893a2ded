import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadPage, loadWhenThere, mayReload, PageNotLoaded } from './load-page.ts'

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

const FAULT = new TypeError('Failed to fetch')

/** A service that responds from that attempt on. */
function serviceFrom(first: number) {
  const waits: number[] = []
  let checks = 0
  return {
    waits,
    check: async () => {
      checks += 1
      if (checks < first) throw FAULT
    },
    wait: async (ms: number) => void waits.push(ms),
  }
}

describe('loadWhenThere', () => {
  it('asks for the part once, when the service answers', async () => {
    const service = serviceFrom(3)
    const waitsBefore: number[] = []
    const load = async () => {
      waitsBefore.push(service.waits.length)
      return 'part'
    }

    assert.equal(await loadWhenThere(load, service), 'part')
    assert.deepEqual(waitsBefore, [2])
    assert.deepEqual(service.waits, [3_000, 3_000])
  })

  it('gives up after about an hour', async () => {
    const service = serviceFrom(Infinity)

    await assert.rejects(
      loadWhenThere(async () => 'part', service),
      FAULT,
    )
    const waitedMs = service.waits.reduce((sum, ms) => sum + ms, 0)
    assert.ok(waitedMs > 3_500_000 && waitedMs < 3_700_000)
  })
})
