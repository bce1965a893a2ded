import type { DatabaseSource, SchedulerDialect } from '../domain/source/database-source.ts'
import type { Instant } from '../domain/instant.ts'
import type { JobRunReport } from '../domain/alert/job-run.ts'

/** Limits the stored output of a job, in characters: of a longer one the end is kept, where errors stand. */
export const OUTPUT_MAX = 65_536

/** The number of runs that one query reads. */
export const PAGE_ROWS = 250

/**
 * A job scheduler that keeps its finished runs in tables. Its statements return rows as `RunRow` has them; they run
 * in a transaction that can only read, with nothing but pg_catalog in the search path. To add one, add a file and a
 * line in `pollers.ts`.
 */
export interface Scheduler {
  readonly dialect: SchedulerDialect
  /** The name for people. */
  readonly title: string
  /**
   * Finished runs after a position, ordered by their end ($1, in microseconds since the epoch) and then the id of the
   * run ($2, as text by code points), at most $3.
   */
  readonly ended: string
  /** Selects the ids of unfinished runs as `run_id`, at most $1; `over` is asked about them until they are over. */
  readonly unfinished: string
  /** Selects those runs among the ids in $1 (a list of texts as JSON) that are over, with or without a recorded end. */
  readonly over: string
  /**
   * Runs that are over, but whose end nobody wrote down: those with an id above $1, in the order of ids, at most $2.
   */
  readonly unended?: string
  /** The highest id of those, as `last`; 0 if there is no such row. */
  readonly lastUnended?: string
  /** Returns `hides: true` if the role may read the tables and yet does not see all rows. */
  readonly hides?: string
  /** The explanation that people get then. */
  readonly hidesBecause?: string
  /** The statements that let a role read its tables. */
  readonly grants: readonly string[]
  /** The data that must be readable, in the words of a sentence. */
  readonly needs: string
  /** The hint if its tables are not there. */
  readonly whereItIs: string
  readonly toReport: (row: RunRow, context: RunContext) => JobRunReport
}

/** A run as a statement returns it. Times are in microseconds since the epoch. */
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

/** A step or task of a run. */
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
  /** The time of the scheduler's server: a run whose end nobody wrote down counts as ended then. */
  readonly now: Instant
}
