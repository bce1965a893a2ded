import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PolledDatabase, SOURCE } from './polled-database.ts'

async function withTimetable(work: (timetable: PolledDatabase) => Promise<void>): Promise<void> {
  const timetable = await PolledDatabase.open('pg_timetable')
  try {
    await timetable.sql(LATELY)
    await timetable.sql("INSERT INTO timetable.chain VALUES (3, 'load orders')")
    await timetable.poll()
    await work(timetable)
  } finally {
    await timetable.close()
  }
}

/**
 * Of a server that was started in between, what was before that is another run: so all of it is before, or after.
 * Decided once for a test, in the middle of which the server may become old enough.
 */
const LATELY = `CREATE TABLE lately AS SELECT now() - CASE
  WHEN pg_postmaster_start_time() < now() - interval '4 min' THEN interval '0' ELSE interval '5 min' END AS at`

/** A task of run $1 that ended so long before that. */
const TASK = `INSERT INTO timetable.execution_log (chain_id, txid, task_id, returncode, ignore_error, output, last_run, finished, command, client_name)
  SELECT 3, $1::bigint, $2::bigint, $3::integer, $4::boolean, $5::text, at - $6::interval - interval '10 s', at - $6::interval,
    'task ' || $2::bigint, 'worker-1' FROM lately`

async function runIdOf(timetable: PolledDatabase): Promise<string> {
  const [row] = await timetable.ask<{ id: string }>(
    "SELECT txid || '-' || floor(extract(epoch FROM last_run))::int8 AS id FROM timetable.execution_log",
  )
  return row?.id ?? ''
}

