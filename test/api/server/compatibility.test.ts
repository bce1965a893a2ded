import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { assertDone, assertRefused, BARE, FULL } from '../management/support.ts'

const V6 = '/api/v6/webhook'
const V15 = '/api/v15/webhook'
const V1 = '/v1/webhooks'

/** What only newer versions than v6, or only v1, know. */
const NEWER = {
  payload_type: 'JOB',
  description: 'kept',
  tags: { team: 'dba' },
  timeout: '5s',
  retry_schedule: '0s,1m*2',
} as const

describe('versions of the interface', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())

  const idOf = (location: unknown) => Number(String(location).split('/').at(-1))
  const add = async (path: string, body: object) => {
    const response = await app.call('POST', path, body)
    assert.ok(response.status < 300, response.text)
    return idOf(response.headers['location'])
  }
  const read = async (path: string, id: number | string) => (await app.call('GET', `${path}/${id}`)).json

  /** What a script does that reads a webhook, changes a member, and writes it all back. */
  const writeBack = async (path: string, id: number, change: object) => {
    const { id: _id, http_headers, payload_type, ...rest } = await read(path, id)
    const changes = { ...(payload_type && { payload_type }), changed: http_headers }
    assertDone(await app.call('PUT', `${path}/${id}`, { ...rest, http_headers: changes, ...change }))
  }

  it('one set of webhooks: each version lists what any of them wrote', async () => {
    const ids = [await add(V6, BARE), await add(V15, FULL), await add(V1, BARE)]

    for (const path of [V6, V15]) {
      const list: readonly { readonly id: number }[] = (await app.call('GET', path)).json
      assert.deepEqual(
        ids.filter((id) => list.some((listed) => listed.id === id)),
        ids,
      )
    }
    const items: readonly { readonly id: number }[] = (await app.call('GET', `${V1}?limit=500`)).json.items
    assert.deepEqual(
      ids.filter((id) => items.some((item) => item.id === id)),
      ids,
    )
  })

  it('what one writes the others read: the shared members are the same everywhere', async () => {
    for (const path of [V6, V15, V1]) {
      const id = await add(path, FULL)
      const v6 = await read(V6, id)

      assert.deepEqual(await read(V15, id), { ...v6, payload_type: 'ALERT' })
      const v1 = await read(V1, `${id}?show=secrets`)
      for (const [member, value] of Object.entries(v6)) assert.deepEqual(v1[member], value, member)
    }
  })

  it('a change in one version is seen in the others, and changes the ETag of all', async () => {
    const id = await add(V6, FULL)
    const etags = async () =>
      Promise.all([V6, V15, V1].map(async (path) => (await app.call('GET', `${path}/${id}`)).headers['etag']))

    assertDone(await app.call('PUT', `${V15}/${id}`, { name: 'by v15' }))
    assert.equal((await read(V6, id)).name, 'by v15')
    assert.deepEqual(await etags(), ['"2"', '"2"', '"2"'])
    assertDone(await app.call('PUT', `${V6}/${id}`, { name: 'by v6' }, { 'if-match': '"2"' }))
    assert.equal((await read(V15, id)).name, 'by v6')
    assert.equal((await app.call('PATCH', `${V1}/${id}`, { name: 'by v1' })).status, 200)
    assert.equal((await read(V6, id)).name, 'by v1')
    assert.deepEqual(await etags(), ['"4"', '"4"', '"4"'])
    assertDone(await app.call('DELETE', `${V6}/${id}`))
    for (const path of [V6, V15, V1]) assert.equal((await app.call('GET', `${path}/${id}`)).status, 404)
  })

  it('JOB webhooks seen from v6: listed like any other, without payload_type', async () => {
    const id = await add(V15, { ...FULL, payload_type: 'JOB' })

    const listed = (await app.call('GET', V6)).json.find((webhook: { id: number }) => webhook.id === id)
    const { payload_type, ...rest } = await read(V15, id)

    assert.equal(payload_type, 'JOB')
    assert.deepEqual(listed, rest)
    assert.deepEqual(await read(V6, id), rest)
  })

  it('a v6 or v15 write-back never erases what only a newer version knows', async () => {
    for (const path of [V6, V15]) {
      const id = await add(V1, { ...FULL, ...NEWER, method: 'POST' })
      const earlier = await read(V1, id)

      await writeBack(path, id, { name: 'written back' })

      const { revision, updated_at: _updatedAt, ...later } = await read(V1, id)
      const { revision: _revision, updated_at: _then, ...unchanged } = earlier
      assert.equal(revision, 2)
      assert.deepEqual(later, { ...unchanged, name: 'written back' })
    }
  })

  it('a write-back of what was read changes nothing at all', async () => {
    for (const path of [V6, V15]) {
      const id = await add(V1, { ...FULL, ...NEWER })
      const earlier = await read(V1, id)

      await writeBack(path, id, {})

      assert.deepEqual(await read(V1, id), earlier)
    }
  })

  it('url: an address that deliveries would refuse is refused when it is written, in every version', async () => {
    const open = await startApp({
      settings: { TOCSIN_LISTEN: '0.0.0.0:0', TOCSIN_ALLOW_TARGETS: '10.1.0.0/16' },
    })
    try {
      for (const path of [V6, V15, V1]) {
        for (const url of [
          'http://127.0.0.1/',
          'http://10.0.0.8/hook',
          'http://[::1]/',
          'http://169.254.169.254/',
        ]) {
          assertRefused(await open.call('POST', path, { ...BARE, url }), 'url', /TOCSIN_ALLOW_TARGETS/)
        }
        const allowed = await open.call('POST', path, { ...BARE, url: 'http://10.1.0.8/hook' })
        assert.ok(allowed.status < 300, allowed.text)
      }
      assertRefused(
        await open.call('PUT', `${V6}/1`, { url: 'http://localhost/' }),
        'url',
        /TOCSIN_ALLOW_TARGETS/,
      )
    } finally {
      await open.stop()
    }
  })

  it('method: v15 shows what v6 stored, and keeps it unless the body has one', async () => {
    const id = await add(V6, { ...BARE, method: 'PATCH' })

    assert.equal((await read(V15, id)).method, 'PATCH')
    assertDone(await app.call('PUT', `${V15}/${id}`, { name: 'renamed' }))
    assert.equal((await read(V6, id)).method, 'PATCH')
    const response = await app.call('PUT', `${V15}/${id}`, { method: 'PATCH' })
    assertRefused(response, 'method', /one of "POST", "PUT"/)
  })

  it('whatever v6 accepts, v15 and v1 show the same, and the other way round', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 })
    const definition = fc.record({
      name: text.filter((name) => name.trim() !== '' && !/\p{Cc}/u.test(name)),
      url: fc.webUrl({ withQueryParameters: true }),
      enabled: fc.boolean(),
      method: fc.constantFrom('POST', 'PUT'),
      http_headers: fc.array(
        fc.record({
          http_header_key: fc.stringMatching(/^X-[A-Za-z0-9!#$]{1,8}$/),
          http_header_value: text.filter((value) => !/\p{Cc}/u.test(value)),
        }),
        { maxLength: 4 },
      ),
      payload_template: text.filter((template) => !template.includes('\0')),
      low_alert: fc.boolean(),
      med_alert: fc.boolean(),
      high_alert: fc.boolean(),
      cleared_alert: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(definition, fc.constantFrom(V6, V15), async (given, path) => {
        const id = await add(path, given)
        const v6 = await read(V6, id)

        const { http_headers, id: _id, ...fields } = v6
        const { http_headers: givenHeaders, ...givenFields } = given
        assert.deepEqual(fields, givenFields)
        assert.deepEqual(
          http_headers.map(({ http_header_id: _headerId, ...header }: { http_header_id: number }) => header),
          givenHeaders.map((header) => ({ ...header })),
        )
        assert.deepEqual(await read(V15, id), { ...v6, payload_type: 'ALERT' })
        await writeBack(V15, id, {})
        assert.deepEqual(await read(V6, id), v6)
      }),
      { numRuns: 40 },
    )
  })
})
