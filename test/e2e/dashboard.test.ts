import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { SERVICE_TOKEN, startService } from '../support/app/service.ts'
import { freePort } from '../support/network/free-port.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

const folder = join(import.meta.dirname, '../../packaging/monitoring')
const missing = ['prometheus', 'promtool'].filter(
  (tool) => spawnSync(tool, ['--version']).error !== undefined,
)
const isRequired = process.env['TOCSIN_TEST_REQUIRE_PROMETHEUS'] === '1'
const skip =
  missing.length > 0 && !isRequired ? `${missing.join(' and ')} not found; .ci/run installs them` : false

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}
const { panels } = JSON.parse(readFileSync(join(folder, 'tocsin-dashboard.json'), 'utf8')) as Dashboard

describe('what is shipped for monitoring', { skip }, () => {
  it('has alert rules that fire when they should, and not before', () => {
    for (const argv of [
      ['check', 'rules', join(folder, 'tocsin-rules.yaml')],
      ['test', 'rules', join(folder, 'tocsin-rules.test.yaml'), join(folder, 'tocsin-vanished.test.yaml')],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', argv, { encoding: 'utf8' })
      assert.equal(status, 0, `${stdout}${stderr}`)
    }
    const named = (file: string, pattern: RegExp) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)].map(({ groups }) => groups?.['name'])
    const tested = new Set(named('tocsin-rules.test.yaml', /alertname: (?<name>\w+)/g))
    for (const name of named('tocsin-rules.yaml', /alert: (?<name>\w+)/g)) assert.ok(tested.has(name), name)
    const outcomes = new Set(['accept', 'retry', 'refuse', 'none'])
    for (const outcome of named('tocsin-rules.test.yaml', /outcome="(?<name>\w+)"/g))
      assert.ok(outcomes.has(outcome ?? ''), `no metric has outcome="${outcome}"`)
  })

  it('finds metrics that promtool accepts, with the names of webhooks for those who may read them', async (t) => {
    const { url, failing, asAdmin } = await startBusyService(t)
    await failing()
    const scrape = async (headers: Record<string, string> = {}) =>
      (await fetch(`${url}/metrics`, { headers })).text()
    const named = (text: string) =>
      [...text.matchAll(/^tocsin_webhook_info\{.*name="(.*)"\} 1$/gm)].map((found) => found[1])
    const admin = { authorization: `Bearer ${SERVICE_TOKEN}` }
    await eventually('both are called', async () => named(await scrape(admin)).length === 2)

    assert.deepEqual(named(await scrape(admin)), ['/accepts', '/fails'])
    const [token, readers] = await Promise.all([
      asAdmin.token('events:write'),
      asAdmin.token('webhooks:read'),
    ])
    for (const headers of [{}, { authorization: `Bearer ${token}` }, { 'x-auth-token': 'no token' }])
      assert.deepEqual(named(await scrape(headers)), [])
    await asAdmin.rename(1, 'the "chat"')
    const text = await scrape({ 'x-auth-token': readers })
    assert.deepEqual(named(text), [String.raw`the \"chat\"`, '/fails'])
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    })
    assert.deepEqual([status, stdout, stderr], [0, '', ''])
  })

  it('has a dashboard whose every query answers with numbers of a real service', async (t) => {
    const { url, failing } = await startBusyService(t)
    const prometheus = await startPrometheus(t, new URL(url).host)

    assert.ok(panels.length > 15)
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        const query = expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'tocsin')
        await eventually(`${title} shows something: ${query}`, async () => {
          await failing()
          const response = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query })}`)
          const { status, error, data } = (await response.json()) as {
            readonly status: string
            readonly error?: string
            readonly data?: { readonly result: readonly { readonly value: readonly [number, string] }[] }
          }
          assert.equal(status, 'success', `${title}: ${error}`)
          return data?.result.some(({ value }) => Number.isFinite(Number(value[1])))
        })
      }
    }
  })
})

/** A service with a webhook that is accepted and one that is not; `failing` reports one more alert. */
async function startBusyService(t: TestContext) {
  const place = await mkdtemp(join(tmpdir(), 'tocsin-dashboard-'))
  t.after(() => rm(place, { recursive: true, force: true, maxRetries: 10 }))
  const receiver = await Receiver.start()
  t.after(() => receiver.stop())
  receiver.alwaysRespondsWith((request, response) => {
    response.statusCode = request.path === '/fails' ? 503 : 200
    response.end()
  })
  const service = await startService({ folder: place, settings: { TOCSIN_RETRY_SCHEDULE: '0s,1s*90' } })
  t.after(() => service.stop())
  for (const path of ['/accepts', '/fails'])
    await service.request('POST', '/v1/webhooks', {
      name: path,
      url: `${receiver.url}${path}`,
      mode: 'every_change',
    })
  let count = 0
  const failing = async () => {
    count += 1
    await service.request('POST', '/v1/alerts', { key: `k${count}`, name: 'Lag', state: 'high' })
  }
  const asAdmin = {
    rename: (id: number, name: string) => service.request('PATCH', `/v1/webhooks/${id}`, { name }),
    token: async (scope: string) => {
      const made = await service.request('POST', '/v1/tokens', { name: scope, scopes: [scope] })
      return ((await made.json()) as { readonly token: string }).token
    },
  }
  return { url: service.url, failing, asAdmin }
}

/** Starts a Prometheus that scrapes the service every second, and returns its address. */
async function startPrometheus(t: TestContext, target: string): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'tocsin-prometheus-'))
  t.after(() => rm(place, { recursive: true, force: true, maxRetries: 10 }))
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: [{ job_name: 'tocsin', static_configs: [{ targets: [target] }] }],
  }
  writeFileSync(join(place, 'prometheus.yml'), JSON.stringify(config))
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(place, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(place, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { cwd: place, stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await eventually('Prometheus is ready', async () => {
    assert.equal(child.exitCode, null, 'Prometheus ended')
    return (await fetch(`http://${address}/-/ready`).catch(() => undefined))?.ok
  })
  return `http://${address}`
}
