import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PRESETS } from '../../../src/presets/presets.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const SLACK_URL = 'https://hooks.slack.com/services/T00000000/B00000000/EXAMPLE'

describe('/v1/presets', () => {
  let app: TestApp
  let call: TestApp['call']
  before(async () => {
    app = await startApp()
    call = app.call
  })
  after(() => app.stop())

  const draft = (id: string, body: object) => call('POST', `/v1/presets/${id}/draft`, body)

  it('lists the presets with what a form has to ask for', async () => {
    const { status, json } = await call('GET', '/v1/presets')

    assert.equal(status, 200)
    assert.deepEqual(
      json.items.map(({ id }: { id: string }) => id),
      PRESETS.map(({ id }) => id),
    )
    const [slack] = json.items
    assert.deepEqual(Object.keys(slack), ['id', 'name', 'summary', 'kind', 'payload_types', 'fields'])
    assert.deepEqual(slack.payload_types, ['ALERT', 'JOB'])
    const [{ help: _help, pattern: _pattern, wanted: _wanted, ...field }] = slack.fields
    assert.deepEqual(field, {
      name: 'url',
      label: 'Webhook URL',
      example: SLACK_URL,
      secret: true,
      required: true,
      usual: true,
      default: null,
    })
  })

  it('shows a whole preset', async () => {
    const { status, json } = await call('GET', '/v1/presets/telegram')

    assert.equal(status, 200)
    assert.equal(json.url, 'https://api.telegram.org/bot{{token}}/sendMessage')
    assert.deepEqual(json.response_rule, [
      { part: 'status', equals: 200 },
      { part: 'content_type', not_equals: 'text/html' },
      { member: 'ok', equals: true },
    ])
    assert.equal(json.accepted_by, 'status 200, no web page, JSON with ok true')
    assert.equal(json.rate_limit, '20/1m')
    assert.deepEqual(json.limits, [{ part: 'text', max: 4096, unit: 'characters' }])
    assert.equal(json.escape, 'html')
    assert.ok(json.templates.ALERT.includes('{{chat_id}}'))
  })

  it('makes of every preset a draft that becomes a webhook without a warning, unless its body always has the address of the console', async () => {
    for (const { id, fields, templates } of PRESETS) {
      for (const payloadType of Object.keys(templates)) {
        const values = Object.fromEntries(fields.map(({ name, example }) => [name, example]))
        const { status, json } = await draft(id, { fields: values, payload_type: payloadType })
        assert.equal(status, 200)
        const created = await call('POST', '/v1/webhooks', json)

        assert.equal(created.status, 201, created.text)
        const messages = created.json.warnings.map(({ message }: { message: string }) => message).join()
        assert.match(messages, id === 'alertmanager-webhook' ? /^[^%]+%x\.ConsoleUrl% is empty[^%]+$/ : /^$/)
        const stored = (await call('GET', `/v1/webhooks/${created.json.id}?show=secrets`)).json
        for (const [member, value] of Object.entries(json)) {
          if (member !== 'http_headers') assert.deepEqual(stored[member], value, `${id}: ${member}`)
        }
      }
    }
  })

  it('takes the first payload type and the name of the preset if none is given', async () => {
    const usual = (await draft('slack-blocks', { fields: { url: SLACK_URL } })).json
    const notified = (
      await draft('slack-blocks', { fields: { url: SLACK_URL }, name: 'Night', payload_type: 'JOB' })
    ).json

    assert.deepEqual([usual.name, usual.payload_type], ['Slack, blocks', 'ALERT'])
    assert.deepEqual([notified.name, notified.payload_type], ['Night', 'JOB'])
  })

  it('opens and closes by one webhook, where to close is another request', async () => {
    const fields = { api_key: '00000000-0000-0000-0000-000000000000' }
    const { json } = await draft('opsgenie', { fields })
    const shown = (await call('GET', '/v1/presets/opsgenie')).json

    assert.deepEqual([json.mode, json.cleared_alert], ['current_state', true])
    assert.equal(json.clear_request.method, 'POST')
    assert.equal(json.clear_request.url, `${json.url}/%x.Key%/close?identifierType=alias`)
    assert.deepEqual(
      [shown.mode, shown.clear_request.url],
      ['current_state', '{{url}}/%x.Key%/close?identifierType=alias'],
    )
  })

  it('drafts the current state for alerts, and every run for jobs', async () => {
    const modeOf = async (id: string, more: object = {}) =>
      (await draft(id, { fields: { url: SLACK_URL }, ...more })).json.mode

    assert.equal(await modeOf('slack-blocks'), 'current_state')
    assert.equal(await modeOf('slack-blocks', { payload_type: 'JOB' }), 'every_change')
    assert.equal(await modeOf('generic-json'), 'current_state')
    assert.equal((await call('GET', '/v1/presets/slack-blocks')).json.clear_request, null)
  })

  it('takes a user and a password, or a token alone, and hides both', async () => {
    const fields = { url: 'https://example.atlassian.net/', project: 'DBA', token: 'EXAMPLE-token' }
    const authorization = async (more: object) => {
      const { json } = await draft('jira-issue', { fields: { ...fields, ...more } })
      return json.http_headers.map((header: { http_header_value: string }) => header.http_header_value)
    }
    const { json } = await call('POST', '/v1/webhooks', (await draft('jira-issue', { fields })).json)

    assert.deepEqual(await authorization({ user: 'a@example.com' }), [
      `Basic ${Buffer.from('a@example.com:EXAMPLE-token').toString('base64')}`,
    ])
    assert.deepEqual(await authorization({}), ['Bearer EXAMPLE-token'])
    assert.equal(json.url, 'https://example.atlassian.net/rest/api/2/issue')
    assert.deepEqual([json.timeout, json.retry_schedule], ['1m', '0s,5m,30m,2h,6h'])
    assert.equal(json.http_headers[0].http_header_value, '***')
  })

  it('hides what is secret in the address of the webhook that was made', async () => {
    const values = { token: '123456789:EXAMPLE-example-EXAMPLE-example-EXA', chat_id: '-100' }
    const { json } = await call('POST', '/v1/webhooks', (await draft('telegram', { fields: values })).json)

    assert.doesNotMatch(json.url, /EXAMPLE/)
  })

  it('takes the addresses that vendors give, a proxy with the path of Slack, and this machine', async () => {
    for (const [id, url] of [
      ['slack-blocks', 'https://hooks.slack.com/services/T012AB3C4/B012AB3C4D5/abcDEF123456abcDEF123456'],
      ['slack-text', 'https://hooks.slack-gov.com/services/T0/B0/x'],
      ['slack-text', 'http://proxy.example.com:8080/slack/services/T0/B0/x'],
      ['slack-text', 'http://127.0.0.1:9/anything'],
      [
        'teams-workflow',
        'https://prod-12.westeurope.logic.azure.com:443/workflows/0a/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers&sig=x',
      ],
      [
        'teams-workflow',
        'https://default0a.1b.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/0a/triggers/manual/paths/invoke?api-version=1&sig=x',
      ],
    ] as const) {
      assert.equal((await draft(id, { fields: { url } })).status, 200, url)
    }
  })

  const wrong: readonly (readonly [what: string, id: string, body: object, issue: RegExp])[] = [
    [
      'the address of something else',
      'slack-text',
      { fields: { url: 'https://app.slack.com/client/T1/C1' } },
      /^fields\.url: must be the URL of an incoming webhook/,
    ],
    [
      'an address that is not of the form of Slack',
      'slack-blocks',
      { fields: { url: 'http://example.com' } },
      /^fields\.url: must be the URL of an incoming webhook of Slack, https:.*presets of their own$/,
    ],
    [
      'a part of the address of Slack only',
      'slack-blocks',
      { fields: { url: 'https://hooks.slack.com/services/T00000000' } },
      /^fields\.url: must be the URL of an incoming webhook of Slack/,
    ],
    [
      'the page of a workflow of Teams',
      'teams-workflow',
      { fields: { url: 'https://make.powerautomate.com/environments/x/flows/y' } },
      /^fields\.url: must be the URL that the workflow shows/,
    ],
    [
      'a key of PagerDuty that is too short',
      'pagerduty',
      { fields: { routing_key: 'R0EXAMPLE' } },
      /^fields\.routing_key: must be the integration key of the Events API v2: 32 letters and digits/,
    ],
    [
      'an old connector of Teams',
      'teams-workflow',
      { fields: { url: 'https://example.webhook.office.com/webhookb2/x/IncomingWebhook/y/z' } },
      /^fields\.url: must be the URL that the workflow shows; .*make a workflow instead$/,
    ],
    [
      'the place of a routing key instead of the key',
      'splunk-oncall',
      { fields: { url: 'https://alert.victorops.com/integrations/generic/20131114/alert/x/$routing_key' } },
      /^fields\.url: must be the URL of the REST integration, with your routing key in place of \$routing_key/,
    ],
    [
      'a field that is missing',
      'telegram',
      { fields: { chat_id: '-1' } },
      /^fields\.token: is required \(Token of the bot\)/,
    ],
    [
      'an address that is not allowed, at its field',
      'generic-json',
      { fields: { url: 'http://169.254.169.254/latest' } },
      /^fields\.url: /,
    ],
    [
      'an address that is none, at its field',
      'generic-json',
      { fields: { url: 'http://%AlertName%/' } },
      /^fields\.url: may have markers in its path and query only/,
    ],
    [
      'a name of two lines',
      'slack-text',
      { fields: { url: SLACK_URL }, name: 'a\nb' },
      /^name: must be one line/,
    ],
    [
      'a payload type that it has no template for',
      'opsgenie',
      { fields: { api_key: '00000000-0000-0000-0000-000000000000' }, payload_type: 'JOB' },
      /^payload_type: must be ALERT/,
    ],
    ['no fields', 'slack-text', {}, /^fields: is required$/],
    ['fields that are no texts', 'slack-text', { fields: { url: 7 } }, /^fields\.url: must be a string/],
  ]
  for (const [what, id, body, issue] of wrong) {
    it(`refuses ${what}`, async () => {
      const [first, ...more] = assertProblem(await draft(id, body), 400)

      assert.match(first ?? '', issue)
      assert.deepEqual(more, [])
    })
  }

  it('answers 404 for an unknown preset, and names all presets', async () => {
    const response = await call('GET', '/v1/presets/slak')

    assertProblem(response, 404)
    assert.match(response.json.detail, /There is no preset slak; there are slack-blocks, /)
    assertProblem(await draft('slak', { fields: {} }), 404)
  })
})
