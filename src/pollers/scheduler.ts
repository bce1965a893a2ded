import type { DatabaseSource, SchedulerDialect } from '../domain/source/database-source.ts'
import type { Instant } from '../domain/instant.ts'
import type { JobRunReport } from '../domain/alert/job-run.ts'

/** Limits the stored output of a job, in characters; the end is kept, where errors are. */
export const OUTPUT_MAX = 65_536

/** The number of runs that one query reads. */
export const PAGE_ROWS = 250

/** SQL for a position ($1, in microseconds since the epoch) as a time. */
export const POSITION = "timestamptz 'epoch' + $1::float8 * interval '1 microsecond'"

/**
 * A job scheduler that keeps its finished runs in tables. Its statements return `RunRow`s, in read-only transactions
 * with nothing but pg_catalog in the search path. To add one, add a file and a line in `pollers.ts`.
 */
export interface Scheduler {
  readonly dialect: SchedulerDialect
  readonly title: string
  /**
   * Selects at most $3 finished runs after a position, ordered by their end ($1, in microseconds since the epoch) and
   * the id of the run ($2, as text by code points).
   */
  readonly ended: string
  /** Selects at most $1 ids of unfinished runs as `run_id`; `over` gets them until they are over. */
  readonly unfinished: string
  /** Selects the runs that are over among the ids in $1 (a JSON list of texts), with or without a recorded end. */
  readonly over: string
  /** Selects at most $2 runs that are over without a recorded end, with an id above $1, by id. */
  readonly unended?: string
  /** Returns the highest id of those as `last`, or 0. */
  readonly lastUnended?: string
  /** Returns `hides: true` if the role may read the tables but does not see all rows. */
  readonly hides?: string
  /** Explains that to people. */
  readonly hidesBecause?: string
  /** Let a role read the tables. */
  readonly grants: readonly string[]
  /** The data that must be readable, in the words of a sentence. */
  readonly needs: string
  /** The hint if its tables are missing. */
  readonly whereItIs: string
  readonly toReport: (row: RunRow, context: RunContext) => JobRunReport
}

/** A run. Times are in microseconds since the epoch. */
export interface RunRow {
  readonly run_id: string
  readonly job_id: string
  readonly job_name: string | null
  readonly status: string
  readonly started_us: number | null
  readonly ended_us: number | null
  readonly agent: string | null
  readonly database: string | null
  readonly command: string | null
  readonly output: string | null
  readonly steps: readonly StepRow[] | null
}

export interface StepRow {
  readonly name: string | null
  readonly status: string | null
  readonly result: number | null
  readonly is_ignored: boolean | null
  readonly database: string | null
  readonly command: string | null
  readonly output: string | null
}

export interface RunContext {
  readonly source: string
  readonly settings: Pick<DatabaseSource, 'serverName' | 'host' | 'port' | 'database'>
  /** The time of the scheduler's server: a run without a recorded end counts as ended now. */
  readonly now: Instant
}
