import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { backlog } from '../../test/support/build.ts'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import type { WebhookId } from '../domain/ids.ts'
import { Metrics } from './metrics.ts'
import type { Backlog } from '../storage/store.ts'
import { PROBLEM_AREAS, type HealthProblem } from '../domain/health-problem.ts'

const WEBHOOK = { webhookId: 7 as WebhookId }

function metricsOver(
  readBacklog: () => Promise<Backlog> = async () => backlog(),
  clock = new FakeClock(),
  problems: readonly HealthProblem[] = [],
) {
  const metrics = new Metrics({
    version: '1.2.3',
    clock,
    inFlightCount: () => 4,
    sentReceiverStates: () => 8,
    readBacklog,
    problems: async () => problems,
    damageCount: () => 3,
    memory: { usedBytes: 100, ceilingBytes: 400 },
  })
  /** The line of one sample, its value. */
  const valueOf = async (sample: string) => {
    const lines = (await metrics.text()).split('\n')
    return lines.find((line) => line.startsWith(`${sample} `))?.slice(sample.length + 1)
  }
  return { metrics, clock, valueOf }
}

describe('Metrics', () => {
  it('counts what was taken in by kind and result, and guesses apart', async () => {
    const { metrics, valueOf } = metricsOver()

    metrics.recordIntake({
      source: 'api',
      kind: 'alert',
      result: 'raised',
      warningCount: 0,
      notifiedNobody: true,
    })
    metrics.recordIntake({
      source: 'api',
      kind: 'alert',
      result: 'raised',
      warningCount: 2,
      notifiedNobody: false,
    })
    metrics.recordIntake({
      source: 'api',
      kind: 'job_run',
      result: 'duplicate',
      warningCount: 0,
      notifiedNobody: false,
    })
    metrics.countRejectedIntake('overloaded')

    assert.equal(await valueOf('tocsin_intake_total{kind="alert",result="raised"}'), '2')
    assert.equal(await valueOf('tocsin_intake_total{kind="job_run",result="duplicate"}'), '1')
    assert.equal(await valueOf('tocsin_intake_unknown_severity_total'), '1')
    assert.equal(await valueOf('tocsin_intake_rejected_total{reason="overloaded"}'), '1')
  })

  it('measures each attempt, and the latency of those that were accepted', async () => {
    const { metrics, valueOf } = metricsOver()

    metrics.recordAttempt({
      ...WEBHOOK,
      outcome: 'retry',
      state: 'pending',
      durationMs: 2_000,
      latencyMs: 2_500,
    })
    metrics.recordAttempt({
      ...WEBHOOK,
      outcome: 'accept',
      state: 'delivered',
      durationMs: 40,
      latencyMs: 7_000,
    })

    assert.equal(await valueOf('tocsin_deliveries_total{outcome="retry",state="pending"}'), '1')
    assert.equal(await valueOf('tocsin_deliveries_total{outcome="accept",state="delivered"}'), '1')
    assert.equal(await valueOf('tocsin_attempt_duration_seconds_sum'), '2.04')
    assert.equal(await valueOf('tocsin_attempt_duration_seconds_count'), '2')
    assert.equal(await valueOf('tocsin_delivery_latency_seconds_sum'), '7')
    assert.equal(await valueOf('tocsin_delivery_latency_seconds_count'), '1')
  })

  it('counts connections that a limit ended, by its name', async () => {
    const { metrics, valueOf } = metricsOver()

    metrics.countEndedConnection({ reason: 'stalled' })

    assert.equal(await valueOf('tocsin_http_connections_ended_total{reason="stalled"}'), '1')
  })

  it('counts requests by the pattern of their route', async () => {
    const { metrics, valueOf } = metricsOver()

    metrics.recordRequest({ route: '/v1/alerts/:id', method: 'GET', status: 404, durationMs: 3 })

    const labels = 'route="/v1/alerts/:id",method="GET"'
    assert.equal(await valueOf(`tocsin_http_requests_total{${labels},status="404"}`), '1')
    assert.equal(await valueOf(`tocsin_http_request_duration_seconds_bucket{le="0.005",${labels}}`), '1')
  })

  it('reads the backlog at the moment it is asked', async () => {
    const clock = new FakeClock()
    const waiting = backlog({
      waiting: 1,
      pending: 2,
      sending: 3,
      oldestDueAt: clock.now(),
      pausedWebhooks: 2,
      lateWebhooks: 5,
      rejectingWebhooks: 7,
      outOfSyncNotifications: 6,
      heldNotifications: 9,
      paused: { deliveryCount: 4, webhookCount: 2, oldestMadeAt: clock.now() },
    })
    const { valueOf } = metricsOver(async () => waiting, clock)
    clock.advance(90_000)

    assert.equal(await valueOf('tocsin_backlog{state="waiting"}'), '1')
    assert.equal(await valueOf('tocsin_backlog{state="pending"}'), '2')
    assert.equal(await valueOf('tocsin_backlog{state="sending"}'), '3')
    assert.equal(await valueOf('tocsin_late_webhooks'), '5')
    assert.equal(await valueOf('tocsin_database_damages_total'), '3')
    assert.equal(await valueOf('tocsin_rejecting_webhooks'), '7')
    assert.equal(await valueOf('tocsin_out_of_sync_notifications'), '6')
    assert.equal(await valueOf('tocsin_held_notifications'), '9')
    assert.equal(await valueOf('tocsin_open_notifications'), '8')
    assert.equal(await valueOf('tocsin_oldest_due_age_seconds'), '90')
    assert.equal(await valueOf('tocsin_paused_webhooks'), '2')
    assert.equal(await valueOf('tocsin_paused_deliveries'), '4')
    assert.equal(await valueOf('tocsin_oldest_paused_age_seconds'), '90')
    assert.equal(await valueOf('tocsin_in_flight'), '4')
  })

  it('leaves out the backlog when it cannot be read, rather than to tell old numbers', async () => {
    let isBroken = false
    const { valueOf } = metricsOver(async () => {
      if (isBroken) throw new Error('database is away')
      return backlog({ pending: 5 })
    })

    assert.equal(await valueOf('tocsin_backlog{state="pending"}'), '5')
    isBroken = true
    assert.equal(await valueOf('tocsin_backlog{state="pending"}'), undefined)
    assert.equal(await valueOf('tocsin_oldest_due_age_seconds'), undefined)
    assert.equal(await valueOf('tocsin_in_flight'), '4')
    isBroken = false
    assert.equal(await valueOf('tocsin_backlog{state="pending"}'), '5')
    assert.equal(await valueOf('tocsin_oldest_due_age_seconds'), '0')
  })

  it('tells of each part of the service whether something is wrong with it', async () => {
    for (const path of PROBLEM_AREAS) {
      const { valueOf } = metricsOver(undefined, undefined, [{ path, message: 'It is.' }])
      for (const part of PROBLEM_AREAS) {
        assert.equal(await valueOf(`tocsin_degraded{part="${part}"}`), part === path ? '1' : '0')
      }
    }
  })

  it('tells what is running, and how the process does', async () => {
    const { metrics } = metricsOver()

    const text = await metrics.text()

    assert.match(text, /^tocsin_build_info\{version="1\.2\.3",node="v\d+\.\d+\.\d+"\} 1$/m)
    assert.match(text, /^nodejs_eventloop_lag_seconds /m)
    assert.doesNotMatch(text, /nodejs_eventloop_lag_p99_seconds/)
    assert.match(text, /^tocsin_event_loop_busy_ratio (?:0|1)(?:\.\d+)?/m)
    assert.match(text, /^process_resident_memory_bytes /m)
  })
})
