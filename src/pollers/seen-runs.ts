import type { Instant } from '../domain/instant.ts'
import type { JobRunReport } from '../domain/alert/job-run.ts'

type Run = Pick<JobRunReport, 'jobId' | 'runId' | 'finishedAt'>

/** More than this is forgotten: the keys of the store know it all the same. */
const RUNS_MAX = 50_000

/** Runs that this process has taken in, as far back as a look goes. */
export class SeenRuns {
  readonly #finishedAt = new Map<string, Instant>()

  has(run: Run): boolean {
    return this.#finishedAt.has(keyOf(run))
  }

  add(run: Run): void {
    if (this.#finishedAt.size >= RUNS_MAX) this.#finishedAt.clear()
    this.#finishedAt.set(keyOf(run), run.finishedAt)
  }

  forgetBefore(moment: Instant): void {
    for (const [key, finishedAt] of this.#finishedAt) if (finishedAt < moment) this.#finishedAt.delete(key)
  }
}

function keyOf({ jobId, runId }: Run): string {
  return JSON.stringify([jobId, runId])
}
