import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inspect } from 'node:util'
import { hashToken } from '../../../src/domain/people/token.ts'
import { CLIENT, IdentityProvider } from '../../support/people/identity-provider.ts'
import { Browser, PASSWORD } from '../../support/people/people.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app/start-app.ts'

const PUBLIC_URL = 'https://tocsin.example.com'
const CALLBACK = '/v1/oidc/callback'
const WRONG = 'a wrong password'
const NEW = 'another horse of course'

const valueOf = (cookie: unknown) => String(cookie).split(';')[0]?.split('=')[1] ?? ''

/** Whatever opens something, as it went over the wire in one run through all the ways in and out. */
class Secrets {
  readonly all: string[] = [PASSWORD, WRONG, NEW, ADMIN_TOKEN, CLIENT.secret]

  note(secret: string): string {
    assert.ok(secret.length >= 8, `"${secret}" is no secret`)
    this.all.push(secret)
    return secret
  }
}

describe('no secret of people reaches the log', () => {
  let provider: IdentityProvider
  let app: TestApp
  const secrets = new Secrets()
  before(async () => {
    provider = await IdentityProvider.start({
      people: { ada: { preferred_username: 'ada', groups: ['dba'] } },
      redirectUri: PUBLIC_URL + CALLBACK,
    })
    app = await startApp({
      settings: {
        TOCSIN_PUBLIC_URL: PUBLIC_URL,
        TOCSIN_OIDC_ISSUER: provider.issuer,
        TOCSIN_OIDC_CLIENT_ID: CLIENT.id,
        TOCSIN_OIDC_CLIENT_SECRET: CLIENT.secret,
        TOCSIN_OIDC_ADMINS: 'dba',
      },
    })
  })
  after(async () => {
    await app.stop()
    await provider.stop()
  })

  async function byPassword(): Promise<void> {
    const browser = new Browser(app)
    const made = await app.call('POST', '/v1/users', { name: 'Kay', role: 'viewer' })
    const code = secrets.note(made.json.invitation.code)
    await browser.call('POST', '/v1/invitations/check', { code: secrets.note('tci_a-wrong-code') })
    await browser.call('POST', '/v1/invitations/accept', { code, password: 'short' })
    const statuses = [
      (await browser.call('POST', '/v1/invitations/accept', { code, password: PASSWORD })).status,
    ]
    await browser.call('POST', '/v1/invitations/accept', { code, password: PASSWORD })
    await browser.signIn('Kay', WRONG)
    statuses.push((await browser.signIn('Kay')).status)
    secrets.note(valueOf(browser.cookie))
    secrets.note(browser.csrfToken)
    await browser.call('PUT', '/v1/session/password', { current_password: WRONG, new_password: NEW })
    const change = { current_password: PASSWORD, new_password: NEW }
    statuses.push((await browser.call('PUT', '/v1/session/password', change)).status)
    statuses.push((await browser.call('DELETE', '/v1/session')).status)
    assert.deepEqual(statuses, [201, 201, 204, 204])
  }

  async function byToken(): Promise<void> {
    const browser = new Browser(app)
    await browser.call('POST', '/v1/session', { token: secrets.note('tcn_a-wrong-token') })
    const opened = await browser.call('POST', '/v1/session', { token: ADMIN_TOKEN })
    assert.equal(opened.status, 201)
    secrets.note(valueOf(browser.cookie))
    const issued = await app.call(
      'POST',
      '/api/token/',
      { username: 'Kay', password: NEW },
      { 'x-auth-token': '' },
    )
    const token = secrets.note(String(issued.headers['x-subject-token']))
    const back = await app.call('DELETE', '/api/token/', undefined, { 'x-auth-token': token })
    assert.equal(back.status, 204)
  }

  async function byProvider(): Promise<void> {
    const nobody = { 'x-auth-token': '' }
    const begun = await app.call('GET', '/v1/oidc/start', undefined, nobody)
    const [pending = ''] = [begun.headers['set-cookie'] ?? []].flat()
    const headers = { ...nobody, cookie: String(pending).split(';')[0] ?? '' }
    secrets.note(valueOf(pending))
    const back = await provider.signIn(String(begun.headers['location']), 'ada')
    for (const name of ['code', 'state']) secrets.note(back.searchParams.get(name) ?? '')
    const opened = await app.call('GET', CALLBACK + back.search, undefined, headers)
    assert.equal(opened.headers['location'], '/')
    for (const cookie of [opened.headers['set-cookie'] ?? []].flat()) {
      if (valueOf(cookie) !== '') secrets.note(valueOf(cookie))
    }
    const again = await app.call('GET', CALLBACK + back.search, undefined, headers)
    assert.match(String(again.headers['location']), /problem=failed/)
  }

  it('in whatever way they come in and go, and however that fails', async () => {
    await byPassword()
    await byToken()
    await byProvider()

    assert.ok(app.lines.length > 15)
    assert.ok(app.lines.some(({ event }) => event === 'people.provider_failed'))
    // Errors with their causes as well, which JSON leaves out.
    const log = inspect(app.lines, {
      depth: Infinity,
      maxStringLength: null,
      maxArrayLength: null,
      showHidden: true,
    })
    const entries = JSON.stringify(await app.store.listAudit({}, { limit: 100 }))
    for (const secret of secrets.all) {
      assert.ok(!log.includes(secret), `${secret} is in the log`)
      assert.ok(!log.includes(hashToken(secret)), `the hash of ${secret} is in the log`)
      assert.ok(!entries.includes(secret), `${secret} is in the audit log`)
    }
  })
})