describe('runs of pg_timetable', () => {
  it('are one for each chain and transaction, with its tasks', () =>
    withTimetable(async (timetable) => {
      await timetable.sql(TASK, [9_000_000_001, 1, 0, false, 'COPY 5', '60 s'])
      await timetable.sql(TASK, [9_000_000_001, 2, 7, false, 'disk full', '30 s'])
      await timetable.sql(TASK, [9_000_000_002, 1, 7, true, null, '20 s'])
      await timetable.sql(TASK, [9_000_000_002, 2, 0, false, '', '10 s'])

      assert.equal(await timetable.poll(), 2)

      const [failed, fine] = await timetable.runs()
      assert.ok(failed?.startedAt)
      assert.deepEqual(
        [
          failed.jobId,
          failed.runId.replace(/-\d+$/, ''),
          failed.name,
          failed.status,
          Math.round((failed.finishedAt - failed.startedAt) / 1_000),
        ],
        ['3', '9000000001', 'load orders', 'failure', 40],
      )
      assert.deepEqual(
        [failed.details.exitCode, failed.details.command, failed.details.agentName],
        ['7', 'task 2', 'worker-1'],
      )
      assert.equal(failed.details.output, '== task 1: success (0)\nCOPY 5\n== task 2: failed (7)\ndisk full')
      assert.deepEqual([fine?.status, fine?.details.exitCode], ['success', '0'])
      assert.equal(fine?.details.output, '== task 1: failed, which is ignored (7)\n== task 2: success (0)')
    }))

  it('are reported when the chain is through, and at once when a task has failed', () =>
    withTimetable(async (timetable) => {
      await timetable.sql(
        "INSERT INTO timetable.active_chain VALUES (3, 'worker-1', now() - interval '9 min')",
      )
      await timetable.sql(TASK, [1, 1, 0, false, 'COPY 5', '2 min'])
      assert.equal(await timetable.poll(), 0)

      await timetable.sql(TASK, [1, 2, 0, false, 'COPY 6', '1 min'])
      await timetable.sql(TASK, [2, 1, 1, false, 'no', '1 min'])
      assert.equal(await timetable.poll(), 1, 'the one that failed')

      await timetable.sql("UPDATE timetable.active_chain SET started_at = now() - interval '10 s'")
      assert.equal(await timetable.poll(), 1, 'the next run is under way')
      assert.equal(
        (await timetable.runs())[1]?.details.output,
        '== task 1: success (0)\nCOPY 5\n== task 2: success (0)\nCOPY 6',
      )
    }))

  it('are not held back by an instance that was stopped long ago, nor by one that began long before', () =>
    withTimetable(async (timetable) => {
      await timetable.sql(
        "INSERT INTO timetable.active_chain VALUES (3, 'worker-1', now() - interval '2 h'), (3, 'worker-2', now() - interval '22 min')",
      )
      await timetable.sql(TASK, [1, 1, 1, false, 'no', '60 s'])
      await timetable.sql(TASK, [3, 1, 0, false, 'COPY 5', '10 s'])

      assert.equal(await timetable.poll(), 2)
    }))

  it('are held back for a bounded time, and reported though other chains have moved on, also over a restart', () =>
    withTimetable(async (timetable) => {
      await timetable.sql("INSERT INTO timetable.chain VALUES (4, 'another')")
      await timetable.sql(TASK, [1, 1, 0, false, 'COPY 5', '10 s'])
      await timetable.sql(
        "INSERT INTO timetable.active_chain SELECT 3, 'worker-1', min(last_run) FROM timetable.execution_log",
      )
      assert.equal(await timetable.poll(), 0)
      const other = TASK.replace('SELECT 3,', 'SELECT 4,')
      await timetable.sql(other, [2, 1, 0, false, '', '-1 h'])
      assert.equal(await timetable.poll(), 1)
      await timetable.restart()
      assert.equal(await timetable.poll(), 0)

      await timetable.sql('DELETE FROM timetable.active_chain')
      assert.deepEqual([await timetable.poll(), await timetable.poll()], [1, 0])
      assert.equal((await timetable.runs()).length, 2)
    }))

  it('are reported after a day although their instance is listed still', () =>
    withTimetable(async (timetable) => {
      await timetable.sql(TASK, [1, 1, 0, false, 'COPY 5', '10 s'])
      await timetable.sql(
        "INSERT INTO timetable.active_chain SELECT 3, 'worker-1', min(last_run) FROM timetable.execution_log",
      )
      assert.equal(await timetable.poll(), 0)
      await timetable.sql(
        "UPDATE timetable.active_chain SET started_at = started_at - interval '25 h'; UPDATE timetable.execution_log SET last_run = last_run - interval '25 h', finished = finished - interval '25 h'",
      )
      // As if time had passed: what is remembered goes by the moment at which it began.
      await timetable.store.writeSourceCursors(
        [{ source: SOURCE, name: `run ${await runIdOf(timetable)}`, position: 0 }],
        Date.now(),
      )
      assert.equal(await timetable.poll(), 1)
    }))

  it('are distinguished though a server that was started anew counts its transactions from the beginning', () =>
    withTimetable(async (timetable) => {
      const insert = `INSERT INTO timetable.execution_log (chain_id, txid, task_id, returncode, output, last_run, finished, client_name)
        SELECT 3, 4294967297, 1, $1, $2, at, greatest(at, now() - interval '9 min'), 'worker-1'`
      await timetable.sql(`${insert} FROM (SELECT pg_postmaster_start_time() - interval '1 s') AS of (at)`, [
        0,
        'before it',
      ])
      await timetable.sql(`${insert} FROM (SELECT now()) AS of (at)`, [1, 'after it'])

      assert.equal(await timetable.poll(), 2)
      assert.equal(await timetable.poll(), 0)

      const runs = await timetable.runs()
      assert.deepEqual(
        runs.map(({ status, details }) => [status, details.output]),
        [
          ['success', '== task 1: success (0)\nbefore it'],
          ['failure', '== task 1: failed (1)\nafter it'],
        ],
      )
      assert.equal(new Set(runs.map(({ runId }) => runId)).size, 2)
    }))

  it('of a chain that removed itself are reported by its number', () =>
    withTimetable(async (timetable) => {
      await timetable.sql('DELETE FROM timetable.chain')
      await timetable.sql(TASK, [1, 1, 0, false, null, '1 s'])

      await timetable.poll()

      assert.equal((await timetable.runs())[0]?.name, 'chain 3')
    }))
})
