import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatExact, localizeInstants } from './format.ts'

describe('sentences of the service', () => {
  it('tell their moments in the zone of the reader', () => {
    const at = '2026-11-21T09:35:13.105Z'
    assert.equal(
      localizeInstants(`is paused until ${at}, and told at ${at}.`),
      `is paused until ${formatExact(at)}, and told at ${formatExact(at)}.`,
    )
    assert.equal(localizeInstants('no moment, 2026-11-21'), 'no moment, 2026-11-21')
  })
})
