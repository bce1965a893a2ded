import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { makeToken } from '../../support/app/make-token.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const group = sourceBody('alertmanager')
const NO_TOKEN = { 'x-auth-token': '' }

const folder = mkdtempSync(join(tmpdir(), 'tocsin-sources-'))
const started: TestApp[] = []
after(async () => {
  await Promise.all(started.map((app) => app.stop()))
  rmSync(folder, { recursive: true })
})

async function start(sources?: string): Promise<TestApp> {
  const file = join(folder, `sources-${started.length}.yaml`)
  if (sources !== undefined) await writeFile(file, sources)
  const app = await startApp({ settings: sources === undefined ? {} : { TOCSIN_SOURCES_FILE: file } })
  started.push(app)
  return app
}

describe('POST /intake/<source>', () => {
  it('takes a report, says what became of each entry, and takes it again without harm', async () => {
    const app = await start()

    const responses = [
      await app.call('POST', '/intake/alertmanager', group),
      await app.call('POST', '/intake/alertmanager', group),
    ]

    assert.deepEqual(
      responses.map(({ status, json }) => [
        status,
        json.results.map(({ result }: { result: string }) => result),
      ]),
      [
        [200, ['raised']],
        [200, ['refreshed']],
      ],
    )
    const [alert] = await app.store.listAlerts({ source: 'alertmanager' }, { limit: 10 })
    assert.equal(alert?.id, responses[0]?.json.results[0].alert_id)
  })

  it('names what is wrong, and takes the rest in', async () => {
    const app = await start()
    const { status, json } = await app.call('POST', '/intake/alertmanager', {
      ...group,
      alerts: [{}, ...group.alerts],
    })

    assert.equal(status, 400)
    assert.equal(
      json.detail,
      'This is not as Alertmanager (webhook) sends it: alert 0: labels must be an object of strings. The other one of the request is taken in.',
    )
    assert.equal((await app.store.listAlerts({}, { limit: 10 })).length, 1)
  })

  it('names the right address for another dialect, wherever it arrives', async () => {
    const app = await start('sources: { prod: { dialect: alertmanager } }')
    const atPrometheus = await app.call('POST', '/intake/prometheus/api/v2/alerts', group)
    const atAlertmanager = await app.call('POST', '/intake/prod', [])

    assert.equal(atPrometheus.status, 400)
    assert.match(
      JSON.parse(atPrometheus.text),
      /^\/intake\/prometheus is for Prometheus, but this is what Alertmanager \(webhook\) sends: its address is \/intake\/alertmanager\./,
    )
    assert.equal(atAlertmanager.status, 400)
    assert.match(
      atAlertmanager.json.detail,
      /this is what Prometheus sends: its address is \/intake\/prometheus\/api\/v2\/alerts/,
    )
    assert.equal((await app.call('POST', '/intake/prod', { version: '5' })).status, 400)
    assert.deepEqual(await app.store.listAlerts({}, { limit: 10 }), [])
  })

  it('has an operation of its own for each source', async () => {
    const names = ['a-b', 'a_b', 'a--b', 'ab', 'a-1', 'a1', '1']
    const app = await start(`sources: { ${names.map((name) => `${name}: { dialect: zabbix }`).join(', ')} }`)
    const { json } = await app.call('GET', '/openapi/v1.json')
    const ids = Object.entries<{ post?: { operationId: string } }>(json.paths).flatMap(([path, { post }]) =>
      post && path.startsWith('/intake/') ? [post.operationId] : [],
    )

    assert.ok(ids.length > names.length && ids.includes('reportAB'))
    assert.equal(new Set(ids).size, ids.length)
  })

  it('lists the addresses there are where there is none', async () => {
    const app = await start()
    const { status, json } = await app.call('POST', '/intake/alertmanger', group)

    assert.equal(status, 404)
    assert.match(
      json.detail,
      /no source "alertmanger" at this address; .*\/intake\/prometheus\/api\/v2\/alerts.*\/intake\/alertmanager/,
    )
  })

  it('unpacks gzip, within the limit of bodies', async () => {
    const app = await start()
    const send = (body: Buffer) =>
      app.server.inject({
        method: 'POST',
        url: '/intake/alertmanager',
        headers: { 'x-auth-token': 'test-admin-token-0123456789', 'content-encoding': 'gzip' },
        payload: body,
      })
    const bomb = Buffer.from(JSON.stringify({ ...group, externalURL: 'x'.repeat(5 * 1024 ** 2) }))

    assert.equal((await send(gzipSync(JSON.stringify(group)))).statusCode, 200)
    assert.equal((await send(Buffer.from(JSON.stringify(group)))).statusCode, 400)
    const tooLarge = await send(gzipSync(bomb))
    assert.equal(tooLarge.statusCode, 413)
    assert.match(tooLarge.json().detail, /once it is unpacked/)
  })

  it('takes JSON whatever type it is declared to be', async () => {
    const app = await start()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
      const { status } = await app.call('POST', '/intake/alertmanager', JSON.stringify(group), {
        'content-type': type,
      })
      assert.equal(status, 200, type)
    }
  })

  it('goes by the words, labels and names that the file says', async () => {
    const app = await start(`
sources:
  orders:
    dialect: alertmanager
    severity: { low: [critical] }
    ignore_labels: [severity, slot]
`)
    const [alert] = group.alerts
    const other = { ...alert, labels: { ...alert.labels, slot: 'standby_c' }, fingerprint: 'b' }
    const { json } = await app.call('POST', '/intake/orders', { ...group, alerts: [alert, other] })

    assert.deepEqual(
      json.results.map(({ result }: { result: string }) => result),
      ['raised', 'refreshed'],
    )
    const [stored] = await app.store.listAlerts({ source: 'orders' }, { limit: 10 })
    assert.equal(stored?.state, 'low')
  })

  it('does not take the silence of a monitor for anything where the file says so', async () => {
    const app = await start(`
sources:
  prometheus: { dialect: prometheus, on_expiry: keep }
  vmalert: { dialect: prometheus, on_expiry: clear }
`)
    const firing = [{ labels: { alertname: 'Lag' }, endsAt: new Date(Date.now() + 240_000).toISOString() }]
    const results = []
    for (const name of ['prometheus', 'vmalert']) {
      await app.call('POST', `/intake/${name}/api/v2/alerts`, firing)
      const [stored] = await app.store.listAlerts({ source: name }, { limit: 10 })
      results.push([stored?.state, stored?.expiresAt === null])
    }

    assert.deepEqual(results, [
      ['medium', true],
      ['medium', false],
    ])
  })
})

