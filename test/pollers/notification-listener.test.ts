import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { Client } from 'pg'
import { eventually } from '../support/time/eventually.ts'
import { startApp, type StartOptions, type TestApp } from '../support/app/start-app.ts'
import { createEmptyTestDatabase, createTestDatabase } from '../support/databases/test-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-notice-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0

function settingsFor(database: string, members: Readonly<Record<string, string>> = {}) {
  files += 1
  const file = join(folder, `${files}.json`)
  writeFileSync(file, JSON.stringify({ sources: { sql: { dialect: 'pg_notify', database, ...members } } }))
  return { TOCSIN_SOURCES_FILE: file }
}

/** A session of somebody else's. */
async function withSession(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await work(client)
  await client.end()
}

const listening = (app: TestApp) => app.lines.filter(({ event }) => event === 'source.listening').length
const isListening = (app: TestApp) => eventually('it listens', () => listening(app) > 0)

async function alerts(app: TestApp) {
  const { json } = await app.call('GET', '/v1/alerts?source=sql')
  return json.items as readonly { key: string; state: string; source: string; id: number }[]
}

/** Stopped at the end, whatever happens. */
async function started(t: TestContext, options: StartOptions): Promise<TestApp> {
  const app = await startApp(options)
  t.after(() => app.stop())
  return app
}

describe('a service that listens to NOTIFY', () => {
  it('takes in observations and job runs, in their order', async (t) => {
    const database = await createEmptyTestDatabase()
    const app = await started(t, { listen: true, settings: settingsFor(database) })
    await isListening(app)
    await withSession(database, async (client) => {
      for (const state of ['high', 'low', 'medium']) {
        await client.query(
          "SELECT pg_notify('tocsin', json_build_object('key', 'wal', 'name', 'WAL grows', 'state', $1::text, 'source', 'x')::text)",
          [state],
        )
      }
      await client.query(
        `SELECT pg_notify('tocsin', '{"job_run": {"job_id": 1, "run_id": "7", "name": "copy", "status": "failure"}}')`,
      )
    })

    await eventually(
      'the run is there',
      async () => (await app.call('GET', '/v1/job-runs?source=sql')).json.items.length === 1,
    )

    const [alert] = await alerts(app)
    assert.deepEqual([alert?.key, alert?.state, alert?.source], ['wal', 'medium', 'sql'])
    const { json } = await app.call('GET', `/v1/alerts/${alert?.id}`)
    assert.deepEqual(
      json.history.map((event: { new_state: string }) => event.new_state),
      ['medium', 'low', 'high'],
    )
    await app.stop()
  })

  it('counts what it cannot read, names what is wrong and not what was said, and takes in the others', async (t) => {
    const database = await createEmptyTestDatabase()
    const app = await started(t, {
      listen: true,
      settings: settingsFor(database, { channel: 'My channel"' }),
    })
    await isListening(app)
    await withSession(database, async (client) => {
      for (const payload of [
        'secret words',
        '[1]',
        '{"key": "a", "state": "high"}',
        '{"job_run": 1}',
        '{"job_run": {}, "key": "a"}',
        '{"key": "good", "name": "n", "state": "high"}',
      ]) {
        await client.query('SELECT pg_notify($1, $2)', ['My channel"', payload])
      }
    })

    await eventually('the good one is there', async () => (await alerts(app)).length === 1)

    const notified = await eventually('it is reported', () => {
      const lines = app.lines.filter(({ event }) => event === 'source.failing')
      return lines.length > 0 && lines
    })
    const all = JSON.stringify(notified)
    assert.match(
      all,
      /notifications could not be read: (?:it is not valid JSON|it must be a JSON object|name is required|..job_run|beside)/,
    )
    assert.doesNotMatch(all, /secret words/)
    const { json } = await app.call('GET', '/v1/sources')
    const source = json.items.find((item: { name: string }) => item.name === 'sql')
    assert.deepEqual([source.kind, source.dialect], ['listen', 'pg_notify'])
    await app.stop()
  })

  it('listens anew when its connection was cut', async (t) => {
    const database = await createEmptyTestDatabase()
    const app = await started(t, { listen: true, settings: settingsFor(database) })
    await isListening(app)
    await withSession(database, async (client) => {
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tocsin'",
      )
      await eventually('it listens again', () => listening(app) === 2)
      await client.query(`SELECT pg_notify('tocsin', '{"key": "k", "name": "n", "state": "high"}')`)
    })

    await eventually('it hears', async () => (await alerts(app)).length === 1)
    assert.ok(app.lines.some(({ event }) => event === 'source.recovered'))
    await app.stop()
  })

  it('listens on one node of two; the other one follows it', async (t) => {
    const [database, speaking] = [await createTestDatabase(), await createEmptyTestDatabase()]
    const settings = settingsFor(speaking)
    const first = await started(t, { database, listen: true, settings })
    await isListening(first)
    const second = await started(t, { database, listen: true, settings })
    await withSession(speaking, async (client) => {
      await client.query(`SELECT pg_notify('tocsin', '{"key": "k", "name": "n", "state": "high"}')`)
      await eventually('the first hears', async () => (await alerts(second)).length === 1)
      assert.equal(listening(second), 0)
      await first.stop()
      await isListening(second)
      await client.query(`SELECT pg_notify('tocsin', '{"key": "k", "name": "n", "state": "cleared"}')`)
      await eventually('the second hears', async () => (await alerts(second))[0]?.state === 'cleared')
    })
    await second.stop()
  })
})
