import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { addUser, PASSWORD } from '../../support/people/people.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const ISSUE = { username: 'ada', password: PASSWORD }

describe('the token service /api/token/', () => {
  const clock = new FakeClock()
  let app: TestApp
  before(async () => {
    app = await startApp({ clock })
    await addUser(app, { name: 'Ada', role: 'operator' })
  })
  after(() => app.stop())
  const issue = (body: unknown = ISSUE) => app.call('POST', '/api/token/', body, { 'x-auth-token': '' })
  const as = (token: unknown) => ({ 'x-auth-token': String(token) })
  const list = (token: unknown) => app.call('GET', '/api/v15/webhook/', undefined, as(token))

  it('gives a token for name and password, which lives for 20 minutes however much it is used', async () => {
    const response = await issue()

    assert.equal(response.status, 201)
    assert.deepEqual(
      [response.json.issuedAt, response.json.expiresAt],
      [new Date(clock.now()).toISOString(), new Date(clock.now() + 20 * 60_000).toISOString()],
    )
    assert.deepEqual(
      [response.json.supported_api_versions, response.json.deprecated_api_versions],
      [[6, 15], []],
    )
    const token = response.headers['x-subject-token']
    assert.ok(!response.text.includes(String(token)))
    assert.equal(response.headers['set-cookie'], undefined)
    clock.advance(20 * 60_000 - 1)
    assert.equal((await list(token)).status, 200)
    clock.advance(1)
    assert.equal((await list(token)).status, 401)
  })

  it('takes it back: it is dead at once', async () => {
    const token = (await issue()).headers['x-subject-token']
    const made = await app.call(
      'POST',
      '/api/v6/webhook/',
      { name: 'x', url: 'http://127.0.0.1:9/' },
      as(token),
    )
    assert.equal(made.status, 200)

    assert.equal((await app.call('DELETE', '/api/token/', undefined, as(token))).status, 204)
    assert.equal((await list(token)).status, 401)
    assert.equal((await app.call('DELETE', '/api/token/', undefined, as(token))).status, 401)
  })

  it('is no cookie, and leaves other tokens alone', async () => {
    const token = (await issue()).headers['x-subject-token']
    const cookie = `tocsin_session_${app.store.installationId.slice(0, 8)}=${token}`

    const byCookie = await app.call('GET', '/v1/session', undefined, { 'x-auth-token': '', cookie })
    assert.equal(byCookie.status, 401)
    assert.equal((await app.call('DELETE', '/api/token/')).status, 409)
  })

  it('refuses in the words of v6 and v15', async () => {
    const wrong = await issue({ ...ISSUE, password: 'wrong' })
    assert.deepEqual([wrong.status, wrong.json.success, wrong.json.errormsg], [401, 0, wrong.json.detail])
    const bad = await issue({ username: 'ada' })
    assert.deepEqual([bad.status, bad.json.success, bad.json.errors[0].path], [400, 0, 'password'])
    const method = await app.call('PUT', '/api/token/', {})
    assert.deepEqual([method.status, method.headers['allow']], [405, 'POST, DELETE'])
  })
})
