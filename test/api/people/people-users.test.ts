import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addUser, Browser, PASSWORD } from '../../support/people/people.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

const call: TestApp['call'] = (...args) => app.call(...args)

describe('/v1/users', () => {
  it('adds somebody who chooses the password; nobody else ever knows it', async () => {
    const made = await call('POST', '/v1/users', { name: ' Ada ', role: 'viewer' })

    assert.equal(made.status, 201)
    assert.equal(made.headers['cache-control'], 'no-store')
    const { invitation, ...user } = made.json
    assert.deepEqual([user.name, user.has_password, user.disabled], ['Ada', false, false])
    assert.equal(invitation.path, `/invitation#${invitation.code}`)
    assert.deepEqual((await call('GET', `/v1/users/${user.id}`)).json, user)
    const browser = new Browser(app)
    assert.equal((await browser.signIn('Ada', '')).status, 401, 'without a password nobody comes in')

    const { code } = invitation
    const checked = await browser.call('POST', '/v1/invitations/check', { code })
    assert.deepEqual(
      [checked.json.purpose, checked.json.username, checked.json.role],
      ['new_user', 'Ada', 'viewer'],
    )
    const bad = await browser.call('POST', '/v1/invitations/accept', { code, password: 'ADA' })
    assert.deepEqual([bad.status, bad.json.errors[0].path], [400, 'password'])
    const opened = await browser.call('POST', '/v1/invitations/accept', { code, password: PASSWORD })
    assert.deepEqual([opened.status, opened.json.name], [201, 'Ada'])
    assert.equal((await browser.call('GET', '/v1/webhooks')).status, 200)

    for (const path of ['/v1/invitations/check', '/v1/invitations/accept']) {
      const body = path.endsWith('check') ? { code } : { code, password: PASSWORD }
      const again = await browser.call('POST', path, body)
      assert.equal(again.status, 404)
      assert.match(again.json.detail, /Ask an administrator for a new one/)
    }
  })

  it('refuses a name of which not all is seen, wherever it is set: it would be taken for another', async () => {
    const { id } = (await call('POST', '/v1/users', { name: 'Mae', role: 'viewer' })).json
    const responses = [
      await call('POST', '/v1/users', { name: 'M\u200bae', role: 'admin' }),
      await call('PATCH', `/v1/users/${id}`, { name: 'Ada\u2063' }),
    ]

    for (const { status, json } of responses) {
      assert.deepEqual([status, json.errors.length, json.errors[0].path], [400, 1, 'name'])
      assert.match(json.errors[0].message, /not seen \(zero-width ones/)
    }
    await call('DELETE', `/v1/users/${id}`)
  })

  it('is for administrators only', async () => {
    const { browser } = await addUser(app, { name: 'op', role: 'operator' })
    const calls = [
      ['GET', '/v1/users'],
      ['POST', '/v1/users'],
      ['GET', '/v1/users/1'],
      ['PATCH', '/v1/users/1'],
      ['DELETE', '/v1/users/1'],
      ['POST', '/v1/users/1/invitation'],
      ['DELETE', '/v1/users/1/sessions'],
    ] as const
    for (const [method, path] of calls) {
      const body = method === 'POST' || method === 'PATCH' ? {} : undefined
      assert.equal((await browser.call(method, path, body)).status, 403, `${method} ${path}`)
    }
  })

  for (const [what, body, path] of [
    ['no name', { role: 'viewer' }, 'name'],
    ['a blank name', { name: ' ', role: 'viewer' }, 'name'],
    ['a long name', { name: 'x'.repeat(101), role: 'viewer' }, 'name'],
    ['a role that there is not', { name: 'x', role: 'owner' }, 'role'],
    ['a password', { name: 'x', role: 'viewer', password: 'x' }, 'password'],
  ] as const) {
    it(`refuses ${what}, and adds nobody`, async () => {
      const count = (await app.store.listUsers()).length

      const response = await call('POST', '/v1/users', body)

      assert.deepEqual([response.status, response.json.errors[0].path], [400, path])
      assert.equal((await app.store.listUsers()).length, count)
    })
  }

  it('refuses a name that somebody has', async () => {
    await call('POST', '/v1/users', { name: 'Zoë', role: 'viewer' })

    assert.equal((await call('POST', '/v1/users', { name: 'ZOË', role: 'viewer' })).status, 409)
  })

  it('lists by id, a page at a time', async () => {
    for (const name of ['p1', 'p2', 'p3']) await call('POST', '/v1/users', { name, role: 'viewer' })
    const ids = (await app.store.listUsers()).map(({ id }) => id)

    const first = await call('GET', '/v1/users?limit=2')
    const rest = await call('GET', `/v1/users?cursor=${first.json.next}`)

    const shown = [...first.json.items, ...rest.json.items] as { id: number }[]
    assert.deepEqual(
      shown.map(({ id }) => id),
      ids,
    )
    assert.ok(!first.text.includes('$scrypt$'))
  })

  it('nobody can lock themselves out', async () => {
    const { id, browser } = await addUser(app, { name: 'boss', role: 'admin' })
    const path = `/v1/users/${id}`

    for (const response of [
      await browser.call('DELETE', path),
      await browser.call('PATCH', path, { disabled: true }),
      await browser.call('PATCH', path, { role: 'viewer' }),
    ]) {
      assert.equal(response.status, 409)
      assert.match(response.json.detail, /Nobody can delete, disable or demote themselves/)
    }
    assert.equal((await browser.call('PATCH', path, { name: 'Boss', role: 'admin' })).status, 200)
    assert.equal((await call('DELETE', path)).status, 204, 'an admin token can')
    assert.equal((await browser.call('GET', '/v1/session')).status, 401)
  })

  it('a link for a new password takes the place of the one before, and signs out everywhere when it is used', async () => {
    const { id, browser } = await addUser(app, { name: 'forgetful', role: 'viewer' })
    const path = `/v1/users/${id}/invitation`
    const [first, second] = [await call('POST', path), await call('POST', path)]
    const accept = (response: { readonly json: { invitation: { code: string } } }) =>
      new Browser(app).call('POST', '/v1/invitations/accept', {
        code: response.json.invitation.code,
        password: 'a new one at last',
      })

    assert.equal((await browser.call('GET', '/v1/session')).status, 200)
    assert.equal((await accept(first)).status, 404)
    assert.equal((await accept(second)).status, 201)
    assert.equal((await browser.call('GET', '/v1/session')).status, 401)
    assert.equal((await browser.signIn('forgetful')).status, 401)
    assert.equal((await browser.signIn('forgetful', 'a new one at last')).status, 201)
    await call('PATCH', `/v1/users/${id}`, { disabled: true })
    assert.equal((await call('POST', path)).status, 409)
    assert.equal((await call('POST', '/v1/users/9999/invitation')).status, 404)
  })

  it('an administrator signs somebody out everywhere', async () => {
    const { id, browser } = await addUser(app, { name: 'lost-laptop', role: 'viewer' })

    assert.equal((await call('DELETE', `/v1/users/${id}/sessions`)).status, 204)
    assert.equal((await browser.call('GET', '/v1/session')).status, 401)
    assert.equal((await call('DELETE', '/v1/users/9999/sessions')).status, 404)
  })

  it('wrong codes count like wrong tokens', async () => {
    const own = await startApp()
    const browser = new Browser(own)
    const statuses = []
    for (let index = 0; index < 21; index += 1) {
      const response = await browser.call('POST', '/v1/invitations/check', { code: `tci_${index}` })
      statuses.push(response.status)
    }
    await own.stop()

    assert.deepEqual([statuses[19], statuses[20]], [404, 429])
  })
})

describe('the first administrator', () => {
  it('comes in by the link of the start, once, and then there is none', async () => {
    const own = await startApp()
    const browser = new Browser(own)
    const code = own.firstAdminCode
    const ways = async () => (await browser.call('GET', '/v1/sign-in')).json

    assert.deepEqual(await ways(), { password: true, token: true, oidc: null, first_admin: true })
    const check = await browser.call('POST', '/v1/invitations/check', { code })
    assert.deepEqual(
      [check.json.purpose, check.json.username, check.json.role],
      ['first_admin', null, 'admin'],
    )
    const nameless = await browser.call('POST', '/v1/invitations/accept', { code, password: PASSWORD })
    assert.deepEqual([nameless.status, nameless.json.errors[0].path], [400, 'username'])
    const accept = (username: string) =>
      new Browser(own).call('POST', '/v1/invitations/accept', { code, username, password: PASSWORD })
    const responses = await Promise.all([accept('Ada'), accept('Eve'), accept('Joe')])

    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 404, 404])
    assert.equal((await own.store.listUsers()).length, 1)
    assert.equal((await ways()).first_admin, false)
    await own.stop()
  })

  it('somebody added by a token ends the link', async () => {
    const own = await startApp()
    await own.call('POST', '/v1/users', { name: 'Ada', role: 'viewer' })
    const response = await own.call('POST', '/v1/invitations/check', { code: own.firstAdminCode })
    await own.stop()

    assert.equal(response.status, 404)
  })
})
