import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { Client } from 'pg'
import { STATEMENT_MS_MAX } from '../../src/pollers/source-health.ts'
import { eventually } from '../support/time/eventually.ts'
import { PostgresServer } from '../support/databases/postgres-server.ts'
import { SCHEDULER_TABLES } from '../support/databases/scheduler-tables.ts'
import { startApp, type StartOptions, type TestApp } from '../support/app/start-app.ts'
import { createEmptyTestDatabase, createTestDatabase } from '../support/databases/test-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-poller-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0

/** A file of sources with one that polls every second. */
function sourcesFile(database: string, every = '1s'): string {
  files += 1
  const file = join(folder, `${files}.json`)
  writeFileSync(
    file,
    JSON.stringify({ sources: { nightly: { dialect: 'pg_cron', database, every, server_name: 'db-1' } } }),
  )
  return file
}

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const ended = (id: number) =>
  `INSERT INTO cron.job_run_details (runid, jobid, status, end_time, start_time) VALUES (${id}, 1, 'failed', now(), now())`

async function runIds(app: TestApp): Promise<readonly string[]> {
  const { json } = await app.call('GET', '/v1/job-runs?source=nightly')
  return json.items.map((item: { run_id: string }) => item.run_id)
}

const reasons = (app: TestApp, event: string) =>
  app.lines.filter((line) => line.event === event).map(({ reason }) => String(reason))

/** Stopped at the end, whatever happens. */
async function started(t: TestContext, options: StartOptions): Promise<TestApp> {
  const app = await startApp(options)
  t.after(() => app.stop())
  return app
}

