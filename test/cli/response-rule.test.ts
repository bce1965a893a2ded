import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool } from './run-tool.ts'

const SLACK = 'https://hooks.slack.com/services/T0/B0/EXAMPLE'
const SLACK_RULE = [
  { part: 'status', equals: 200 },
  { part: 'body', equals: 'ok' },
]

describe('the response rule of a webhook, by tocsin', () => {
  let app: TestApp
  let id: string
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())
  const run = (...argv: readonly string[]) =>
    runTool(argv, { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })
  const ruleOf = async () => (await app.call('GET', `/v1/webhooks/${id}`)).json.response_rule
  beforeEach(async () => {
    const { json } = await app.call('POST', '/v1/webhooks', { name: 'dba chat', url: SLACK })
    id = String(json.id)
  })

  it('is proposed by status and by warnings until it is taken, and stays as it is until then', async () => {
    const advice = `webhook ${id} "dba chat" counts a login page as delivered; the rule of its preset slack-blocks would notice it: tocsin webhook edit ${id} --rule-of-preset`
    assert.ok((await run('status')).out.includes(advice), (await run('status')).out)
    assert.equal(await ruleOf(), null)
    const edited = await run('webhook', 'edit', id, '--description', 'x')
    assert.match(
      edited.out,
      /response_rule: counts any 2xx as delivered; the rule of the preset slack-blocks/,
    )

    const taken = await run('webhook', 'edit', id, '--rule-of-preset')

    assert.equal(taken.code, 0, taken.err)
    assert.deepEqual(await ruleOf(), SLACK_RULE)
    assert.doesNotMatch((await run('status')).out, new RegExp(`webhook ${id} "`))
    const { json: health } = await app.call('GET', `/v1/webhooks/${id}/health`)
    assert.deepEqual(health.preset_rule, {
      preset: 'slack-blocks',
      response_rule: SLACK_RULE,
      proposed: false,
    })
    assert.deepEqual(health.warnings, [])
    const { json: audit } = await app.call('GET', '/v1/audit?limit=1')
    assert.match(JSON.stringify(audit.items[0]), /response_rule/)
  })

  it('is that of a preset that is named, where the address tells nothing', async () => {
    await app.call('PATCH', `/v1/webhooks/${id}`, { url: 'https://hooks.example.com/x' })
    const nothing = await run('webhook', 'edit', id, '--rule-of-preset')
    assert.equal(nothing.code, 2)
    assert.match(nothing.err, /does not tell its preset\.\nName it: .* --rule-of-preset NAME/)
    const unknown = await run('webhook', 'edit', id, '--rule-of-preset', 'slack')
    assert.match(unknown.err, /There is no preset slack; there are slack-blocks,/)
    assert.equal(await ruleOf(), null)
    await run('webhook', 'edit', id, '--rule-of-preset', 'generic-json')
    assert.deepEqual(await ruleOf(), [{ part: 'content_type', not_equals: 'text/html' }])
  })

  it('is given as JSON, shown as it is given, and taken away', async () => {
    const rule = '[{"part":"status","equals":202},{"member":"name","matches":"spaces/.+"}]'
    assert.equal((await run('webhook', 'edit', id, '--response-rule', rule)).code, 0)
    assert.equal(JSON.stringify(await ruleOf()), rule)
    assert.ok((await run('webhook', 'show', id)).out.includes(rule))
    for (const [wrong, sentence] of [
      ['status=202', /--response-rule is not JSON\.\nWrite a list of conditions/],
      ['[{"part":"status","equals":404}]', /response_rule\[0\]\.equals: must be a status from 200 to 299/],
      ['[{"part":"body","matches":"ok("}]', /response_rule\[0\]\.matches: the pattern cannot be used/],
    ] as const) {
      const { code, err } = await run('webhook', 'edit', id, '--response-rule', wrong)
      assert.notEqual(code, 0)
      assert.match(err, sentence)
    }
    const both = await run('webhook', 'edit', id, '--response-rule', '[]', '--rule-of-preset')
    assert.match(both.err, /cannot both be given/)
    assert.equal(JSON.stringify(await ruleOf()), rule)
    await run('webhook', 'edit', id, '--response-rule', 'default')
    assert.equal(await ruleOf(), null)
  })

  it('is not proposed for a webhook that is disabled, and five are named at the most', async () => {
    await app.call('PATCH', `/v1/webhooks/${id}`, { enabled: false })
    const named = async () => (await app.call('GET', '/v1/status')).json.rule_proposals
    const before = await named()
    assert.ok(!before.webhooks.some((one: { webhook_id: number }) => String(one.webhook_id) === id))
    for (let count = 0; count < 6; count += 1)
      await app.call('POST', '/v1/webhooks', { name: `more ${count}`, url: SLACK })
    const after = await named()
    assert.equal(after.count, before.count + 6)
    assert.equal(after.webhooks.length, 5)
    assert.match((await run('status')).out, /so does 1 more webhook|so do \d+ more webhooks/)
  })
})
