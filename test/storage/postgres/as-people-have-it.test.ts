import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { readPostgresAddress } from '../../../src/config/database-address.ts'
import { connect } from '../../../src/storage/postgres/connection/connect.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { NOW, observation } from '../../support/build.ts'
import { PostgresServer } from '../../support/databases/postgres-server.ts'
import { testCertificates } from '../../support/network/certificates.ts'

const NOBODY = 65_534

let folder: string
let server: PostgresServer
let admin: Client

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-as-people-'))
  chmodSync(folder, 0o755)
  const { local, authority, otherAuthority, byAddress } = await testCertificates()
  writeFileSync(join(folder, 'ca.pem'), authority.certificate)
  writeFileSync(join(folder, 'other-ca.pem'), otherAuthority.certificate)
  // For 127.0.0.1 alone, so that localhost is another name.
  writeFileSync(join(folder, 'server.pem'), byAddress.certificate)
  writeFileSync(join(folder, 'server.key'), byAddress.key, { mode: 0o600 })
  if (process.getuid?.() === 0) chownSync(join(folder, 'server.key'), NOBODY, NOBODY)
  assert.ok(local)
  server = await PostgresServer.start({
    settings: {
      ssl: 'on',
      ssl_cert_file: join(folder, 'server.pem'),
      ssl_key_file: join(folder, 'server.key'),
      listen_addresses: 'localhost',
    },
  })
  admin = new Client({ connectionString: server.url() })
  await admin.connect()
})
after(async () => {
  await admin.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('sslmode', () => {
  const CASES: readonly (readonly [string, string, 'tls' | 'plain' | RegExp])[] = [
    ['127.0.0.1', 'sslmode=disable', 'plain'],
    ['127.0.0.1', 'sslmode=require', 'tls'],
    ['127.0.0.1', 'sslmode=no-verify', 'tls'],
    ['127.0.0.1', 'sslmode=require&sslrootcert=CA', 'tls'],
    ['127.0.0.1', 'sslmode=require&sslrootcert=OTHER', /of no authority that is known/],
    ['localhost', 'sslmode=verify-ca&sslrootcert=CA', 'tls'],
    ['localhost', 'sslmode=verify-ca&sslrootcert=OTHER', /of no authority that is known/],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=CA', 'tls'],
    ['localhost', 'sslmode=verify-full&sslrootcert=CA', /for another name than the host/],
    ['127.0.0.1', 'sslmode=verify-full', /sslrootcert=\/path\/ca\.pem/],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=system', /sslrootcert=\/path\/ca\.pem/],
  ]
  for (const [host, parameters, expected] of CASES) {
    it(`does with ${parameters} at ${host} what libpq does`, async () => {
      const query = parameters
        .replace('CA', join(folder, 'ca.pem'))
        .replace('OTHER', join(folder, 'other-ca.pem'))
      const url = server.url().replace('127.0.0.1', host) + `?${query}`
      const opening = openPostgresStore({ url: readPostgresAddress(url), poolMax: 2 })

      if (expected instanceof RegExp) return assert.rejects(opening, expected)
      const { store } = await opening
      const { rows } = await admin.query<{ ssl: boolean }>(
        `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'tocsin'`,
      )
      await store.close()
      assert.deepEqual(rows, [{ ssl: expected === 'tls' }])
    })
  }

  it('says what to do if a server has no TLS', async () => {
    const plain = await PostgresServer.start()
    try {
      const url = `${plain.url()}?sslmode=require`
      await assert.rejects(openPostgresStore({ url, poolMax: 2 }), /does not offer TLS.*sslmode=disable/)
    } finally {
      await plain.stop()
    }
  })
})

describe('a database with another encoding', () => {
  it('is refused with the statement that creates one, and that statement works', async () => {
    await admin.query(
      `CREATE DATABASE "Old lat" ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
    )
    const url = server.url('Old%20lat')
    const fault = await openPostgresStore({ url, poolMax: 2 }).then(
      () => undefined,
      (error: Error) => error.message,
    )

    assert.match(String(fault), /"Old lat" has the encoding LATIN1.*nothing was changed/)
    await admin.query(/CREATE DATABASE [^;]*;$/.exec(String(fault))?.[0] ?? '')
    const { store } = await openPostgresStore({ url: server.url('Old%20lat_utf8'), poolMax: 2 })
    await store.close()
  })

  it('is taken if it has none, and keeps all letters', async () => {
    await admin.query(
      `CREATE DATABASE ascii ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
    )
    const { store } = await openPostgresStore({ url: server.url('ascii'), poolMax: 2 })
    const name = 'Łódź 🔔 '.repeat(40)
    await store.acceptObservations([observation({ name })], NOW)
    await store.close()
    assert.deepEqual(await listAlerts('ascii', 'name'), [name])
  })
})

describe('a database whose texts have escapes', () => {
  it('is opened, and keeps backslashes', async () => {
    await admin.query(`CREATE DATABASE legacy`)
    await admin.query('ALTER DATABASE legacy SET standard_conforming_strings = off')
    const { store } = await openPostgresStore({ url: server.url('legacy'), poolMax: 2 })
    const key = String.raw`C:\temp\n 'x'`
    await store.acceptObservations([observation({ key })], NOW)
    await store.acceptObservations([observation({ key })], NOW)
    await store.close()
    assert.deepEqual(await listAlerts('legacy', 'key'), [key])
  })
})

describe('the password file', () => {
  it('is read without a warning', async () => {
    await admin.query("CREATE ROLE careful LOGIN PASSWORD 'right'")
    const file = join(folder, 'pgpass')
    writeFileSync(file, `127.0.0.1:${server.port}:*:careful:right\n`, { mode: 0o600 })
    await requirePassword()
    const url = `postgres://careful@127.0.0.1:${server.port}/postgres`
    const modules = ['connect', 'database'].map(
      (name) => new URL(`../../../src/storage/postgres/connection/${name}.ts`, import.meta.url).href,
    )
    const code = `
      const [{ connect }, { Database }] = await Promise.all(${JSON.stringify(modules)}.map((name) => import(name)))
      const client = await connect({ url: ${JSON.stringify(url)}, name: 'tocsin' })
      console.log((await client.query('SELECT current_user AS who')).rows[0].who)
      await client.end()
      const database = new Database({ url: ${JSON.stringify(url)}, poolMax: 2 })
      console.log((await database.readOnce('SELECT current_user AS who'))[0].who)
      await database.close()`
    const env = { PATH: process.env['PATH'], PGPASSFILE: file }
    const argv = ['--input-type=module', '-e', code]
    const { stdout, stderr } = spawnSync(process.execPath, argv, { env, encoding: 'utf8' })

    assert.deepEqual([stdout, stderr], ['careful\ncareful\n', ''])
  })
})

describe('a service file', () => {
  it('names the database, and what the address says counts before it', async () => {
    const file = join(folder, 'services.conf')
    writeFileSync(
      file,
      `# ours\n[toc]\nhost=127.0.0.1\nport=${server.port}\nuser=postgres\ndbname=nowhere\nsslmode=disable\n`,
    )
    const url = readPostgresAddress('postgres:///postgres?service=toc', { PGSERVICEFILE: file })
    const client = await connect({ url, name: 'tocsin' })
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
    await client.end()
    assert.deepEqual(rows, [{ name: 'postgres' }])
  })
})

async function listAlerts(database: string, column: 'key' | 'name'): Promise<readonly string[]> {
  const client = await connect({ url: server.url(database), name: 'test' })
  const { rows } = await client.query<Record<typeof column, string>>(`SELECT ${column} FROM alerts`)
  await client.end()
  return rows.map((row) => row[column])
}

async function requirePassword(): Promise<void> {
  const { rows } = await admin.query<{ readonly hba_file: string }>('SHOW hba_file')
  const file = rows[0]?.hba_file ?? ''
  writeFileSync(file, `host all careful all scram-sha-256\nhost all all all trust\n`)
  await admin.query('SELECT pg_reload_conf()')
}