describe('a service with a poller', () => {
  it('takes in what ends while it runs, under the name of the source and server', async (t) => {
    const database = await createEmptyTestDatabase()
    await run(database, SCHEDULER_TABLES.pg_cron)
    const app = await started(t, { listen: true, settings: { TOCSIN_SOURCES_FILE: sourcesFile(database) } })
    await run(database, ended(1))

    await eventually('the run is taken in', async () => (await runIds(app)).length > 0)

    const { json } = await app.call('GET', '/v1/job-runs')
    assert.deepEqual([json.items[0].source, json.items[0].server.name], ['nightly', 'db-1'])
    await app.stop()
  })

  it('says what is missing and which grants there must be, once, and goes on when they are there', async (t) => {
    const database = await createEmptyTestDatabase()
    const role = `reader_${process.pid}_${Date.now()}`
    await run(database, `CREATE ROLE ${role} LOGIN`)
    const url = new URL(database)
    url.username = role
    const app = await started(t, { listen: true, settings: { TOCSIN_SOURCES_FILE: sourcesFile(url.href) } })
    await eventually('the missing table is reported', () => reasons(app, 'source.failing').length === 1)
    // It is written when it has been reported.
    const cursor = () => app.store.findSourceCursor('nightly', '')
    const first = await eventually('the first poll is noted', cursor)
    await eventually('it has polled again', async () => ((await cursor())?.checkedAt ?? 0) > first.checkedAt)
    assert.equal(reasons(app, 'source.failing').length, 1)
    await run(database, SCHEDULER_TABLES.pg_cron)
    await eventually('the missing grant is reported', () => reasons(app, 'source.failing').length === 2)

    const [missing = '', refused = ''] = reasons(app, 'source.failing')
    assert.match(
      missing,
      /^cron\.job_run_details and cron\.job cannot be found in the database ".+"\. Give the database/,
    )
    assert.match(
      refused,
      new RegExp(
        `^The role "${role}" may not read .*permission denied.*GRANT USAGE ON SCHEMA cron TO "${role}";`,
      ),
    )
    await eventually('the service shows it', async () => {
      const { json } = await app.call('GET', '/v1/sources')
      return json.items.find((item: { name: string }) => item.name === 'nightly').failure === refused
    })

    await run(database, refused.slice(refused.indexOf('GRANT')), ended(5))
    await eventually('it goes on', async () => (await runIds(app)).includes('5'))
    await eventually('that is logged', () => app.lines.some(({ event }) => event === 'source.recovered'))
    assert.equal(reasons(app, 'source.failing').length, 2)
    await app.stop()
    await run(database, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`)
  })

  it('warns of rows that pg_cron hides from the role', async (t) => {
    const database = await createEmptyTestDatabase()
    const role = `narrow_${process.pid}_${Date.now()}`
    const policy = (name: string) =>
      `CREATE POLICY ${name} ON cron.job_run_details USING (username = current_user)`
    await run(
      database,
      SCHEDULER_TABLES.pg_cron,
      `CREATE ROLE ${role} LOGIN`,
      `GRANT USAGE ON SCHEMA cron TO ${role}; GRANT SELECT ON cron.job, cron.job_run_details TO ${role}`,
      `ALTER TABLE cron.job_run_details ENABLE ROW LEVEL SECURITY`,
      policy('cron_job_run_details_policy'),
    )
    const url = new URL(database)
    url.username = role
    const settings = { TOCSIN_SOURCES_FILE: sourcesFile(url.href) }
    const app = await started(t, { listen: true, settings })
    await eventually('it warns', () => reasons(app, 'source.partial_access').length === 1)
    await app.stop()

    await run(
      database,
      `CREATE POLICY tocsin_reads ON cron.job_run_details FOR SELECT TO ${role} USING (true)`,
      ended(1),
    )
    const seeing = await started(t, { listen: true, settings })
    await eventually('it sees what others did', async () => (await runIds(seeing)).length === 1)
    assert.deepEqual(reasons(seeing, 'source.partial_access'), [])
    await seeing.stop()
    await run(database, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`)
  })

  it('outlives a database that is away: reported once, and everything of meanwhile is taken in', async (t) => {
    const server = await PostgresServer.start()
    await run(server.url(), SCHEDULER_TABLES.pg_cron, ended(1))
    const app = await started(t, {
      listen: true,
      settings: { TOCSIN_SOURCES_FILE: sourcesFile(server.url()) },
    })
    try {
      await eventually('the first is taken in', async () => (await runIds(app)).length === 1)
      await server.down('SIGQUIT')
      await eventually('it is reported', () =>
        reasons(app, 'source.failing').some((reason) => /cannot be reached: nothing listens/.test(reason)),
      )
      await server.up()
      await run(server.url(), ended(2))

      await eventually('the second is taken in', async () => (await runIds(app)).length === 2)

      // That it is going down, is away, is starting: each of them once.
      const notified = reasons(app, 'source.failing')
      assert.equal(new Set(notified).size, notified.length, notified.join('\n'))
    } finally {
      await app.stop()
      await server.stop()
    }
  })

  it('looks on one node of several; another one goes on when that one stops', async (t) => {
    const [database, scheduler] = [await createTestDatabase(), await createEmptyTestDatabase()]
    await run(scheduler, SCHEDULER_TABLES.pg_cron, ended(1))
    const settings = { TOCSIN_SOURCES_FILE: sourcesFile(scheduler) }
    const nodes = await Promise.all([0, 1].map(() => started(t, { database, listen: true, settings })))
    const taken = (node: TestApp | undefined) =>
      node?.lines.filter(({ event }) => event === 'source.runs_recorded').length ?? 0
    await eventually('one has polled', () => nodes.some((node) => taken(node) === 1))
    const polling = nodes.find((node) => taken(node) === 1)
    const other = nodes.find((node) => node !== polling)
    await run(scheduler, ended(2))
    await eventually('it goes on', () => taken(polling) === 2)
    assert.equal(taken(other), 0)

    await polling?.stop()
    await run(scheduler, ended(3))
    await eventually('the other one goes on', () => taken(other) === 1)

    assert.deepEqual(await runIds(other!), ['3', '2', '1'])
    await other?.stop()
  })

  it('is not kept from stopping by a statement that takes long', async (t) => {
    const database = await createEmptyTestDatabase()
    await run(
      database,
      SCHEDULER_TABLES.pg_cron,
      `ALTER TABLE cron.job_run_details RENAME TO details;
       CREATE VIEW cron.job_run_details AS SELECT * FROM (SELECT details.* FROM pg_sleep(60) LEFT JOIN cron.details ON true OFFSET 0) AS slow`,
    )
    const client = new Client({ connectionString: database })
    await client.connect()
    const app = await started(t, { listen: true, settings: { TOCSIN_SOURCES_FILE: sourcesFile(database) } })
    const { query_start } = await eventually('it waits', async () => {
      const sleeping =
        "SELECT query_start FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
      return (await client.query<{ readonly query_start: Date }>(sleeping)).rows[0]
    })
    await app.stop()
    assert.ok(Date.now() - query_start.getTime() < STATEMENT_MS_MAX, 'before the server would have ended it')
    assert.deepEqual(reasons(app, 'source.failing'), [])
    await client.end()
  })

  it('is not kept from stopping by a database that does not answer', async (t) => {
    const app = await started(t, {
      listen: true,
      // It polls again in an hour.
      settings: { TOCSIN_SOURCES_FILE: sourcesFile('postgres://a@127.0.0.1:1/b', '1h') },
    })
    await eventually('it fails', () => reasons(app, 'source.failing').length === 1)
    await app.stop()
  })
})
