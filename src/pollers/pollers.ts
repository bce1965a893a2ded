import { AppError } from '../domain/errors.ts'
import type { NodeId } from '../domain/ids.ts'
import type { DatabaseSource, SchedulerDialect } from '../domain/source/database-source.ts'
import type { SourceSettings } from '../domain/source/source.ts'
import type { Chance, Clock } from '../runtime/clock.ts'
import { GrowingPause, RunLoop } from '../runtime/run-loop.ts'
import type { Store } from '../storage/store.ts'
import type { Log } from '../telemetry/log.ts'
import { AskedDatabase } from './asked-database.ts'
import { explainFault, SourceHealth } from './source-health.ts'
import { NotificationListener, type NotificationListenerDeps } from './notification-listener.ts'
import { PG_CRON } from './pg-cron.ts'
import { PG_TIMETABLE } from './pg-timetable.ts'
import { PGAGENT } from './pgagent.ts'
import { type PollDeps, pollSource } from './poll-source.ts'
import { type CursorStore, SeenRuns } from './remembered-runs.ts'
import type { Scheduler } from './scheduler.ts'

/** Longer than a page may take, so that no other node begins meanwhile. */
const LOCK_MS = 60_000
const PAUSE_MS_MAX = 5 * 60_000

export interface SourceReader {
  start(): void
  stop(): Promise<void>
}

/** Creates a reader for each source that is polled in a database. */
export function createSourceReaders(
  sources: readonly SourceSettings[],
  deps: PollerDeps & NotificationListenerDeps,
): readonly SourceReader[] {
  return sources.flatMap(({ name, dialect, database: settings }) => {
    if (settings === undefined) return []
    const scheduler = schedulerOf(dialect)
    return [
      scheduler
        ? new Poller(name, scheduler, settings, deps)
        : new NotificationListener(name, settings, deps),
    ]
  })
}

interface PollerDeps extends PollDeps {
  readonly store: CursorStore & Pick<Store, 'noteSourceFailure' | 'lockSource'>
  readonly clock: Clock
  readonly chance: Chance
  readonly log: Log
  /** Holds the lock by which only one node polls at a time. */
  readonly nodeId: NodeId
}

/** Polls a scheduler's database on one node only, until it is stopped. */
class Poller {
  readonly #name: string
  readonly #scheduler: Scheduler
  readonly #settings: DatabaseSource
  readonly #deps: PollerDeps
  readonly #database: AskedDatabase
  readonly #health: SourceHealth
  readonly #seen = new SeenRuns()
  readonly #loop: RunLoop
  readonly #pause: GrowingPause
  #hasAskedWhatIsHidden = false

  constructor(name: string, scheduler: Scheduler, settings: DatabaseSource, deps: PollerDeps) {
    this.#name = name
    this.#scheduler = scheduler
    this.#settings = settings
    this.#deps = deps
    this.#database = new AskedDatabase(settings.url)
    this.#health = new SourceHealth(name, deps)
    const { everyMs } = settings
    this.#pause = new GrowingPause({ firstMs: everyMs, maxMs: Math.max(everyMs, PAUSE_MS_MAX) })
    this.#loop = new RunLoop({
      clock: deps.clock,
      round: async (signal) => {
        await this.#check(signal)
        // Spreads the polls of nodes and sources.
        return this.#pauseMs() * (0.9 + deps.chance.fraction() / 10)
      },
      afterwards: () => this.#giveBack(),
    })
  }

  start(): void {
    this.#loop.start()
  }

  /** Still accepts rows that were read. A statement under way is given up; the next poll repeats it. */
  async stop(): Promise<void> {
    const stopped = this.#loop.stop()
    await this.#database.close()
    await stopped
  }

  async #giveBack(): Promise<void> {
    const { clock, store, nodeId } = this.#deps
    const now = clock.now()
    await store.lockSource({ source: this.#name, holder: nodeId, now, until: now }).catch(() => undefined)
    await this.#database.close()
  }

  async #check(signal: AbortSignal): Promise<void> {
    try {
      if (!(await this.#hold())) return
      const keepOn = async () => !signal.aborted && (await this.#hold())
      const source = {
        name: this.#name,
        scheduler: this.#scheduler,
        settings: this.#settings,
        database: this.#database,
        seen: this.#seen,
      }
      const count = await pollSource(this.#deps, source, keepOn)
      if (count > 0) this.#deps.log.info({ source: this.#name, count }, 'source.runs_recorded')
      await this.#warnOfHiddenRuns()
      this.#pause.reset()
      this.#health.recover()
    } catch (error) {
      if (signal.aborted) return
      this.#pause.grow()
      await this.#health.fail(this.#explain(error))
    }
  }

  #hold(): Promise<boolean> {
    const { store, clock, nodeId } = this.#deps
    const now = clock.now()
    const until = now + LOCK_MS + this.#pauseMs()
    return store.lockSource({ source: this.#name, holder: nodeId, now, until })
  }

  /** Warns once: a role that sees none of others' runs gets no error. */
  async #warnOfHiddenRuns(): Promise<void> {
    const { hides, hidesBecause } = this.#scheduler
    if (hides === undefined || this.#hasAskedWhatIsHidden) return
    const [row] = await this.#database.poll((ask) => ask<{ readonly hides: boolean }>(hides))
    this.#hasAskedWhatIsHidden = true
    if (row?.hides) this.#deps.log.warn({ source: this.#name, reason: hidesBecause }, 'source.partial_access')
  }

  /** The interval of the source; longer after failures. */
  #pauseMs(): number {
    return this.#pause.ms || this.#settings.everyMs
  }

  #explain(error: unknown): string {
    if (error instanceof AppError) return `What was read could not be kept: ${error.message}`
    return explainFault(error, { ...this.#settings, role: this.#database.role }, this.#scheduler)
  }
}

const ALL: readonly Scheduler[] = [PGAGENT, PG_CRON, PG_TIMETABLE]

/** Returns undefined if the dialect is not polled. */
export function schedulerOf(dialect: string): Scheduler | undefined {
  return ALL.find((scheduler) => scheduler.dialect === (dialect as SchedulerDialect))
}
