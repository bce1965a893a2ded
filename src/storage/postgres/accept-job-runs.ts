import { jobRunEventOf, jobSubject } from '../../domain/event.ts'
import type { Instant } from '../../domain/instant.ts'
import type { JobRun, JobRunReport } from '../../domain/job-run.ts'
import { toJobRunRow, jobRunDigest, type JobRunRow } from '../rows/job-run-row.ts'
import type { JobRunAccepted } from '../store.ts'
import type { Parts } from './parts.ts'
import type { Entry } from './shared-transactions.ts'
import { storable } from './storable.ts'
import { lockLines, Telling, TOLD_IDS, tellSql, type Line, type Told } from './telling.ts'
import { LOCK_CLASS } from './transaction-words.ts'

/**
 * Each run of a job waits for the others of that job, on whichever node: so their events are in the order in which
 * they become visible. Of a bounded number of locks, because the server has room for so many; two jobs that share one
 * only wait for each other. In one order, so that nobody waits in a circle.
 */
export const LOCK_JOBS = `SELECT pg_advisory_xact_lock(${LOCK_CLASS.job}, lock)
  FROM (SELECT DISTINCT hashtext(subject) & 1023 AS lock FROM unnest($1::text[]) AS subject ORDER BY lock) AS locks`

/** The runs that are known; and an id for each that is not. */
export const KNOWN_RUNS = `WITH known AS (SELECT digest, job_run_id FROM job_run_keys WHERE digest = ANY ($1::text[]))
  SELECT digest, job_run_id AS id FROM known
  UNION ALL
  SELECT NULL, nextval('job_runs_id_seq')
  FROM generate_series(1, cardinality($1::text[]) - (SELECT count(*) FROM known))`

export const LINES_OF_JOBS = lockLines('SELECT subject FROM unnest($1::text[]) AS subject')

/** In the order in which the values are given; the last is not a column of the runs but of their keys. */
const COLUMNS = {
  id: 'bigint',
  source: 'text',
  job_id: 'text',
  run_id: 'text',
  name: 'text',
  status: 'text',
  started_at: 'bigint',
  finished_at: 'bigint',
  details: 'text',
  accepted_at: 'bigint',
} as const
const NAMES = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[]
const LIST = NAMES.join(', ')
const ARRAYS = NAMES.map((name, index) => `$${index + 1}::${COLUMNS[name]}[]`).join(', ')
const DIGESTS = `$${NAMES.length + 1}::text[]`

export const SAVE_RUNS = `WITH runs AS (
    SELECT * FROM unnest(${ARRAYS}, ${DIGESTS}) AS run (${LIST}, digest)
  ), saved AS (
    INSERT INTO job_runs (${LIST}) SELECT ${LIST} FROM runs
  ), kept AS (
    INSERT INTO job_run_keys (digest, source, job_id, run_id, job_run_id, accepted_at)
    SELECT digest, source, job_id, run_id, id, accepted_at FROM runs
  ), ${tellSql(NAMES.length + 2)} ${TOLD_IDS}`

/** Two round trips, like `acceptObservations`. */
export async function acceptJobRuns(
  { database, webhooks }: Pick<Parts, 'database' | 'webhooks'>,
  entries: readonly Entry<JobRunReport>[],
): Promise<readonly JobRunAccepted[]> {
  const given = entries.map(({ item, now }) => givenOf(storableReport(item), now))
  const subjects = [...new Set(given.map(({ report }) => jobSubject(report)))]
  const digests = [...new Set(given.map(({ digest }) => digest))]
  return database.transaction(async (transaction) => {
    const [, known, lines, all] = await Promise.all([
      transaction.query(LOCK_JOBS, [subjects]),
      transaction.query<KnownRow>(KNOWN_RUNS, [digests]),
      transaction.query<Line>(LINES_OF_JOBS, [subjects]),
      webhooks.all(transaction),
    ])
    const telling = new Telling(all, lines.rows)
    const batch = new Batch(known.rows, telling)
    const accepted = given.map((one) => batch.accept(one))
    if (batch.runs.length === 0) return accepted.map((one) => withEventId(one, []))

    const { rows } = await transaction.queryLast<{ id: number }>(SAVE_RUNS, [
      ...NAMES.map((name) => batch.runs.map(({ row }) => row[name])),
      batch.runs.map(({ digest }) => digest),
      ...telling.values(),
    ])
    return accepted.map((one) =>
      withEventId(
        one,
        rows.map(({ id }) => id),
      ),
    )
  })
}

interface Given {
  readonly report: JobRunReport
  readonly digest: string
  readonly now: Instant
}

interface KnownRow {
  /** Null: the id is for one that is new. */
  readonly digest: string | null
  readonly id: number
}

interface Accepted extends Pick<JobRunAccepted, 'result' | 'jobRunId'> {
  readonly told: Told | undefined
}

class Batch {
  readonly runs: { readonly row: JobRunRow; readonly digest: string }[] = []
  readonly #idOf: Map<string, number>
  /** The first one last. */
  readonly #newIds: number[]
  readonly #telling: Telling

  constructor(rows: readonly KnownRow[], telling: Telling) {
    this.#idOf = new Map(rows.flatMap(({ digest, id }) => (digest === null ? [] : [[digest, id]])))
    this.#newIds = rows
      .filter(({ digest }) => digest === null)
      .map(({ id }) => id)
      .reverse()
    this.#telling = telling
  }

  accept({ report, digest, now }: Given): Accepted {
    const known = this.#idOf.get(digest)
    if (known !== undefined) return { result: 'duplicate', jobRunId: known, told: undefined }

    const run: JobRun = { ...report, id: this.#newIds.pop()!, acceptedAt: now }
    this.#idOf.set(digest, run.id)
    this.runs.push({ row: toJobRunRow(run), digest })
    return { result: 'accepted', jobRunId: run.id, told: this.#telling.tell(jobRunEventOf(run)) }
  }
}

function withEventId({ result, jobRunId, told }: Accepted, eventIds: readonly number[]): JobRunAccepted {
  if (told === undefined) return { result, jobRunId, eventId: null, deliveryCount: 0 }
  return { result, jobRunId, eventId: eventIds[told.eventPlace - 1]!, deliveryCount: told.deliveryCount }
}

function givenOf(report: JobRunReport, now: Instant): Given {
  return { report, digest: jobRunDigest(report), now }
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
