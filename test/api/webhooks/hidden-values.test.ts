import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HIDDEN } from '../../../src/domain/redaction/redact.ts'
import { asTokenWith } from '../../support/app/make-token.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { assertRefused } from '../management/support.ts'

const PATH = '/v1/webhooks'
const URL = 'https://bob:pw@hooks.slack.com/services/T0/B0/xyz?token=t0ken&a=b'
const MASKED_URL = 'https://***@hooks.slack.com/services/***?token=***&a=b'
const header = (key: string, value: string) => ({ http_header_key: key, http_header_value: value })
const GIVEN = {
  name: 'hidden',
  url: URL,
  http_headers: [
    header('Authorization', 'Bearer s3cret'),
    header('X-Team', 'dba'),
    header('Content-Type', 'application/json'),
    header('X-Alert', '%AlertName%'),
  ],
}

interface Header {
  readonly http_header_id: number
  readonly http_header_key: string
  readonly http_header_value: string
}

const valuesOf = (webhook: { readonly http_headers: readonly Header[] }) =>
  webhook.http_headers.map(({ http_header_value }) => http_header_value)
const REAL = GIVEN.http_headers.map(({ http_header_value }) => http_header_value)
const MASKED = [HIDDEN, HIDDEN, 'application/json', '%AlertName%']

