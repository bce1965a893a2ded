import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { after, before, beforeEach, describe, it } from 'node:test'
import { systemClock } from '../../../src/runtime/clock.ts'
import { openPending, sealPending, type PendingSignIn } from '../../../src/domain/people/oidc.ts'
import { createProxyRules, parseProxies } from '../../../src/domain/target/proxy-rules.ts'
import { OidcProvider } from '../../../src/people/oidc-provider.ts'
import { testCertificates } from '../../support/network/certificates.ts'
import { freePort } from '../../support/network/free-port.ts'
import { CLIENT, IdentityProvider } from '../../support/people/identity-provider.ts'
import { Browser } from '../../support/people/people.ts'
import { TestProxy } from '../../support/network/proxy.ts'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'

const PUBLIC_URL = 'https://tocsin.example.com'
const CALLBACK = '/v1/oidc/callback'

const settingsFor = (issuer: string) => ({
  TOCSIN_PUBLIC_URL: PUBLIC_URL,
  TOCSIN_OIDC_ISSUER: issuer,
  TOCSIN_OIDC_CLIENT_ID: CLIENT.id,
  TOCSIN_OIDC_CLIENT_SECRET: CLIENT.secret,
  TOCSIN_OIDC_NAME: 'Example ID',
  TOCSIN_OIDC_ADMINS: 'dba',
  TOCSIN_OIDC_OPERATORS: 'ops, on-duty',
})

