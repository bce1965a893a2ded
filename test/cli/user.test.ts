import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Browser, PASSWORD } from '../support/people/people.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool } from './run-tool.ts'

describe('tocsin user', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())

  const run = (...argv: string[]) =>
    runTool(argv, { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })
  const accept = (link: string, password = PASSWORD) =>
    new Browser(app).call('POST', '/v1/invitations/accept', { code: link.trim().split('#')[1], password })

  it('add: prints the link alone on stdout, by which they choose a password', async () => {
    const { code, out, err } = await run('user', 'add', '--name', 'Ada Lovelace', '--role', 'operator')

    assert.equal(code, 0)
    assert.match(out, /^http:\/\/127\.0\.0\.1:\d+\/invitation#tci_[\w-]{43}\n$/)
    assert.ok(out.startsWith(app.url))
    assert.match(
      err,
      /^With that link "Ada Lovelace" \(user \d+, operator\) chooses a password, once and until /,
    )
    assert.equal((await accept(out)).status, 201)
    const again = await run('user', 'add', '--name', 'ADA lovelace', '--role', 'viewer')
    assert.equal(again.code, 1)
    assert.match(again.err, /There is a user named "ADA lovelace" already/)
  })

  it('list: who there is, and whether they can sign in', async () => {
    await run('user', 'add', '--name', 'new', '--role', 'viewer')
    const { json } = await run('user', 'add', '--name', 'gone', '--role', 'viewer', '--json')
    await run('user', 'edit', String(json.id), '--disabled')

    const { out } = await run('user', 'list')

    assert.match(out, /\n +\d+ +Ada Lovelace +operator +enabled +\S.* (ago|now) +\S.* (ago|now)\n/)
    assert.match(out, /\n +\d+ +new +viewer +invited +- +\S.* (ago|now)\n/)
    assert.match(out, /\n +\d+ +gone +viewer +disabled +- +\S.* (ago|now)\n/)
  })

  it('edit: what is named changes, the rest stays; nothing at all is a mistake', async () => {
    const { json } = await run('user', 'add', '--name', 'edited', '--role', 'viewer', '--json')
    const id = String(json.id)

    const edited = await run('user', 'edit', id, '--role', 'admin', '--disabled')
    assert.equal(edited.out, `Changed: "edited" (user ${id}, admin).\n`)
    const user = await app.store.findUser({ id: json.id })
    assert.deepEqual([user?.name, user?.role, user?.disabledAt === null], ['edited', 'admin', false])
    await run('user', 'edit', id, '--enabled', '--name', 'renamed')
    const after = await app.store.findUser({ id: json.id })
    assert.deepEqual([after?.name, after?.role, after?.disabledAt], ['renamed', 'admin', null])
    assert.equal((await run('user', 'edit', id)).code, 2)
    assert.equal((await run('user', 'edit', id, '--enabled', '--disabled')).code, 2)
  })

  it('invite: a new link for a forgotten password', async () => {
    const { json } = await run('user', 'add', '--name', 'forgetful', '--role', 'viewer', '--json')
    await accept(`#${json.invitation.code}`)

    const { out } = await run('user', 'invite', String(json.id))

    assert.equal((await accept(out, 'another long one')).status, 201)
    assert.equal((await new Browser(app).signIn('forgetful', 'another long one')).status, 201)
  })

  it('delete: only when it is said', async () => {
    const { json } = await run('user', 'add', '--name', 'deleted', '--role', 'viewer', '--json')
    const id = String(json.id)

    assert.equal((await run('user', 'delete', id)).code, 2)
    assert.ok(await app.store.findUser({ id: json.id }))
    assert.equal((await run('user', 'delete', id, '--yes')).out, `User ${id} deleted.\n`)
    assert.equal(await app.store.findUser({ id: json.id }), undefined)
  })
})
