import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstMoment, OVERLAP_MS } from '../../src/pollers/poll-source.ts'
import { PAGE_ROWS } from '../../src/pollers/scheduler.ts'
import { DAY_MS, PolledDatabase, SOURCE } from './polled-database.ts'

async function withRuns(work: (polled: PolledDatabase) => Promise<void>): Promise<void> {
  const polled = await PolledDatabase.open('pg_cron')
  try {
    await work(polled)
  } finally {
    await polled.close()
  }
}

const RUN = `INSERT INTO cron.job_run_details (runid, jobid, status, end_time, start_time)
  VALUES ($1, 1, 'succeeded', now() - $2::interval, now() - $2::interval - $3::interval)`

describe('a look at a scheduler', () => {
  it('begins, the first time ever, ten minutes before now', () =>
    withRuns(async (polled) => {
      await polled.sql(RUN, [1, '11 min', '1 s'])
      await polled.sql(RUN, [2, '9 min', '1 s'])

      assert.equal(await polled.poll(), 1)
      assert.deepEqual(await polled.runIds(), ['2'])
    }))

  it('goes by the end of a run, so that a long one is reported though younger ones were reported before', () =>
    withRuns(async (polled) => {
      await polled.poll()
      await polled.sql(RUN, [12, '2 min', '1 s'])
      await polled.poll()
      await polled.sql(RUN, [11, '1 min', '3 hours'])
      await polled.poll()

      assert.deepEqual(await polled.runIds(), ['12', '11'])
    }))

  it('takes in rows that come some minutes late, and nothing twice', () =>
    withRuns(async (polled) => {
      await polled.sql(RUN, [2, '1 min', '1 s'])
      await polled.poll()
      await polled.sql(RUN, [1, '8 min', '1 s'])

      assert.deepEqual([await polled.poll(), await polled.poll()], [1, 0])
      await polled.restart()
      assert.equal(await polled.poll(), 0)
      assert.deepEqual(await polled.runIds(), ['2', '1'])
    }))

  it('goes on page by page, also where very many ended at one moment', () =>
    withRuns(async (polled) => {
      await polled.sql(
        `INSERT INTO cron.job_run_details (runid, jobid, status, end_time)
         SELECT n, 1, 'succeeded', date_trunc('minute', now()) FROM generate_series(1, ${PAGE_ROWS * 2 + 7}) AS n`,
      )

      assert.equal(await polled.poll(), PAGE_ROWS * 2 + 7)
      assert.equal(new Set(await polled.runIds()).size, PAGE_ROWS * 2 + 7)
    }))

  it('takes in everything since the cursor after a downtime, as far back as history is kept', () =>
    withRuns(async (polled) => {
      await polled.store.writeSourceCursors(
        [{ source: SOURCE, name: '', position: Date.now() - 5 * DAY_MS }],
        Date.now(),
      )
      await polled.sql(RUN, [1, '6 days', '1 s'])
      await polled.sql(RUN, [2, '4 days', '1 s'])
      await polled.sql(RUN, [3, '2 days', '1 s'])
      await polled.sql(RUN, [4, '1 hour', '1 s'])

      await polled.poll({ retentionMs: 3 * DAY_MS })

      assert.deepEqual(await polled.runIds(), ['3', '4'])
    }))

  it('loses nothing and tells nothing twice if it is killed between taking in and marking', () =>
    withRuns(async (polled) => {
      await polled.poll()
      await polled.sql(RUN, [1, '2 s', '1 s'])

      await assert.rejects(polled.poll({ losesMarks: true }), /killed/)
      await polled.restart()
      await polled.sql(RUN, [2, '1 s', '1 s'])

      assert.equal(await polled.poll(), 1)
      assert.deepEqual(await polled.runIds(), ['1', '2'])
    }))

  it('leaves the cursor where it was if what it read cannot be kept', () =>
    withRuns(async (polled) => {
      await polled.poll()
      const before = await polled.store.findSourceCursor(SOURCE, '')
      await polled.sql(RUN, [1, '0 s', '1 s'])

      await assert.rejects(polled.poll({ losesRuns: true }), /disk full/)

      assert.deepEqual(await polled.store.findSourceCursor(SOURCE, ''), before)
      assert.deepEqual([await polled.poll(), await polled.runIds()], [1, ['1']])
    }))

  it('keeps the cursor at the last end, and says that it polled', () =>
    withRuns(async (polled) => {
      await polled.sql(RUN, [1, '1 min', '1 s'])
      await polled.poll()
      const before = await polled.store.findSourceCursor(SOURCE, '')
      await polled.poll()
      const after = await polled.store.findSourceCursor(SOURCE, '')

      assert.equal(before?.position, (await polled.runs())[0]?.finishedAt)
      assert.equal(after?.position, before?.position)
      assert.ok((after?.checkedAt ?? 0) >= (before?.checkedAt ?? Infinity))
    }))
})

describe('firstMoment', () => {
  const now = Date.parse('2026-09-14T03:00:00Z')
  const retentionMs = 30 * DAY_MS

  it('is the cursor and the overlap before it', () => {
    assert.equal(firstMoment(now - 1, now, retentionMs), now - 1 - OVERLAP_MS)
  })

  it('is the overlap before now for the first poll, and after a clock that was set back', () => {
    assert.equal(firstMoment(null, now, retentionMs), now - OVERLAP_MS)
    assert.equal(firstMoment(now + DAY_MS, now, retentionMs), now - OVERLAP_MS)
  })

  it('is never before the retention, however short that is', () => {
    assert.equal(firstMoment(0, now, retentionMs), now - retentionMs)
    assert.equal(firstMoment(0, now, 60_000), now - OVERLAP_MS)
  })
})
