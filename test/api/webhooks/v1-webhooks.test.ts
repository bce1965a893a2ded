import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DEFAULT_TEMPLATES } from '../../../src/domain/webhook/default-templates.ts'
import { claimAll, finished } from '../../storage/suite/finish.ts'
import { testCertificates } from '../../support/network/certificates.ts'
import { NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'
import { assertRefused, BARE } from '../management/support.ts'

const PATH = '/v1/webhooks'
const UNSAID = {
  tags: null,
  match: null,
  acknowledgements: false,
  maintenance_windows: false,
  mode: 'current_state',
  missed_alerts: 'skip',
  clear_request: null,
  remind: null,
  max_age: null,
  fallback_after: null,
}

describe('v1 webhooks', () => {
  let app: TestApp
  const clock = new FakeClock(NOW)
  before(async () => {
    app = await startApp({ clock })
  })
  after(() => app.stop())

  const create = async (body: object = {}) => {
    const response = await app.call('POST', `${PATH}?show=secrets`, { ...BARE, ...body })
    assert.equal(response.status, 201, response.text)
    return response.json
  }
  const read = async (id: number) => (await app.call('GET', `${PATH}/${id}`)).json
  const header = (key: string, value: string) => ({ http_header_key: key, http_header_value: value })

  describe('create', () => {
    it('gives the mode current_state where it fits, and else every_change', async () => {
      const onlyClears = { low_alert: false, med_alert: false, high_alert: false }
      const modeOf = async (body: object) => (await create(body)).mode

      assert.equal(await modeOf({}), 'current_state')
      assert.equal(await modeOf({ low_alert: false, med_alert: false, max_age: null }), 'current_state')
      assert.equal(await modeOf({ payload_type: 'JOB' }), 'every_change')
      assert.equal(await modeOf(onlyClears), 'every_change')
      assert.equal(await modeOf({ max_age: '2h' }), 'every_change')
      assert.equal(await modeOf({ mode: 'every_change' }), 'every_change')
      const refused = await app.call('POST', PATH, { ...BARE, mode: 'current_state', max_age: '2h' })
      assert.equal(refused.status, 400)
    })

    it('201 with the whole webhook, its defaults, Location and ETag', async () => {
      const response = await app.call('POST', PATH, BARE)

      assert.equal(response.status, 201)
      const { id } = response.json
      assert.equal(response.headers['location'], `${PATH}/${id}`)
      assert.equal(response.headers['etag'], '"1"')
      assert.deepEqual(response.json, {
        id,
        ...BARE,
        description: '',
        enabled: true,
        signed: false,
        disabled_reason: null,
        method: 'POST',
        http_headers: [],
        payload_type: 'ALERT',
        payload_template: DEFAULT_TEMPLATES.ALERT,
        low_alert: true,
        med_alert: true,
        high_alert: true,
        cleared_alert: true,
        ...UNSAID,
        timeout: null,
        retry_schedule: null,
        concurrency: null,
        rate_limit: null,
        response_size_max: null,
        response_rule: null,
        tls: null,
        fallback_webhook_id: null,
        revision: 1,
        created_at: '2026-09-14T03:00:00.000Z',
        updated_at: '2026-09-14T03:00:00.000Z',
        warnings: [],
      })
      const { warnings: _warnings, ...webhook } = response.json
      assert.deepEqual(await read(id), webhook)
    })

    it('keeps every member that it is given', async () => {
      const given = {
        description: 'two\nlines',
        enabled: false,
        method: 'PATCH',
        payload_type: 'JOB',
        payload_template: '{"job": "%JobName%"}',
        low_alert: false,
        med_alert: false,
        high_alert: false,
        cleared_alert: false,
        timeout: '1500ms',
        retry_schedule: '0s,5s*3,2h',
        concurrency: 4,
        rate_limit: '20/1m',
        response_size_max: '1kb',
        response_rule: [{ member: 'result.ok', equals: true }, { lacks: 'HTTP error' }],
      }
      const webhook = await create({ ...given, http_headers: [header('X', 'y')] })

      for (const [member, value] of Object.entries(given)) assert.deepEqual(webhook[member], value, member)
      assert.deepEqual(webhook.http_headers, [
        { http_header_id: webhook.http_headers[0].http_header_id, ...header('X', 'y') },
      ])
    })

    it('warns of markers that nothing will replace, with the member they stand in', async () => {
      const { warnings } = await create({ payload_template: '{"a": "%AlertNam%"}' })

      assert.equal(warnings.length, 1)
      assert.equal(warnings[0].path, 'payload_template')
      assert.match(warnings[0].message, /%AlertNam%/)
    })

    it('refuses unknown members, read-only ones and wrong types, naming each', async () => {
      const response = await app.call('POST', PATH, {
        id: 1,
        revision: 1,
        created_at: 'x',
        colour: 'red',
        url: 5,
        timeout: 15,
        retry_schedule: ['5s'],
        description: null,
        http_headers: [{ http_header_id: 3, ...header('X', 'y') }],
      })

      assertRefused(response, 'name', /is required/)
      for (const member of ['id', 'revision', 'created_at']) assertRefused(response, member, /leave it out/)
      assertRefused(response, 'colour', /unknown member; known are name/)
      assertRefused(response, 'url', /must be a string/)
      assertRefused(response, 'timeout', /must be a string or null/)
      assertRefused(response, 'retry_schedule', /must be a string or null/)
      assertRefused(response, 'description', /must be a string/)
      assertRefused(response, 'http_headers[0].http_header_id', /is given by the service/)
    })

    it('tells what cannot be read together with the other mistakes', async () => {
      const rule = [{ contains: 'a', lacks: 'b' }, { lacks: 'c' }]
      const fields = { url: 'ftp://h.example/', method: 'CONNECT', timeout: 'soon', rate_limit: 'many' }
      const body = { name: 'x', ...fields, response_rule: rule }
      const { id } = await create({})

      const made = await app.call('POST', '/v1/webhooks', body)
      const changed = await app.call('PATCH', `/v1/webhooks/${id}`, body)

      for (const { status, json } of [made, changed]) {
        assert.equal(status, 400)
        assert.deepEqual(json.errors.map(({ path }: { path: string }) => path).toSorted(), [
          'method',
          'rate_limit',
          'response_rule[0]',
          'timeout',
          'url',
        ])
      }
    })
  })

  describe('change', () => {
    it('merges TLS settings member by member, and never shows the key', async () => {
      const { authority, client } = await testCertificates()
      const tls = {
        ca_certificates: authority.certificate,
        client_certificate: client.certificate,
        client_key: client.key,
      }
      const { id, tls: created } = await create({ tls })
      assert.deepEqual(created, { ...tls, client_key: '***', insecure: false })

      await app.call('PATCH', `${PATH}/${id}`, { tls: { insecure: true, client_key: '***' } })
      assert.deepEqual((await app.store.findWebhook(id))?.tls, {
        ca: authority.certificate,
        certificate: client.certificate,
        key: client.key,
        insecure: true,
      })

      await app.call('PATCH', `${PATH}/${id}`, { tls: null })
      assert.equal((await read(id)).tls, null)
    })

    it('is a merge: absent stays, null clears; 200 with the whole webhook and its warnings', async () => {
      const webhook = await create({ timeout: '5s', retry_schedule: '0s,1m', description: 'note' })
      clock.advance(1000)

      const response = await app.call('PATCH', `${PATH}/${webhook.id}`, {
        timeout: null,
        mode: 'every_change',
        payload_type: 'JOB',
        payload_template: '%NoSuch%',
      })

      assert.equal(response.status, 200)
      assert.equal(response.headers['etag'], '"2"')
      const { warnings, ...rest } = response.json
      assert.ok(warnings.length > 0)
      assert.deepEqual(rest, await read(webhook.id))
      const { warnings: _warnings, ...created } = webhook
      assert.deepEqual(rest, {
        ...created,
        timeout: null,
        mode: 'every_change',
        payload_type: 'JOB',
        payload_template: '%NoSuch%',
        revision: 2,
        updated_at: new Date(clock.now()).toISOString(),
      })
    })

    it('{} changes nothing, not even the mode that a new webhook would not get', async () => {
      const { id } = await create({ mode: 'every_change' })

      assert.equal((await app.call('PATCH', `${PATH}/${id}`, {})).json.mode, 'every_change')
      assert.equal((await app.call('PATCH', `${PATH}/${id}`, { name: 'old' })).json.mode, 'every_change')
    })

    it('{} changes nothing, not even the revision', async () => {
      const { warnings: _warnings, ...webhook } = await create()

      const response = await app.call('PATCH', `${PATH}/${webhook.id}`, {})

      assert.equal(response.status, 200)
      assert.deepEqual(await read(webhook.id), webhook)
    })

    it('http_headers is the whole new list: known ids are kept or changed, others added, missing ones deleted', async () => {
      const { id, http_headers } = await create({
        http_headers: [header('A', '1'), header('B', '2'), header('C', '3')],
      })
      const [a, b, c] = http_headers

      const response = await app.call('PATCH', `${PATH}/${id}?show=secrets`, {
        http_headers: [header('D', '4'), { ...c, http_header_value: '33' }, a],
      })

      assert.equal(response.status, 200, response.text)
      const [first, second, third, ...more] = response.json.http_headers
      assert.deepEqual([first, second], [a, { ...c, http_header_value: '33' }])
      assert.deepEqual(third, { http_header_id: third.http_header_id, ...header('D', '4') })
      assert.ok(third.http_header_id > c.http_header_id && third.http_header_id !== b.http_header_id)
      assert.deepEqual(more, [])
      const same = await app.call('PATCH', `${PATH}/${id}`, { http_headers: response.json.http_headers })
      assert.equal(same.json.revision, response.json.revision)
      const none = await app.call('PATCH', `${PATH}/${id}`, { http_headers: [] })
      assert.deepEqual(none.json.http_headers, [])
    })

    it('names the entry of the given list that is wrong, and changes nothing', async () => {
      const { id, http_headers } = await create({ http_headers: [header('A', '1')] })
      const [a] = http_headers
      const earlier = await read(id)

      const response = await app.call('PATCH', `${PATH}/${id}`, {
        http_headers: [
          header('X Y', 'z'),
          a,
          { http_header_id: 999_999, ...header('N', 'a\nb') },
          a,
          header('Host', 'h'),
        ],
      })

      assertRefused(response, 'http_headers[0].http_header_key', /RFC 9110/)
      assertRefused(response, 'http_headers[2].http_header_id', /has no header 999999/)
      assertRefused(response, 'http_headers[2].http_header_value', /line breaks/)
      assertRefused(response, 'http_headers[3].http_header_id', /named more than once/)
      assertRefused(response, 'http_headers[4].http_header_key', /must not be Host/)
      assert.deepEqual(await read(id), earlier)
      const noList = await app.call('PATCH', `${PATH}/${id}`, { http_headers: { added: [] } })
      assertRefused(noList, 'http_headers', /the whole new list/)
      const noKey = await app.call('PATCH', `${PATH}/${id}`, { http_headers: [{ http_header_id: 1 }] })
      assertRefused(noKey, 'http_headers[0].http_header_key', /is required/)
    })

    it('enabling clears the reason for which the service disabled it', async () => {
      const { id } = await create()
      const reason = 'the receiver answered 410 Gone'
      await disable(app, id, reason)

      assert.deepEqual(
        await app.call('GET', `${PATH}/${id}`).then(({ json }) => [json.enabled, json.disabled_reason]),
        [false, reason],
      )
      const response = await app.call('PATCH', `${PATH}/${id}`, { enabled: true })
      assert.deepEqual([response.json.enabled, response.json.disabled_reason], [true, null])
    })

    it('If-Match: done with the present ETag, 412 with another', async () => {
      const { id } = await create()
      const patch = (ifMatch: string) =>
        app.call('PATCH', `${PATH}/${id}`, { name: 'new' }, { 'if-match': ifMatch })

      assert.equal((await patch('"2"')).status, 412)
      assert.equal((await patch('"1"')).status, 200)
      assert.equal((await patch('"1"')).status, 412)
      assert.equal((await read(id)).revision, 2)
    })

    it('whole lists written at once do not mix', async () => {
      const { id } = await create({ http_headers: [header('A', '1')] })
      const lists = Array.from({ length: 5 }, (_, index) => [
        header(`X-${index}`, 'a'),
        header(`Y-${index}`, 'b'),
      ])

      const responses = await Promise.all(
        lists.map((http_headers) => app.call('PATCH', `${PATH}/${id}`, { http_headers })),
      )

      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200, 200, 200, 200],
      )
      const keys = (await read(id)).http_headers.map(
        (entry: { http_header_key: string }) => entry.http_header_key,
      )
      assert.equal(keys.length, 2)
      assert.equal(keys[0].slice(1), keys[1].slice(1))
    })
  })

  describe('read, list and delete', () => {
    it('an unknown id or none: 404 naming it', async () => {
      for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
        assert.equal((await app.call(method, `${PATH}/abc`, body)).json.detail, '"abc" is not a webhook id.')
        const unknown = await app.call(method, `${PATH}/99999`, body)
        assert.deepEqual([unknown.status, unknown.json.detail], [404, 'There is no webhook 99999.'])
      }
    })

    it('If-None-Match with the present ETag: 304', async () => {
      const { id } = await create()

      const response = await app.call('GET', `${PATH}/${id}`, undefined, { 'if-none-match': '"1"' })

      assert.deepEqual([response.status, response.text], [304, ''])
    })

    it('pages upwards by id; next leads through all of them', async () => {
      for (let count = 0; count < 5; count += 1) await create()
      const all = (await app.call('GET', `${PATH}?limit=500`)).json
      assert.equal(all.next, null)
      const seen: object[] = []
      let cursor: string | null = ''
      for (let pages = 0; cursor !== null && pages < 50; pages += 1) {
        const paging = cursor === '' ? '' : `&cursor=${cursor}`
        const { json: page }: CallResponse = await app.call('GET', `${PATH}?limit=3${paging}`)
        assert.ok(page.items.length <= 3)
        seen.push(...page.items)
        cursor = page.next
      }

      assert.deepEqual(seen, all.items)
      assertRefused(await app.call('GET', `${PATH}?limit=501`), 'limit', /from 1 to 500/)
      assertRefused(await app.call('GET', `${PATH}?cursor=x`), 'cursor', /not a cursor/)
      assertRefused(await app.call('GET', `${PATH}?page=2`), 'page', /unknown query parameter/)
    })

    it('delete: 204, and 412 if it has changed since', async () => {
      const { id } = await create()

      assert.equal((await app.call('DELETE', `${PATH}/${id}`, undefined, { 'if-match': '"9"' })).status, 412)
      const response = await app.call('DELETE', `${PATH}/${id}`)
      assert.deepEqual([response.status, response.text], [204, ''])
      assert.equal((await app.call('DELETE', `${PATH}/${id}`)).status, 404)
    })
  })
})

/** Disables a webhook as a delivery does that got 410. */
async function disable(app: TestApp, webhookId: number, disableWebhookReason: string): Promise<void> {
  assert.equal((await app.call('POST', '/v1/alerts', { key: 'k', name: 'n', state: 'high' })).status, 200)
  const claims = await claimAll(app.store, NOW + 60_000)
  const claim = claims.find(({ webhook }) => webhook.id === webhookId)
  assert.ok(claim, 'the webhook was notified')
  await app.store.finishAttempts(
    [finished(claim, { state: 'failed' }, { disableWebhookReason })],
    NOW + 60_000,
  )
}
