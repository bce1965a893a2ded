import type { JobRunReport } from '../domain/alert/job-run.ts'
import type { Instant } from '../domain/instant.ts'
import type { Store } from '../storage/store.ts'

const PREFIX = 'run '
/** Positions of such a cursor: seen unfinished, or over without an end and reported. Positions only grow. */
const UNFINISHED = 0
const REPORTED = 1
/** Retention removes cursors that were not written for long, so these are rewritten now and then. */
const USE_NOTED_EVERY_MS = 60 * 60_000

export type CursorStore = Pick<
  Store,
  'findSourceCursor' | 'listSourceCursors' | 'writeSourceCursors' | 'deleteSourceCursors'
>

/** Runs of one source that a later poll needs, kept in the store. Created for each poll. */
export class RememberedRuns {
  readonly #store: CursorStore
  readonly #source: string
  readonly #now: Instant
  readonly #positions: Map<string, number>

  private constructor(store: CursorStore, source: string, now: Instant, positions: Map<string, number>) {
    this.#store = store
    this.#source = source
    this.#now = now
    this.#positions = positions
  }

  static async read(store: CursorStore, source: string, now: Instant): Promise<RememberedRuns> {
    const cursors = await store.listSourceCursors(source, PREFIX)
    const ids = cursors.map(
      ({ name, position }) => [name.slice(PREFIX.length), position ?? UNFINISHED] as const,
    )
    const remembered = new RememberedRuns(store, source, now, new Map(ids))
    const old = cursors.filter(({ checkedAt }) => checkedAt < now - USE_NOTED_EVERY_MS)
    await remembered.#write(
      old.map(({ name }) => name.slice(PREFIX.length)),
      null,
    )
    return remembered
  }

  get unfinished(): readonly string[] {
    return [...this.#positions].flatMap(([id, position]) => (position === UNFINISHED ? [id] : []))
  }

  isReported(id: string): boolean {
    return this.#positions.get(id) === REPORTED
  }

  /** Remembers unfinished runs; writes only new ones. */
  async noteUnfinished(ids: readonly string[]): Promise<void> {
    await this.#write(
      ids.filter((id) => !this.#positions.has(id)),
      UNFINISHED,
    )
  }

  async noteNotified(ids: readonly string[]): Promise<void> {
    await this.#write(ids, REPORTED)
  }

  async forget(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#store.deleteSourceCursors(
      this.#source,
      ids.map((id) => PREFIX + id),
    )
    for (const id of ids) this.#positions.delete(id)
  }

  async forgetReceiverStatesUpTo(last: number): Promise<void> {
    await this.forget([...this.#positions.keys()].filter((id) => this.isReported(id) && Number(id) <= last))
  }

  async #write(ids: readonly string[], position: number | null): Promise<void> {
    if (ids.length === 0) return
    const cursors = ids.map((id) => ({ source: this.#source, name: PREFIX + id, position }))
    await this.#store.writeSourceCursors(cursors, this.#now)
    if (position !== null) for (const id of ids) this.#positions.set(id, position)
  }
}

type Run = Pick<JobRunReport, 'jobId' | 'runId' | 'finishedAt'>

/** Limits remembered runs; the store knows the keys of forgotten ones. */
const RUNS_MAX = 50_000

/** Runs that this process accepted, as far back as a poll reads. */
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
