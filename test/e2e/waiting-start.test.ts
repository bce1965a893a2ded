import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { eventually } from '../support/time/eventually.ts'
import { PostgresServer } from '../support/databases/postgres-server.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService, type Service, type ServiceOptions } from '../support/app/service.ts'

const SIZE_MAX = 2 * 1024 ** 2
const root = dirname(dirname(import.meta.dirname))

let receiver: Receiver
before(async () => {
  receiver = await Receiver.start()
})
after(() => receiver.stop())

describe('a start on PostgreSQL', () => {
  let server: PostgresServer
  before(async () => {
    server = await PostgresServer.start()
  })
  after(() => server.stop())

  it('waits while the server is away, and takes up its work when it is there', async (context) => {
    const folder = await makeFolder(context)
    const database = server.url()
    const settings = { TOCSIN_REQUEST_TIMEOUT: '2s', TOCSIN_TAKEOVER: '3s' }
    const first = await startService({ folder, database, settings })
    await makeWebhook(first)
    receiver.alwaysRespondsWith(() => undefined)
    await report(first, 'under way')
    await receiver.received(1)
    await first.kill()
    receiver.alwaysRespondsWith((_request, response) => void response.end())
    await server.down()

    const service = await startWaiting(context, { folder, database, settings })

    await assertWaits(service, /^Not ready\. database: The database cannot be reached/)
    const refused = await report(service, 'too early')
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
    await eventually('the log says why', () =>
      /ECONNREFUSED.*"event":"service\.waiting"/.test(service.output()),
    )
    receiver.requests.length = 0

    await server.up()
    await becomesReady(service)
    assert.equal((await report(service, 'later')).status, 200)
    await eventually('what was under way and what is new are sent', () =>
      ['under way', 'later'].every((key) => notified().includes(key)),
    )
    assert.equal(await service.stop(), 0)
  })

  it('waits while the server only starts, and ends when it is asked to', async (context) => {
    await server.down()
    const service = await startWaiting(context, { folder: await makeFolder(context), database: server.url() })

    assert.equal(await service.stop(), 0)
    await server.up()
  })

  it('is ended by a wrong password, a database that is not there, and a newer schema', async (context) => {
    const folder = await makeFolder(context)
    await asAdmin(server.url(), async (client) => {
      await client.query("CREATE ROLE careful LOGIN PASSWORD 'right'")
      await client.query('CREATE DATABASE newer')
      const { rows } = await client.query<{ readonly hba_file: string }>('SHOW hba_file')
      const file = rows[0]?.hba_file ?? ''
      await writeFile(file, `host all careful 127.0.0.1/32 scram-sha-256\n${await readFile(file, 'utf8')}`)
      await client.query('SELECT pg_reload_conf()')
    })
    await asAdmin(server.url('newer'), async (client) => {
      await client.query('CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text NOT NULL)')
      await client.query("INSERT INTO schema_migrations VALUES (9999, 'of the future')")
      await client.query('CREATE TABLE receiver_states (sent_state text)')
    })

    const password = serve(folder, server.url().replace('postgres@', 'careful:wrong@'))
    const missing = serve(folder, server.url('nowhere'))
    const future = serve(folder, server.url('newer'))

    assert.match(password, /could not start: password authentication failed/)
    assert.match(missing, /could not start: database "nowhere" does not exist/)
    assert.match(future, /could not start: The database has schema version 9999/)
  })
})

describe('a start on SQLite', () => {
  it('waits while there is no room, and takes up its work when there is', async (context) => {
    const folder = await makeFolder(context)
    const file = join(folder, 'tocsin.db')
    const other = new Database(file)
    fill(other)

    const service = await startWaiting(context, {
      folder,
      settings: { TOCSIN_DATABASE_SIZE_MAX: String(SIZE_MAX) },
    })

    await assertWaits(service, /^Not ready\. database: The disk or the size limit of the database is full/)
    // There is space when nothing but the limit was in the way.
    other.exec('DROP TABLE filler')
    other.exec('VACUUM')
    other.close()
    await becomesReady(service)
    await makeWebhook(service)
    receiver.requests.length = 0
    assert.equal((await report(service, 'with room')).status, 200)
    await eventually('it is notified', () => notified().includes('with room'))
    assert.equal(await service.stop(), 0)
  })

  it('is ended by a damaged file', async (context) => {
    const folder = await makeFolder(context)
    const file = join(folder, 'damaged.db')
    const db = new Database(file)
    db.exec('CREATE TABLE one (a)')
    db.close()
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(0xaa, 100))

    assert.match(serve(folder, `sqlite:${file}`), /could not start: .*damaged .*Restore a backup/)
  })
})

async function makeFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-waiting-'))
  context.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

async function asAdmin(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

async function startWaiting(context: TestContext, options: ServiceOptions): Promise<Service> {
  const service = await startService({ ...options, isWaiting: true })
  context.after(() => service.kill())
  return service
}

async function assertWaits(service: Service, because: RegExp): Promise<void> {
  const alive = await service.request('GET', '/healthz')
  const ready = await service.request('GET', '/readyz')
  const { detail } = (await ready.json()) as { readonly detail: string }
  assert.deepEqual([alive.status, ready.status], [200, 503])
  assert.match(detail, because)
}

async function becomesReady(service: Service): Promise<void> {
  await eventually('it is ready', async () =>
    service.request('GET', '/readyz').then(
      ({ ok }) => ok,
      () => false,
    ),
  )
}

async function makeWebhook(service: Service): Promise<void> {
  const { status } = await service.request('POST', '/v1/webhooks', {
    name: 'all',
    url: receiver.url,
    mode: 'every_change',
    payload_template: '%AlertName%',
  })
  assert.equal(status, 201)
}

function report(service: Service, key: string): Promise<Response> {
  return service.request('POST', '/v1/alerts', { key, name: key, state: 'high' })
}

function notified(): readonly string[] {
  return receiver.requests.map(({ body }) => JSON.parse(body) as string)
}

/** Its words, when it ends by itself. */
function serve(folder: string, database: string): string {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'src/main.ts'), 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      TOCSIN_LISTEN: '127.0.0.1:0',
      TOCSIN_DATABASE: database,
      // A watchdog does not keep it from ending.
      NOTIFY_SOCKET: '/run/systemd/notify',
      WATCHDOG_USEC: '60000000',
    },
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  return stderr
}

/** Takes every page that the service may use. */
function fill(db: Database.Database): void {
  db.exec('CREATE TABLE filler (bytes BLOB)')
  const pageSize = Number(db.pragma('page_size', { simple: true }))
  const insert = db.prepare('INSERT INTO filler VALUES (zeroblob(?))')
  while (Number(db.pragma('page_count', { simple: true })) * pageSize <= SIZE_MAX) insert.run(60_000)
}