describe('signing in by an OpenID provider', () => {
  let provider: IdentityProvider
  let app: TestApp
  before(async () => {
    provider = await IdentityProvider.start({ people: {}, redirectUri: PUBLIC_URL + CALLBACK })
    app = await startApp({ settings: settingsFor(provider.issuer) })
  })
  after(async () => {
    await app.stop()
    await provider.stop()
  })
  let sub = ''
  let people = 0
  beforeEach(() => {
    people += 1
    sub = `person-${people}`
    provider.people[sub] = { preferred_username: `ada ${people}`, groups: ['ops'] }
  })

  const cookiesOf = ({ headers }: CallResponse) => [headers['set-cookie'] ?? []].flat().map(String)
  const cookieOf = (response: CallResponse, name: string) =>
    cookiesOf(response).find((cookie) => cookie.startsWith(name))
  const start = async (to = '/deliveries?state=failed') => {
    const response = await app.call('GET', `/v1/oidc/start?to=${encodeURIComponent(to)}`, undefined, {
      'x-auth-token': '',
    })
    const cookie = cookieOf(response, 'tocsin_sign_in') ?? ''
    return { response, location: String(response.headers['location']), cookie: cookie.split(';')[0] ?? '' }
  }
  const comeBack = (url: URL, cookie: string) =>
    app.call('GET', CALLBACK + url.search, undefined, { 'x-auth-token': '', cookie })
  const signIn = async (login = sub) => {
    const { location, cookie } = await start()
    return comeBack(await provider.signIn(location, login), cookie)
  }
  const problemOf = ({ status, headers }: CallResponse) => {
    assert.equal(status, 302)
    return /^\/sign-in\?problem=(\w+)$/.exec(String(headers['location']))?.[1]
  }

  it('is offered, with its name', async () => {
    assert.deepEqual((await app.call('GET', '/v1/sign-in')).json.oidc, {
      name: 'Example ID',
      start: '/v1/oidc/start',
    })
  })

  it('leads there with state, nonce and a challenge, and remembers them in a cookie for ten minutes', async () => {
    const { response, location } = await start()
    const { searchParams, origin } = new URL(location)

    assert.equal(response.status, 302)
    assert.equal(origin, provider.issuer)
    assert.equal(searchParams.get('redirect_uri'), PUBLIC_URL + CALLBACK)
    assert.equal(searchParams.get('code_challenge_method'), 'S256')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      assert.match(searchParams.get(name) ?? '', /^[\w-]{43}$/)
    }
    assert.match(
      cookieOf(response, 'tocsin_sign_in') ?? '',
      /^tocsin_sign_in_[0-9a-f]{8}=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
  })

  it('makes the user with the role of the claim, and leads to where they wanted', async () => {
    const response = await signIn()

    assert.deepEqual([response.status, response.headers['location']], [302, '/deliveries?state=failed'])
    assert.match(cookieOf(response, 'tocsin_sign_in') ?? '', /=; .*Max-Age=0/)
    const session = cookieOf(response, 'tocsin_session') ?? ''
    assert.match(session, /; HttpOnly; SameSite=Strict$/)
    const browser = new Browser(app)
    browser.cookie = session.split(';')[0] ?? ''
    const { json } = await browser.call('GET', '/v1/session')
    assert.deepEqual([json.kind, json.name, json.role], ['user', `ada ${people}`, 'operator'])
    const user = await app.store.findUser({ id: json.user_id })
    assert.deepEqual([user?.oidc, user?.passwordHash], [{ issuer: provider.issuer, subject: sub }, null])
    const [signedIn, created] = await app.store.listAudit(
      { objectType: 'user', objectId: json.user_id },
      { limit: 9 },
    )
    assert.deepEqual(
      [signedIn?.action, created?.action, created?.note],
      ['user.signed_in', 'user.created', 'by Example ID'],
    )
  })

  it('knows them again by their subject, and the role follows the claim', async () => {
    await signIn()
    const oidc = { issuer: provider.issuer, subject: sub }
    const first = await app.store.findUser({ oidc })
    provider.people[sub] = { preferred_username: 'another name', groups: ['dba', 'ops'] }

    await signIn()

    assert.deepEqual(
      { ...(await app.store.findUser({ oidc })), lastSignInAt: 0 },
      { ...first, role: 'admin', lastSignInAt: 0 },
    )
  })

  it('without a role nobody comes in, and whoever had one is signed out', async () => {
    const browser = new Browser(app)
    browser.cookie = (cookieOf(await signIn(), 'tocsin_session') ?? '').split(';')[0] ?? ''
    assert.equal((await browser.call('GET', '/v1/session')).status, 200)
    provider.people[sub] = { preferred_username: 'ada', groups: ['staff'] }

    const response = await signIn()

    assert.equal(problemOf(response), 'no_role')
    assert.equal(cookieOf(response, 'tocsin_session'), undefined)
    assert.equal((await browser.call('GET', '/v1/session')).status, 401)
    provider.people['stranger'] = { preferred_username: 'stranger' }
    assert.equal(problemOf(await signIn('stranger')), 'no_role')
    assert.equal(await app.store.findUser({ name: 'stranger' }), undefined)
  })

  it('a disabled user does not come in, whatever the provider says', async () => {
    await signIn()
    const user = await app.store.findUser({ oidc: { issuer: provider.issuer, subject: sub } })
    await app.call('PATCH', `/v1/users/${user?.id}`, { disabled: true })

    assert.equal(problemOf(await signIn()), 'disabled')
  })

  it('nobody becomes somebody else by having their name', async () => {
    const made = await app.call('POST', '/v1/users', { name: `ada ${people}`, role: 'admin' })

    await signIn()

    const user = await app.store.findUser({ oidc: { issuer: provider.issuer, subject: sub } })
    assert.notEqual(user?.id, made.json.id)
    assert.deepEqual([user?.name, user?.role], [`ada ${people} (Example ID)`, 'operator'])
    provider.people['third'] = { preferred_username: `ada ${people}`, groups: ['dba'] }
    assert.equal(problemOf(await signIn('third')), 'name_taken')
  })

  it('a callback without the browser that began it opens nothing: another state, another cookie, no cookie', async () => {
    const [mine, other] = [await start(), await start()]
    const url = await provider.signIn(mine.location, sub)
    const changed = new URL(url)
    changed.searchParams.set('state', 'x')

    assert.equal(problemOf(await comeBack(url, other.cookie)), 'expired')
    assert.equal(problemOf(await comeBack(changed, mine.cookie)), 'expired')
    assert.equal(problemOf(await comeBack(url, '')), 'expired')
    assert.equal(problemOf(await comeBack(url, `${mine.cookie}x`)), 'expired')
    assert.equal((await comeBack(url, mine.cookie)).headers['location'], '/deliveries?state=failed')
  })

  it('the same callback a second time opens nothing', async () => {
    const { location, cookie } = await start()
    const url = await provider.signIn(location, sub)
    await comeBack(url, cookie)

    const again = await comeBack(url, cookie)

    assert.equal(problemOf(again), 'failed')
    assert.equal(cookieOf(again, 'tocsin_session'), undefined)
  })

  for (const what of ['nonce', 'codeVerifier'] as const) {
    it(`a response to another question opens nothing: ${what}`, async () => {
      const { location, cookie } = await start()
      const url = await provider.signIn(location, sub)
      const [name = '', sealed = ''] = cookie.split('=')
      const pending = openPending(sealed, CLIENT.secret, systemClock.now())
      assert.ok(pending)
      const forged = sealPending({ ...pending, [what]: 'x'.repeat(43) }, CLIENT.secret)

      assert.equal(problemOf(await comeBack(url, `${name}=${forged}`)), 'failed')
      const line = app.lines.findLast(({ event }) => event === 'people.provider_failed')
      assert.ok(line?.error instanceof Error)
      assert.equal(line.level, 'warn')
      assert.match(line.error.message, what === 'nonce' ? /nonce/ : /error/)
      assert.equal(line.error.cause, undefined, 'tokens and claims would be there')
    })
  }

  it('whoever thinks better of it comes back to the sign-in', async () => {
    const { location, cookie } = await start()

    assert.equal(problemOf(await comeBack(await provider.cancel(location), cookie)), 'cancelled')
  })

  it('leads to no other host afterwards', async () => {
    for (const to of ['https://evil.example/', '//evil.example/', '/.//evil.example']) {
      const { location, cookie } = await start(to)
      const response = await comeBack(await provider.signIn(location, sub), cookie)

      assert.equal(response.headers['location'], '/', to)
    }
  })
})

