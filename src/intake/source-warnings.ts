import type { Clock } from '../runtime/clock.ts'
import type { Instant } from '../domain/instant.ts'
import { CURSOR_FAILURE_MAX, WARNING_CURSOR } from '../domain/source/source-cursor.ts'
import type { Log } from '../telemetry/log.ts'
import type { Store } from '../storage/store.ts'
import { shorten } from './reading/dialect.ts'

/** The interval between repetitions of a warning: a monitor may report every minute. */
const AGAIN_MS = 60 * 60_000
/** Limits different warnings within that time. */
const WARNINGS_MAX = 100

interface WarningDeps {
  readonly store: Pick<Store, 'noteSourceFailure'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn'>
}

/** Logs, and shows in the list of sources, what was guessed about the reports of one source. */
export class SourceWarnings {
  readonly #source: string
  readonly #loggedAt = new Map<string, Instant>()

  constructor(source: string) {
    this.#source = source
  }

  /** Stores and logs new warnings. Never rejects: an unstored warning does not refuse a report. */
  async note(warnings: readonly string[], { store, clock, log }: WarningDeps): Promise<void> {
    const now = clock.now()
    const unknown = [...new Set(warnings)].filter((warning) => this.#isNews(warning, now))
    if (unknown.length === 0) return
    for (const warning of this.#loggedAt.keys())
      if (this.#isNews(warning, now)) this.#loggedAt.delete(warning)
    const news = unknown.slice(0, WARNINGS_MAX - this.#loggedAt.size)
    const [first] = news
    if (first === undefined) return
    for (const warning of news) {
      this.#loggedAt.set(warning, now)
      log.warn({ source: this.#source, warning: shorten(warning) }, 'source.warned')
    }
    const failure = first.slice(0, CURSOR_FAILURE_MAX)
    await store
      .noteSourceFailure({ source: this.#source, name: WARNING_CURSOR, failure }, now)
      .catch(() => undefined)
  }

  #isNews(warning: string, now: Instant): boolean {
    const at = this.#loggedAt.get(warning)
    return at === undefined || now - at >= AGAIN_MS || now < at
  }
}
