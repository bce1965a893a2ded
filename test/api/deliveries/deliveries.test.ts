import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Claim, NextStep } from '../../../src/domain/delivery/delivery.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { claimDue, lasting } from '../../storage/suite/finish.ts'

describe('/v1/deliveries', () => {
  let app: TestApp
  let call: TestApp['call']
  let clock: FakeClock
  beforeEach(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock })
    call = app.call
    await app.store.createWebhook(newWebhook(), NOW)
  })
  afterEach(() => app.stop())

  const raise = (key: string, state = 'high') => call('POST', '/v1/alerts', { key, name: 'Lag', state })

  const claim = async (): Promise<Claim> => {
    const [claim] = await claimDue(app.store, { limit: 1, now: clock.now(), lease: lasting(30_000) })
    assert.ok(claim, 'nothing is due')
    return claim
  }

  const finish = async (next: NextStep, { deliveryId, attempt, leasedBy, webhook }: Claim) => {
    const [isRecorded] = await app.store.finishAttempts(
      [
        {
          deliveryId,
          webhookId: webhook.id,
          attempt,
          leasedBy,
          next,
          startedAt: clock.now(),
          outcome: next.state === 'delivered' ? 'accept' : next.state === 'failed' ? 'refuse' : 'retry',
          reason: 'HTTP 503',
          failure: next.state === 'delivered' ? null : 'unreachable',
          request: {
            method: 'POST',
            url: 'http://receiver/',
            headers: [
              ['A', '1'],
              ['A', '2'],
            ],
            body: '{}',
          },
          receiver: { kind: 'unknown' },
          response: { status: 503, headers: [['Server', 'x']], body: 'busy', bodyTruncated: true },
          timing: { connectMs: 1.5, totalMs: 12 },
        },
      ],
      clock.now(),
    )
    assert.ok(isRecorded)
  }

  const idsOf = async (query: string): Promise<readonly number[]> =>
    (await call('GET', `/v1/deliveries${query}`)).json.items.map(({ id }: { id: number }) => id)

  it('lists newest first, filtered by state, webhook, event, alert and time', async () => {
    await raise('a')
    clock.advance(60_000)
    await app.store.createWebhook(newWebhook(), NOW)
    await raise('b')
    await raise('a', 'low')
    await finish({ state: 'delivered' }, await claim())

    assert.deepEqual(await idsOf(''), [5, 4, 3, 2, 1])
    assert.deepEqual(await idsOf('?state=delivered'), [1])
    assert.deepEqual(await idsOf('?state=delivered,waiting'), [1])
    assert.deepEqual(await idsOf('?webhook_id=2'), [5, 3])
    assert.deepEqual(await idsOf('?event_id=2'), [3, 2])
    assert.deepEqual(await idsOf('?alert_id=1'), [5, 4, 1])
    assert.deepEqual(await idsOf('?until=2026-09-14T03:01:00Z'), [1])
    assert.deepEqual(await idsOf('?from=2026-09-14T03:01:00Z&webhook_id=1&limit=1'), [4])
  })

  it('shows one delivery with its attempts and its event', async () => {
    await raise('a')
    await finish({ state: 'pending', dueAt: NOW + 5_000 }, await claim())

    const { json } = await call('GET', '/v1/deliveries/1')

    const { event, ...delivery } = json
    assert.deepEqual(delivery, {
      id: 1,
      event_id: 1,
      webhook_id: 1,
      state: 'pending',
      attempts_made: 1,
      due_at: '2026-09-14T03:00:05.000Z',
      created_at: '2026-09-14T03:00:00.000Z',
      ended_at: null,
      last_reason: 'HTTP 503',
      last_failure: 'unreachable',
      trigger: 'change',
      urgency: 'high',
      fallback_of: null,
      operation_id: null,
      webhook_name: 'dba hook',
      webhook_enabled: true,
      waits_for: { kind: 'due_time', delivery_id: null, until: '2026-09-14T03:00:05.000Z', reason: null },
      escalated: null,
      attempts: [
        {
          number: 1,
          started_at: '2026-09-14T03:00:00.000Z',
          outcome: 'retry',
          failure: 'unreachable',
          reason: 'HTTP 503',
          request: {
            method: 'POST',
            url: 'http://receiver/',
            headers: [
              { name: 'A', value: '1' },
              { name: 'A', value: '2' },
            ],
            body: '{}',
          },
          response: {
            status: 503,
            headers: [{ name: 'Server', value: 'x' }],
            body: 'busy',
            body_truncated: true,
          },
          timing: { connect_ms: 1.5, total_ms: 12 },
        },
      ],
    })
    assert.deepEqual([event.kind, event.id, event.new_state], ['alert', 1, 'high'])
  })

  it('retries a failed delivery from the start of its schedule', async () => {
    await raise('a')
    await finish({ state: 'failed' }, await claim())
    clock.advance(60_000)

    const failed = await call('GET', '/v1/deliveries/1')
    const retried = await call('POST', '/v1/deliveries/1/retry')

    assert.deepEqual(
      [failed.json.state, failed.json.due_at, failed.json.ended_at],
      ['failed', null, '2026-09-14T03:00:00.000Z'],
    )
    assert.deepEqual(
      [retried.json.state, retried.json.due_at, retried.json.ended_at],
      ['pending', '2026-09-14T03:01:00.000Z', null],
    )
    assert.equal((await claim()).scheduleAttempt, 1)
  })

  it('cancels a pending delivery, and lets the next of its alert go', async () => {
    await raise('a')
    await raise('a', 'low')

    const cancelled = await call('POST', '/v1/deliveries/1/cancel')

    assert.deepEqual([cancelled.json.state, cancelled.json.due_at], ['cancelled', null])
    assert.equal((await claim()).deliveryId, 2)
  })

  it('refuses to retry what is being sent and to cancel what has ended or is being sent', async () => {
    await raise('a')

    const claimed = await claim()
    const retried = await call('POST', '/v1/deliveries/1/retry')
    const cancelledWhileSending = await call('POST', '/v1/deliveries/1/cancel')
    await finish({ state: 'delivered' }, claimed)
    const cancelledAfter = await call('POST', '/v1/deliveries/1/cancel')

    for (const response of [retried, cancelledWhileSending, cancelledAfter]) assertProblem(response, 409)
    assert.equal((await call('GET', '/v1/deliveries/1')).json.state, 'delivered')
  })

  it('answers 404 for an unknown delivery', async () => {
    assertProblem(await call('GET', '/v1/deliveries/1'), 404)
    assertProblem(await call('POST', '/v1/deliveries/1/retry'), 404)
    assertProblem(await call('POST', '/v1/deliveries/x/cancel'), 404)
  })

  it('refuses wrong filters with the remedy', async () => {
    assert.deepEqual(assertProblem(await call('GET', '/v1/deliveries?state=done&webhook_id=x'), 400), [
      'state: is "done", but must be one of waiting, pending, sending, delivered, failed, cancelled, superseded, outdated',
      'webhook_id: must be a whole number from 1 to 9007199254740991',
    ])
  })
})
