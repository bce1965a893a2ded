import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhookTestRoutes } from '../../../src/api/v1/webhooks/webhook-tests.ts'
import type { Outcome } from '../../../src/domain/receiver/outcome.ts'
import { NOW, webhook } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { partOfApi } from '../../support/app/part-of-api.ts'
import { serveRoutes } from '../../support/app/serve-routes.ts'

const ACCEPTED: Outcome = { kind: 'accept', reason: 'HTTP 200' }
const FAILED: Outcome = { kind: 'retry', reason: 'HTTP 503', failure: 'unreachable', askedMs: 0, slow: false }
const REQUEST = { method: 'POST', url: 'http://127.0.0.1:9/', headers: [], body: '' }

interface Given {
  readonly outcome: Outcome
  readonly pausedUntil: number | null
  readonly rejectingSince?: number
  readonly enabled?: boolean
}

/** Returns what the test of a webhook calls afterwards. */
async function afterTest(given: Given, body: object = {}) {
  const { outcome, pausedUntil, rejectingSince = null, enabled = true } = given
  const called: string[] = []
  const stored = webhook({ enabled })
  const store = {
    findWebhook: async () => stored,
    findEvent: async () => undefined,
    findHealth: async () => ({ ...HEALTH, pausedUntil, rejectingSince }),
    recordAudit: async () => {},
    resumeWebhook: async (id: number, { by }: { readonly by?: { readonly note?: string } | undefined }) =>
      void called.push(`resume ${id}: ${by?.note}`),
  }
  const result = { kind: 'no-response', reason: 'refused', detail: '', timing: { totalMs: 1 } } as const
  const server = serveRoutes(
    webhookTestRoutes(
      partOfApi({
        store,
        clock: new FakeClock(NOW),
        publicUrl: '',
        wake: () => void called.push('wake'),
        tryWebhook: async () => ({ request: REQUEST, result, outcome }),
        previewWebhook: async () => assert.fail('nobody asked for a preview'),
      }),
    ),
  )
  try {
    const url = `/v1/webhooks/${stored.id}/test`
    const { statusCode } = await server.inject({ method: 'POST', url, payload: body })
    assert.equal(statusCode, 200)
  } finally {
    await server.close()
  }
  return called
}

describe('a test that the receiver of a paused or rejecting webhook accepts', () => {
  it('ends the pause', async () => {
    assert.deepEqual(await afterTest({ outcome: ACCEPTED, pausedUntil: NOW + 1 }), [
      `resume ${webhook().id}: its receiver accepted a test`,
      'wake',
    ])
  })

  it('sends what the receiver rejected', async () => {
    const rejecting = { outcome: ACCEPTED, pausedUntil: null, rejectingSince: NOW }
    assert.deepEqual(await afterTest(rejecting), [
      `resume ${webhook().id}: its receiver accepted a test`,
      'wake',
    ])
    assert.deepEqual(await afterTest({ ...rejecting, outcome: FAILED }), [])
  })

  it('changes nothing if it was refused, nothing is paused, or another definition was tried', async () => {
    assert.deepEqual(await afterTest({ outcome: FAILED, pausedUntil: NOW + 1 }), [])
    assert.deepEqual(await afterTest({ outcome: ACCEPTED, pausedUntil: null }), [])
    assert.deepEqual(await afterTest({ outcome: ACCEPTED, pausedUntil: NOW + 1, enabled: false }), [])
    const elsewhere = { change: { url: 'http://127.0.0.1:10/' } }
    assert.deepEqual(await afterTest({ outcome: ACCEPTED, pausedUntil: NOW + 1 }, elsewhere), [])
  })
})

const HEALTH = {
  webhookId: 7,
  failures: 5,
  failingSince: NOW,
  pauseReason: 'HTTP 503',
  failReason: 'HTTP 503',
  rejections: 0,
  rejectingSince: null,
  rejectReason: null,
  isRejectingLately: false,
  firstAcceptedAt: null,
  isNeverCalled: false,
  lateSince: null,
  sending: 0,
  pending: 1,
  waiting: 0,
  nextDueAt: NOW,
  fallbackFor: [],
}
