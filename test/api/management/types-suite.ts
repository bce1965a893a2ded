import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { add, assertRefused, BARE, FULL, surround, type ManagementVersion } from './support.ts'

/** Rows of the table in section 4 of the design that are the same for both versions. */
export function exerciseTypes(version: ManagementVersion): void {
  describe(version, () => {
    const { path, app, read } = surround(version)

    describe('unknown members, wrong types', () => {
      it('400 naming each; nothing is coerced and nothing dropped', async () => {
        const webhook = await add(app(), path, FULL)
        const list = await app().call('GET', path)
        const wrong = {
          name: 5,
          url: null,
          enabled: 'true',
          payload_template: { text: 'x' },
          low_alert: 1,
          med_alert: 0,
          high_alert: 'yes',
          cleared_alert: null,
          constructor: 1,
          timeout: '5s',
        }
        for (const response of [
          await app().call('POST', path, wrong),
          await app().call('PUT', webhook, wrong),
        ]) {
          for (const member of ['name', 'url', 'payload_template'])
            assertRefused(response, member, /must be a string/)
          for (const member of ['enabled', 'low_alert', 'med_alert', 'high_alert', 'cleared_alert']) {
            assertRefused(response, member, /must be a boolean/)
          }
          for (const member of ['constructor', 'timeout'])
            assertRefused(response, member, /is an unknown member; known are (id, )?name/)
        }
        assert.equal((await app().call('GET', path)).text, list.text)
      })

      it('a header entry likewise', async () => {
        const http_headers = [{ http_header_key: 1, http_header_value: null, value: 'x' }, 'X: y', null]

        const response = await app().call('POST', path, { ...BARE, http_headers })

        assertRefused(response, 'http_headers[0].http_header_key', /must be a string/)
        assertRefused(response, 'http_headers[0].http_header_value', /must be a string/)
        assertRefused(response, 'http_headers[0].value', /unknown member/)
        assertRefused(response, 'http_headers[1]', /must be an object/)
        assertRefused(response, 'http_headers[2]', /must be an object/)
      })

      it('a body that is no object, or __proto__ in it, is refused', async () => {
        const webhook = await add(app(), path, BARE)
        for (const [method, address] of [
          ['POST', path],
          ['PUT', webhook],
        ] as const) {
          for (const body of ['[]', '"x"', '5', 'null', 'true']) {
            assertRefused(await app().call(method, address, body), '', /the body must be an object/)
          }
          const poisoned = await app().call(
            method,
            address,
            '{"__proto__": {"name": "x"}, "name": "a", "url": "http://a/"}',
          )
          assert.equal(poisoned.status, 400)
          assert.match(poisoned.json.detail, /__proto__/)
        }
      })

      it('unknown query parameters are refused as well', async () => {
        const webhook = await add(app(), path, BARE)

        assertRefused(
          await app().call('GET', `${path}?name=x`),
          'name',
          /unknown query parameter; known are limit, after/,
        )
        assertRefused(
          await app().call('GET', `${webhook}?limit=1`),
          'limit',
          /unknown query parameter; there are none/,
        )
        assertRefused(await app().call('DELETE', `${webhook}?force=1`), 'force', /unknown query parameter/)
        assert.equal((await app().call('GET', webhook)).status, 200)
      })
    })

    describe('names', () => {
      it('need not be unique; 1 to 255 characters', async () => {
        for (const name of ['x', 'x', '🔔'.repeat(255)]) {
          assert.equal((await read(await add(app(), path, { ...BARE, name }))).name, name)
        }
        assertRefused(await app().call('POST', path, { ...BARE, name: '' }), 'name', /must not be empty/)
        assertRefused(await app().call('POST', path, { ...BARE, name: ' ' }), 'name', /must not be empty/)
        assertRefused(
          await app().call('POST', path, { ...BARE, name: '🔔'.repeat(256) }),
          'name',
          /at most 255 characters/,
        )
        assertRefused(await app().call('POST', path, { ...BARE, name: 'a\nb' }), 'name', /one line/)
        const halfPair = '{"name": "\\ud83d", "url": "https://hooks.example.com/"}'
        assertRefused(await app().call('POST', path, halfPair), 'name', /surrogate/)
      })
    })

    describe('url', () => {
      it('absolute http or https, up to 8,192 characters, markers allowed, shown exactly as stored', async () => {
        const base = 'https://hooks.example.com/'
        const good = [
          'HTTP://Hooks.Example.com',
          'https://hooks.example.com:8443/%AlertID%/ü?name=%AlertName%&q=%41+b',
          'https://user:p%40ss@hooks.example.com/',
          base + 'a'.repeat(8192 - base.length),
        ]
        for (const url of good) assert.equal((await read(await add(app(), path, { ...BARE, url }))).url, url)
      })

      it('anything else: 400 that says what to do', async () => {
        const webhook = await add(app(), path, BARE)
        const table: readonly (readonly [string, RegExp])[] = [
          ['', /must not be empty/],
          ['/hook', /absolute http or https/],
          ['ftp://hooks.example.com/', /absolute http or https/],
          ['https://%ServerName%/hook', /must not decide to which host/],
          ['https://hooks.example.com:%ServerPort%/', /must not decide to which host/],
          ['https://hooks.example.com/a b', /write a space as %20/],
          ['https://hooks.example.com:99999/', /host or port that is not valid/],
          ['https://hooks.example.com/#top', /fragment/],
          [`https://hooks.example.com/${'a'.repeat(8192)}`, /at most 8192 characters/],
        ]
        for (const [url, message] of table) {
          assertRefused(await app().call('POST', path, { ...BARE, url }), 'url', message)
          assertRefused(await app().call('PUT', webhook, { url }), 'url', message)
        }
        assert.equal((await read(webhook)).url, BARE.url)
      })
    })

    describe('template', () => {
      it('up to 256 KiB; need not be JSON', async () => {
        const largest = 'é'.repeat(128 * 1024)
        for (const payload_template of [
          '',
          "{'text': '%AlertName%\\n'\"}",
          '\u0001\t\r\n🔔%NoSuchMarker%',
          largest,
        ]) {
          const webhook = await read(await add(app(), path, { ...BARE, payload_template }))
          assert.equal(webhook.payload_template, payload_template)
        }
        const tooLarge = `${largest}x`
        assertRefused(
          await app().call('POST', path, { ...BARE, payload_template: tooLarge }),
          'payload_template',
          /at most 256 KiB \(262144 bytes of UTF-8\); it has 262145 bytes/,
        )
        assertRefused(
          await app().call('POST', path, { ...BARE, payload_template: 'a\0' }),
          'payload_template',
          /U\+0000/,
        )
      })
    })
  })
}
