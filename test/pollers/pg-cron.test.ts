import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { createEmptyTestDatabase } from '../support/databases/test-engine.ts'
import { PolledDatabase } from './polled-database.ts'

async function withCron(work: (cron: PolledDatabase) => Promise<void>, url?: string): Promise<void> {
  const cron = await PolledDatabase.open('pg_cron', url)
  try {
    // The first poll ever, when there is nothing yet.
    await cron.poll()
    await work(cron)
  } finally {
    await cron.close()
  }
}

/** A run that ended so long ago, and took a minute. */
const RUN = `INSERT INTO cron.job_run_details (runid, jobid, status, return_message, end_time, start_time, database, command)
  VALUES ($1, $2, $3, $4, now() - $5::interval, now() - $5::interval - interval '1 minute', 'billing', 'VACUUM')`

describe('runs of pg_cron', () => {
  it('are taken in with all that is known of them', () =>
    withCron(async (cron) => {
      await cron.sql("INSERT INTO cron.job (jobid, jobname) VALUES (7, 'nightly-vacuum')")
      await cron.sql(RUN, [3_000_000_000, 7, 'failed', 'ERROR: deadlock detected', '1 s'])

      assert.equal(await cron.poll(), 1)

      const [run] = await cron.runs()
      assert.ok(run?.startedAt)
      const { details, startedAt, finishedAt } = run
      assert.deepEqual(
        [run.source, run.jobId, run.runId, run.name, run.status],
        ['nightly', '7', '3000000000', 'nightly-vacuum', 'failure'],
      )
      assert.deepEqual(details, {
        serverName: '127.0.0.1',
        serverAddress: '127.0.0.1',
        serverPort: new URL(cron.url).port,
        database: 'billing',
        output: 'ERROR: deadlock detected',
        command: 'VACUUM',
        labels: { status: 'failed' },
      })
      assert.equal(finishedAt - startedAt, 60_000)
    }))

  it('are success, failure or cancelled; those under way are left alone', () =>
    withCron(async (cron) => {
      for (const [index, [status, message]] of [
        ['succeeded', '1 row'],
        ['failed', 'job canceled'],
        ['failed', 'connection failed'],
        ['failed', 'job startup timeout'],
        ['failed', null],
        ['running', null],
        ['sending', null],
      ].entries()) {
        await cron.sql(RUN, [index + 1, 1, status, message, `${20 - index} s`])
      }
      await cron.sql("UPDATE cron.job_run_details SET end_time = NULL WHERE status IN ('running', 'sending')")

      await cron.poll()

      assert.deepEqual(
        (await cron.runs()).map(({ runId, name, status }) => [runId, name, status]),
        [
          ['1', 'job 1', 'success'],
          ['2', 'job 1', 'cancelled'],
          ['3', 'job 1', 'failure'],
          ['4', 'job 1', 'failure'],
          ['5', 'job 1', 'failure'],
        ],
      )
    }))

  it('keep the end of a long message, without half a character', () =>
    withCron(async (cron) => {
      await cron.sql(RUN, [1, 1, 'failed', `${'😀'.repeat(100_000)}the end`, '1 s'])

      await cron.poll()

      const output = (await cron.runs())[0]?.details.output ?? ''
      assert.ok(output.endsWith('😀the end') && output.length <= 65_536 && output.length > 65_000)
      assert.ok(output.isWellFormed())
    }))

  it('are taken in though bytes of them are in no encoding', async () => {
    const given = await createEmptyTestDatabase()
    const admin = new Client({ connectionString: given })
    await admin.connect()
    const name = `${new URL(given).pathname.slice(1)}_ascii`
    await admin.query(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C'`)
    try {
      await withCron(
        async (cron) => {
          await cron.sql("INSERT INTO cron.job (jobid, jobname) VALUES (1, E'r\\xff\\xfe')")
          await cron.sql(RUN, [1, 1, 'failed', 'x', '1 s'])
          await cron.sql("UPDATE cron.job_run_details SET return_message = E'caf\\xe9'")

          assert.equal(await cron.poll(), 1)

          const [run] = await cron.runs()
          assert.deepEqual([run?.name, run?.details.output], ['r\ufffd\ufffd', 'caf\ufffd'])
        },
        given.replace(new URL(given).pathname, `/${name}`),
      )
    } finally {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    }
  })

  it('that a restart of the server cut off are reported, though nobody wrote down their end', () =>
    withCron(async (cron) => {
      const cut =
        "UPDATE cron.job_run_details SET status = 'failed', return_message = 'server restarted' WHERE status IN ('starting', 'running')"
      const begun =
        'INSERT INTO cron.job_run_details (runid, jobid, status, start_time) VALUES ($1, 1, $2, $3)'
      await cron.sql(begun, [9, 'running', '2026-01-01'])
      await cron.sql(begun, [10, 'starting', null])
      assert.equal(await cron.poll(), 0)

      await cron.sql(cut)
      assert.deepEqual([await cron.poll(), await cron.poll()], [2, 0])
      await cron.restart()
      assert.equal(await cron.poll(), 0)

      const [first, second] = await cron.runs()
      assert.deepEqual(
        [first?.runId, first?.status, first?.details.output],
        ['9', 'failure', 'server restarted'],
      )
      assert.ok((first?.finishedAt ?? 0) > Date.now() - 3_600_000, 'as late as it was noticed')
      assert.deepEqual([second?.runId, second?.startedAt], ['10', null])
    }))

  const CUT = `UPDATE cron.job_run_details SET status = 'failed', return_message = 'server restarted' WHERE runid = $1`

  it('that ran for long are reported without an end, however many younger ones failed so before, also over a restart', () =>
    withCron(async (cron) => {
      await cron.sql("INSERT INTO cron.job_run_details (runid, jobid, status) VALUES (100, 1, 'running')")
      await cron.poll()
      await cron.sql(
        "INSERT INTO cron.job_run_details (runid, jobid, status) SELECT id, 1, 'failed' FROM generate_series(1700, 4200) AS id",
      )
      assert.equal(await cron.poll(), 2_501)
      await cron.restart()

      await cron.sql(CUT, [100])
      assert.deepEqual([await cron.poll(), await cron.poll()], [1, 0])
      await cron.restart()
      assert.equal(await cron.poll(), 0)
      assert.equal((await cron.runIds()).filter((id) => id === '100').length, 1)
    }))

  it('that the first look ever sees running are reported when they are over, with an end or without', async () => {
    const cron = await PolledDatabase.open('pg_cron')
    await cron.sql(
      `INSERT INTO cron.job_run_details (runid, jobid, status) VALUES (7, 1, 'running'), (8, 1, 'sending'), (9, 1, 'running'), (5000, 1, 'failed')`,
    )
    assert.equal(await cron.poll(), 0)
    await cron.sql(CUT, [7])
    // No poll of ends reaches back so far.
    await cron.sql(
      "UPDATE cron.job_run_details SET status = 'succeeded', end_time = now() - interval '1 hour' WHERE runid = 8",
    )
    await cron.sql('DELETE FROM cron.job_run_details WHERE runid = 9')

    assert.deepEqual([await cron.poll(), await cron.poll()], [2, 0])
    assert.deepEqual((await cron.runIds()).toSorted(), ['7', '8'])
    await cron.close()
  })

  it('that were cut off before the first look ever are history', async () => {
    const cron = await PolledDatabase.open('pg_cron')
    await cron.sql(
      "INSERT INTO cron.job_run_details (runid, jobid, status) VALUES (1, 1, 'failed'), (5000, 1, 'failed')",
    )

    assert.deepEqual([await cron.poll(), await cron.poll()], [0, 0])
    await cron.sql("INSERT INTO cron.job_run_details (runid, jobid, status) VALUES (5001, 1, 'failed')")
    assert.equal(await cron.poll(), 1)
    await cron.close()
  })
})
