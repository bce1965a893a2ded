import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { LIVE_TOKENS_MAX } from '../../../src/tokens/tokens.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app/start-app.ts'

describe('/v1/tokens', () => {
  let app: TestApp
  let call: TestApp['call']
  let clock: FakeClock
  beforeEach(async () => {
    clock = new FakeClock(NOW)
    app = await startApp({ clock })
    call = app.call
  })
  afterEach(() => app.stop())

  it('makes a token that works at once, shows its secret this once, and keeps only the hash', async () => {
    const made = await call('POST', '/v1/tokens', {
      name: 'monitor',
      scopes: ['events:write', 'deliveries:read'],
      expires_in: '90d',
    })
    const { token: secret, ...token } = made.json

    assert.equal(made.status, 201)
    assert.equal(made.headers['cache-control'], 'no-store')
    assert.match(secret, /^tcn_[A-Za-z0-9_-]{43}$/)
    assert.deepEqual(token, {
      id: 2,
      name: 'monitor',
      scopes: ['events:write', 'deliveries:read'],
      prefix: secret.slice(0, 8),
      created_at: '2026-09-14T03:00:00.000Z',
      expires_at: '2026-12-13T03:00:00.000Z',
      revoked_at: null,
      last_used_at: null,
    })
    assert.equal(
      (await call('GET', '/v1/status', undefined, { authorization: `Bearer ${secret}` })).status,
      200,
    )
    const list = await call('GET', '/v1/tokens')
    assert.ok(!list.text.includes(secret))
    const [, stored] = await app.store.listTokens()
    assert.ok(stored && !list.text.includes(stored.hash))
    assert.deepEqual(list.json.items[1], token)
  })

  it('makes different secrets', async () => {
    const live = await startApp()
    const make = async () =>
      (await live.call('POST', '/v1/tokens', { name: 'x', scopes: ['admin'] })).json.token
    const secrets = new Set([await make(), await make(), await make()])
    await live.stop()

    assert.equal(secrets.size, 3)
  })

  it('refuses a token from the moment it expires', async () => {
    const { json } = await call('POST', '/v1/tokens', { name: 'x', scopes: ['admin'], expires_in: '1m' })
    const headers = { 'x-auth-token': json.token }

    clock.advance(59_999)
    assert.equal((await call('GET', '/v1/tokens', undefined, headers)).status, 200)
    clock.advance(1)
    assertProblem(await call('GET', '/v1/tokens', undefined, headers), 401)
  })

  it('revokes a token at once, keeps it in the list, and is harmless twice', async () => {
    const { json } = await call('POST', '/v1/tokens', { name: 'x', scopes: ['deliveries:read'] })
    const headers = { 'x-auth-token': json.token }
    assert.equal((await call('GET', '/v1/status', undefined, headers)).status, 200)
    clock.advance(1_000)

    const revoked = await call('DELETE', `/v1/tokens/${json.id}`)
    clock.advance(1_000)
    const again = await call('DELETE', `/v1/tokens/${json.id}`)

    assert.equal(revoked.json.revoked_at, '2026-09-14T03:00:01.000Z')
    assert.equal(again.json.revoked_at, '2026-09-14T03:00:01.000Z')
    assertProblem(await call('GET', '/v1/status', undefined, headers), 401)
    const list = await call('GET', '/v1/tokens')
    assert.equal(list.json.items[1].revoked_at, '2026-09-14T03:00:01.000Z')
  })

  it('does not revoke the last live admin token: nobody could make another', async () => {
    await call('POST', '/v1/tokens', { name: 'x', scopes: ['admin'], expires_in: '1m' })
    clock.advance(60_000)

    const refused = await call('DELETE', '/v1/tokens/1')

    assertProblem(refused, 409)
    assert.equal((await call('GET', '/v1/tokens')).status, 200)
    const { json: other } = await call('POST', '/v1/tokens', { name: 'y', scopes: ['admin'] })
    assert.equal((await call('DELETE', '/v1/tokens/1')).status, 200)
    assertProblem(await call('GET', '/v1/tokens', undefined, { 'x-auth-token': ADMIN_TOKEN }), 401)
    assert.equal((await call('GET', '/v1/tokens', undefined, { 'x-auth-token': other.token })).status, 200)
  })

  it('lists by id, a page at a time', async () => {
    for (const name of ['a', 'b', 'c']) await call('POST', '/v1/tokens', { name, scopes: ['admin'] })

    const first = await call('GET', '/v1/tokens?limit=3')
    const second = await call('GET', `/v1/tokens?limit=3&cursor=${first.json.next}`)

    const idsOf = (json: { items: { id: number }[] }) => json.items.map(({ id }) => id)
    assert.deepEqual([idsOf(first.json), idsOf(second.json)], [[1, 2, 3], [4]])
    assert.equal(second.json.next, null)
  })

  it('refuses more live tokens than can be looked up', async () => {
    const makeToken = (index: number) =>
      app.store.createToken(
        { name: 'x', scopes: ['events:write'], prefix: 'tcn_', hash: `${index}`, expiresAt: null },
        NOW,
      )
    // Not all at once: on a server each is a transaction, and those that wait too long are refused.
    for (let made = 0; made < LIVE_TOKENS_MAX - 1; made += 50) {
      const count = Math.min(50, LIVE_TOKENS_MAX - 1 - made)
      await Promise.all(Array.from({ length: count }, (_, index) => makeToken(made + index)))
    }

    assertProblem(await call('POST', '/v1/tokens', { name: 'one more', scopes: ['admin'] }), 409)
    await call('DELETE', '/v1/tokens/2')
    assert.equal((await call('POST', '/v1/tokens', { name: 'one more', scopes: ['admin'] })).status, 201)
  })
})

