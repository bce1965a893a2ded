import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { timingPartsOf } from './timing-parts.ts'

describe('timingPartsOf', () => {
  it('parts the whole time in the order in which it went', () => {
    const parts = timingPartsOf({ dns_ms: 10, connect_ms: 20, tls_ms: 30, first_byte_ms: 90, total_ms: 100 })

    assert.deepEqual(
      parts.map(({ label, ms, share }) => [label, ms, share]),
      [
        ['DNS', 10, 0.1],
        ['Connect', 20, 0.2],
        ['TLS', 30, 0.3],
        ['First byte', 30, 0.3],
        ['Body', 10, 0.1],
      ],
    )
  })

  it('leaves out what a kept connection saves', () => {
    assert.deepEqual(
      timingPartsOf({ first_byte_ms: 4, total_ms: 5 }).map(({ kind }) => kind),
      ['wait', 'body'],
    )
  })

  it('says that there was no response', () => {
    assert.deepEqual(timingPartsOf({ connect_ms: 5, total_ms: 15_000 }).at(-1), {
      kind: 'wait',
      label: 'No response',
      ms: 14_995,
      share: 14_995 / 15_000,
    })
  })

  it('has no share below 0 or above 1, whatever the clock said', () => {
    for (const { share, ms } of timingPartsOf({ connect_ms: 5, first_byte_ms: 3, total_ms: 0 })) {
      assert.ok(share >= 0 && share <= 1 && ms >= 0)
    }
  })
})