describe('a token in the address', () => {
  it('reports, where it may do nothing else', async () => {
    const app = await start()
    const token = await makeToken(app, ['events:write'])

    const { status } = await app.call('POST', `/intake/${token}/alertmanager`, group, NO_TOKEN)
    const prometheus = await app.call('POST', `/intake/${token}/prometheus/api/v2/alerts`, [], NO_TOKEN)

    assert.deepEqual([status, prometheus.status], [200, 200])
  })

  it('is refused if it may do more, even in part', async () => {
    const app = await start()
    for (const scopes of [['events:write', 'webhooks:read'], ['admin']] as const) {
      const token = await makeToken(app, scopes)
      const { status, json } = await app.call('POST', `/intake/${token}/alertmanager`, group, NO_TOKEN)

      assert.equal(status, 403)
      assert.match(json.detail, /does not belong in an address.*--scope events:write/)
    }
    assert.deepEqual(await app.store.listAlerts({}, { limit: 10 }), [])
  })

  it('counts, however else somebody is known, and is refused if it is wrong', async () => {
    const app = await start()
    const wrong = await app.call('POST', '/intake/tcn_wrong/alertmanager', group)

    assert.equal(wrong.status, 401)
  })

  it('is nowhere to be seen afterwards', async () => {
    const app = await start()
    const token = await makeToken(app, ['events:write'])
    const responses = [
      await app.call('POST', `/intake/${token}/alertmanager`, group, NO_TOKEN),
      await app.call('POST', `/intake/${token}/nowhere`, group, NO_TOKEN),
      await app.call('POST', `/intake/${token}`, group, NO_TOKEN),
      await app.call('POST', `/intake/${token}/alertmanager`, { ...group, version: '9' }, NO_TOKEN),
      await app.call('GET', `/intake/${token}/alertmanager?${token}`, undefined, NO_TOKEN),
    ]

    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 404, 404, 400, 405],
    )
    const shown = JSON.stringify([app.lines, responses.map(({ text, headers }) => [text, headers])])
    assert.ok(app.lines.length >= 5)
    assert.ok(!shown.includes(token))
    assert.ok(!shown.includes(token.slice(4)))
  })
})