describe('what /v1/tokens refuses', () => {
  let app: TestApp
  let call: TestApp['call']
  before(async () => {
    app = await startApp()
    call = app.call
  })
  after(() => app.stop())

  const wrong: readonly (readonly [what: string, body: unknown, issue: RegExp])[] = [
    ['no name', { scopes: ['admin'] }, /^name: is required$/],
    ['an empty name', { name: '', scopes: ['admin'] }, /^name: must not be empty$/],
    ['a name of blanks', { name: '  ', scopes: ['admin'] }, /^name: must not be empty$/],
    [
      'a name that looks like another',
      { name: 'ci\u200b', scopes: ['admin'] },
      /^name: must not have .* not seen/,
    ],
    ['a long name', { name: 'n'.repeat(101), scopes: ['admin'] }, /^name: must have at most 100 characters$/],
    ['no scope', { name: 'x', scopes: [] }, /^scopes: must not be empty$/],
    ['an unknown scope', { name: 'x', scopes: ['all'] }, /^scopes\[0\]: must be one of "webhooks:read", /],
    ['a scope twice', { name: 'x', scopes: ['admin', 'admin'] }, /^scopes: must not name a scope twice$/],
    [
      'no duration',
      { name: 'x', scopes: ['admin'], expires_in: 'soon' },
      /^expires_in: is "soon", not a duration such as/,
    ],
    [
      'no time at all',
      { name: 'x', scopes: ['admin'], expires_in: '0' },
      /^expires_in: is "0", but must be from 1m to 3650d$/,
    ],
    [
      'too long a time',
      { name: 'x', scopes: ['admin'], expires_in: '3651d' },
      /^expires_in: is "3651d", but must be/,
    ],
    [
      'a hash',
      { name: 'x', scopes: ['admin'], hash: 'f' },
      /^hash: is an unknown member; known are name, scopes, expires_in$/,
    ],
  ]
  for (const [what, body, issue] of wrong) {
    it(`refuses ${what}, and makes nothing`, async () => {
      const [first, ...more] = assertProblem(await call('POST', '/v1/tokens', body), 400)

      assert.match(first ?? '', issue)
      assert.deepEqual(more, [])
      assert.equal((await app.store.listTokens()).length, 1)
    })
  }

  it('answers 404 for an unknown token', async () => {
    assertProblem(await call('DELETE', '/v1/tokens/99'), 404)
  })
})
