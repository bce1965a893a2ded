import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { addUser, Browser, PASSWORD } from '../../support/people/people.ts'
import { ADMIN_TOKEN, startApp, type StartOptions, type TestApp } from '../../support/app/start-app.ts'

const HOUR_MS = 3_600_000
const WEBHOOK = { name: 'x', url: 'http://127.0.0.1:9/' }

let app: TestApp
async function start(options: StartOptions = {}) {
  const clock = new FakeClock()
  app = await startApp({ clock, ...options })
  return { clock, ...(await addUser(app, { name: 'Ada', role: 'operator' })) }
}
afterEach(() => app.stop())

const statusesOf = async (browser: Browser, count: number, password: string, name = 'Ada') => {
  const statuses = []
  for (let index = 0; index < count; index += 1) statuses.push((await browser.signIn(name, password)).status)
  return statuses
}

describe('signing in by name and password', () => {
  it('opens a session that only the browser knows, and that says who one is', async () => {
    const { id } = await start()
    const browser = new Browser(app)

    const response = await browser.signIn(' ADA ')

    assert.equal(response.status, 201)
    const cookie = String(response.headers['set-cookie'])
    assert.match(
      cookie,
      /^tocsin_session_[0-9a-f]{8}=tcs_[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    )
    assert.equal(response.headers['cache-control'], 'no-store')
    const who = await browser.call('GET', '/v1/session')
    assert.deepEqual(who.json, response.json)
    const { scopes, ...rest } = who.json
    assert.deepEqual(
      scopes.join(' '),
      'webhooks:read deliveries:read webhooks:write deliveries:write silences:write audit:read',
    )
    assert.deepEqual(
      { ...rest, csrf_token: '' },
      {
        kind: 'user',
        name: 'Ada',
        role: 'operator',
        user_id: id,
        csrf_token: '',
        expires_at: '2026-09-14T15:00:00.000Z',
      },
    )
    const secret = cookie.split(/[=;]/)[1] ?? ''
    assert.equal((await app.call('GET', '/v1/session', undefined, { 'x-auth-token': secret })).status, 401)
    assert.ok(!JSON.stringify(await app.store.findUser({ id })).includes(PASSWORD))
  })

  it('behind TLS the browser is notified to send the cookie by TLS only; below a base path only there', async () => {
    await start({ settings: { TOCSIN_TRUST_PROXIES: '127.0.0.1' } })
    const byTls = await new Browser(app).call(
      'POST',
      '/v1/session',
      { username: 'ada', password: PASSWORD },
      { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' },
    )

    assert.match(String(byTls.headers['set-cookie']), /; Secure$/)
  })

  it('nobody who is not trusted can pretend to come by TLS', async () => {
    await start({ settings: { TOCSIN_BASE_PATH: '/pem' } }).catch(() => undefined)
    const response = await app.call(
      'POST',
      '/pem/v1/session',
      { token: ADMIN_TOKEN },
      { 'x-forwarded-proto': 'https' },
    )

    assert.match(String(response.headers['set-cookie']), /; Path=\/pem; [^;]+; HttpOnly; SameSite=Strict$/)
  })

  it('a role covers what its scopes say, and the audit log names the user', async () => {
    const { browser, id } = await start()

    assert.equal((await browser.call('POST', '/v1/webhooks', WEBHOOK)).status, 201)
    const refused = await browser.call('GET', '/v1/users')
    assert.equal(refused.status, 403)
    assert.match(refused.json.detail, /^The role operator lacks the scope admin; it has /)
    const secrets = await browser.call('GET', '/v1/webhooks?show=secrets')
    assert.match(secrets.json.detail, /^The role operator lacks the scope secrets:read, which /)
    const { json } = await browser.call('GET', `/v1/audit?user_id=${id}&action=webhook.created`)
    assert.deepEqual(json.items[0].actor, { token_id: null, user_id: id, name: 'Ada', address: '127.0.0.1' })
  })

  it('a changed role counts at once', async () => {
    const { browser, id } = await start()
    await app.call('PATCH', `/v1/users/${id}`, { role: 'admin' })
    assert.equal((await browser.call('GET', '/v1/users')).status, 200)

    await app.call('PATCH', `/v1/users/${id}`, { role: 'viewer' })
    assert.equal((await browser.call('GET', '/v1/session')).status, 401, 'a lesser one needs a new sign-in')
    await browser.signIn('ada')
    assert.equal((await browser.call('POST', '/v1/webhooks', WEBHOOK)).status, 403)
  })

  it('says the same of a wrong password and of a name that is nobody’s, and needs both', async () => {
    await start()
    const browser = new Browser(app)
    const [wrong, nobody] = [await browser.signIn('Ada', 'x'), await browser.signIn('Eve', 'x')]

    assert.deepEqual([wrong.status, wrong.json], [401, nobody.json])
    assert.equal((await browser.call('POST', '/v1/session', { username: 'Ada' })).status, 400)
    const both = { username: 'Ada', password: PASSWORD, token: ADMIN_TOKEN }
    assert.equal((await browser.call('POST', '/v1/session', both)).status, 400)
  })

  it('tells failures in the audit log, one in a minute, and no name that is nobody’s', async () => {
    const { clock, id } = await start()
    const browser = new Browser(app)
    await statusesOf(browser, 3, 'wrong')
    await statusesOf(browser, 2, 'wrong', 'my password by mistake')
    clock.advance(60_000)
    await statusesOf(browser, 1, 'wrong')

    const entries = await app.store.listAudit({ actions: ['user.sign_in_failed'] }, { limit: 9 })
    assert.deepEqual(
      entries.map(({ objectId, objectName, note }) => [objectId, objectName, note]),
      [
        [id, 'Ada', 'wrong password'],
        [null, null, 'a name that is nobody’s'],
        [id, 'Ada', 'wrong password'],
      ],
    )
  })

  it('after ten wrong passwords a name is closed to strangers, not to where it was right before', async () => {
    const { clock, browser } = await start({ settings: { TOCSIN_TRUST_PROXIES: '127.0.0.1' } })
    const from = (address: string, name: string, password: string) =>
      browser.call('POST', '/v1/session', { username: name, password }, { 'x-forwarded-for': address })
    const tryName = async (name: string) => {
      const statuses = []
      for (let index = 0; index < 11; index += 1) {
        statuses.push((await from(`192.0.2.${index}`, name, 'wrong')).status)
      }
      return statuses
    }
    const closed = [...Array<number>(10).fill(401), 429]

    assert.deepEqual(await tryName('Ada'), closed)
    assert.deepEqual(await tryName('Nobody'), closed, 'whether there is such a name or not')
    const refused = await from('192.0.2.99', 'Ada', PASSWORD)
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60'])
    assert.equal((await from('127.0.0.1', 'Ada', PASSWORD)).status, 201)
    clock.advance(60_000)
    assert.equal((await from('192.0.2.99', 'Ada', PASSWORD)).status, 201)
  })

  it('a disabled user does not come in, and hears why only with the right password', async () => {
    const { browser, id } = await start()
    await app.call('PATCH', `/v1/users/${id}`, { disabled: true })

    assert.equal((await browser.call('GET', '/v1/session')).status, 401)
    assert.equal((await browser.signIn('Ada', 'wrong')).status, 401)
    const right = await browser.signIn('Ada')
    assert.equal(right.status, 403)
    assert.match(right.json.detail, /disabled/)
  })
})

describe('changes by cookie', () => {
  it('need the token of the session, and come from no other site', async () => {
    const { browser } = await start()
    const post = (headers: Record<string, string>) => browser.call('POST', '/v1/webhooks', WEBHOOK, headers)

    for (const headers of [
      { 'x-csrf-token': '' },
      { 'x-csrf-token': `${browser.csrfToken}x` },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]) {
      const response = await post(headers)
      assert.deepEqual([response.status, response.json.type], [403, 'urn:tocsin:problem:csrf'])
    }
    assert.deepEqual(await app.store.listWebhooks({}), [])
    assert.equal((await post({ origin: 'http://localhost:80', host: 'localhost' })).status, 201)
  })

  it('signing in from the page of another site opens nothing', async () => {
    await start()
    const response = await new Browser(app).call(
      'POST',
      '/v1/session',
      { username: 'Ada', password: PASSWORD },
      { 'sec-fetch-site': 'cross-site' },
    )

    assert.deepEqual([response.status, response.headers['set-cookie']], [403, undefined])
  })

  it('a token in the header wins over the cookie, and needs nothing else', async () => {
    const { browser } = await start()
    const headers = { 'x-auth-token': ADMIN_TOKEN, 'x-csrf-token': '' }

    assert.equal((await browser.call('POST', '/v1/webhooks', WEBHOOK, headers)).status, 201)
    assert.equal((await browser.call('GET', '/v1/session', undefined, headers)).json.kind, 'token')
    const wrong = await browser.call('GET', '/v1/session', undefined, { 'x-auth-token': 'wrong' })
    assert.equal(wrong.status, 401)
  })
})

describe('what is read in a session', () => {
  it('is kept by no cache of the browser', async () => {
    const { browser } = await start()

    const response = await browser.call('GET', '/v1/webhooks')

    assert.deepEqual([response.status, response.headers['cache-control']], [200, 'no-store'])
  })
})

describe('how long a session lasts', () => {
  it('12 hours without use, 7 days at the most', async () => {
    const { id, clock, browser } = await start()
    const isOpen = async () => {
      const { status } = await browser.call('GET', '/v1/session')
      // Its use is written beside the response.
      if (status === 200) await eventually('the use is written', wasSeenNow)
      return status === 200
    }
    const wasSeenNow = async () =>
      (await app.store.listSessions({ userId: id })).some(({ seenAt }) => clock.now() - seenAt < 11_000)

    clock.advance(12 * HOUR_MS - 1)
    assert.equal(await isOpen(), true)
    for (let hours = 12; hours < 168; hours += 12) {
      assert.equal(await isOpen(), true, `after ${hours} hours`)
      clock.advance(12 * HOUR_MS - (hours === 156 ? 2 : 1_000))
    }
    clock.advance(20_000)
    assert.equal(await isOpen(), false)

    await browser.signIn('Ada')
    clock.advance(12 * HOUR_MS)
    assert.equal(await isOpen(), false)
  })

  it('a tab that only listens is no use: the stream ends with the session', async () => {
    const { clock, browser } = await start({ settings: { TOCSIN_SESSION_IDLE: '5m' } })
    const before = clock.now()
    let isEnded = false
    // Its response comes as a whole, when the stream is over.
    const listening = browser.call('GET', '/v1/stream').then(() => (isEnded = true))

    await eventually('the stream is over', () => {
      clock.advance(30_000)
      return isEnded
    })

    await listening
    assert.ok(clock.now() - before >= 5 * 60_000)
    assert.equal((await browser.call('GET', '/v1/session')).status, 401)
  })

  it('what has ended is removed by itself', async () => {
    const { clock, id } = await start({ listen: true })
    clock.advance(12 * HOUR_MS - 60_000)
    await new Browser(app).signIn('Ada')
    clock.advance(120_000)

    await eventually('the newer one is alone', async () => {
      clock.advance(60_000)
      return (await app.store.listSessions({ userId: id })).length === 1
    })
  })

  it('a browser that goes on asking with a dead cookie does not shut out its address', async () => {
    const { browser } = await start()
    await browser.call('DELETE', '/v1/session')
    browser.cookie = `${browser.cookie.split('=')[0]}=tcs_${'x'.repeat(43)}`
    for (let index = 0; index < 30; index += 1) {
      assert.equal((await browser.call('GET', '/v1/session')).status, 401)
    }

    assert.equal((await browser.signIn('Ada')).status, 201)
  })

  it('many different ones are guesses, and are refused like wrong tokens', async () => {
    const { browser } = await start()
    const [name] = browser.cookie.split('=')
    const statuses = []
    for (let index = 0; index < 21; index += 1) {
      browser.cookie = `${name}=tcs_${String(index).padStart(43, 'x')}`
      statuses.push((await browser.call('GET', '/v1/session')).status)
    }

    assert.deepEqual([statuses[19], statuses[20]], [401, 429])
  })

  it('one by a token has its scopes and ends with it', async () => {
    await start()
    const made = await app.call('POST', '/v1/tokens', { name: 'ci', scopes: ['webhooks:read'] })
    const browser = new Browser(app)

    const opened = await browser.call('POST', '/v1/session', { token: made.json.token })
    assert.deepEqual(
      [opened.status, opened.json.kind, opened.json.name, opened.json.scopes, opened.json.user_id],
      [201, 'token', 'ci', ['webhooks:read'], null],
    )
    assert.equal((await browser.call('GET', '/v1/webhooks')).status, 200)
    await app.call('DELETE', `/v1/tokens/${made.json.id}`)

    assert.equal((await browser.call('GET', '/v1/webhooks')).status, 401)
    assert.equal((await browser.call('POST', '/v1/session', { token: made.json.token })).status, 401)
  })

  it('one by a token that expires ends no later', async () => {
    const { clock } = await start()
    const token = { name: 'ci', scopes: ['webhooks:read'], expires_in: '1h' }
    const made = await app.call('POST', '/v1/tokens', token)
    const opened = await new Browser(app).call('POST', '/v1/session', { token: made.json.token })

    assert.equal(opened.json.expires_at, new Date(clock.now() + HOUR_MS).toISOString())
  })
})

describe('one’s own sessions', () => {
  it('signing out ends this one, and the browser forgets it', async () => {
    const { browser } = await start()
    const other = new Browser(app)
    await other.signIn('Ada')
    const before = browser.cookie

    const out = await browser.call('DELETE', '/v1/session')

    assert.equal(out.status, 204)
    assert.match(String(out.headers['set-cookie']), /=; .*Max-Age=0;/)
    browser.cookie = before
    assert.equal((await browser.call('GET', '/v1/session')).status, 401)
    assert.equal((await other.call('GET', '/v1/session')).status, 200)
  })

  it('are listed, and ended one by one or all together', async () => {
    const { browser } = await start()
    const [phone, stranger] = [new Browser(app), await addUser(app, { name: 'Eve', role: 'viewer' })]
    await phone.call(
      'POST',
      '/v1/session',
      { username: 'Ada', password: PASSWORD },
      { 'user-agent': 'Phone' },
    )
    const { json } = await browser.call('GET', '/v1/sessions')
    const shown = json.items as { id: number; user_agent: string; current: boolean }[]

    assert.deepEqual(
      shown.map(({ user_agent, current }) => [user_agent, current]),
      [
        ['Phone', false],
        ['lightMyRequest', true],
      ],
    )
    const path = `/v1/sessions/${shown[0]?.id}`
    assert.equal((await stranger.browser.call('DELETE', path)).status, 404, 'not those of others')
    assert.equal((await phone.call('GET', '/v1/session')).status, 200)
    assert.equal((await browser.call('DELETE', path)).status, 204)
    assert.equal((await phone.call('GET', '/v1/session')).status, 401)
    assert.equal((await browser.call('DELETE', path)).status, 404)

    assert.equal((await browser.call('DELETE', '/v1/sessions')).status, 204)
    assert.equal((await browser.call('GET', '/v1/session')).status, 401)
    assert.equal((await stranger.browser.call('GET', '/v1/session')).status, 200)
  })

  it('a new password ends the others; the present one has to be known', async () => {
    const { browser } = await start()
    const other = new Browser(app)
    await other.signIn('Ada')
    const change = (current_password: string, new_password: string) =>
      browser.call('PUT', '/v1/session/password', { current_password, new_password })

    const wrong = await change('wrong', 'another long one')
    assert.deepEqual([wrong.status, wrong.json.errors[0].path], [400, 'current_password'])
    const bad = await change(PASSWORD, 'short')
    assert.deepEqual([bad.status, bad.json.errors[0].path], [400, 'new_password'])
    assert.equal((await other.call('GET', '/v1/session')).status, 200)
    assert.equal((await change(PASSWORD, 'another long one')).status, 204)

    assert.equal((await browser.call('GET', '/v1/session')).status, 200)
    assert.equal((await other.call('GET', '/v1/session')).status, 401)
    assert.equal((await other.signIn('Ada')).status, 401)
    assert.equal((await other.signIn('Ada', 'another long one')).status, 201)
    const asToken = await app.call('PUT', '/v1/session/password', { current_password: '', new_password: '' })
    assert.equal(asToken.status, 409)
  })
})
