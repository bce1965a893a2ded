import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Client } from 'pg'
import { schedulerOf } from '../../src/pollers/pollers.ts'
import { eventually } from '../support/time/eventually.ts'
import { PostgresServer } from '../support/databases/postgres-server.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService } from '../support/app/service.ts'

/** pg_cron before 1.5 begins jobs at full minutes only, and may miss one. */
const WAIT_MS_MAX = 240_000

/** A PostgreSQL of Debian that has pg_cron and pgAgent; its version is where they lie. */
const binaries = globSync('/usr/lib/postgresql/*/lib/pg_cron.so')
  .map((file) => file.replace(/\/lib\/pg_cron\.so$/, ''))
  .toSorted()
  .at(-1)
const hasPgAgent =
  spawnSync('pgagent', ['-v']).error === undefined &&
  existsSync(`/usr/share/postgresql/${binaries?.split('/').at(-1)}/extension/pgagent.control`)
const isMissing = binaries === undefined || !existsSync(`${binaries}/bin/postgres`) || !hasPgAgent
const isRequired = process.env['TOCSIN_TEST_REQUIRE_SCHEDULERS'] === '1'
const skip =
  isMissing && !isRequired
    ? 'PostgreSQL with pg_cron and pgAgent not found; .ci/run installs them (apt-get install postgresql pgagent postgresql-15-cron)'
    : false

