import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CallResponse } from '../../support/app/start-app.ts'
import { add, assertDone, assertRefused, BARE, surround, type ManagementVersion } from './support.ts'

/** Rows of the table in section 4 of the design that are the same for both versions. */
export function exerciseHeaders(version: ManagementVersion): void {
  describe(version, () => {
    const { path, app, read } = surround(version)

    describe('header change set', () => {
      const header = (key: string, value: string) => ({ http_header_key: key, http_header_value: value })
      const start = async () => {
        const webhook = await add(app(), path, {
          ...BARE,
          http_headers: [header('A', '1'), header('B', '2'), header('C', '3')],
        })
        const { http_headers } = await read(webhook)
        const ids: number[] = http_headers.map((entry: { http_header_id: number }) => entry.http_header_id)
        return { webhook, headers: http_headers, ids: [ids[0] ?? 0, ids[1] ?? 0, ids[2] ?? 0] as const }
      }

      it('deleted, changed and added at once', async () => {
        const { webhook, headers, ids } = await start()

        assertDone(
          await app().call('PUT', webhook, {
            http_headers: {
              added: [header('D', '4'), header('E', '5')],
              changed: [{ http_header_id: ids[1], ...header('B2', '22') }],
              deleted: [{ http_header_id: ids[0] }],
            },
          }),
        )

        const later = (await read(webhook)).http_headers
        assert.deepEqual(later.slice(0, 2), [{ http_header_id: ids[1], ...header('B2', '22') }, headers[2]])
        assert.deepEqual(
          later.slice(2).map(({ http_header_id: _id, ...entry }: { http_header_id: number }) => entry),
          [header('D', '4'), header('E', '5')],
        )
      })

      it('changed may carry key, value, both or neither', async () => {
        const { webhook, ids } = await start()

        assertDone(
          await app().call('PUT', webhook, {
            http_headers: {
              changed: [
                { http_header_id: ids[0], http_header_key: 'A2' },
                { http_header_id: ids[1], http_header_value: '22' },
                { http_header_id: ids[2] },
              ],
            },
          }),
        )

        assert.deepEqual((await read(webhook)).http_headers, [
          { http_header_id: ids[0], ...header('A2', '1') },
          { http_header_id: ids[1], ...header('B', '22') },
          { http_header_id: ids[2], ...header('C', '3') },
        ])
      })

      it("an id that is not this webhook's, or named twice: 400 naming each, nothing changed", async () => {
        const { webhook, ids } = await start()
        const stranger = (await start()).ids[0]
        const earlier = await read(webhook)

        const response = await app().call('PUT', webhook, {
          http_headers: {
            deleted: [{ http_header_id: ids[0] }, { http_header_id: stranger }, { http_header_id: ids[0] }],
            changed: [
              { http_header_id: ids[0], ...header('X', 'x') },
              { http_header_id: 999_999, ...header('X', 'x') },
              { http_header_id: ids[1], ...header('X', 'x') },
              { http_header_id: ids[1], ...header('X', 'x') },
            ],
            added: [header('D', '4')],
          },
        })

        assertRefused(response, 'http_headers.deleted[1].http_header_id', new RegExp(`no header ${stranger}`))
        assertRefused(response, 'http_headers.deleted[2].http_header_id', /named more than once/)
        assertRefused(response, 'http_headers.changed[0].http_header_id', /named more than once/)
        assertRefused(response, 'http_headers.changed[1].http_header_id', /no header 999999/)
        assertRefused(response, 'http_headers.changed[3].http_header_id', /named more than once/)
        assert.equal(response.json.errors.length, 5)
        assert.deepEqual(await read(webhook), earlier)
      })

      it('header ids are never used again', async () => {
        const { webhook, ids } = await start()

        assertDone(
          await app().call('PUT', webhook, { http_headers: { deleted: [{ http_header_id: ids[2] }] } }),
        )
        assertDone(await app().call('PUT', webhook, { http_headers: { added: [header('C', '3')] } }))

        const later = (await read(webhook)).http_headers[2]
        assert.ok(later.http_header_id > ids[2])
      })

      it('an array in an update, or an object in a create: 400 that explains', async () => {
        const { webhook } = await start()

        assertRefused(
          await app().call('PUT', webhook, { http_headers: [] }),
          'http_headers',
          /change set .*added.*changed.*deleted/,
        )
        assertRefused(
          await app().call('POST', path, { ...BARE, http_headers: { added: [] } }),
          'http_headers',
          /must be an array .*change set .* is for updates/,
        )
      })

      it('each part must be whole: an entry without an id, key or value is named', async () => {
        const { webhook, ids } = await start()

        const response = await app().call('PUT', webhook, {
          http_headers: {
            added: [{ http_header_key: 'X' }, { http_header_id: 5, ...header('X', 'y') }],
            changed: [{ http_header_key: 'X' }, { http_header_id: String(ids[0]) }],
            deleted: [ids[0], { http_header_id: 1.5 }, { http_header_id: 0 }],
            removed: [],
          },
        })

        assertRefused(response, 'http_headers.added[0].http_header_value', /is required/)
        assertRefused(response, 'http_headers.added[1].http_header_id', /is given by the service/)
        assertRefused(response, 'http_headers.changed[0].http_header_id', /is required/)
        assertRefused(response, 'http_headers.changed[1].http_header_id', /must be an integer/)
        assertRefused(response, 'http_headers.deleted[0]', /must be an object/)
        assertRefused(response, 'http_headers.deleted[1].http_header_id', /must be an integer/)
        assertRefused(response, 'http_headers.deleted[2].http_header_id', /must be at least 1/)
        assertRefused(response, 'http_headers.removed', /unknown member; known are added, changed, deleted/)
      })
    })

    describe('headers', () => {
      const entry = (key: string, value = 'v') => ({ http_header_key: key, http_header_value: value })

      it('up to 64, also over several updates', async () => {
        const many = Array.from({ length: 64 }, (_, index) => entry(`X-${index}`))
        assertRefused(
          await app().call('POST', path, { ...BARE, http_headers: [...many, entry('X-64')] }),
          'http_headers',
          /at most 64 entries/,
        )
        const webhook = await add(app(), path, { ...BARE, http_headers: many })

        assertRefused(
          await app().call('PUT', webhook, { http_headers: { added: [entry('X-64')] } }),
          'http_headers',
          /at most 64 entries; there would be 65/,
        )

        const first = (await read(webhook)).http_headers[0].http_header_id
        const swap = { deleted: [{ http_header_id: first }], added: [entry('X-64')] }
        assertDone(await app().call('PUT', webhook, { http_headers: swap }))
        assert.equal((await read(webhook)).http_headers.length, 64)
      })

      it('a name is a token, a value has no control characters; both are named when wrong', async () => {
        const webhook = await add(app(), path, { ...BARE, http_headers: [entry('X')] })
        const { http_header_id } = (await read(webhook)).http_headers[0]
        const wrong = [
          entry('X Y', 'a\r\nX-Evil: 1'),
          entry('', 'x'.repeat(8193)),
          entry('X'.repeat(257), 'é'.repeat(8000)),
        ]
        const check = (response: CallResponse, at: (index: number) => string, isSchemaOnly: boolean) => {
          if (isSchemaOnly) {
            assertRefused(response, `${at(1)}.http_header_key`, /must not be empty/)
            assertRefused(response, `${at(1)}.http_header_value`, /at most 8192 characters/)
            return assertRefused(response, `${at(2)}.http_header_key`, /at most 256 characters/)
          }
          assertRefused(response, `${at(0)}.http_header_key`, /RFC 9110/)
          assertRefused(response, `${at(0)}.http_header_value`, /line breaks or other control/)
          return assertRefused(response, `${at(1)}.http_header_value`, /at most 8 KiB/)
        }
        check(
          await app().call('POST', path, { ...BARE, http_headers: wrong }),
          (index) => `http_headers[${index}]`,
          true,
        )
        check(
          await app().call('PUT', webhook, { http_headers: { added: wrong } }),
          (index) => `http_headers.added[${index}]`,
          true,
        )
        const subtle = [entry('X Y', 'a\r\nX-Evil: 1'), entry('X', 'é'.repeat(8000))]
        check(
          await app().call('POST', path, { ...BARE, http_headers: subtle }),
          (index) => `http_headers[${index}]`,
          false,
        )
        check(
          await app().call('PUT', webhook, { http_headers: { added: subtle } }),
          (index) => `http_headers.added[${index}]`,
          false,
        )
        assertRefused(
          await app().call('PUT', webhook, {
            http_headers: { changed: [{ http_header_id, http_header_value: 'a\0' }] },
          }),
          'http_headers.changed[0].http_header_value',
          /control characters/,
        )
        assert.deepEqual((await read(webhook)).http_headers, [{ http_header_id, ...entry('X') }])
      })

      it('those that would break the framing, or that the service sets itself, are refused', async () => {
        const names =
          'Host content-length TRANSFER-ENCODING Connection Keep-Alive Upgrade TE Trailer Proxy-Connection Expect Webhook-Id webhook-timestamp webhook-signature'.split(
            ' ',
          )

        const response = await app().call('POST', path, {
          ...BARE,
          http_headers: names.map((name) => entry(name)),
        })

        for (const [index, name] of names.entries()) {
          assertRefused(
            response,
            `http_headers[${index}].http_header_key`,
            new RegExp(`must not be ${name}: the service sets it itself`),
          )
        }
      })

      it('a name may stand twice, but for Content-Type', async () => {
        const webhook = await add(app(), path, {
          ...BARE,
          http_headers: [entry('X', '1'), entry('x', '2'), entry('Content-Type', 'text/plain')],
        })
        const { http_headers } = await read(webhook)

        const second = { added: [entry('content-type', 'application/json')] }
        assertRefused(
          await app().call('PUT', webhook, { http_headers: second }),
          'http_headers',
          /one Content-Type at most/,
        )
        const renamed = {
          changed: [{ http_header_id: http_headers[0].http_header_id, http_header_key: 'CONTENT-TYPE' }],
        }
        assertRefused(
          await app().call('PUT', webhook, { http_headers: renamed }),
          'http_headers',
          /one Content-Type at most/,
        )
        const twice = [entry('Content-Type', 'text/plain'), entry('content-type', 'text/plain')]
        assertRefused(
          await app().call('POST', path, { ...BARE, http_headers: twice }),
          'http_headers',
          /one Content-Type at most/,
        )

        assert.deepEqual((await read(webhook)).http_headers, http_headers)
        const replaced = { ...second, deleted: [{ http_header_id: http_headers[2].http_header_id }] }
        assertDone(await app().call('PUT', webhook, { http_headers: replaced }))
      })

      it('a value may be empty, have tabs inside, and any letters', async () => {
        for (const value of ['', 'a\tb', 'Bearer ü🔔', 'x'.repeat(8192)]) {
          const webhook = await read(await add(app(), path, { ...BARE, http_headers: [entry('X', value)] }))
          assert.equal(webhook.http_headers[0].http_header_value, value)
        }
      })
    })
  })
}
