import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { systemClock } from '../../../src/runtime/clock.ts'
import { ISSUED_AHEAD_MS_MAX } from '../../../src/domain/people/oidc.ts'
import { OidcProvider, REDEMPTIONS_MAX } from '../../../src/people/oidc-provider.ts'
import { eventually } from '../../support/time/eventually.ts'
import { ForgingProvider, type Forgery } from '../../support/people/forging-provider.ts'
import { startApp } from '../../support/app/start-app.ts'

const CALLBACK = 'https://tocsin.example.com/v1/oidc/callback'

/** The client of the service, against what a real provider would never send. */
describe('an ID token', () => {
  let forging: ForgingProvider
  let provider: OidcProvider
  before(async () => {
    forging = await ForgingProvider.start()
  })
  beforeEach(() => {
    provider = new OidcProvider({
      issuer: forging.issuer,
      clientId: forging.clientId,
      clientSecret: 's3cret',
      scopes: 'openid',
      roleClaim: 'groups',
      clock: systemClock,
      findProxy: () => null,
    })
  })
  after(() => forging.stop())

  const redeem = (forgery: Forgery) => {
    forging.forgery = forgery
    const pending = {
      state: 's',
      nonce: 'n',
      codeVerifier: 'v',
      redirectUri: CALLBACK,
      to: '/',
      expiresAt: 0,
    }
    return provider.redeem(new URL(`${CALLBACK}?code=c&state=s`), pending)
  }
  const inSeconds = (ms: number) => Math.floor((systemClock.now() + ms) / 1000)

  it('is believed if the provider has signed it, whose keys are read for that', async () => {
    assert.equal((await redeem({})).sub, 'ada')
    assert.ok(forging.asked.includes('/jwks'))
    const ahead = { iat: inSeconds(ISSUED_AHEAD_MS_MAX - 60_000) }
    assert.equal((await redeem({ claims: ahead })).sub, 'ada', 'a clock that is a little ahead')
  })

  const forgeries: readonly (readonly [string, Forgery, RegExp])[] = [
    ['signed by another key', { isSignedByAnother: true }, /JWT signature verification failed/],
    [
      'signed by a key that the provider does not have',
      { header: { kid: 'other' } },
      /selecting a JWT verification key/,
    ],
    ['signed with the secret of the client', { header: { alg: 'HS256' } }, /unsupported JWS algorithm/],
    ['not signed', { header: { alg: 'none' } }, /alg/],
    ['of nobody', { claims: { sub: '' } }, /its subject \(sub\) is empty/],
    ['of a blank', { claims: { sub: ' ' } }, /its subject \(sub\) is empty/],
    ['of a subject without end', { claims: { sub: 'x'.repeat(256) } }, /more than 255 characters/],
    [
      'from the future',
      { claims: { iat: inSeconds(ISSUED_AHEAD_MS_MAX + 60_000) } },
      /was issued in the future \(iat\)/,
    ],
  ]
  for (const [what, forgery, sentence] of forgeries) {
    it(`${what} is refused`, async () => {
      await assert.rejects(redeem(forgery), (error: unknown) => {
        const sentences: string[] = []
        for (let each = error; each instanceof Error; each = each.cause) sentences.push(each.message)
        assert.match(sentences.join(': '), sentence)
        return true
      })
    })
  }

  it('is asked for only so many at a time: the next come back to the sign-in', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    forging.tokensAt = promise
    const app = await startApp({
      settings: {
        TOCSIN_PUBLIC_URL: 'https://tocsin.example.com',
        TOCSIN_OIDC_ISSUER: forging.issuer,
        TOCSIN_OIDC_CLIENT_ID: forging.clientId,
        TOCSIN_OIDC_CLIENT_SECRET: 's3cret',
        TOCSIN_OIDC_DEFAULT_ROLE: 'viewer',
      },
    })
    const started = await app.call('GET', '/v1/oidc/start')
    const [cookie = ''] = String(started.headers['set-cookie']).split(';')
    const state = new URL(String(started.headers['location'])).searchParams.get('state')
    const comeBack = () => app.call('GET', `/v1/oidc/callback?code=c&state=${state}`, undefined, { cookie })
    forging.asked.length = 0
    const first = Array.from({ length: REDEMPTIONS_MAX }, comeBack)
    const isAsked = () => forging.asked.filter((path) => path === '/token').length === REDEMPTIONS_MAX
    await eventually('all of them are asked for', isAsked)

    const next = await comeBack()
    resolve()
    await Promise.all(first)
    await app.stop()

    assert.equal(next.headers['location'], '/sign-in?problem=provider_unreachable')
    assert.ok(isAsked())
  })
})
