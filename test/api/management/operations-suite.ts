import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DEFAULT_TEMPLATES } from '../../../src/domain/webhook/default-templates.ts'
import { add, assertDone, assertRefused, BARE, FULL, surround, type ManagementVersion } from './support.ts'

/** Rows of the table in section 4 of the design that are the same for both versions. */
export function exerciseOperations(version: ManagementVersion): void {
  describe(version, () => {
    const { path, app, read } = surround(version)

    describe('trailing slash', () => {
      it('/webhook and /webhook/, /webhook/7 and /webhook/7/ are the same', async () => {
        const webhook = await add(app(), `${path}/`, BARE)
        const other = await add(app(), path, BARE)

        assert.deepEqual(await read(`${webhook}/`), await read(webhook))
        assert.equal((await app().call('GET', `${path}/`)).text, (await app().call('GET', path)).text)
        assertDone(await app().call('PUT', `${webhook}/`, { name: 'renamed' }))
        assert.equal((await read(webhook)).name, 'renamed')
        assertDone(await app().call('DELETE', `${webhook}/`))
        assertDone(await app().call('DELETE', other))
      })
    })

    describe('id in the path', () => {
      it('anything but decimal digits, or an unknown id: 404 naming it', async () => {
        const table = [
          ['abc', '"abc" is not a webhook id.'],
          ['007', '"007" is not a webhook id.'],
          ['1.5', '"1.5" is not a webhook id.'],
          ['-1', '"-1" is not a webhook id.'],
          ['%31x', '"1x" is not a webhook id.'],
          ['99999', 'There is no webhook 99999.'],
          ['0', 'There is no webhook 0.'],
          ['9007199254740993', 'There is no webhook 9007199254740993.'],
          ['18446744073709551617', 'There is no webhook 18446744073709551617.'],
        ] as const
        for (const [id, detail] of table) {
          for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const) {
            const response = await app().call(method, `${path}/${id}`, body)
            assert.equal(response.status, 404, `${method} ${id}`)
            assert.equal(response.json.detail, detail)
            assert.equal(response.json.errormsg, detail)
          }
        }
      })

      it('an id is never used again', async () => {
        const gone = await add(app(), path, BARE)
        await app().call('DELETE', gone)

        assert.notEqual(await add(app(), path, BARE), gone)
        assert.equal((await app().call('GET', gone)).status, 404)
      })
    })

    describe('required on create', () => {
      it('name and url; the others have the documented defaults', async () => {
        const webhook = await read(await add(app(), path, BARE))

        assert.deepEqual(webhook, {
          id: webhook.id,
          ...BARE,
          enabled: true,
          method: 'POST',
          http_headers: [],
          payload_template: DEFAULT_TEMPLATES.ALERT,
          low_alert: true,
          med_alert: true,
          high_alert: true,
          cleared_alert: true,
          ...(version === 'v15' && { payload_type: 'ALERT' }),
        })
      })

      it('without them: 400 that names both, and nothing is added', async () => {
        const list = await app().call('GET', path)

        const response = await app().call('POST', path, {})

        assertRefused(response, 'name', /is required/)
        assertRefused(response, 'url', /is required/)
        assert.equal((await app().call('GET', path)).text, list.text)
      })

      it('every member is kept as it was given, headers in their order', async () => {
        const webhook = await read(await add(app(), path, FULL))

        const { id, http_headers, payload_type, ...rest } = webhook
        const { http_headers: given, ...others } = FULL
        assert.deepEqual(rest, others)
        assert.ok(Number.isInteger(id))
        assert.deepEqual(
          http_headers.map(({ http_header_id, ...header }: { http_header_id: number }) => {
            assert.ok(Number.isInteger(http_header_id))
            return header
          }),
          given,
        )
        assert.equal(payload_type, version === 'v15' ? 'ALERT' : undefined)
      })
    })

    describe('update', () => {
      it('is a merge: each member alone changes itself and nothing else', async () => {
        const changes = {
          name: 'another',
          url: 'http://hooks.example.com/another',
          enabled: true,
          method: 'POST',
          payload_template: '',
          low_alert: true,
          med_alert: true,
          high_alert: true,
          cleared_alert: true,
        }
        const webhook = await add(app(), path, FULL)
        for (const [member, value] of Object.entries(changes)) {
          const earlier = await read(webhook)

          assertDone(await app().call('PUT', webhook, { [member]: value }))

          assert.deepEqual(await read(webhook), { ...earlier, [member]: value })
        }
      })

      it('{} changes nothing and is 200; so do the values that are there already', async () => {
        const webhook = await add(app(), path, FULL)
        const earlier = await app().call('GET', webhook)
        const [header] = earlier.json.http_headers

        assertDone(await app().call('PUT', webhook, {}))
        assertDone(await app().call('PUT', webhook, { http_headers: {} }))
        assertDone(
          await app().call('PUT', webhook, { http_headers: { added: [], changed: [], deleted: [] } }),
        )
        assertDone(await app().call('PUT', webhook, { name: FULL.name, enabled: false }))
        assertDone(await app().call('PUT', webhook, { http_headers: { changed: [header] } }))

        const later = await app().call('GET', webhook)
        assert.equal(later.text, earlier.text)
        assert.equal(later.headers['etag'], earlier.headers['etag'])
      })

      it('all or nothing: one wrong member and none is changed', async () => {
        const webhook = await add(app(), path, FULL)
        const earlier = await read(webhook)

        const response = await app().call('PUT', webhook, {
          name: 'another',
          url: 'nowhere',
          http_headers: { added: [{ http_header_key: 'X', http_header_value: 'y' }] },
        })

        assertRefused(response, 'url', /absolute http or https/)
        assert.deepEqual(await read(webhook), earlier)
      })
    })

    describe('answers', () => {
      it('list and read 200 with JSON; add, update and delete 200 with an empty body; add also sends Location', async () => {
        const added = await app().call('POST', path, BARE)
        assertDone(added)
        const location = String(added.headers['location'])
        assert.match(location, new RegExp(`^/api/${version}/webhook/\\d+$`))

        for (const address of [path, location]) {
          const response = await app().call('GET', address)
          assert.equal(response.status, 200)
          assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
        }
        assertDone(await app().call('PUT', location, { enabled: false }))
        assertDone(await app().call('DELETE', location))
        assert.equal((await app().call('GET', location)).status, 404)
      })

      it('add and update without a body: 400', async () => {
        const webhook = await add(app(), path, BARE)
        for (const [method, address] of [
          ['POST', path],
          ['PUT', webhook],
        ] as const) {
          const response = await app().call(method, address)
          assert.equal(response.status, 400)
          assert.match(response.json.detail, /JSON body is required/)
        }
      })
    })
  })
}
