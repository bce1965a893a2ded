import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadWhenThere } from './load-when-there.ts'

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
