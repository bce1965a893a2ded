import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, it } from 'node:test'
import type { FoundSession } from '../../domain/people/session.ts'
import { hashToken, type StoredToken, type Token } from '../../domain/people/token.ts'
import { FakeClock } from '../../../test/support/time/fake-clock.ts'
import { Authenticator } from './authenticate.ts'
import { TRUSTED_SECRETS_MAX } from './failure-limit.ts'

function setup(given: Partial<StoredToken>[] = []) {
  const clock = new FakeClock()
  const tokens: StoredToken[] = given.map((token, index) => ({
    id: index + 1,
    name: `token ${index + 1}`,
    scopes: ['events:write'],
    prefix: 'tcn_',
    hash: hashToken(`secret ${index + 1}`),
    createdAt: clock.now(),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    ...token,
  }))
  const used: { id: number; at: number }[] = []
  let reads = 0
  const authenticator = new Authenticator({
    clock,
    store: {
      listTokens: async () => ((reads += 1), tokens),
      noteTokensUsed: async (uses) => void used.push(...uses),
      // All that there are belong to the second token.
      findSession: async () => (tokens[1] ? sessionOf(tokens[1], clock.now()) : undefined),
      noteSessionsUsed: async () => undefined,
    },
    cookieName: 'tocsin_session_test',
    sessionIdleMs: 1_000,
    publicHost: null,
  })
  const ask = (secret: string | undefined, { address = '192.0.2.1', scope = 'events:write' as const } = {}) =>
    authenticator.authenticate(
      {
        method: 'GET',
        path: '/v1/x',
        host: '',
        headers: secret === undefined ? {} : { 'x-auth-token': secret },
        address,
      },
      scope,
    )
  return { authenticator, clock, tokens, used, ask, reads: () => reads }
}

describe('Authenticator', () => {
  it('knows a token from either header', async () => {
    const { authenticator } = setup([{ hash: hashToken('abc') }])

    const from = (headers: IncomingHttpHeaders) => ({
      method: 'GET',
      path: '/v1/x',
      host: '',
      address: '::1',
      headers,
    })
    const own = await authenticator.authenticate(from({ 'x-auth-token': 'abc' }), 'events:write')
    const bearer = await authenticator.authenticate(from({ authorization: 'bearer abc' }), 'any')

    assert.deepEqual([own.tokenId, bearer.tokenId], [1, 1])
  })

  it('says why a token is not taken: missing, unknown, expired, revoked, without the scope', async () => {
    const { ask, clock } = setup([{ expiresAt: 1 }, { revokedAt: 1 }, { scopes: ['webhooks:read'] }])

    await assert.rejects(ask(undefined), { code: 'unauthorized', message: /A token is required/ })
    await assert.rejects(ask('wrong'), { code: 'unauthorized', message: /not known/ })
    await assert.rejects(ask('secret 1'), { code: 'unauthorized', message: /expired/ })
    await assert.rejects(ask('secret 2'), { code: 'unauthorized', message: /revoked/ })
    await assert.rejects(ask('secret 3'), {
      code: 'forbidden',
      message: /lacks the scope events:write; it has webhooks:read/,
    })
    assert.ok(clock.now() > 1)
  })

  it('lets the principals wait that come while the tokens are read: the first ones after a start', async () => {
    const { ask, reads } = setup([{}])

    const principals = await Promise.all([ask('secret 1'), ask('secret 1'), ask('secret 1')])

    assert.deepEqual(
      principals.map(({ tokenId }) => tokenId),
      [1, 1, 1],
    )
    assert.equal(reads(), 1)
  })

  it('admin covers every scope', async () => {
    const { ask } = setup([{ scopes: ['admin'] }])

    assert.equal((await ask('secret 1')).tokenId, 1)
  })

  it('answers too many wrong tokens of one address 429, until the minute is over', async () => {
    const { ask, clock } = setup([{}])
    for (let index = 0; index < 20; index += 1)
      await assert.rejects(ask(`wrong ${index}`), { code: 'unauthorized' })

    clock.advance(10_000)
    await assert.rejects(ask('wrong'), { code: 'too_many_requests', retryAfterMs: 50_000 })
    await assert.rejects(ask('secret 1'), { code: 'too_many_requests' }, 'a guess may not be right by chance')
    await assert.rejects(ask('wrong', { address: '192.0.2.2' }), { code: 'unauthorized' })
    clock.advance(50_000)
    assert.equal((await ask('secret 1')).tokenId, 1)
  })

  it('a token that was right from the same address is not locked out by its neighbours', async () => {
    const { ask, tokens, clock } = setup([{}])
    await ask('secret 1')
    for (let index = 0; index < 25; index += 1) await ask(`wrong ${index}`).catch(() => undefined)

    assert.equal((await ask('secret 1')).tokenId, 1)
    tokens[0] = { ...tokens[0]!, revokedAt: clock.now() }
    clock.advance(5_000)
    await assert.rejects(ask('secret 1'), { code: 'unauthorized' })
    await assert.rejects(ask('secret 1'), { code: 'too_many_requests' })
  })

  it('nor by one who has opened more sessions than are remembered', async () => {
    const { ask } = setup([{}, {}])
    await ask('secret 1')
    for (let index = 0; index < TRUSTED_SECRETS_MAX + 50; index += 1) {
      await ask(`tcs_${String(index).padStart(43, 'x')}`)
    }
    for (let index = 0; index < 25; index += 1) await ask(`wrong ${index}`).catch(() => undefined)

    assert.equal((await ask('secret 1')).tokenId, 1)
  })

  it('reads the tokens anew after five seconds, or at once after a notification', async () => {
    const { ask, authenticator, clock, reads } = setup([{}])

    await ask('secret 1')
    await ask('secret 1')
    const cached = reads()
    authenticator.forget()
    await ask('secret 1')
    clock.advance(5_000)
    await ask('secret 1')

    assert.deepEqual([cached, reads()], [1, 3])
  })

  it('writes last uses now and then, and the rest when it is flushed', async () => {
    const { ask, authenticator, clock, used } = setup([{}])
    await ask('secret 1')
    const first = used.length
    clock.advance(1_000)
    await ask('secret 1')
    const second = used.length
    await authenticator.flush()

    assert.deepEqual([first, second, used.length], [1, 1, 2])
    assert.equal(used[1]?.at, clock.now())
  })
})

function sessionOf(token: Token, now: number): FoundSession {
  const own = {
    id: 1,
    userId: null,
    tokenId: token.id,
    kind: 'token_service',
    address: '',
    userAgent: '',
  } as const
  return { session: { ...own, createdAt: now, seenAt: now, expiresAt: now + 1_000 }, user: undefined, token }
}
