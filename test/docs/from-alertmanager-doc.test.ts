import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { runTool } from '../cli/run-tool.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { makeToken } from '../support/app/make-token.ts'
import { newWebhook, NOW } from '../support/build.ts'
import { Receiver } from '../support/network/receiver.ts'

const PAGE = readFileSync('docs/from-alertmanager.md', 'utf8')
const blocksOf = (language: string) =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text)
const [tree = '', table = ''] = blocksOf('yaml')
const [commands = ''] = blocksOf('sh')
const [routes = '', template = '', sent = ''] = blocksOf('text')

describe('docs/from-alertmanager.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-from-alertmanager-'))
  const file = join(folder, 'webhooks.yaml')
  let app: TestApp
  let receiver: Receiver
  before(async () => {
    writeFileSync(file, table)
    app = await startApp({ listen: true })
    receiver = await Receiver.start()
  })
  after(async () => {
    await Promise.all([app.stop(), receiver.stop()])
    rmSync(folder, { recursive: true })
  })

  async function run(line: string): Promise<string> {
    const environment = {
      TOCSIN_URL: app.url,
      TOCSIN_TOKEN: ADMIN_TOKEN,
      PAGERDUTY_KEY: 'R0123456789ABCDEF0123456789ABCDE',
      SLACK_PATH: 'T00000000/B00000000/EXAMPLE',
    }
    const { code, out, err } = await runTool(line.replace('webhooks.yaml', file).split(' ').slice(1), {
      environment,
    })
    assert.equal(code, 0, err)
    return out
  }

  it('turns a tree into webhooks, by commands that do what they say', async () => {
    const { route, receivers } = parse(tree)
    const { webhooks } = parse(table)
    const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name)
    assert.deepEqual(namesOf(receivers), namesOf(webhooks))
    assert.equal(route.receiver, webhooks.at(-1).name)

    let out = ''
    for (const line of commands.trim().split('\n')) out = await run(line)

    assert.equal(out, routes)
  })

  it('notifies the receivers that the tree notifies', async () => {
    for (const [options, expected] of [
      ['--severity high', ['pager']],
      ['--label team=dba --severity low', ['dba']],
      ['--label team=web --severity medium', ['chat']],
    ] as const) {
      const [notified = ''] = (await run(`tocsin route test ${options}`)).split('Would not be notified:')
      const names = [...notified.matchAll(/Webhook \d+ "(\w+)"/g)].map(([, name]) => name)
      assert.deepEqual(names, expected, options)
    }
  })

  it('shows a template that sends what it says', async () => {
    await app.store.createWebhook(newWebhook({ url: receiver.url, payloadTemplate: template.trim() }), NOW)
    const token = await makeToken(app, ['events:write'])
    const labels = { alertname: 'PostgresReplicationLag', severity: 'critical', server: 'pg-1' }
    const taken = await app.call('POST', '/intake/prometheus/api/v2/alerts', [{ labels }], {
      'x-auth-token': token,
    })
    assert.equal(taken.status, 200, taken.text)

    const [request] = await receiver.received(1)
    assert.equal(request?.body, sent.trim())
  })

  it('names markers that there are', async () => {
    const markers = [...PAGE.matchAll(/`(%[^`]+%)`/g)].map(([, marker = '']) => marker.replaceAll('\\|', '|'))
    assert.ok(markers.length >= 12)
    for (const marker of markers) {
      const checked = await app.call('POST', '/v1/templates/check', {
        payload_template: marker,
        content_type: 'text/plain',
      })
      assert.equal(checked.status, 200, checked.text)
      assert.doesNotMatch(JSON.stringify(checked.json.warnings), /marker|filter|zone/, marker)
    }
  })

  it('names matchers that a webhook takes, and the one that is refused', async () => {
    const matchers = [...PAGE.matchAll(/`((?:label\.\w+|name|severity)!?=[^`]+)`/g)].map(
      ([, text = '']) => text,
    )
    assert.ok(matchers.length >= 5)
    for (const match of matchers) {
      const made = await app.call('POST', '/v1/webhooks', { name: match, url: receiver.url, match })
      if (match === 'severity="critical"') assert.match(made.text, /label\.severity/)
      assert.equal(made.status, match === 'severity="critical"' ? 400 : 201, match)
    }
  })

  it('names members of webhooks that there are', () => {
    const { NewWebhook } = JSON.parse(readFileSync('openapi/v1.json', 'utf8')).components.schemas
    for (const member of ['match', 'cleared_alert', 'http_headers', 'tls', 'timeout', 'payload_template']) {
      assert.ok(PAGE.includes(`\`${member}\``) || PAGE.includes(`\`${member}:`), member)
      assert.ok(member in NewWebhook.properties, member)
    }
    for (const member of ['ca_certificates', 'client_certificate']) {
      assert.ok(PAGE.includes(`\`${member}\``), member)
      assert.ok(member in NewWebhook.properties.tls.properties, member)
    }
  })
})