describe('hidden values in /v1', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())

  const create = async () => (await app.call('POST', PATH, GIVEN)).json
  const real = async (id: number) => (await app.call('GET', `${PATH}/${id}?show=secrets`)).json
  const patch = (id: number, body: object) => app.call('PATCH', `${PATH}/${id}`, body)

  it('every response with a webhook hides values of headers and credentials in its URL', async () => {
    const created = await app.call('POST', PATH, GIVEN)
    const { id } = created.json
    const list = await app.call('GET', PATH)
    const responses = [
      created.json,
      (await app.call('GET', `${PATH}/${id}`)).json,
      (await patch(id, { name: 'again' })).json,
      list.json.items.find((webhook: { id: number }) => webhook.id === id),
    ]

    for (const webhook of responses) {
      assert.deepEqual([webhook.url, valuesOf(webhook)], [MASKED_URL, MASKED])
    }
  })

  it('?show=secrets shows them, in every one of these responses', async () => {
    const created = await app.call('POST', `${PATH}?show=secrets`, GIVEN)
    const { id } = created.json
    const list = await app.call('GET', `${PATH}?show=secrets&limit=500`)
    const responses = [
      created.json,
      await real(id),
      (await app.call('PATCH', `${PATH}/${id}?show=secrets`, { name: 'again' })).json,
      list.json.items.find((webhook: { id: number }) => webhook.id === id),
    ]

    for (const webhook of responses) assert.deepEqual([webhook.url, valuesOf(webhook)], [URL, REAL])
  })

  it('only with the scope secrets:read; without it 403, and nothing is changed', async () => {
    const { id, revision } = await create()
    const without = await asTokenWith(app, 'webhooks:read', 'webhooks:write')
    const withScope = await asTokenWith(app, 'webhooks:read', 'secrets:read')
    const path = `${PATH}/${id}?show=secrets`
    const count = (await app.store.listWebhooks({})).length

    for (const response of [
      await app.call('GET', `${PATH}?show=secrets`, undefined, without),
      await app.call('GET', path, undefined, without),
      await app.call('PATCH', path, { name: 'never' }, without),
      await app.call('POST', `${PATH}?show=secrets`, GIVEN, without),
    ]) {
      assert.equal(response.status, 403)
      assert.match(response.json.detail, /lacks the scope secrets:read, which `show=secrets` needs/)
    }
    assert.equal((await real(id)).revision, revision)
    assert.equal((await app.store.listWebhooks({})).length, count)
    assert.equal((await app.call('GET', path, undefined, withScope)).json.url, URL)
    assertRefused(await app.call('GET', `${PATH}/${id}?show=all`), 'show', /must be one of secrets/)
  })

  it('v6 and v15 show them, as their interface says', async () => {
    const { id } = await create()

    for (const version of ['v6', 'v15']) {
      const { json } = await app.call('GET', `/api/${version}/webhook/${id}`)
      assert.deepEqual([json.url, valuesOf(json)], [URL, REAL])
    }
  })

  it('what was read can be written back: what is hidden stays as it is', async () => {
    const { id } = await create()
    const { json: read } = await app.call('GET', `${PATH}/${id}`)
    const { url, http_headers } = read

    const same = await patch(id, { url, http_headers })
    const changed = await patch(id, {
      url,
      name: 'new',
      http_headers: http_headers.map((each: Header) =>
        each.http_header_key === 'X-Team' ? { ...each, http_header_value: 'sre' } : each,
      ),
    })

    assert.equal(same.json.revision, read.revision)
    assert.equal(changed.status, 200, changed.text)
    const now = await real(id)
    assert.deepEqual([now.url, now.name], [URL, 'new'])
    assert.deepEqual(valuesOf(now), REAL.with(1, 'sre'))
  })

  it('the whole URL can be written as well, also when it stays the same', async () => {
    const { id, revision } = await create()

    assert.equal((await patch(id, { url: URL })).json.revision, revision)
    assert.equal((await patch(id, { url: 'https://h.example/' })).json.url, 'https://h.example/')
  })

  it('a URL with a hidden part that is not this one is refused', async () => {
    const { id } = await create()

    for (const url of ['https://***@hooks.slack.com/services/***?token=***', 'https://h.example/***']) {
      assertRefused(await patch(id, { url }), 'url', /stands for a hidden part; write the whole address/)
    }
    assertRefused(await app.call('POST', PATH, { name: 'x', url: MASKED_URL }), 'url', /hidden part/)
    assert.equal((await real(id)).url, URL)
  })

  it('*** for a new header is refused, and so it is under another name', async () => {
    const { id, http_headers } = await create()
    const [authorization, team] = http_headers
    const before = await real(id)

    const added = await patch(id, { http_headers: [authorization, header('X-New', HIDDEN)] })
    const renamed = await patch(id, { http_headers: [{ ...team, http_header_key: 'User-Agent' }] })
    const cased = await patch(id, { http_headers: [{ ...team, http_header_key: 'x-team' }] })

    assertRefused(added, 'http_headers[1].http_header_value', /a new header needs the value itself/)
    assertRefused(renamed, 'http_headers[0].http_header_value', /under the name X-Team; with another name/)
    assert.deepEqual(valuesOf(before), REAL)
    assert.equal(cased.status, 200)
    assert.deepEqual(valuesOf(await real(id)), ['dba'])
    const created = await app.call('POST', PATH, { ...GIVEN, http_headers: [header('X', HIDDEN)] })
    assertRefused(created, 'http_headers[0].http_header_value', /a new header needs the value itself/)
  })

  it('*** for a client key where there is none is refused', async () => {
    const { id } = await create()
    const tls = { client_certificate: 'x', client_key: HIDDEN }

    assertRefused(await patch(id, { tls }), 'tls.client_key', /there is none yet/)
    assertRefused(await app.call('POST', PATH, { ...GIVEN, tls }), 'tls.client_key', /there is none yet/)
  })

  it('a preview hides what a read hides', async () => {
    const { id } = await create()
    const reader = await asTokenWith(app, 'webhooks:read')

    const { json } = await app.call('POST', `${PATH}/${id}/preview`, undefined, reader)

    const shown = Object.fromEntries(
      json.request.headers.map(({ name, value }: { name: string; value: string }) => [name, value]),
    )
    assert.equal(json.request.url, 'https://hooks.slack.com/services/***?token=***&a=b')
    assert.deepEqual(
      [shown['Authorization'], shown['X-Team'], shown['X-Alert']],
      ['Bearer ***', HIDDEN, 'Replication lag'],
    )
  })
})
