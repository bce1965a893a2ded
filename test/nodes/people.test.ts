import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { CLIENT, IdentityProvider } from '../support/people/identity-provider.ts'
import { addUser, Browser, PASSWORD } from '../support/people/people.ts'
import type { TestApp } from '../support/app/start-app.ts'
import { withNodes } from './with-nodes.ts'

/** The same person at another node. */
function at(node: TestApp, browser: Browser): Browser {
  const other = new Browser(node)
  other.cookie = browser.cookie
  other.csrfToken = browser.csrfToken
  return other
}

const statusOf = async (browser: Browser) => (await browser.call('GET', '/v1/session')).status

describe('people at several nodes', () => {
  it('are signed in at all of them, and signed out at all of them at once', async () => {
    await withNodes([{ listen: true }, { listen: true }], async (first, second) => {
      const { browser } = await addUser(first!, { name: 'Ada', role: 'operator' })
      const elsewhere = at(second!, browser)
      const made = await elsewhere.call('POST', '/v1/webhooks', { name: 'x', url: 'http://127.0.0.1:9/' })
      assert.equal(made.status, 201)

      await browser.call('DELETE', '/v1/session')

      await eventually('the other node knows', async () => (await statusOf(elsewhere)) === 401)
    })
  })

  it('the first administrator is one, whichever node they come to, and only by the newest link', async () => {
    await withNodes([{}, {}], async (first, second) => {
      const accept = (node: TestApp, code: string | undefined, username: string) =>
        new Browser(node).call('POST', '/v1/invitations/accept', { code, username, password: PASSWORD })
      const codes = [first!.firstAdminCode, second!.firstAdminCode]

      const responses = await Promise.all([
        accept(first!, codes[0], 'a'),
        accept(second!, codes[0], 'b'),
        accept(first!, codes[1], 'c'),
        accept(second!, codes[1], 'd'),
      ])

      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 404, 404, 404])
      assert.equal((await first!.store.listUsers()).length, 1)
    })
  })

  it('a sign-in at the provider is begun at one node and finished at another', async () => {
    const PUBLIC_URL = 'https://tocsin.example.com'
    const provider = await IdentityProvider.start({
      people: { ada: { preferred_username: 'ada', groups: ['dba'] } },
      redirectUri: `${PUBLIC_URL}/v1/oidc/callback`,
    })
    const settings = {
      TOCSIN_PUBLIC_URL: PUBLIC_URL,
      TOCSIN_OIDC_ISSUER: provider.issuer,
      TOCSIN_OIDC_CLIENT_ID: CLIENT.id,
      TOCSIN_OIDC_CLIENT_SECRET: CLIENT.secret,
      TOCSIN_OIDC_ADMINS: 'dba',
    }
    await withNodes([{ settings }, { settings }], async (first, second) => {
      const begun = await first!.call('GET', '/v1/oidc/start?to=/alerts')
      const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
      const back = await provider.signIn(String(begun.headers['location']), 'ada')

      const response = await second!.call('GET', `/v1/oidc/callback${back.search}`, undefined, { cookie })

      assert.deepEqual([response.status, response.headers['location']], [302, '/alerts'])
      assert.equal((await first!.store.findUser({ name: 'ada' }))?.role, 'admin')
    })
    await provider.stop()
  })
})
