import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, NOW, webhook, SITE } from '../../test/support/build.ts'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { formatSigningSecret } from '../domain/receiver/signature.ts'
import type { Steps } from '../domain/steps.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { CallDeps } from './call-webhook.ts'
import { callWebhook, LONG_CALL_CHARACTERS_MIN, prepareCall, sendCall } from './call-webhook.ts'
import { RequestCache } from './request-cache.ts'

const OPTIONS = { id: 'dlv_i_1', queue: 'deliveries', isOver: false }
const LONG = webhook({ payloadTemplate: 'x'.repeat(LONG_CALL_CHARACTERS_MIN) })

describe('prepareCall', () => {
  it('makes an ordinary request at once, whatever waits', () => {
    const prepared = prepareCall(webhook(), alertEvent(), OPTIONS, makeDeps({ longWork: NONE }))

    assert.ok(!(prepared instanceof Promise))
  })

  it('lets others have their turn between compiling, finding secrets, rendering and stamping', async () => {
    const turns = new Quota()
    const deps = makeDeps({ longWork: turns })

    await prepareCall(LONG, alertEvent(), OPTIONS, deps)
    assert.equal(turns.take(), 5)
    await prepareCall(LONG, alertEvent(), OPTIONS, deps)
    // What was compiled is kept.
    assert.equal(turns.take(), 2)
  })

  it('lets them between two headers', async () => {
    const headers: Webhook['headers'] = Array.from({ length: 10 }, (_, id) => ({
      id,
      key: `X-Token-${id}`,
      value: 'x'.repeat(LONG_CALL_CHARACTERS_MIN / 8),
    }))

    const turns = new Quota()

    await prepareCall(webhook({ headers }), alertEvent(), OPTIONS, makeDeps({ longWork: turns }))

    // Each is compiled, looked through, and rendered.
    assert.equal(turns.take(), 5 + 3 * headers.length)
  })

  it('lets them between two signatures of a long body, however short the webhook is', async () => {
    const signingSecrets = [1, 2].map((id) => ({
      id,
      secret: formatSigningSecret(Buffer.alloc(32, id)),
      createdAt: NOW,
      expiresAt: null,
    }))
    const signed = webhook({ payloadTemplate: '"%AlertInfo%"', signingSecrets })
    const event = alertEvent({ details: { info: 'x'.repeat(LONG_CALL_CHARACTERS_MIN), labels: {} } })
    const turns = new Quota()

    await prepareCall(signed, event, OPTIONS, makeDeps({ longWork: turns }))

    assert.equal(turns.take(), 2)
    assert.ok(!(prepareCall(signed, alertEvent(), OPTIONS, makeDeps({ longWork: NONE })) instanceof Promise))
  })

  it('bears the moment when it was ready, not the one when it began to wait', async () => {
    const clock = new FakeClock(NOW)
    const prepared = prepareCall(LONG, alertEvent(), OPTIONS, makeDeps({ clock }))
    clock.advance(5_000)

    const { request } = await prepared

    assert.ok(request.headers.some(([, value]) => value === String((NOW + 5_000) / 1_000)))
  })
})

describe('sendCall', () => {
  it('lets others have their turn between the headers of the request and a long answer', async () => {
    const short = makeDeps({ longWork: NONE })
    const prepared = await prepareCall(webhook(), alertEvent(), OPTIONS, short)
    const turns = new Quota()
    const long = makeDeps({ longWork: turns }, LONG_CALL_CHARACTERS_MIN)

    await sendCall(webhook(), prepared, OPTIONS, short)
    const { result } = await sendCall(webhook(), prepared, OPTIONS, long)

    assert.equal(turns.take(), prepared.request.headers.length + 1)
    assert.ok(result.kind === 'response' && result.response.body.length === LONG_CALL_CHARACTERS_MIN)
  })

  it('lets them while it looks for many secrets in what was sent and in the response', async () => {
    const headers = Array.from({ length: 20 }, (_, id) => ({ id, key: 'X-Key', value: `${id}-secret` }))
    const megabyte = 1024 ** 2
    const called = webhook({ headers, payloadTemplate: 'x'.repeat(megabyte) })
    const turns = new Quota()
    const deps = makeDeps({ longWork: turns }, megabyte)
    const prepared = await prepareCall(called, alertEvent(), OPTIONS, deps)
    turns.take()

    await sendCall(called, prepared, OPTIONS, deps)

    assert.equal(turns.take(), prepared.request.headers.length + 1 + 2 * 3)
  })

  it('takes a 404 as said of one notification where the address of that request has markers, and no other', async () => {
    const clearRequest = { method: 'PUT', url: 'https://h.example/%AlertID%/close', payloadTemplate: '' }
    const called = webhook({ mode: 'current_state', clearRequest })
    const response = { status: 404, headers: [], body: '', bodyTruncated: false }
    const sender = { send: async () => ({ kind: 'response', response, timing: { totalMs: 1 } }) as const }
    const deps = makeDeps({ sender })
    const failureOf = async (isOver: boolean) => {
      const { request, outcome } = await callWebhook(called, alertEvent(), { ...OPTIONS, isOver }, deps)
      return [request.method, outcome.kind === 'retry' && outcome.failure]
    }

    assert.deepEqual(await failureOf(false), ['POST', 'endpoint_wrong'])
    assert.deepEqual(await failureOf(true), ['PUT', 'rejected'])
  })
})

const NONE: CallDeps['longWork'] = { run: () => assert.fail('it waited') }

/** Has work done as the service does, and counts how often others might have been served. */
class Quota {
  #count = 0

  async run<Result>(_line: string, steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
      this.#count += 1
      await Promise.resolve()
    }
  }

  /** Since it was asked last. */
  take(): number {
    const count = this.#count
    this.#count = 0
    return count
  }
}

function makeDeps(given: Partial<CallDeps> = {}, responseLength = 2): CallDeps {
  const response = { status: 200, headers: [], body: 'x'.repeat(responseLength), bodyTruncated: false }
  return {
    requests: new RequestCache(SITE),
    clock: new FakeClock(NOW),
    version: '1.2.3',
    longWork: new Quota(),
    requestTimeoutMs: 1_000,
    responseBytesMax: 1_024,
    sender: { send: async () => ({ kind: 'response', response, timing: { totalMs: 1 } }) },
    ...given,
  }
}
