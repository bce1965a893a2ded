import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, jobRunEvent, webhook } from '../../test/support/build.ts'
import { FALLBACK_CHAIN_MAX, isFallbackTold, whyNotFallback } from './fallback.ts'

describe('a fallback', () => {
  it('is told when it is enabled, for this kind of events, and the chain is not too long', () => {
    assert.equal(isFallbackTold(webhook(), alertEvent(), 0), true)
    assert.equal(isFallbackTold(webhook(), alertEvent(), FALLBACK_CHAIN_MAX - 1), true)
    assert.equal(isFallbackTold(webhook(), alertEvent(), FALLBACK_CHAIN_MAX), false)
    assert.equal(isFallbackTold(webhook({ enabled: false }), alertEvent(), 0), false)
    assert.equal(isFallbackTold(webhook(), jobRunEvent(), 0), false)
  })

  it('must be another webhook, must exist, and be for the same kind of events', () => {
    const given = { id: 7, fallbackWebhookId: 8, payloadType: 'ALERT' } as const

    assert.equal(whyNotFallback(given, webhook()), undefined)
    assert.match(whyNotFallback({ ...given, fallbackWebhookId: 7 }, webhook()) ?? '', /another webhook/)
    assert.match(whyNotFallback(given, undefined) ?? '', /^is 8, but there is no such webhook$/)
    assert.match(
      whyNotFallback(given, webhook({ payloadType: 'JOB' })) ?? '',
      /^is 8, which is for JOB; .* ALERT as well$/,
    )
  })
})
