import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { GUIDES } from '../../console/src/pages/settings/sources/guides/all-guides.ts'
import type { Place } from '../../console/src/pages/settings/sources/guides/guide.ts'
import {
  DEFAULT_WORDS,
  JOB_FIELDS,
  ALERT_FIELDS,
  MAPPING_MEMBERS,
} from '../../src/domain/source/field-mapping.ts'
import { DIALECTS } from '../../src/domain/source/source.ts'
import { eventually } from '../support/time/eventually.ts'
import { makeToken } from '../support/app/make-token.ts'
import { runTool } from '../cli/run-tool.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-source-pages-'))
const started: TestApp[] = []
after(async () => {
  await Promise.all(started.map((app) => app.stop()))
  rmSync(folder, { recursive: true })
})

async function start(sources?: string): Promise<TestApp> {
  const file = join(folder, `sources-${started.length}.yaml`)
  if (sources !== undefined) writeFileSync(file, sources)
  const app = await startApp({
    listen: true,
    settings: sources === undefined ? {} : { TOCSIN_SOURCES_FILE: file },
  })
  started.push(app)
  return app
}

const page = (name: string) => readFileSync(`docs/sources-${name}.md`, 'utf8')

/** The code blocks of a language, in the order of the page, without the indentation of a list. */
function blocksOf(text: string, language: string): readonly string[] {
  const blocks = text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))
  return [...blocks].map(([, indentation = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
  )
}

/** The page and the examples of each dialect. */
const PAGE_OF: Readonly<Record<string, string>> = {
  alertmanager: 'prometheus',
  datadog: 'hosted',
  pganalyze: 'hosted',
  pgdash: 'hosted',
}

/** What the page of a dialect gives to try, by its own address. */
const triesOf = (dialect: string) =>
  blocksOf(page(PAGE_OF[dialect] ?? dialect), 'sh').filter(
    (block) => block.startsWith('curl') && block.includes(`/${dialect}`),
  )

/** As a shell runs it, sent to this app by this token. */
async function runShell(command: string, app: TestApp): Promise<Readonly<Record<string, unknown>>> {
  const token = await makeToken(app, ['events:write'])
  const adapted = command.replaceAll('https://tocsin.example.com', app.url).replaceAll('tcn_…', token)
  assert.notEqual(adapted, command)
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', adapted], { timeout: 120_000 })
  return JSON.parse(stdout)
}

const commandsOf = (text: string) => blocksOf(text, 'sh').filter((block) => block.startsWith('tocsin '))

/** What the tool prints, given the arguments as a shell makes them of the command. */
async function runTocsin(command: string, app: TestApp): Promise<string> {
  const script = command.replace(/^tocsin/, "printf '%s\\n'")
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script])
  const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
  const { code, out, err } = await runTool(stdout.trimEnd().split('\n'), { environment })
  assert.equal(code, 0, err)
  return out
}

const resultsOf = (response: Readonly<Record<string, unknown>>) =>
  (response['results'] as readonly { readonly result: string }[]).map(({ result }) => result)

const alertsOf = async (app: TestApp, source: string) => app.store.listAlerts({ source }, { limit: 10 })

/** By the preset CloudEvents. */
async function feed(from: TestApp, to: TestApp, source: string): Promise<void> {
  const token = await makeToken(to, ['events:write'])
  for (const payloadType of ['ALERT', 'JOB']) {
    const fields = { url: `${to.url}/intake/cloudevents`, token, source }
    const draft = await from.call('POST', '/v1/presets/cloudevents/draft', {
      fields,
      payload_type: payloadType,
      name: payloadType,
    })
    const made = await from.call('POST', '/v1/webhooks', draft.json)
    assert.equal(made.status, 201, made.text)
  }
}

