import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const URL = 'https://hooks.example.com/?team=%label.team|upper%'
const BODY = '{"a": "%AlertName|slak%", "b": "%AlertName|slack%"}'
const HEADERS = [{ http_header_key: 'X-Note', http_header_value: '%AlertName|omit|5%' }]
const V15 = '/api/v15/webhook'
const GOOD = { name: 'chat', url: 'https://hooks.example.com/' }

describe('markers with unknown filters', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())

  const call: TestApp['call'] = (...given) => app.call(...given)

  it('are refused in URL, template, clear request and headers of a new webhook, with marker, filter and remedy', async () => {
    const clear_request = { method: 'POST', url: `${URL}&end=1`, payload_template: '{"x": "%x.Key|short%"}' }
    const refused = await call('POST', '/v1/webhooks', {
      ...GOOD,
      url: URL,
      payload_template: BODY,
      mode: 'current_state',
      clear_request,
      http_headers: HEADERS,
    })

    const issues = assertProblem(refused, 400)
    assert.deepEqual(
      issues.map((issue) => issue.split(' Known')[0]?.split(' The order')[0]),
      [
        'url: line 1, column 33: %label.team|upper% has an unknown filter: upper.',
        'payload_template: line 1, column 8: %AlertName|slak% has an unknown filter: slak.',
        'clear_request.url: line 1, column 33: %label.team|upper% has an unknown filter: upper.',
        'clear_request.payload_template: line 1, column 8: %x.Key|short% has an unknown filter: short.',
        'http_headers[0].http_header_value: line 1, column 1: %AlertName|omit|5% has its filters in a wrong order, or one of them twice.',
      ],
    )
    assert.match(issues[0] ?? '', /pre:" on " and post:" ms" for texts around a value; omit\.$/)
    assert.equal((await call('GET', '/v1/webhooks')).json.items.length, 0)
  })

  it('are refused by drafts, previews, tests and sets as well', async () => {
    const bad = { ...GOOD, url: URL }
    for (const [method, path, body] of [
      ['POST', '/v1/webhooks/preview', { webhook: bad }],
      ['POST', '/v1/webhooks/test', { webhook: bad }],
      ['PUT', '/v1/webhooks', { webhooks: [bad] }],
      ['PUT', '/v1/webhooks', { webhooks: [bad], dry_run: true }],
      ['POST', '/v1/presets/generic-json/draft', { fields: { url: URL } }],
    ] as const) {
      const refused = await call(method, path, body)

      assert.match(
        assertProblem(refused, 400).join(),
        /url: .*%label\.team\|upper% has an unknown filter/,
        path,
      )
    }
  })

  it('are taken as text by the older interfaces, and are kept, with a warning, until somebody changes that text', async () => {
    const added = await call('POST', V15, {
      ...GOOD,
      url: URL,
      payload_template: BODY,
      http_headers: HEADERS,
    })
    assert.equal(added.status, 200, added.text)
    const path = String(added.headers['location'])
    const id = Number(path.split('/').at(-1))
    const change = (body: object) => call('PATCH', `/v1/webhooks/${id}`, body)

    const renamed = await change({ name: 'chat 2', url: URL, payload_template: BODY })
    assert.equal(renamed.status, 200, renamed.text)
    assert.deepEqual(
      renamed.json.warnings.map((warning: { path: string }) => warning.path),
      ['payload_template', 'url', 'http_headers[0].http_header_value'],
    )
    const applied = await call('PUT', '/v1/webhooks', {
      webhooks: [{ name: 'chat 2', url: URL, payload_template: BODY, http_headers: HEADERS }],
    })
    assert.equal(applied.status, 200, applied.text)

    assertProblem(await change({ payload_template: `${BODY} ` }), 400)
    assertProblem(await change({ url: `${URL}&a=1` }), 400)
    const again = { http_header_key: 'X-Note', http_header_value: '%AlertName|5|omit|omit%' }
    assertProblem(await change({ http_headers: [again] }), 400)
    assert.equal((await call('PUT', path, { payload_template: `${BODY} ` })).status, 200)
  })
})
