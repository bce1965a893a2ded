import { jobSubject } from '../../../domain/alert/event.ts'
import type { JobRunId } from '../../../domain/ids.ts'
import type { JobRun, JobRunReport } from '../../../domain/alert/job-run.ts'
import { toJobRunRow } from '../../rows/job-run-row.ts'
import type { JobRunAccepted } from '../../store.ts'
import type { KnownRunRow } from './job-run-statements.ts'
import { ASKED_RUN, JOB_RUN, KNOWN_RUNS, LOCK_JOBS, QUEUES_OF_JOBS, SAVE_RUNS } from './job-run-statements.ts'
import type { Deps } from '../node-memory/deps.ts'
import { arraysOf } from '../connection/set-statement.ts'
import { latestOf, type Entry } from '../connection/shared-transactions.ts'
import { storable } from '../../../domain/storable.ts'
import { FanOut } from '../../changes/fan-out.ts'
import { type RunRows, takeJobRun, withEventId } from '../../changes/accept-reports.ts'
import { freshOf, saveFanOut } from './fan-out.ts'
import { intakeViewOf } from './intake-view.ts'

/** Takes two round trips, like `acceptObservations`. */
export async function acceptJobRuns(
  { database, webhooks, fresh, joined }: Pick<Deps, 'database' | 'webhooks' | 'fresh' | 'joined'>,
  entries: readonly Entry<JobRunReport>[],
): Promise<readonly JobRunAccepted[]> {
  const given = entries.map(({ item, now }) => ({ report: storableReport(item), now }))
  const subjects = [...new Set(given.map(({ report }) => jobSubject(report)))]
  const asked = [...new Map(given.map(({ report }) => [nameOf(report), report])).values()]
  const now = latestOf(entries)
  const { accepted, made } = await joined.run((join) =>
    database.transaction(async (transaction) => {
      const [, known, heads, all] = await Promise.all([
        transaction.query(LOCK_JOBS, [subjects]),
        transaction.query(KNOWN_RUNS, arraysOf(ASKED_RUN, asked)),
        transaction.query(QUEUES_OF_JOBS, [subjects]),
        webhooks.all(transaction),
      ])
      const fanOut = new FanOut(intakeViewOf(all, { heads: heads.rows }))
      const runs = new KnownRuns(known.rows)
      const taken = given.map(({ report, now: at }) => takeJobRun(report, at, { runs, fanOut }))
      if (runs.added.length === 0) return { accepted: taken.map((one) => withEventId(one, [])), made: [] }

      const made = freshOf(fanOut)
      const version = await transaction.webhooksVersion
      const eventIds = await saveFanOut(join(transaction, made, { version, now }), fanOut, {
        statements: SAVE_RUNS,
        first: arraysOf(JOB_RUN, runs.added.map(toJobRunRow)),
      })
      return { accepted: taken.map((one) => withEventId(one, eventIds)), made }
    }),
  )
  fresh.note(made)
  return accepted
}

/** The runs that a transaction has read, and ids for new ones. */
class KnownRuns implements RunRows {
  readonly added: JobRun[] = []
  readonly #idOf = new Map<string, JobRunId>()
  readonly #newIds: JobRunId[] = []

  constructor(rows: readonly KnownRunRow[]) {
    for (const row of rows.toReversed()) {
      if (row.source === null) this.#newIds.push(row.id)
      else this.#idOf.set(nameOf({ source: row.source, jobId: row.job_id, runId: row.run_id }), row.id)
    }
  }

  find(report: JobRunReport): JobRunId | undefined {
    return this.#idOf.get(nameOf(report))
  }

  add(run: Omit<JobRun, 'id'>): JobRun {
    const added = { ...run, id: this.#newIds.pop()! }
    this.#idOf.set(nameOf(run), added.id)
    this.added.push(added)
    return added
  }
}

function storableReport(report: JobRunReport): JobRunReport {
  const { source, jobId, runId, name } = report
  return {
    ...report,
    source: storable(source),
    jobId: storable(jobId),
    runId: storable(runId),
    name: storable(name),
  }
}

/** Stored texts have no U+0000. */
function nameOf({ source, jobId, runId }: Pick<JobRunReport, 'source' | 'jobId' | 'runId'>): string {
  return `${source}\0${jobId}\0${runId}`
}
