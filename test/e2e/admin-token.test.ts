import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { SERVICE_TOKEN, startService } from '../support/app/service.ts'

const OTHER = 'another-token-0123456789'

describe('an admin token of your own', () => {
  it('takes the place of the generated one, whose file is removed, and of the one before', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-admin-token-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'admin-token')
    const start = async (token: string) => {
      const service = await startService({ folder, settings: { TOCSIN_ADMIN_TOKEN: token } })
      t.after(() => service.kill())
      return service
    }
    const statusWith = async (url: string, token: string) =>
      (await fetch(`${url}/v1/tokens`, { headers: { 'x-auth-token': token } })).status

    const first = await start('')
    const generated = readFileSync(file, 'utf8').trim()
    assert.equal(await statusWith(first.url, generated), 200)
    const made = await fetch(`${first.url}/v1/tokens`, {
      method: 'POST',
      headers: { 'x-auth-token': generated, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'admin token', scopes: ['admin'] }),
    })
    const { token: own } = (await made.json()) as { readonly token: string }
    await first.stop()

    const second = await start(SERVICE_TOKEN)
    assert.deepEqual(
      [
        await statusWith(second.url, generated),
        await statusWith(second.url, SERVICE_TOKEN),
        existsSync(file),
      ],
      [401, 200, false],
    )
    // Another file of that name is not the service's.
    writeFileSync(file, 'mine\n')
    await second.stop()

    const third = await start(OTHER)
    assert.deepEqual(
      await Promise.all([SERVICE_TOKEN, OTHER, own].map((token) => statusWith(third.url, token))),
      [401, 200, 200],
    )
    assert.equal(readFileSync(file, 'utf8'), 'mine\n')
    await third.stop()
  })

  it('may be the generated one, which then stays with its file', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-admin-token-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'admin-token')
    const first = await startService({ folder, settings: { TOCSIN_ADMIN_TOKEN: '' } })
    t.after(() => first.kill())
    await first.stop()

    const settings = { TOCSIN_ADMIN_TOKEN: '', TOCSIN_ADMIN_TOKEN_FILE: file }
    const second = await startService({ folder, settings })
    t.after(() => second.kill())
    const headers = { 'x-auth-token': readFileSync(file, 'utf8').trim() }
    assert.equal((await fetch(`${second.url}/v1/tokens`, { headers })).status, 200)
    await second.stop()
  })
})
