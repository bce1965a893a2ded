import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { asTokenWith } from '../../support/app/make-token.ts'
import { Receiver } from '../../support/network/receiver.ts'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'

const SECRET = 'Bearer receiver-secret'
const TOKEN_PATH = '/hook?token=s3cret-of-the-address'

/** What is not saved yet, to a receiver that really listens. */
describe('tests and previews of what is not saved', () => {
  let app: TestApp
  let call: TestApp['call']
  let receiver: Receiver
  let path: string
  before(async () => {
    app = await startApp({ listen: true })
    call = app.call
    receiver = await Receiver.start()
  })
  beforeEach(async () => {
    const { json } = await call('POST', '/v1/webhooks', {
      name: 'saved',
      url: receiver.url + TOKEN_PATH,
      http_headers: [
        { http_header_key: 'Authorization', http_header_value: SECRET },
        { http_header_key: 'X-Plain', http_header_value: 'first' },
      ],
      payload_template: '{"saved": "%AlertName%"}',
    })
    path = `/v1/webhooks/${json.id}`
    receiver.requests.length = 0
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })

  const lastEntry = async () => (await call('GET', '/v1/audit?limit=1')).json.items[0]
  const draft = (rest: object = {}) => ({
    name: 'draft',
    url: `${receiver.url}/draft/%AlertID%`,
    http_headers: [{ http_header_key: 'Authorization', http_header_value: 'Bearer draft-secret' }],
    payload_template: '{"alert": "%AlertName%", "what": "%Bogus%"}',
    ...rest,
  })

  it('a draft is tested through the code of every delivery, and stored nowhere', async () => {
    const count = (await call('GET', '/v1/webhooks')).json.items.length
    receiver.respondsWith((_request, response) => response.writeHead(202).end('thank you'))

    const { status, json, text } = await call('POST', '/v1/webhooks/test', {
      webhook: draft(),
      sample: 'cleared',
    })

    assert.equal(status, 200, text)
    const [received, ...more] = receiver.requests
    assert.deepEqual(more, [])
    assert.equal(received?.path, '/draft/0')
    assert.equal(received?.headers['authorization'], 'Bearer draft-secret')
    assert.equal(JSON.parse(received?.body ?? '').alert, 'Replication lag')
    assert.deepEqual([json.outcome, json.response.status, json.response.body], ['accept', 202, 'thank you'])
    assert.ok(json.timing.total_ms >= 0)
    assert.equal(json.warnings[0].path, 'payload_template')
    assert.doesNotMatch(text, /draft-secret/)
    assert.equal((await call('GET', '/v1/webhooks')).json.items.length, count)
    const { action, object_id: objectId, object_name: name, note } = await lastEntry()
    assert.deepEqual(
      [action, objectId, name, note],
      ['webhook.tested', null, 'draft', `with the sample cleared; a draft; to ${receiver.url}`],
    )
  })

  it('a draft is judged by its own answer rule', async () => {
    receiver.respondsWith((_request, response) => response.end('{"ok": false}'))

    const { json } = await call('POST', '/v1/webhooks/test', {
      webhook: draft({ response_rule: [{ member: 'ok', equals: true }] }),
    })

    assert.deepEqual([json.outcome, json.reason], ['retry', 'HTTP 200, but ok is false'])
  })

  it('a change is tested with what is hidden from its writer, and changes nothing', async () => {
    receiver.respondsWith((_request, response) => response.end('ok'))
    const shown = (await call('GET', path)).json
    assert.match(shown.url, /\*\*\*/)
    const headers = shown.http_headers.map((header: { http_header_key: string }) =>
      header.http_header_key === 'X-Plain' ? { ...header, http_header_value: 'second' } : header,
    )
    const change = {
      url: shown.url,
      http_headers: [...headers, { http_header_key: 'X-New', http_header_value: 'third' }],
      payload_template: '{"unsaved": "%AlertName%"}',
    }

    const { status, json, text } = await call('POST', `${path}/test`, { change })

    assert.equal(status, 200, text)
    const [received] = receiver.requests
    assert.equal(received?.path, TOKEN_PATH)
    assert.equal(received?.headers['authorization'], SECRET)
    assert.deepEqual([received?.headers['x-plain'], received?.headers['x-new']], ['second', 'third'])
    assert.deepEqual(JSON.parse(received?.body ?? ''), { unsaved: 'Replication lag' })
    assert.equal(json.outcome, 'accept')
    assert.doesNotMatch(text, /receiver-secret|s3cret-of-the-address/)
    assert.deepEqual((await call('GET', path)).json, shown)
    const { object_id: objectId, note } = await lastEntry()
    assert.equal(`/v1/webhooks/${objectId}`, path)
    assert.equal(
      note,
      `with the sample raised; an unsaved change of url, http_headers, payload_template; to ${receiver.url}`,
    )
  })

  it('the webhook as it is stored is called as before, also right after a test of a change', async () => {
    receiver.alwaysRespondsWith((_request, response) => response.end('ok'))
    await call('POST', `${path}/test`)
    await call('POST', `${path}/test`, { change: { payload_template: '"other"' } })
    await call('POST', `${path}/test`, { change: {} })

    assert.deepEqual(
      receiver.requests.map(({ body }) => body),
      ['{"saved": "Replication lag"}', '"other"', '{"saved": "Replication lag"}'],
    )
  })

  it('a change is previewed likewise, and sends nothing', async () => {
    const { json, text } = await call('POST', `${path}/preview`, {
      change: { payload_template: '{"unsaved": "%Bogus%"}', payload_type: 'JOB', mode: 'every_change' },
      sample: 'job_success',
    })

    assert.equal(json.request.body, '{"unsaved": "%Bogus%"}')
    assert.equal(json.warnings.length, 1)
    assert.doesNotMatch(text, /receiver-secret|s3cret-of-the-address/)
    assert.deepEqual(receiver.requests, [])
  })

  it('only who may change the webhook sees a signature, and only of what is stored', async () => {
    receiver.respondsWith((_request, response) => response.end('ok'))
    await call('POST', `${path}/signing/rotate`)
    const body = { change: { payload_template: '"forged"' } }
    const viewer = await asTokenWith(app, 'webhooks:read')
    const signatureOf = ({ json }: CallResponse) =>
      json.request.headers.find(({ name }: { name: string }) => name === 'webhook-signature').value

    assert.equal(signatureOf(await call('POST', `${path}/preview`, {}, viewer)), '***')
    assert.equal(signatureOf(await call('POST', `${path}/preview`, body, viewer)), '***')
    assert.equal(signatureOf(await call('POST', `${path}/preview`, body)), '***')
    assert.match(signatureOf(await call('POST', `${path}/preview`)), /^v1,/)
    assert.match(signatureOf(await call('POST', `${path}/test`, body)), /^v1,/)
  })

  const wrong: readonly (readonly [what: string, path: string, body: object, issues: readonly RegExp[]])[] = [
    [
      'a draft with mistakes, each at its place',
      '/v1/webhooks/test',
      { webhook: { name: 'x', url: 'ftp://x' } },
      [/^webhook\.url: must be an absolute http or https address/],
    ],
    [
      'a draft with a duration that is none',
      '/v1/webhooks/test',
      { webhook: { name: 'x', url: 'http://127.0.0.1:9/', timeout: 'soon' } },
      [/^webhook\.timeout: /],
    ],
    [
      'a draft to an address that is not allowed',
      '/v1/webhooks/test',
      { webhook: { name: 'x', url: 'http://169.254.169.254/' } },
      [/^webhook\.url: .*169\.254\.169\.254/],
    ],
    [
      'a draft with a hidden value, which it has none for',
      '/v1/webhooks/test',
      {
        webhook: {
          name: 'x',
          url: 'http://127.0.0.1:9/',
          http_headers: [{ http_header_key: 'Authorization', http_header_value: '***' }],
        },
      },
      [/^webhook\.http_headers\[0\]\.http_header_value: is "\*\*\*"/],
    ],
    [
      'a change with mistakes, each at its place',
      ':id/test',
      {
        change: {
          url: 'http://169.254.169.254/',
          http_headers: [{ http_header_key: 'Host', http_header_value: 'x' }],
        },
      },
      [/^change\.url: /, /^change\.http_headers\[0\]\.http_header_key: must not be Host/],
    ],
    [
      'a header of another webhook in a change',
      ':id/preview',
      {
        change: {
          http_headers: [{ http_header_id: 99_999, http_header_key: 'A', http_header_value: 'x' }],
        },
      },
      [/^change\.http_headers\[0\]\.http_header_id: this webhook has no header 99999/],
    ],
    [
      'an event that does not fit the changed webhook',
      ':id/test',
      { change: { payload_type: 'JOB', mode: 'every_change' }, sample: 'raised' },
      [/^sample: does not fit: this webhook has the payload type JOB/],
    ],
    ['no draft', '/v1/webhooks/test', {}, [/^webhook: is required/]],
  ]
  for (const [what, place, body, issues] of wrong) {
    it(`refuses ${what}, and sends nothing`, async () => {
      const found = assertProblem(await call('POST', place.replace(':id', path), body), 400)

      assert.equal(found.length, issues.length, found.join('\n'))
      for (const [index, issue] of issues.entries()) assert.match(found[index] ?? '', issue)
      assert.deepEqual(receiver.requests, [])
    })
  }
})
