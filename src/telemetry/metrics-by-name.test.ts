import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Registry } from 'prom-client'
import type { WebhookId } from '../domain/ids.ts'
import { MetricsByName } from './metrics-by-name.ts'

const NOW = Date.parse('2026-11-27T10:00:00Z')

const webhook = (id: number, name: string) => ({ id: id as WebhookId, name })

function byName(sources: readonly string[] = []) {
  const registry = new Registry()
  const metrics = new MetricsByName(registry, sources)
  const call = (webhookId: number, outcome: 'accept' | 'retry' = 'accept') =>
    metrics.recordAttempt({ webhookId: webhookId as WebhookId, outcome, latencyMs: 250 }, NOW)
  const samples = async (name: string) =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .sort()
  return { metrics, call, samples }
}

describe('metrics by name', () => {
  it('name webhooks apart, by their present names', async () => {
    const { metrics, call } = byName()
    call(1)
    call(3)
    const named = async (name: string) =>
      (await metrics.namesOf([webhook(1, name), webhook(2, 'never called'), webhook(3, 'c')]))
        .split('\n')
        .filter((line) => line.startsWith('tocsin_webhook_info{'))

    assert.deepEqual(await named('Chat'), [
      'tocsin_webhook_info{webhook="1",name="Chat"} 1',
      'tocsin_webhook_info{webhook="3",name="c"} 1',
    ])
    assert.deepEqual(
      (await named('a "b"\\\nc'))[0],
      String.raw`tocsin_webhook_info{webhook="1",name="a \"b\"\\\nc"} 1`,
    )
  })

  it('count the attempts of each webhook, and when it last accepted', async () => {
    const { call, samples } = byName()
    call(1)
    call(1, 'retry')
    call(2, 'retry')

    assert.deepEqual(await samples('tocsin_webhook_attempts_total'), [
      'tocsin_webhook_attempts_total{webhook="1",outcome="accept"} 1',
      'tocsin_webhook_attempts_total{webhook="1",outcome="retry"} 1',
      'tocsin_webhook_attempts_total{webhook="2",outcome="retry"} 1',
    ])
    assert.deepEqual(await samples('tocsin_webhook_latency_seconds_sum'), [
      'tocsin_webhook_latency_seconds_sum{webhook="1"} 0.25',
    ])
    assert.deepEqual(await samples('tocsin_webhook_last_accepted_timestamp_seconds'), [
      `tocsin_webhook_last_accepted_timestamp_seconds{webhook="1"} ${NOW / 1000}`,
    ])
  })

  it('have 1,000 webhooks, and the rest together', async () => {
    const { call, samples } = byName()
    for (let id = 1; id <= 1_003; id += 1) call(id)

    const webhooks = await samples('tocsin_webhook_attempts_total')
    assert.equal(webhooks.length, 1_001)
    assert.ok(webhooks.includes('tocsin_webhook_attempts_total{webhook="others",outcome="accept"} 3'))
  })

  it('name sources that are configured, and no word of a caller', async () => {
    const { metrics, samples } = byName(['zabbix-prod'])
    for (const source of ['zabbix-prod', 'api', 'a word of the caller'])
      metrics.recordIntake({ source, kind: 'alert' })

    assert.deepEqual(await samples('tocsin_source_intake_total'), [
      'tocsin_source_intake_total{source="api",kind="alert"} 1',
      'tocsin_source_intake_total{source="others",kind="alert"} 1',
      'tocsin_source_intake_total{source="zabbix-prod",kind="alert"} 1',
    ])
  })
})
