import { jobRunEventOf, jobSubject } from '../../../domain/alert/event.ts'
import type { EventId, JobRunId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { JobRun, JobRunReport } from '../../../domain/alert/job-run.ts'
import { toJobRunRow, type JobRunRow } from '../../rows/job-run-row.ts'
import type { JobRunAccepted } from '../../store.ts'
import {
  jobRunValues,
  KNOWN_RUNS,
  QUEUES_OF_JOBS,
  LOCK_JOBS,
  SAVE_RUNS,
  type KnownRunRow,
} from './job-run-statements.ts'
import type { Deps } from '../node-memory/deps.ts'
import { latestOf, type Entry } from '../connection/shared-transactions.ts'
import { storable } from '../../../domain/storable.ts'
import { FanOut, type AddedEvent } from './fan-out.ts'

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
      const [, known, alertQueues, all] = await Promise.all([
        transaction.query(LOCK_JOBS, [subjects]),
        transaction.query(KNOWN_RUNS, [
          asked.map(({ source }) => source),
          asked.map(({ jobId }) => jobId),
          asked.map(({ runId }) => runId),
        ]),
        transaction.query(QUEUES_OF_JOBS, [subjects]),
        webhooks.all(transaction),
      ])
      const fanOut = new FanOut(all, { alertQueues: alertQueues.rows })
      const batch = new Batch(known.rows, fanOut)
      const taken = given.map((one) => batch.accept(one))
      if (batch.rows.length === 0) return { accepted: taken.map((one) => withEventId(one, [])), made: [] }

      const made = fanOut.fresh()
      const version = await transaction.webhooksVersion
      const events = await fanOut.save(
        join(transaction, made, { version, now }),
        SAVE_RUNS,
        jobRunValues(batch.rows),
      )
      return { accepted: taken.map((one) => withEventId(one, events)), made }
    }),
  )
  fresh.note(made)
  return accepted
}

interface Accepted extends Pick<JobRunAccepted, 'result' | 'jobRunId'> {
  readonly added: AddedEvent | undefined
}

class Batch {
  readonly rows: JobRunRow[] = []
  readonly #idOf = new Map<string, JobRunId>()
  readonly #newIds: JobRunId[] = []
  readonly #fanOut: FanOut

  constructor(rows: readonly KnownRunRow[], fanOut: FanOut) {
    for (const row of rows.toReversed()) {
      if (row.source === null) this.#newIds.push(row.id)
      else this.#idOf.set(nameOf({ source: row.source, jobId: row.job_id, runId: row.run_id }), row.id)
    }
    this.#fanOut = fanOut
  }

  accept({ report, now }: { readonly report: JobRunReport; readonly now: Instant }): Accepted {
    const name = nameOf(report)
    const known = this.#idOf.get(name)
    if (known !== undefined) return { result: 'duplicate', jobRunId: known, added: undefined }

    const run: JobRun = { ...report, id: this.#newIds.pop()!, acceptedAt: now }
    this.#idOf.set(name, run.id)
    this.rows.push(toJobRunRow(run))
    return { result: 'accepted', jobRunId: run.id, added: this.#fanOut.add(jobRunEventOf(run)) }
  }
}

function withEventId(
  { result, jobRunId, added }: Accepted,
  events: readonly { readonly id: EventId }[],
): JobRunAccepted {
  if (added === undefined) return { result, jobRunId, eventId: null, deliveryCount: 0, notifiedNobody: false }
  const { deliveryCount, notifiedNobody } = added
  return { result, jobRunId, eventId: events[added.eventPlace - 1]!.id, deliveryCount, notifiedNobody }
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
