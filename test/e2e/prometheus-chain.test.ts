import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { MetricsServer } from '../../examples/prometheus/metrics-server.ts'
import { PrometheusProcess } from '../../examples/prometheus/run-prometheus.ts'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { SERVICE_TOKEN, startService, type Service } from '../support/app/service.ts'

const ALERT_NAME = 'PostgresConnectionsNearLimit'

const TEMPLATE = `{
  "alert": "%AlertName%", "state": "%CurrentState%", "before": "%OldState%", "object": "%ObjectName%",
  "database": "%DatabaseName%", "value": %CurrentValue%, "threshold": %ThresholdValue%, "info": "%AlertInfo%"
}`

const missing = ['prometheus', 'amtool'].filter(
  (command) => spawnSync(command, ['--version']).error !== undefined,
)
const isRequired = process.env['TOCSIN_TEST_REQUIRE_PROMETHEUS'] === '1'
const skip =
  missing.length > 0 && !isRequired
    ? `${missing.join(' and ')} not found; .ci/run installs them (apt-get install prometheus prometheus-alertmanager)`
    : false

const cleanups: (() => Promise<unknown>)[] = []
after(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

describe('the whole chain with a real Prometheus', { skip }, () => {
  it('raises and clears: two notifications in order, each logged, and amtool sees the alert in between', async () => {
    assert.deepEqual(missing, [], 'TOCSIN_TEST_REQUIRE_PROMETHEUS=1 asks for these commands')
    const { service, receiver, folder } = await startChain()
    const webhookId = await createWebhook(service, `${receiver.url}/hook`)
    const amtool = await amtoolFor(service, folder)
    const metrics = await MetricsServer.start(187)
    cleanups.push(() => metrics.stop())
    const prometheus = await PrometheusProcess.start({
      tocsinUrl: service.url,
      token: SERVICE_TOKEN,
      metricsAddress: metrics.address,
      scrapeInterval: '5s',
    })
    cleanups.push(() => prometheus.stop())

    await Promise.race([receiver.received(1), prometheus.ended.then((why) => assert.fail(why))])
    const whileRaised = await amtool('alert', 'query', `alertname="${ALERT_NAME}"`, 'severity=~"crit.*"')
    const otherAlerts = await amtool('alert', 'query', `alertname!="${ALERT_NAME}"`)
    metrics.setConnections(42)
    const notifications = await receiver.received(2)
    const afterwards = await amtool('alert', 'query')

    const about = {
      alert: ALERT_NAME,
      object: 'pg-orders-2.example.com:9187',
      database: 'orders',
      value: 187,
      threshold: 180,
      info: "187 connections, threshold 180.\nSELECT count(*) FROM pg_stat_activity WHERE datname = 'orders';",
    }
    assert.deepEqual(
      notifications.map(({ body }) => JSON.parse(body)),
      [
        { ...about, state: 'High', before: 'Cleared' },
        { ...about, state: 'Cleared', before: 'High' },
      ],
    )
    assert.deepEqual(
      whileRaised.map(({ labels, status }) => [labels['alertname'], labels['datname'], status.state]),
      [[ALERT_NAME, 'orders', 'active']],
    )
    assert.deepEqual([otherAlerts, afterwards], [[], []])
    await assertLogged(service, webhookId)
    assertIds(notifications.map(({ headers }) => headers['webhook-id']))
  })
})

async function startChain(): Promise<{
  readonly service: Service
  readonly receiver: Receiver
  readonly folder: string
}> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-chain-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const receiver = await Receiver.start()
  cleanups.push(() => receiver.stop())
  const service = await startService({ folder })
  cleanups.push(() => service.stop())
  return { service, receiver, folder }
}

async function createWebhook(service: Service, url: string): Promise<number> {
  const made = await service.request('POST', '/api/v15/webhook/', {
    name: 'chain',
    url,
    payload_template: TEMPLATE,
  })
  assert.equal(made.status, 200)
  const [webhook] = (await (await service.request('GET', '/api/v15/webhook/')).json()) as { id: number }[]
  assert.ok(webhook)
  return webhook.id
}

interface ShownAlert {
  readonly labels: Readonly<Record<string, string>>
  readonly status: { readonly state: string }
}

/** The real amtool, with a token in its configuration of HTTP. */
async function amtoolFor(
  service: Service,
  folder: string,
): Promise<(...args: string[]) => Promise<readonly ShownAlert[]>> {
  const httpConfig = join(folder, 'amtool-http.yml')
  await writeFile(httpConfig, `authorization:\n  type: Bearer\n  credentials: ${SERVICE_TOKEN}\n`)
  const flags = [
    `--alertmanager.url=${service.url}/intake/prometheus`,
    `--http.config.file=${httpConfig}`,
    '--output=json',
  ]
  return async (...args) => {
    const { stdout } = await promisify(execFile)('amtool', [...flags, ...args], {
      env: { PATH: process.env['PATH'], HOME: folder },
      timeout: 60_000,
    })
    return JSON.parse(stdout)
  }
}

/** Each notification is a delivery that was delivered with one attempt, whose request and response are on record. */
async function assertLogged(service: Service, webhookId: number): Promise<void> {
  const read = async (path: string) => (await service.request('GET', path)).json()
  const deliveries = await eventually('both deliveries on record', async () => {
    const { items } = (await read(`/v1/deliveries?webhook_id=${webhookId}`)) as {
      items: readonly { readonly id: number; readonly state: string; readonly attempts_made: number }[]
    }
    return items.length === 2 && items.every(({ state }) => state === 'delivered') && items
  })
  for (const { id, attempts_made } of deliveries) {
    const { attempts } = (await read(`/v1/deliveries/${id}`)) as {
      attempts: readonly { readonly outcome: string; readonly response: { readonly status: number } }[]
    }
    assert.equal(attempts_made, 1)
    assert.deepEqual(
      attempts.map(({ outcome, response }) => [outcome, response.status]),
      [['accept', 200]],
    )
  }
}

/** One scheme (the same but for the number at the end), two ids. */
function assertIds(ids: readonly (string | string[] | undefined)[]): void {
  const texts = ids.map(String)
  assert.equal(new Set(texts).size, ids.length)
  assert.equal(new Set(texts.map((id) => id.replace(/\d+$/, ''))).size, 1, texts.join(' '))
  for (const id of texts) assert.match(id, /^dlv_\S+_\d+$/)
}
