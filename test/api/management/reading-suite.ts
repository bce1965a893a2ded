import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { startApp } from '../../support/app/start-app.ts'
import { add, assertDone, assertRefused, BARE, surround, type ManagementVersion } from './support.ts'

/** Rows of the table in section 4 of the design that are the same for both versions: lists, ETags. */
export function exerciseReading(version: ManagementVersion): void {
  describe(version, () => {
    const { path, app, read } = surround(version)

    describe('list', () => {
      const idsIn = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id)
      let ids: readonly number[]
      before(async () => {
        for (let count = 0; count < 5; count += 1) await add(app(), path, { ...BARE, name: `list ${count}` })
        ids = idsIn((await app().call('GET', path)).json)
      })

      it('a bare array ordered by id, each entry as a read shows it', async () => {
        const { json } = await app().call('GET', path)

        assert.ok(Array.isArray(json))
        assert.ok(json.length >= 5)
        assert.deepEqual(
          ids,
          ids.toSorted((a, b) => a - b),
        )
        for (const webhook of json) assert.deepEqual(webhook, await read(`${path}/${webhook.id}`))
      })

      it('without limit the whole list, without a Link', async () => {
        const many = Array.from({ length: 60 }, (_, index) => ({ ...BARE, name: `many ${index}` }))
        const added = await Promise.all(many.map((body) => add(app(), path, body)))

        const response = await app().call('GET', path)

        assert.equal(response.json.length, ids.length + 60)
        assert.equal(response.headers['link'], undefined)
        for (const webhook of added) assertDone(await app().call('DELETE', webhook))
      })

      it('with limit and after one page, and a Link that leads through all of them', async () => {
        const seen: number[] = []
        let next: string | undefined = `${path}?limit=2`
        for (let pages = 0; next !== undefined && pages < 10; pages += 1) {
          const response = await app().call('GET', next)
          assert.equal(response.status, 200)
          assert.ok(response.json.length <= 2 && response.json.length > 0)
          seen.push(...idsIn(response.json))
          next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1]
        }

        assert.deepEqual(seen, ids)
        assert.deepEqual(idsIn((await app().call('GET', `${path}?after=${ids[1]}`)).json), ids.slice(2))
        assert.deepEqual((await app().call('GET', `${path}?limit=1000&after=${ids.at(-1)}`)).json, [])
        assert.deepEqual(idsIn((await app().call('GET', `${path}/?limit=${ids.length}&after=0`)).json), ids)
      })

      it('limit is 1 to 1000, after is an id, each given once: 400 otherwise', async () => {
        for (const limit of ['0', '1001', '-1', '1.5', 'x', '', '1&limit=2', '01', '1e2']) {
          assertRefused(
            await app().call('GET', `${path}?limit=${limit}`),
            'limit',
            /whole number from 1 to 1000/,
          )
        }
        for (const after of ['-1', 'x', '', '1&after=2', '99999999999999999999']) {
          assertRefused(await app().call('GET', `${path}?after=${after}`), 'after', /id of the last webhook/)
        }
      })

      it('its ETag changes with every webhook that does, comes or goes; If-None-Match answers 304', async () => {
        const tags = new Set<unknown>()
        const readList = async () => {
          const { headers } = await app().call('GET', path)
          tags.add(headers['etag'])
          return String(headers['etag'])
        }
        await readList()
        const webhook = await add(app(), path, BARE)
        await readList()
        await app().call('PUT', webhook, { enabled: false })
        const etag = await readList()
        const unchanged = await app().call('GET', path, undefined, { 'if-none-match': etag })
        await app().call('DELETE', webhook)
        await readList()

        assert.equal(tags.size, 3, 'the list without the webhook is the same before and after')
        assert.deepEqual([unchanged.status, unchanged.text, unchanged.headers['etag']], [304, '', etag])
      })
    })

    describe('base path', () => {
      it('Location and Link have it in front, and lead back', async () => {
        const based = await startApp({ settings: { TOCSIN_BASE_PATH: '/pem' } })
        try {
          const first = await add(based, `/pem${path}/`, BARE)
          await add(based, `/pem${path}/`, BARE)
          const list = await based.call('GET', `/pem${path}/?limit=1`)

          assert.equal(first, `/pem${path}/1`)
          assert.equal((await based.call('GET', first)).json.id, 1)
          assert.equal(list.headers['link'], `</pem${path}/?limit=1&after=1>; rel="next"`)
          assert.equal((await based.call('GET', `${path}/`)).status, 404)
        } finally {
          await based.stop()
        }
      })
    })

    describe('lost updates', () => {
      const tagged = async () => {
        const webhook = await add(app(), path, BARE)
        const etag = async () => String((await app().call('GET', webhook)).headers['etag'])
        return { webhook, etag }
      }

      it('a read carries an ETag that changes with each change, and with nothing else', async () => {
        const { webhook, etag } = await tagged()

        assert.equal(await etag(), '"1"')
        await app().call('PUT', webhook, { name: 'changed' })
        assert.equal(await etag(), '"2"')
        await app().call('PUT', webhook, { name: 'changed' })
        await app().call('PUT', webhook, { name: '' })
        assert.equal(await etag(), '"2"')
        const added = [{ http_header_key: 'X', http_header_value: 'y' }]
        await app().call('PUT', webhook, { http_headers: { added } })
        assert.equal(await etag(), '"3"')
      })

      it('If-Match with the present ETag, a list that has it, or *: done; with another: 412, nothing changed', async () => {
        const { webhook, etag } = await tagged()
        const put = (ifMatch: string, name: string) =>
          app().call('PUT', webhook, { name }, { 'if-match': ifMatch })

        assertDone(await put('"1"', 'a'))
        for (const stale of ['"1"', '"3"', 'W/"2"', '"02"', '"x"', '"1", "3"']) {
          const response = await put(stale, 'lost')
          assert.equal(response.status, 412, stale)
          assert.match(response.json.errormsg, /is at revision 2 now/)
        }
        assert.equal((await read(webhook)).name, 'a')
        assertDone(await put('"1", "2"', 'b'))
        assertDone(await put('*', 'c'))
        assert.equal(await etag(), '"4"')
      })

      it('the same for delete', async () => {
        const { webhook } = await tagged()
        const remove = (ifMatch: string) => app().call('DELETE', webhook, undefined, { 'if-match': ifMatch })
        await app().call('PUT', webhook, { name: 'changed' })

        for (const stale of ['"1"', 'W/"2"', '"x"']) assert.equal((await remove(stale)).status, 412, stale)
        assert.equal((await app().call('GET', webhook)).status, 200)
        assertDone(await remove('"2"'))
        assert.equal((await remove('"2"')).status, 404)
        assert.equal((await remove('*')).status, 404)
      })

      it('an If-Match that is no ETag: 400', async () => {
        const { webhook } = await tagged()

        assertRefused(
          await app().call('PUT', webhook, {}, { 'if-match': '1' }),
          'If-Match',
          /with its quotes/,
        )
        assertRefused(
          await app().call('DELETE', webhook, undefined, { 'if-match': '1' }),
          'If-Match',
          /with its quotes/,
        )
      })

      it('If-None-Match on a read: 304 while nothing has changed; HEAD has the ETag as well', async () => {
        const { webhook } = await tagged()
        const ask = (tag: string) => app().call('GET', webhook, undefined, { 'if-none-match': tag })

        const same = await ask('W/"1"')
        assert.deepEqual([same.status, same.text, same.headers['etag']], [304, '', '"1"'])
        assert.equal((await ask('"2"')).status, 200)
        const head = await app().call('HEAD', webhook)
        assert.deepEqual([head.status, head.text, head.headers['etag']], [200, '', '"1"'])
      })

      it('of two changes for the same ETag made at once, exactly one is done', async () => {
        const { webhook } = await tagged()

        const responses = await Promise.all(
          ['a', 'b', 'c', 'd'].map((name) => app().call('PUT', webhook, { name }, { 'if-match': '"1"' })),
        )

        assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 412, 412, 412])
      })

      it('without If-Match, changes made at once are all done', async () => {
        const { webhook } = await tagged()
        const bodies = Array.from({ length: 40 }, (_, index) => ({
          http_headers: { added: [{ http_header_key: `X-${index}`, http_header_value: 'y' }] },
        }))

        for (const response of await Promise.all(bodies.map((body) => app().call('PUT', webhook, body))))
          assertDone(response)

        assert.equal((await read(webhook)).http_headers.length, 40)
      })

      it('of several Content-Types added at once, exactly one is there in the end', async () => {
        const { webhook } = await tagged()
        const added = [{ http_header_key: 'Content-Type', http_header_value: 'text/plain' }]

        const responses = await Promise.all(
          Array.from({ length: 6 }, () => app().call('PUT', webhook, { http_headers: { added } })),
        )

        assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 400, 400, 400, 400, 400])
        assert.equal((await read(webhook)).http_headers.length, 1)
      })
    })
  })
}