const cleanups: (() => Promise<unknown>)[] = []
after(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

const READER = 'tocsin_reader'
const JOBS = {
  pgagent: `INSERT INTO pgagent.pga_job (jobjclid, jobname) SELECT jclid, '%name%' FROM pgagent.pga_jobclass LIMIT 1;
    INSERT INTO pgagent.pga_jobstep (jstjobid, jstname, jstkind, jstcode, jstdbname)
      SELECT jobid, 'only step', 's', '%code%', 'postgres' FROM pgagent.pga_job WHERE jobname = '%name%';
    UPDATE pgagent.pga_job SET jobnextrun = now() WHERE jobname = '%name%'`,
}

describe('job schedulers as they really are', { skip }, () => {
  it('pgAgent and pg_cron: what went well and what failed reaches a receiver, once', async () => {
    const { server, client } = await startSchedulers()
    const { receiver, list } = await startReading(server)

    for (const [name, code] of [
      ['agent good', 'SELECT 42'],
      ['agent bad', 'SELECT 1/0'],
    ] as const) {
      await client.query(JOBS.pgagent.replaceAll('%name%', name).replaceAll('%code%', code))
      await scheduleOnce(client, name.replace('agent', 'cron'), code)
    }
    // A job of pg_cron may run again before it is taken off; each of its runs is notified once.
    const notifications = await eventually(
      'all four are notified',
      () => {
        const all = receiver.requests.map(({ body }) => JSON.parse(body) as Notification)
        return new Set(all.map(({ job }) => job)).size === 4 && all
      },
      WAIT_MS_MAX,
    )
    await client.query('SELECT cron.unschedule(jobid) FROM cron.job')

    const of = (job: string) => notifications.find((notification) => notification.job === job)
    assert.deepEqual(
      ['agent good', 'agent bad', 'cron good', 'cron bad'].map((job) => of(job)?.status),
      ['success', 'failure', 'success', 'failure'],
    )
    for (const job of ['agent bad', 'cron bad']) assert.match(of(job)?.output ?? '', /division by zero/)
    // Several polls later still nothing is sent twice.
    const before = await list()
    await eventually('it has polled again', async () =>
      (await list()).every((at, index) => at > (before[index] ?? '')),
    )
    const keys = receiver.requests
      .map(({ body }) => JSON.parse(body) as Notification)
      .map(({ job, run }) => `${job} ${run}`)
    assert.equal(new Set(keys).size, keys.length)
    assert.equal(keys.filter((key) => key.startsWith('agent')).length, 2)
  })

  const skipLong = isRequired ? false : 'it takes two minutes; .ci/run has them'
  it(
    'runs that were under way at the first poll, and over a kill, are notified once',
    { skip: skipLong },
    async () => {
      const { server, client } = await startSchedulers()
      const addJob = (name: string, code: string) =>
        client.query(JOBS.pgagent.replaceAll('%name%', name).replaceAll('%code%', code))
      const long = `SELECT pg_sleep(${LONG_RUN_S})`
      const running = async () => (await client.query<Running>(RUNNING)).rows[0]!
      // This one may begin with the next full minute only.
      await scheduleOnce(client, 'cron long', long)
      await eventually('that of pg_cron runs', async () => (await running()).cron !== null, WAIT_MS_MAX)
      await addJob('agent long', long)
      await eventually('that of pgAgent runs', async () => (await running()).agent !== null, WAIT_MS_MAX)
      const { cron, agent } = await running()
      assert.ok(cron !== null && agent !== null)

      const { receiver, list, restart } = await startReading(server)
      await eventually('it has polled', async () => (await list()).every((at) => at !== null))
      // It has a higher id, and ends before.
      await addJob('agent short', 'SELECT 1')
      // One that arrived just before the kill may be repeated, under the same id.
      const notificationsOf = (job: string) =>
        [...new Map(receiver.requests.map((request) => [request.headers['webhook-id'], request])).values()]
          .map(({ body }) => JSON.parse(body) as Notification)
          .filter((notification) => notification.job === job)
      await eventually(
        'the short one is notified',
        () => notificationsOf('agent short').length === 1,
        WAIT_MS_MAX,
      )
      assert.equal((await running()).agent, agent, 'the long one is still running')
      await restart()

      const isNotified = (job: string, run: string) =>
        notificationsOf(job).some((notification) => notification.run === run)
      await eventually(
        'the long ones are notified',
        () => isNotified('agent long', agent) && isNotified('cron long', cron),
        WAIT_MS_MAX,
      )
      await client.query('SELECT cron.unschedule(jobid) FROM cron.job')
      assert.deepEqual(
        ['agent long', 'agent short'].map((job) => notificationsOf(job).map(({ status }) => status)),
        [['success'], ['success']],
      )
      const [first] = notificationsOf('cron long')
      assert.deepEqual([first?.run, first?.status], [cron, 'success'])
      const runs = notificationsOf('cron long').map(({ run }) => run)
      assert.equal(new Set(runs).size, runs.length)
    },
  )
})

/** A run takes longer than everything that happens meanwhile. */
const LONG_RUN_S = 45

interface Running {
  readonly agent: string | null
  readonly cron: string | null
}

const RUNNING = `SELECT
  (SELECT min(jlgid)::text FROM pgagent.pga_joblog WHERE jlgstatus = 'r') AS agent,
  (SELECT min(runid)::text FROM cron.job_run_details WHERE status = 'running') AS cron`

/** A server with pg_cron and pgAgent at work. */
async function startSchedulers() {
  assert.ok(
    !isMissing && binaries !== undefined,
    'TOCSIN_TEST_REQUIRE_SCHEDULERS=1 asks for pg_cron and pgAgent',
  )
  const server = await PostgresServer.start({
    binaries,
    settings: {
      shared_preload_libraries: 'pg_cron',
      'cron.database_name': 'postgres',
      'cron.host': '127.0.0.1',
    },
  })
  cleanups.push(() => server.stop())
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  cleanups.push(() => client.end())
  await client.query(`CREATE EXTENSION pg_cron; CREATE EXTENSION pgagent; CREATE ROLE ${READER} LOGIN`)
  await grantAll(client)
  await startAgent(server)
  return { server, client }
}

interface Notification {
  readonly job: string
  readonly run: string
  readonly status: string
  readonly output: string
}

/** What the docs and the messages say must be enough. */
async function grantAll(client: Client): Promise<void> {
  for (const dialect of ['pgagent', 'pg_cron']) {
    for (const grant of schedulerOf(dialect)?.grants ?? [])
      await client.query(grant.replaceAll('%role%', READER))
  }
}

async function startAgent(server: PostgresServer): Promise<void> {
  const connection = `hostaddr=127.0.0.1 port=${server.port} dbname=postgres user=postgres`
  const agent = spawn('pgagent', ['-f', '-t', '1', connection], { stdio: 'ignore' })
  const exited = once(agent, 'exit')
  cleanups.push(async () => {
    agent.kill()
    await exited
  })
}

/** Every second if this pg_cron can, else with the next full minute. */
async function scheduleOnce(client: Client, name: string, code: string): Promise<void> {
  const schedule = (when: string) => client.query('SELECT cron.schedule($1, $2, $3)', [name, when, code])
  await schedule('1 seconds').catch(() => schedule('* * * * *'))
}

async function startReading(server: PostgresServer) {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-schedulers-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const database = `postgres://${READER}@127.0.0.1:${server.port}/postgres`
  const sources = {
    agent: { dialect: 'pgagent', database, every: '1s' },
    cron: { dialect: 'pg_cron', database, every: '1s' },
  }
  await writeFile(join(folder, 'sources.json'), JSON.stringify({ sources }))
  const receiver = await Receiver.start()
  cleanups.push(() => receiver.stop())
  const options = { folder, settings: { TOCSIN_SOURCES_FILE: join(folder, 'sources.json') } }
  let service = await startService(options)
  cleanups.push(() => service.stop())
  const call = async (method: string, path: string, body?: object) => {
    const response = await service.request(method, path, body)
    assert.ok(response.ok, await response.clone().text())
    return (await response.json()) as { items: { kind: string; checked_at: string }[] }
  }
  await call('POST', '/v1/webhooks', {
    name: 'jobs',
    url: receiver.url,
    payload_type: 'JOB',
    payload_template:
      '{"job": "%JobName%", "run": "%JobRunID%", "status": "%JobStatus%", "output": "%JobOutput%"}',
  })
  const list = async () =>
    (await call('GET', '/v1/sources')).items
      .filter(({ kind }) => kind === 'poll')
      .map((item) => item.checked_at)
  const restart = async () => {
    await service.kill()
    service = await startService(options)
  }
  return { receiver, list, restart }
}
