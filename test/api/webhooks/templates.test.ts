import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DEFAULT_TEMPLATES } from '../../../src/domain/webhook/default-templates.ts'
import { MARKERS } from '../../../src/domain/template/markers.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

describe('/v1/templates', () => {
  let app: TestApp
  let call: TestApp['call']
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    call = app.call
  })
  after(() => app.stop())

  const check = async (body: object) => (await call('POST', '/v1/templates/check', body)).json

  it('lists every marker and both default templates', async () => {
    const { json } = await call('GET', '/v1/templates')

    assert.deepEqual(
      json.markers,
      MARKERS.map(({ name, payloadTypes, description, example }) => ({
        name,
        payload_types: payloadTypes,
        description,
        example,
      })),
    )
    assert.deepEqual(json.defaults, DEFAULT_TEMPLATES)
  })

  it('finds nothing wrong with the default templates', async () => {
    for (const [payloadType, template] of Object.entries(DEFAULT_TEMPLATES)) {
      const { warnings, preview } = await check({ payload_template: template, payload_type: payloadType })

      assert.deepEqual(warnings, [])
      assert.doesNotThrow(() => JSON.parse(preview.body))
    }
  })

  it('fills in body, address and headers with a sample', async () => {
    const { preview } = await check({
      payload_template: '{"alert": "%AlertName%", "is": "%CurrentState%"}',
      url: 'https://hooks.example.com/%AlertName%',
      headers: [{ http_header_key: 'X-Info', http_header_value: '%AlertInfo%' }],
    })

    assert.equal(preview.body, '{"alert": "Replication lag", "is": "High"}')
    assert.equal(preview.url, 'https://hooks.example.com/Replication%20lag')
    const info = preview.headers.find(({ name }: { name: string }) => name === 'X-Info')
    assert.match(info.value, /café/)
  })

  it('leaves out address and headers that were not given', async () => {
    const { preview } = await check({
      payload_template: '%JobName%',
      payload_type: 'JOB',
      content_type: 'text/plain',
    })

    assert.deepEqual(preview, { body: 'nightly-rollup' })
  })

  it('warns of unknown markers in body, address and headers, each by its place', async () => {
    const { warnings } = await check({
      payload_template: '"%Bogus%"',
      url: 'https://hooks.example.com/%Bogus%',
      headers: [
        { http_header_key: 'A', http_header_value: 'fine' },
        { http_header_key: 'B', http_header_value: '%Bogus%' },
      ],
    })

    assert.deepEqual(
      warnings.map(({ path }: { path: string }) => path),
      ['payload_template', 'url', 'headers[1].http_header_value'],
    )
    for (const { message } of warnings) assert.match(message, /%Bogus%/)
  })

  it('tells where each warning is, for an editor', async () => {
    const template = '{\n  "é🔥": "%AlertName%",\n  "b": "%Bogus%"\n}'
    const { warnings } = await check({ payload_template: template, url: 'https://hooks.example.com/%Bogus%' })

    const [inBody, inUrl] = warnings
    assert.deepEqual(inBody.position, { offset: template.indexOf('%Bogus%'), length: 7, line: 3, column: 9 })
    assert.match(inBody.message, /^line 3, column 9: /)
    assert.deepEqual(inUrl.position, { offset: 26, length: 7, line: 1, column: 27 })
  })

  it('tells where a template stops being JSON, and where the body does', async () => {
    const { warnings, fault, escaping, preview } = await check({
      payload_template: '{"🔥": "%AlertName%",}',
    })

    assert.deepEqual(warnings[0].position, { offset: 21, length: 1, line: 1, column: 21 })
    assert.equal(escaping, 'json')
    assert.deepEqual(fault, { offset: 25, length: 1, line: 1, column: 25 })
    assert.equal(preview.body[fault.offset], '}')
  })

  it('finds no fault in a body that is JSON, or is not meant to be', async () => {
    assert.equal((await check({ payload_template: '{"a": %CurrentValue%}' })).fault, null)
    const form = await check({
      payload_template: 'a=%AlertName%',
      content_type: 'application/x-www-form-urlencoded',
    })
    assert.deepEqual([form.fault, form.escaping], [null, 'form'])
    const lines = await check({ payload_template: '{}\n{]', content_type: 'application/x-ndjson' })
    assert.deepEqual([lines.fault.line, lines.fault.column, lines.escaping], [2, 2, 'json-lines'])
  })

  it('names the end of a template whose end is missing', async () => {
    const { fault } = await check({ payload_template: '{"a": 1' })

    assert.deepEqual(fault, { offset: 7, length: 0, line: 1, column: 8 })
  })

  it('describes the filters, and each way of escaping', async () => {
    const { json } = await call('GET', '/v1/templates')

    assert.deepEqual(
      json.filters.map(({ name }: { name: string }) => name),
      [
        'slack',
        'html',
        'markdown',
        'link',
        'jira',
        'line',
        'json',
        'in:Europe/Berlin',
        'or:unknown',
        'pre:" on "',
        'post:" ms"',
        'omit',
        'omit:2',
      ],
    )
    assert.deepEqual(
      json.named_texts.map(({ prefix, payload_types }: { prefix: string; payload_types: string[] }) => [
        prefix,
        payload_types,
      ]),
      [
        ['label', ['ALERT', 'JOB']],
        ['annotation', ['ALERT']],
      ],
    )
    assert.deepEqual(
      json.escaping.map(({ name }: { name: string }) => name),
      ['json', 'json-lines', 'form', 'xml', 'html', 'text'],
    )
  })

  it('escapes by the content type, given by itself or among the headers', async () => {
    const xml = { payload_template: '<i>%AlertInfo%</i>' }
    const byItself = await check({ ...xml, content_type: 'application/xml' })
    const asHeader = await check({
      ...xml,
      headers: [{ http_header_key: 'content-type', http_header_value: 'application/xml' }],
    })

    assert.match(byItself.preview.body, /&lt;2&gt;/)
    assert.equal(asHeader.preview.body, byItself.preview.body)
  })

  const wrong: readonly (readonly [what: string, body: unknown, issue: RegExp])[] = [
    ['no template', {}, /^payload_template: is required$/],
    [
      'an unknown payload type',
      { payload_template: '', payload_type: 'alert' },
      /^payload_type: must be one of "ALERT", "JOB"$/,
    ],
    [
      'a long template',
      { payload_template: 't'.repeat(262_145) },
      /^payload_template: must have at most 262144 characters$/,
    ],
    [
      'two content types',
      {
        payload_template: '',
        content_type: 'text/plain',
        headers: [{ http_header_key: 'Content-Type', http_header_value: 'text/plain' }],
      },
      /^content_type: is among `headers` already; leave out one of the two$/,
    ],
    [
      'an unknown member',
      { payload_template: '', name: 'x' },
      /^name: is an unknown member; known are payload_template, /,
    ],
  ]
  for (const [what, body, issue] of wrong) {
    it(`refuses ${what}`, async () => {
      const [first, ...more] = assertProblem(await call('POST', '/v1/templates/check', body), 400)

      assert.match(first ?? '', issue)
      assert.deepEqual(more, [])
    })
  }
})
