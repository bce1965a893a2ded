import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { makeToken } from '../support/app/make-token.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

const PAGE = readFileSync('docs/recipes.md', 'utf8')
const SECTIONS = new Map(
  PAGE.split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
)

function blocksOf(heading: string, language: string): readonly string[] {
  const text = SECTIONS.get(heading)
  assert.ok(text !== undefined, heading)
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  )
}

describe('docs/recipes.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-recipes-'))
  let app: TestApp
  let receiver: Receiver
  before(async () => {
    app = await startApp({ listen: true })
    receiver = await Receiver.start()
    receiver.alwaysRespondsWith(({ path }, response) => {
      if (path === '/slack') response.end('ok')
      else response.writeHead(202).end('{"status": "success"}')
    })
    mkdirSync(join(folder, 'bin'))
    install('tocsin', `exec '${process.execPath}' '${join(process.cwd(), 'bin/tocsin.js')}' "$@"`)
    install('pgbackrest', 'echo "backup $*"')
    install('vacuumdb', 'echo "no connection" >&2; exit 1')
  })
  after(async () => {
    await Promise.all([app.stop(), receiver.stop()])
    rmSync(folder, { recursive: true })
  })

  function install(name: string, script: string): string {
    const file = join(folder, 'bin', name)
    writeFileSync(file, script.startsWith('#!') ? script : `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
    return file
  }

  /** Runs commands as a shell does, with the receivers of the page replaced by one that listens here. */
  async function runShell(
    script: string,
    token = ADMIN_TOKEN,
  ): Promise<{ readonly code: number; readonly out: string }> {
    const here = script
      .replace(/https:\/\/hooks\.slack\.com\/\S+/, `${receiver.url}/slack`)
      .replace(/https:\/\/prod-1\.westeurope\S+/, `${receiver.url}/teams`)
      .replace('https://chat.example.com/hook', `${receiver.url}/chat`)
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
      TOCSIN_URL: app.url,
      TOCSIN_TOKEN: token,
    }
    return promisify(execFile)('sh', ['-e', '-c', here], { env, timeout: 60_000 }).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      ({ code, stdout, stderr }) => ({ code, out: `${stdout}${stderr}` }),
    )
  }

  async function runRecipe(heading: string): Promise<string> {
    const [script = ''] = blocksOf(heading, 'sh')
    const { code, out } = await runShell(script)
    assert.equal(code, 0, out)
    return out
  }

  /** Waits for as many messages of one webhook of the page. */
  async function messagesAt(path: string, count: number): Promise<readonly string[]> {
    const bodies = () => receiver.requests.filter((request) => request.path === path).map(({ body }) => body)
    await eventually(`${count} messages at ${path}`, () => bodies().length >= count)
    assert.equal(bodies().length, count, path)
    return bodies()
  }

  const report = async (path: string, body: unknown) => {
    const token = await makeToken(app, ['events:write'])
    const taken = await app.call('POST', path, body, { 'x-auth-token': token })
    assert.equal(taken.status, 200, taken.text)
  }

  it('Prometheus to Slack: the rule reaches the webhook', async () => {
    const heading = 'Prometheus and postgres_exporter to Slack'
    await runRecipe(heading)
    const [rules = ''] = blocksOf(heading, 'yaml')
    const [rule] = parse(rules).groups[0].rules
    const labels = { alertname: rule.alert, instance: 'pg-1:9187', ...rule.labels }
    await report('/intake/prometheus/api/v2/alerts', [{ labels, annotations: { value: '0' } }])

    const [message = ''] = await messagesAt('/slack', 1)
    assert.match(message, /High: PostgresDown/)
  })

  it('pgAgent to Teams: failed runs are sent, successful ones are not', async () => {
    assert.match(await runRecipe('A failed job of pgAgent to Teams'), /\n *accepted/)
    const run = { job_id: '7', name: 'rollup', source: 'nightly' }
    await report('/v1/job-runs', { ...run, run_id: '1', status: 'success' })
    await report('/v1/job-runs', { ...run, run_id: '2', status: 'failure' })

    const [, message = ''] = await messagesAt('/teams', 2)
    assert.match(message, /Job rollup: failure/)
  })

  it('Zabbix to PagerDuty: high alerts only', async () => {
    await runRecipe('Zabbix to PagerDuty')
    const moved = await app.call('PATCH', '/v1/webhooks/3', { url: `${receiver.url}/pagerduty` })
    assert.equal(moved.status, 200, moved.text)
    const alert = { source: 'zabbix', name: 'Lag', server: { name: 'pg-1' } }
    await report('/v1/alerts', { ...alert, key: 'a', state: 'medium' })
    await report('/v1/alerts', { ...alert, key: 'b', state: 'high' })

    const [message = ''] = await messagesAt('/pagerduty', 1)
    assert.match(message, /"event_action": ?"trigger"/)
  })

  it('shows how to test a page, and its clear', async () => {
    const [page = '', clear = ''] = blocksOf('Test that a page really wakes somebody', 'sh')
    const { code, out } = await runShell(page)
    assert.equal(code, 0, out)
    assert.match((await messagesAt('/pagerduty', 3)).at(-1) ?? '', /Page test/)

    assert.equal((await runShell(clear)).code, 0)
    assert.match((await messagesAt('/pagerduty', 4)).at(-1) ?? '', /"event_action": ?"resolve"/)
  })

  it('Patroni: a new primary raises an alert, a replica none', async () => {
    const heading = 'Patroni: a failover'
    const [script = ''] = blocksOf(heading, 'sh')
    const callback = install('patroni-callback', script)
    const [configuration = ''] = blocksOf(heading, 'yaml')
    assert.ok(parse(configuration).postgresql.callbacks.on_role_change)
    const token = await makeToken(app, ['events:write'])
    assert.equal((await runShell(`${callback} on_role_change replica main`, token)).code, 0)
    assert.equal((await runShell(`${callback} on_role_change primary main`, token)).code, 0)

    const alerts = await app.store.listAlerts({ source: 'patroni' }, { limit: 10 })
    assert.deepEqual(
      alerts.map(({ name, state, details }) => [name, state, details.serverName]),
      [['New primary in main', 'medium', hostname()]],
    )
  })

  it('pgBackRest and cron: runs are reported as they end', async () => {
    const token = await makeToken(app, ['events:write'])
    const codes: number[] = []
    for (const heading of ['pgBackRest', 'Any line of cron']) {
      const [script = ''] = blocksOf(heading, 'sh')
      codes.push((await runShell(script, token)).code)
    }
    assert.deepEqual(codes, [0, 1])
    await eventually('both are there', async () => {
      const runs = await app.store.listJobRuns({ source: 'run' }, { limit: 10 })
      return runs.length === 2
    })
    const runs = await app.store.listJobRuns({ source: 'run' }, { limit: 10 })
    assert.deepEqual(runs.map(({ name, status }) => `${name}: ${status}`).toSorted(), [
      'analyze: failure',
      'backup of main: success',
    ])
  })

  it('CloudWatch: the function reports each state of the alarm', async () => {
    const [code = ''] = blocksOf('CloudWatch, by a function', 'js')
    const file = join(folder, 'function.mjs')
    writeFileSync(file, code)
    const { handler } = await import(pathToFileURL(file).href)
    const alarmArn = 'arn:aws:cloudwatch:eu-west-1:444455556666:alarm:rds-cpu'
    const states: (string | undefined)[] = []
    process.env['TOCSIN_URL'] = app.url
    process.env['TOCSIN_TOKEN'] = await makeToken(app, ['events:write'])
    try {
      for (const value of ['ALARM', 'INSUFFICIENT_DATA', 'OK']) {
        const alarmData = { alarmName: 'rds-cpu', state: { value, reason: 'Threshold crossed' } }
        await handler({ alarmArn, alarmData })
        const [alert] = await app.store.listAlerts({ source: 'cloudwatch' }, { limit: 1 })
        states.push(alert?.state)
      }
      process.env['TOCSIN_TOKEN'] = 'tcn_wrong'
      await assert.rejects(
        handler({ alarmArn, alarmData: { alarmName: 'x', state: { value: 'OK', reason: '' } } }),
      )
    } finally {
      delete process.env['TOCSIN_URL']
      delete process.env['TOCSIN_TOKEN']
    }
    assert.deepEqual(states, ['high', 'low', 'cleared'])
  })

  it('PMM and maintenance: the commands do what they say', async () => {
    await runRecipe('PMM')
    const out = await runRecipe('Maintenance on Sunday')
    assert.match(out, /Maintenance window 1 is set, in the time of Europe\/Berlin/)
    const grafana = JSON.parse(readFileSync('test/fixtures/sources/grafana.json', 'utf8'))
    const [alert] = grafana.alerts
    alert.labels = { ...alert.labels, service_name: 'pg-orders-1' }
    alert.status = 'firing'
    await report('/intake/grafana', { ...grafana, alerts: [alert] })
    await messagesAt('/chat', 1)
  })
})
