import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startService, type Service } from '../support/app/service.ts'
import { endWithUs } from '../support/end-with-us.ts'
import { freePort } from '../support/network/free-port.ts'
import { Jira, type JiraIssue } from '../support/network/jira.ts'
import { Receiver, type ReceivedRequest } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

/** `.ci/run` builds it from its Go module. */
const given = process.env['TOCSIN_TEST_JIRALERT']
const command = given ?? 'jiralert'
const isMissing = spawnSync(command, ['-help']).error !== undefined
const skip =
  isMissing && given === undefined ? 'jiralert not found; .ci/run builds it where there is Go' : false

const configuration = (url: string, folder: string) => `defaults:
  api_url: ${url}
  user: bot
  password: secret
  issue_type: Bug
  priority: '{{ if eq .CommonLabels.severity "critical" }}High{{ else }}Low{{ end }}'
  summary: '{{ .Status }} {{ .CommonLabels.alertname }} {{ .CommonLabels.instance }}'
  description: '{{ template "description" . }}'
  reopen_state: To Do
  reopen_duration: 0h
  auto_resolve: { state: Done }
  update_in_comment: true
receivers:
  - name: nobody
    project: NO
  - name: jira-dba
    project: DBA
template: ${join(folder, 'jiralert.tmpl')}
`

const DESCRIPTION = `{{ define "description" }}{{ range .Alerts }}{{ .Status }}
{{ range .Labels.SortedPairs }}{{ .Name }}={{ .Value }}
{{ end }}{{ .Annotations.summary }}
{{ .StartsAt.UTC.Format "2006-01-02T15:04:05Z" }} {{ .EndsAt.IsZero }}
{{ .GeneratorURL }}{{ end }}{{ end }}`

describe("jiralert, which takes Alertmanager's body", { skip }, () => {
  let folder: string
  let jira: Jira
  let jiralert: ChildProcess
  let relay: Receiver
  let service: Service
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-jiralert-'))
    jira = await Jira.start()
    const address = `127.0.0.1:${await freePort()}`
    jiralert = await startJiralert(folder, jira.url, address)
    relay = await Receiver.start()
    relay.alwaysRespondsWith((request, response) => void passOnTwice(request, response, address))
    service = await startService({ folder, settings: { TOCSIN_RETRY_SCHEDULE: '0s,1s,1s' } })
    const fields = { url: `${relay.url}/alert`, receiver: 'jira-dba', token: 'a-token' }
    const draft = await service.request('POST', '/v1/presets/alertmanager-webhook/draft', { fields })
    assert.equal((await service.request('POST', '/v1/webhooks', await draft.json())).status, 201)
  })
  after(async () => {
    await service.stop()
    await relay.stop()
    jiralert.kill('SIGKILL')
    await jira.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const post = async (path: string, body: unknown): Promise<void> => {
    const response = await service.request('POST', path, body)
    assert.equal(response.status, 200, await response.text())
  }
  /** Waits until one notification more has come, four times, and returns its issue. */
  const issueAfter = async (name: string): Promise<JiraIssue> => {
    notificationCount += 1
    const { length } = await eventually(
      () => `${notificationCount} notifications have come four times (${statuses.length})`,
      () => statuses.length >= 4 * notificationCount && statuses,
    )
    assert.equal(length, 4 * notificationCount)
    assert.deepEqual([...new Set(statuses)], [200])
    const issues = jira.issues.filter(({ labels }) => labels.some((label) => label.includes(name)))
    assert.equal(issues.length, 1)
    return structuredClone(issues[0]!)
  }
  let notificationCount = 0
  const statuses: number[] = []
  /** Sends each request to jiralert twice; every second response is lost, so that Tocsin sends a copy as well. */
  const passOnTwice = async (
    { path, body }: ReceivedRequest,
    response: ServerResponse,
    address: string,
  ): Promise<void> => {
    for (let count = 0; count < 2; count += 1) {
      const { status } = await fetch(`http://${address}${path}`, { method: 'POST', body })
      statuses.push(status)
    }
    if (statuses.length % 4 === 2) response.destroy()
    else response.end()
  }

  it('makes one issue of an alert of Prometheus, resolves it, and reopens it', async () => {
    const labels = { alertname: 'PgLag', instance: 'db1:9187', severity: 'critical' }
    const alert = {
      labels,
      annotations: { summary: 'far behind' },
      generatorURL: 'http://prom.example.com/graph?g0.expr=lag&g0.tab=1',
    }
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19) + 'Z'
    const [first, second] = [at(-10), at(-1)]
    const push = (times: object) => post('/intake/prometheus/api/v2/alerts', [{ ...alert, ...times }])

    await push({ startsAt: first, endsAt: at(4) })
    const raised = await issueAfter(':prometheus:')
    await push({ startsAt: first, endsAt: at(0) })
    const resolved = await issueAfter(':prometheus:')
    await push({ startsAt: second, endsAt: at(4) })
    const reopened = await issueAfter(':prometheus:')

    assert.deepEqual([raised.status, raised.summary], ['To Do', 'firing PgLag db1:9187'])
    const labelLines = 'alertname=PgLag\ninstance=db1:9187\nseverity=critical'
    assert.equal(
      raised.description,
      `firing\n${labelLines}\nfar behind\n${first} true\n${alert.generatorURL}`,
    )
    assert.deepEqual([resolved.status, resolved.summary], ['Done', 'resolved PgLag db1:9187'])
    assert.deepEqual(resolved.comments, [
      `resolved\n${labelLines}\nfar behind\n${first} false\n${alert.generatorURL}`,
    ])
    assert.deepEqual([reopened.status, reopened.comments.length], ['To Do', 2])
  })

  it('keeps the issue of an alert of another monitor, whose words and severity change', async () => {
    const report = async (state: string, more: object = {}): Promise<JiraIssue> => {
      await post('/v1/alerts', [{ key: 'disk', state, ...more }])
      return issueAfter('disk')
    }

    const raised = await report('medium', { name: 'Disk 91 % full', server: { name: 'pg-2' } })
    const changed = await report('high', { name: 'Disk 97 % full', object: { name: '/var' } })
    const resolved = await report('cleared')
    const reopened = await report('low', { name: 'Disk 90 % full' })

    const partsOf = ({ status, priority, summary, comments }: JiraIssue) =>
      [status, priority, summary, comments.length] as const
    assert.deepEqual([raised, changed, resolved, reopened].map(partsOf), [
      ['To Do', 'Low', 'firing Disk 91 % full pg-2', 0],
      ['To Do', 'High', 'firing Disk 97 % full /var', 1],
      ['Done', 'High', 'resolved Disk 97 % full /var', 2],
      ['To Do', 'Low', 'firing Disk 90 % full ', 3],
    ])
    for (const { headers } of relay.requests) assert.equal(headers.authorization, 'Bearer a-token')
  })
})

async function startJiralert(folder: string, jiraUrl: string, address: string): Promise<ChildProcess> {
  await writeFile(join(folder, 'jiralert.tmpl'), DESCRIPTION)
  await writeFile(join(folder, 'jiralert.yml'), configuration(jiraUrl, folder))
  const child = spawn(command, [`-config=${join(folder, 'jiralert.yml')}`, `-listen-address=${address}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithUs(child)
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8192)))
  await Promise.race([
    eventually('jiralert is ready', async () => {
      assert.equal(child.exitCode, null, output)
      return (await fetch(`http://${address}/healthz`).catch(() => undefined))?.ok
    }),
    once(child, 'error').then(([error]) => Promise.reject(error)),
  ])
  return child
}
