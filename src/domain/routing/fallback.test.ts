import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, jobRunEvent, webhook } from '../../../test/support/build.ts'
import {
  FALLBACK_CHAIN_MAX,
  isNotifiedByItself,
  isFallbackNotified,
  refuseBadFallback,
  refuseDeletingFallback,
  whyNotFallback,
} from './fallback.ts'

describe('a fallback', () => {
  it('is notified if it is enabled, takes this kind of event, and the chain is short enough', () => {
    assert.equal(isFallbackNotified(webhook(), alertEvent(), 0), true)
    assert.equal(isFallbackNotified(webhook(), alertEvent(), FALLBACK_CHAIN_MAX - 1), true)
    assert.equal(isFallbackNotified(webhook(), alertEvent(), FALLBACK_CHAIN_MAX), false)
    assert.equal(isFallbackNotified(webhook({ enabled: false }), alertEvent(), 0), false)
    assert.equal(isFallbackNotified(webhook(), jobRunEvent(), 0), false)
  })

  it('gets changes itself, and no alert that it gets as a current state', () => {
    const low = alertEvent({ newState: 'low' })
    const { alertFlags } = webhook()
    assert.equal(isNotifiedByItself(webhook({ mode: 'every_change' }), [], low), true)
    assert.equal(
      isNotifiedByItself(
        webhook({ mode: 'every_change', alertFlags: { ...alertFlags, low: false } }),
        [],
        low,
      ),
      false,
    )
    assert.equal(isNotifiedByItself(webhook({ mode: 'current_state' }), [], low), false)
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

  const one = { id: 1, name: 'one', fallbackWebhookId: null, payloadType: 'ALERT' } as const
  const namedBy = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...one, id: index + 2, fallbackWebhookId: 1 }))

  it('of a webhook must fit it, and the webhook those that name it', () => {
    refuseBadFallback({ ...one, fallbackWebhookId: 2 }, [one, { ...one, id: 2 }])
    refuseBadFallback(one, [one, ...namedBy(3)])
    assert.throws(() => refuseBadFallback({ ...one, fallbackWebhookId: 9 }, namedBy(1)), {
      code: 'invalid_request',
      message: /^fallback_webhook_id: is 9, but there is no such webhook$/,
    })
    // As it was is not as it is to be: a webhook may name itself no more than others.
    assert.throws(() => refuseBadFallback({ ...one, fallbackWebhookId: 1 }, [one]), /another webhook/)
    assert.throws(() => refuseBadFallback({ ...one, payloadType: 'JOB' }, [one, ...namedBy(2)]), {
      code: 'conflict',
      message: /^Webhook 1 is the fallback of webhook 2, 3 for ALERT, so its payload type cannot be JOB/,
    })
  })

  it('must not lead back, however long the way is; a loop that is there does not forbid other changes', () => {
    const chain = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...one,
        id: index + 1,
        name: `w${index + 1}`,
        fallbackWebhookId: index + 2 > count ? null : index + 2,
      }))
    const closing = (count: number) => ({ ...one, id: count, name: `w${count}`, fallbackWebhookId: 1 })

    assert.throws(() => refuseBadFallback(closing(2), chain(2)), {
      code: 'invalid_request',
      message: /must not lead back to this webhook, as "w2" → "w1" → "w2" would; give one of them another/,
    })
    assert.throws(
      () => refuseBadFallback(closing(2_000), chain(2_000)),
      /as "w2000" → "w1" → "w2" → "w3" → "w4" → … → "w1999" → "w2000" would/,
    )
    refuseBadFallback(closing(2), [...chain(2).slice(0, 1), closing(2)], closing(2))
    // It leads into a loop of others, which is theirs.
    refuseBadFallback({ ...one, id: 9, fallbackWebhookId: 1 }, [...chain(2).slice(0, 1), closing(2)])
  })

  it('that others name cannot be deleted; the error has five of their ids', () => {
    refuseDeletingFallback(one, [one, { ...one, id: 2 }])
    // One that names itself, as none can, keeps nobody from deleting it.
    refuseDeletingFallback(one, [{ ...one, fallbackWebhookId: 1 }])
    assert.throws(() => refuseDeletingFallback(one, namedBy(1)), {
      code: 'conflict',
      message: /^Webhook 1 is the fallback of webhook 2; give them/,
    })
    assert.throws(() => refuseDeletingFallback(one, namedBy(7)), /of webhook 2, 3, 4, 5, 6 and 2 more; /)
  })
})
