import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { testCertificates } from '../support/network/certificates.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool } from './run-tool.ts'

describe('tocsin and TLS', () => {
  let app: TestApp
  let folder: string
  const file = (name: string) => join(folder, name)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-cli-tls-'))
    const { local, authority, otherAuthority, client } = await testCertificates()
    await writeFile(file('cert.pem'), local.certificate)
    await writeFile(file('key.pem'), local.key)
    await writeFile(file('ca.pem'), authority.certificate)
    await writeFile(file('other-ca.pem'), otherAuthority.certificate)
    await writeFile(file('client.pem'), client.certificate)
    await writeFile(file('client-key.pem'), client.key)
    app = await startApp({
      listen: true,
      settings: { TOCSIN_TLS_CERT_FILE: file('cert.pem'), TOCSIN_TLS_KEY_FILE: file('key.pem') },
    })
  })
  after(async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const run = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runTool(argv, { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, ...environment } })
  const list = ['webhook', 'list', '--json']

  it('trusts the service by the authorities in --ca-file or TOCSIN_CA_FILE, and by no others then', async () => {
    for (const { code, json } of [
      await run([...list, '--ca-file', file('ca.pem')]),
      await run(list, { TOCSIN_CA_FILE: file('ca.pem') }),
      await run([...list, '--ca-file', file('ca.pem')], { TOCSIN_CA_FILE: file('other-ca.pem') }),
    ]) {
      assert.equal(code, 0)
      assert.deepEqual(json.items, [])
    }
    const { code, err } = await run(['webhook', 'list', '--ca-file', file('other-ca.pem')])
    assert.equal(code, 1)
    assert.match(err, /authority that is not trusted here; name that with --ca-file or TOCSIN_CA_FILE/)
  })

  it('says what to do without it', async () => {
    const { code, err } = await run(['webhook', 'list'])

    assert.equal(code, 1)
    assert.match(err, /cannot be reached: its certificate .* name that with --ca-file or TOCSIN_CA_FILE/)
  })

  it('names a file that is not there, or holds no certificate', async () => {
    const missing = await run(['webhook', 'list', '--ca-file', file('nowhere.pem')])
    const wrong = await run(['webhook', 'list'], { TOCSIN_CA_FILE: file('key.pem') })

    assert.deepEqual([missing.code, wrong.code], [2, 2])
    assert.match(missing.err, /nowhere\.pem \(from --ca-file\) is not there/)
    assert.match(wrong.err, /key\.pem \(from TOCSIN_CA_FILE\) must hold one certificate or more in PEM/)
  })

  it('webhook add and edit: TLS settings from files, taken back with default', async () => {
    const trusting = ['--ca-file', file('ca.pem'), '--json']
    const added = await run([
      'webhook',
      'add',
      '--name',
      'secured',
      '--url',
      'https://hooks.example/',
      ...trusting,
      '--ca-certificates',
      file('ca.pem'),
      '--client-certificate',
      file('client.pem'),
      '--client-key',
      file('client-key.pem'),
      '--insecure',
    ])
    const { tls } = added.json
    const { authority, client } = await testCertificates()

    assert.deepEqual(tls, {
      ca_certificates: authority.certificate,
      client_certificate: client.certificate,
      client_key: '***',
      insecure: true,
    })

    const edit = ['webhook', 'edit', String(added.json.id), ...trusting]
    const edited = await run([
      ...edit,
      '--no-insecure',
      '--client-certificate',
      'default',
      '--client-key',
      'default',
    ])
    assert.deepEqual(edited.json.tls, {
      ca_certificates: authority.certificate,
      client_certificate: null,
      client_key: null,
      insecure: false,
    })
    const emptied = await run([...edit, '--ca-certificates', 'default'])
    assert.equal(emptied.json.tls, null)
    const named = await run([...edit, '--name', 'only the name'])
    assert.equal(named.json.tls, null)
  })
})
