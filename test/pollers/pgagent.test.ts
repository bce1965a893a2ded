import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PolledDatabase } from './polled-database.ts'

async function withAgent(work: (agent: PolledDatabase) => Promise<void>): Promise<void> {
  const agent = await PolledDatabase.open('pgagent')
  try {
    await agent.sql(`INSERT INTO pgagent.pga_job (jobid, jobname, jobhostagent) VALUES (12, 'nightly-rollup', 'pg-billing-1');
      INSERT INTO pgagent.pga_jobstep (jstid, jstjobid, jstname, jstcode, jstdbname)
        VALUES (1, 12, 'refresh', 'REFRESH MATERIALIZED VIEW x', 'billing'), (2, 12, 'rollup', 'SELECT rollup()', 'orders')`)
    await agent.poll()
    await work(agent)
  } finally {
    await agent.close()
  }
}

const RUN = `INSERT INTO pgagent.pga_joblog (jlgid, jlgjobid, jlgstatus, jlgstart, jlgduration)
  VALUES ($1, 12, $2, now() - interval '5 min', $3::interval)`
const STEP = `INSERT INTO pgagent.pga_jobsteplog (jsljlgid, jsljstid, jslstatus, jslresult, jsloutput) VALUES ($1, $2, $3, $4, $5)`

describe('runs of pgAgent', () => {
  it('have what each step printed, and the result, code and database of the one that failed', () =>
    withAgent(async (agent) => {
      await agent.sql(RUN, [51_877, 'f', '277 s'])
      await agent.sql(STEP, [51_877, 1, 's', 0, 'REFRESH\n'])
      await agent.sql(STEP, [51_877, 2, 'f', 1, 'ERROR:  deadlock detected'])

      await agent.poll()

      const [run] = await agent.runs()
      assert.ok(run?.startedAt)
      assert.equal(run.finishedAt - run.startedAt, 277_000)
      assert.deepEqual(
        [run.jobId, run.runId, run.name, run.status],
        ['12', '51877', 'nightly-rollup', 'failure'],
      )
      assert.deepEqual(
        [run.details.exitCode, run.details.command, run.details.database, run.details.agentName],
        ['1', 'SELECT rollup()', 'orders', 'pg-billing-1'],
      )
      assert.equal(
        run.details.output,
        '== refresh: success (0)\nREFRESH\n== rollup: failed (1)\nERROR:  deadlock detected',
      )
    }))

  it('end as their status says; a step whose failure is ignored is named so', () =>
    withAgent(async (agent) => {
      await agent.sql(RUN, [1, 's', '1 s'])
      await agent.sql(STEP, [1, 1, 'i', 1, null])
      await agent.sql(RUN, [2, 'i', '2 s'])
      await agent.sql(RUN, [3, 'd', '3 s'])
      await agent.sql(RUN, [4, 'r', null])

      await agent.poll()

      assert.deepEqual(
        (await agent.runs()).map(({ runId, status, details }) => [runId, status, details.output]),
        [
          ['1', 'success', '== refresh: failed, which is ignored (1)'],
          ['2', 'failure', 'pgAgent: had no steps to run'],
          ['3', 'failure', 'pgAgent: aborted: its agent ended before it did'],
        ],
      )
    }))

  it('of an agent that died are reported when the next one marks them, without an end', () =>
    withAgent(async (agent) => {
      await agent.sql(RUN, [1, 'r', null])
      assert.equal(await agent.poll(), 0)
      await agent.sql("UPDATE pgagent.pga_joblog SET jlgstatus = 'd'")

      assert.deepEqual([await agent.poll(), await agent.poll()], [1, 0])
    }))

  it('of an agent that died long ago are reported though a younger one was marked before the first look', async () => {
    const agent = await PolledDatabase.open('pgagent')
    await agent.sql('INSERT INTO pgagent.pga_job (jobid, jobname) VALUES (1, $1)', ['nightly'])
    await agent.sql(
      "INSERT INTO pgagent.pga_joblog (jlgid, jlgjobid, jlgstatus) VALUES (100, 1, 'r'), (1300, 1, 'd')",
    )
    assert.equal(await agent.poll(), 0)
    await agent.restart()
    await agent.sql("UPDATE pgagent.pga_joblog SET jlgstatus = 'd' WHERE jlgid = 100")

    assert.deepEqual([await agent.poll(), await agent.poll()], [1, 0])
    assert.deepEqual(await agent.runIds(), ['100'])
    await agent.close()
  })

  it('keep the end of what a step printed', () =>
    withAgent(async (agent) => {
      await agent.sql(RUN, [1, 'f', '1 s'])
      await agent.sql(STEP, [1, 1, 'f', 3, `${'x'.repeat(100_000)}\nthe end`])

      await agent.poll()

      const output = (await agent.runs())[0]?.details.output ?? ''
      assert.ok(output.endsWith('x\nthe end') && output.length === 65_536)
    }))
})