describe('an OpenID provider that does not answer', () => {
  it('is said at the sign-in; when it is back, it works', async () => {
    const app = await startApp({ settings: settingsFor(`http://127.0.0.1:${await freePort()}`) })
    const response = await app.call('GET', '/v1/oidc/start')
    await app.stop()

    assert.deepEqual(
      [response.status, response.headers['location']],
      [302, '/sign-in?problem=provider_unreachable'],
    )
  })

  it('is waited for no longer than the limit, and asked again the next time', async () => {
    let requests = 0
    const server = createServer(() => (requests += 1))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const provider = new OidcProvider({
      issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      scopes: 'openid',
      roleClaim: 'groups',
      clock: systemClock,
      findProxy: () => null,
      timeoutMs: 500,
    })

    await assert.rejects(provider.authorizationUrl(PENDING))
    await assert.rejects(provider.authorizationUrl(PENDING))
    server.close()
    server.closeAllConnections()

    assert.equal(requests, 2)
  })
})

describe('an OpenID provider behind a proxy', () => {
  const restored = getCACertificates('default')
  after(() => setDefaultCACertificates(restored))

  it('is asked through it, with its credentials and in a tunnel, and directly where no proxy is meant', async () => {
    const { authority, good } = await testCertificates()
    setDefaultCACertificates([authority.certificate])
    const server = createTlsServer({ cert: good.certificate, key: good.key }, (_, response) => {
      const authorization_endpoint = `${issuer}/authorize`
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ issuer, authorization_endpoint, token_endpoint: `${issuer}/token` }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const proxy = await TestProxy.start({ credentials: 'ada:s3cret' })
    const { port } = server.address() as AddressInfo
    const issuer = `https://receiver.example:${port}`
    const address = `http://ada:s3cret@127.0.0.1:${proxy.port}`
    const providerWith = (direct: readonly string[]) =>
      new OidcProvider({
        issuer,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        scopes: 'openid',
        roleClaim: 'groups',
        clock: systemClock,
        findProxy: createProxyRules(parseProxies(address), direct),
      })

    const url = await providerWith([]).authorizationUrl(PENDING)
    // Nobody but the proxy knows that name.
    await assert.rejects(providerWith(['*.example']).authorizationUrl(PENDING))
    await proxy.stop()
    server.close()
    server.closeAllConnections()

    assert.equal(new URL(url).origin, issuer)
    assert.deepEqual(
      proxy.requests.map(({ method, target }) => `${method} ${target}`),
      [`CONNECT receiver.example:${port}`],
    )
  })
})

describe('without an OpenID provider', () => {
  it('there is no such way', async () => {
    const app = await startApp()
    const responses = [await app.call('GET', '/v1/oidc/start'), await app.call('GET', CALLBACK)]
    await app.stop()

    assert.deepEqual(
      responses.map(({ status }) => status),
      [404, 404],
    )
  })
})

const PENDING: PendingSignIn = {
  state: 's',
  nonce: 'n',
  codeVerifier: 'v',
  redirectUri: PUBLIC_URL + CALLBACK,
  to: '/',
  expiresAt: 0,
}
