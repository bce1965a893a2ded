import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { formatToken, hashToken, tokenPrefix, type Scope } from '../../../src/domain/people/token.ts'
import { ADMIN_TOKEN, type CallResponse, type TestApp } from '../../support/app/start-app.ts'
import { add, BARE, surround, type ManagementVersion } from './support.ts'

/** Rows of the table in section 4 of the design that are the same for both versions. */
export function exerciseAccess(version: ManagementVersion): void {
  describe(version, () => {
    const { path, app } = surround(version)
    let readerToken: string
    let writerToken: string
    before(async () => {
      readerToken = await makeToken(app(), 'webhooks:read')
      writerToken = await makeToken(app(), 'webhooks:write')
    })

    describe('token', () => {
      it('X-Auth-Token or Bearer; none or a wrong one: 401; too small a scope: 403', async () => {
        const webhook = await add(app(), path, BARE)
        const operations: readonly (readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?])[] = [
          ['GET', path],
          ['GET', webhook],
          ['POST', path, BARE],
          ['PUT', webhook, {}],
          ['DELETE', webhook],
        ]
        for (const [method, address, body] of operations) {
          for (const token of ['', 'tcn_wrong']) {
            const response = await app().call(method, address, body, { 'x-auth-token': token })
            assert.equal(response.status, 401, `${method} ${address}`)
            assert.equal(response.json.success, 0)
          }
          const readers = await app().call(method, address, body, { 'x-auth-token': readerToken })
          assert.equal(readers.status, method === 'GET' ? 200 : 403, `${method} ${address}`)
          const writers = await app().call(method, address, body, { 'x-auth-token': writerToken })
          assert.equal(writers.status, method === 'GET' ? 403 : 200, `${method} ${address}`)
        }
        const again = await add(app(), path, BARE)
        const bearer = { 'x-auth-token': '', authorization: `Bearer ${ADMIN_TOKEN}` }
        assert.equal((await app().call('GET', again, undefined, bearer)).status, 200)
      })
    })

    describe('errors', () => {
      it('problem+json with success 0 and errormsg; 400, 404, 405, 413, 415 as documented', async () => {
        const webhook = await add(app(), path, BARE)
        const table: readonly (readonly [number, Promise<CallResponse>])[] = [
          [400, app().call('POST', path, '{"name": ')],
          [404, app().call('GET', `${path}/99999`)],
          [404, app().call('GET', '/api/v7/webhook')],
          [405, app().call('PATCH', webhook, {})],
          [405, app().call('DELETE', path)],
          [413, app().call('POST', path, { ...BARE, payload_template: 'x'.repeat(5 * 1024 * 1024) })],
          [415, app().call('POST', path, 'name=x', { 'content-type': 'application/x-www-form-urlencoded' })],
        ]
        for (const [status, pending] of table) {
          const { json, headers, ...response } = await pending
          assert.equal(response.status, status, response.text)
          assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
          assert.equal(json.status, status)
          assert.equal(json.success, 0)
          assert.equal(json.errormsg, json.detail)
          assert.ok(Array.isArray(json.errors) && json.title && json.type)
        }
        assert.equal((await app().call('PATCH', webhook, {})).headers['allow'], 'HEAD, GET, PUT, DELETE')
        assert.match((await app().call('GET', '/api/v7/webhook')).json.detail, /v6 and v15/)
      })
    })
  })
}

async function makeToken(app: TestApp, scope: Scope): Promise<string> {
  const secret = formatToken(Buffer.from(`${scope} for this test`))
  await app.store.createToken(
    { name: scope, scopes: [scope], prefix: tokenPrefix(secret), hash: hashToken(secret), expiresAt: null },
    Date.now(),
  )
  return secret
}
