import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import type { JsonObject } from '../../src/domain/json-object.ts'
import { follow } from './list.ts'

const EVERY_MS = 2_000

/** Follows a list whose requests find these ids, newest first; null: the service is away. Returns what each one showed. */
async function followed(
  shown: readonly number[],
  pages: readonly (readonly number[] | null)[],
): Promise<readonly (readonly number[])[]> {
  const clock = new FakeClock()
  const interruption = new AbortController()
  const seen: (readonly number[])[] = []
  let request = 0
  const client = {
    send: async () => {
      const ids = pages[request]
      request += 1
      if (request === pages.length) interruption.abort()
      if (!ids) throw new Error('the service is away')
      const json = { items: ids.map((id) => ({ id })), next: null }
      return { status: 200, headers: new Headers(), json, text: JSON.stringify(json) }
    },
  }
  const following = follow(
    client as unknown as Parameters<typeof follow>[0],
    { clock, untilInterrupted: () => interruption.signal },
    { path: '/v1/deliveries', query: {}, shown: shown.map((id): JsonObject => ({ id })) },
    (items) => seen.push(items.map(({ id }) => Number(id))),
  )
  while (!interruption.signal.aborted) {
    clock.advance(EVERY_MS)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await following
  return seen
}

describe('a followed list', () => {
  it('shows what is new, oldest first, once', async () => {
    assert.deepEqual(
      await followed(
        [2, 1],
        [
          [2, 1],
          [4, 3, 2, 1],
          [4, 3],
          [5, 4],
        ],
      ),
      [[3, 4], [5]],
    )
  })

  it('shows an old entry that comes into it later, such as a delivery that fails now', async () => {
    assert.deepEqual(await followed([7], [[7], [7, 3], [7, 3]]), [[3]])
  })

  it('does not show what the first page left out', async () => {
    assert.deepEqual(
      await followed(
        [7, 6],
        [
          [8, 7, 6, 5, 4],
          [8, 7, 6, 5, 4],
        ],
      ),
      [[8]],
    )
  })

  it('shows all that comes into an empty one, and goes on when the service was away', async () => {
    assert.deepEqual(await followed([], [null, [2, 1], null, [3, 2, 1]]), [[1, 2], [3]])
  })
})