describe('the pages of the sources', () => {
  for (const [name, expected] of [
    ['alertmanager', [['raised']]],
    ['pgdash', [['raised']]],
    ['pganalyze', [['raised']]],
    ['cloudevents', [['raised'], ['cleared']]],
  ] as const) {
    it(`${name}: what it gives to try is taken`, async () => {
      const app = await start()
      const results: (readonly string[])[] = []
      for (const command of triesOf(name)) {
        results.push(resultsOf(await runShell(command, app)))
      }

      assert.deepEqual(results, expected)
    })
  }

  it('the commands of the pages do what they say', async () => {
    const app = await start()
    for (const name of ['prometheus', 'hosted', 'zabbix', 'nagios', 'grafana', 'cloudevents']) {
      const [command = ''] = commandsOf(page(name))
      assert.match(await runTocsin(command, app), /tcn_/, name)
    }
    const [post = ''] = triesOf('pgdash')
    await runShell(post, app)
    const clear = commandsOf(page('hosted')).at(-1) ?? ''
    await runTocsin(clear, app)

    const alerts = await alertsOf(app, 'pgdash')
    assert.deepEqual(
      alerts.map(({ state, details }) => [state, details.serverName]),
      [['cleared', 'pg-orders-1']],
    )
    assert.match(await runTocsin('tocsin event list --source pgdash', app), /Number of backends/)
  })

  it('every command of the pages is taken', async () => {
    const app = await start()
    const pages = ['prometheus', 'hosted', 'zabbix', 'nagios', 'grafana', 'cloudevents', 'json', 'jobs']
    const commands = pages.flatMap((name) => commandsOf(page(name)))
    for (const command of commands.filter((text) => !text.startsWith('tocsin run')))
      await runTocsin(command, app)
    assert.ok(commands.length >= 12, `${commands.length}`)
  })

  it('prometheus: a script raises an alert', async () => {
    const app = await start()
    const [command = ''] = triesOf('prometheus')
    const token = await makeToken(app, ['events:write'])
    const adapted = command.replace('https://tocsin.example.com', app.url).replace('tcn_…', token)
    await promisify(execFile)('sh', ['-e', '-c', adapted])

    const [alert] = await alertsOf(app, 'prometheus')
    assert.deepEqual(
      [alert?.name, alert?.state, alert?.details.currentValue],
      ['BackupTooOld', 'medium', '31h'],
    )
  })

  it('have one frame: set up, fields, what is lost, troubleshooting', () => {
    const pages = [...new Set(DIALECTS.map((name) => PAGE_OF[name] ?? name)), 'jobs']
    for (const name of pages) {
      const places = ['Set up', 'Fields', 'What is lost', 'Troubleshooting'].map((heading) =>
        page(name).indexOf(`\n## ${heading}\n`),
      )

      assert.ok(
        places.every((place) => place > 0),
        `${name}: ${places.join()}`,
      )
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
        name,
      )
    }
  })

  it('say how to see what arrives', () => {
    for (const name of DIALECTS) {
      const source = name === 'json' ? 'monpg' : name
      assert.ok(page(PAGE_OF[name] ?? name).includes(`--source ${source}`), name)
    }
  })

  it('json: the first mapping takes what it gives to try', async () => {
    const [mapping] = blocksOf(page('json'), 'yaml')
    const [command = ''] = blocksOf(page('json'), 'sh')
    const app = await start(mapping)

    assert.deepEqual(resultsOf(await runShell(command, app)), ['raised'])
    const [alert] = await alertsOf(app, 'monpg')
    assert.deepEqual([alert?.state, alert?.details.info], ['medium', '{"pid":71233}'])
  })

  it('json: the other mappings do as they say', async () => {
    const app = await start(
      blocksOf(page('json'), 'yaml')
        .map((text) => text.replace(/^sources:\n/, ''))
        .reduce((all, text) => all + text, 'sources:\n'),
    )
    const slack = await app.call('POST', '/intake/pocketpg', {
      text: 'CRITICAL: replica is away',
      attachments: [{ text: 'since 5 minutes' }],
    })
    const keep = await app.call('POST', '/intake/keep', {
      cluster: 'a',
      alerts: [
        {
          fingerprint: 'f',
          status: 'firing',
          labels: { alertname: 'X', severity: 'critical' },
          startsAt: '2026-01-01T00:00:00Z',
        },
        { fingerprint: 'g', status: 'resolved', name: 'Y' },
      ],
    })
    const runs = await app.call('POST', '/intake/scheduler', [
      { job: { id: 1, name: 'rollup' }, run: 7, exit_code: 0, log: 'done' },
      { job: { id: 1, name: 'rollup' }, run: 8, result: 'stopped' },
      { job: { id: 1, name: 'rollup' }, run: 9, exit_code: 2 },
    ])

    const [template = ''] = blocksOf(page('json'), 'json')
    for (const [state, result] of [
      ['High', 'raised'],
      ['Low', 'changed'],
      ['Cleared', 'cleared'],
    ] as const) {
      const sent = JSON.parse(template.replace('%CurrentState%', state))
      assert.deepEqual(resultsOf((await app.call('POST', '/intake/pem', sent)).json), [result])
    }

    assert.deepEqual(resultsOf(slack.json), ['raised'])
    const [pocket] = await alertsOf(app, 'pocketpg')
    assert.equal(pocket?.details.info, 'since 5 minutes')
    assert.ok((pocket?.expiresAt ?? 0) > Date.now() + 29 * 60_000)
    assert.deepEqual(resultsOf(keep.json), ['raised', 'ignored'])
    const [kept] = await alertsOf(app, 'keep')
    assert.deepEqual([kept?.key, kept?.name, kept?.state], ['a|f', 'X', 'high'])
    assert.equal(runs.json.job_runs.length, 3)
    const stored = await app.store.listJobRuns({ source: 'scheduler' }, { limit: 10 })
    assert.deepEqual(stored.map(({ status }) => status).toSorted(), ['cancelled', 'failure', 'success'])
  })

  it('json: the words and members are those there are', () => {
    const text = page('json').replaceAll(/\s+/g, ' ')

    for (const member of MAPPING_MEMBERS) assert.ok(text.includes(`\`${member}\``), member)
    for (const words of Object.values(DEFAULT_WORDS))
      assert.ok(text.includes(words.join(', ')), words.join(', '))
  })

  it('json: every field is one of the API', async () => {
    const document = JSON.parse(readFileSync('openapi/v1.json', 'utf8'))
    const { Observation, JobRunReport } = document.components.schemas

    // `severity` is a word of the monitor, of which the API knows only what it means.
    assert.deepEqual(
      ALERT_FIELDS.filter((field) => field !== 'severity' && !hasField(Observation, field)),
      [],
    )
    assert.deepEqual(
      JOB_FIELDS.filter((field) => !hasField(JobRunReport, field)),
      [],
    )
  })

  it('cloudevents: one Tocsin feeds another, as the page says', async () => {
    const [first, second] = [await start(), await start()]
    await feed(first, second, '/first')
    const alert = { key: 'disk pg-1', name: 'Disk is full', server: { name: 'pg-1' }, database: 'orders' }
    for (const state of ['medium', 'high', 'cleared']) {
      await first.call('POST', '/v1/alerts', { ...alert, state })
      await eventually(`it is ${state} there`, async () => {
        const [there] = await alertsOf(second, 'cloudevents')
        return there?.state === state
      })
    }
    const [there] = await alertsOf(second, 'cloudevents')
    assert.deepEqual(
      [there?.name, there?.details.serverName, there?.details.database],
      ['Disk is full', 'pg-1', 'orders'],
    )
    const run = {
      job_id: 'rollup',
      run_id: 7,
      name: 'Rollup',
      status: 'failure',
      output: 'deadlock "detected"\n',
    }
    await first.call('POST', '/v1/job-runs', run)
    await eventually('the run is there', async () => {
      const [there] = await second.store.listJobRuns({ source: 'cloudevents' }, { limit: 10 })
      return there?.runId === '7' && there.status === 'failure' && there.details.output === run.output
    })
  })

  it('cloudevents: two Tocsins that feed each other come to an end', async () => {
    const [first, second] = [await start(), await start()]
    await feed(first, second, '/first')
    await feed(second, first, '/second')
    await first.call('POST', '/v1/alerts', { key: 'disk', name: 'Disk is full', state: 'high' })
    await eventually('it has come back', async () => {
      return (
        first.lines.some(({ event }) => event === 'source.loop_detected') ||
        second.lines.some(({ event }) => event === 'source.loop_detected')
      )
    })

    const echoes = await alertsOf(first, 'cloudevents')
    assert.deepEqual([echoes.length, (await alertsOf(second, 'cloudevents')).length], [1, 1])
    assert.match(echoes[0]?.key ?? '', /^\/second\|alert:cloudevents:\/first_alert:api:disk~/)
  })

  it('datadog: console and page give the payload of examples/', () => {
    const payload = readFileSync('examples/datadog/payload.json', 'utf8').trim()
    const texts = stepsOf('datadog', { address: 'https://x', token: 't' }).map(({ text = '' }) => text)

    assert.ok(texts.includes(payload))
    assert.deepEqual(
      blocksOf(page('hosted'), 'json').map((block) => block.trim()),
      [payload],
    )
  })

  it('the console gives the same to try', async () => {
    const place = (app: TestApp) => ({ address: app.url, token: 'tcn_…' })
    const plain = await start()
    const curl = stepsOf('cloudevents', place(plain)).find(({ text }) => text?.startsWith('curl'))
    assert.deepEqual(resultsOf(await runShell(curl?.text ?? '', plain)), ['raised'])

    const [file] = stepsOf('json', { address: '', token: '' })
    const mapped = await start(file?.text)
    const post = stepsOf('json', place(mapped)).find(({ text }) => text?.startsWith('curl'))
    assert.deepEqual(resultsOf(await runShell(post?.text ?? '', mapped)), ['raised'])
    const [alert] = await alertsOf(mapped, 'my-monitor')
    assert.deepEqual([alert?.state, alert?.details.serverName], ['high', 'pg-1'])
  })
})

function stepsOf(guide: string, place: Place) {
  return GUIDES.find(({ id }) => id === guide)?.steps(place) ?? []
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
}

/** `server_name` is the member `name` of `server`. */
function hasField(schema: Schema | undefined, field: string): boolean {
  const properties = schema?.properties ?? {}
  if (field in properties) return true
  const [outer = '', ...inner] = field.split('_')
  return inner.join('_') in (properties[outer]?.properties ?? {})
}
