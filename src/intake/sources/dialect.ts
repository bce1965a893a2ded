import type { Alert, Observation } from '../../domain/alert.ts'
import type { Instant } from '../../domain/instant.ts'
import type { JobRunReport } from '../../domain/job-run.ts'
import type { ReadSeverity } from '../../domain/severity.ts'
import type { DialectName, SourceSettings } from '../../domain/source.ts'

/** What a reader may know besides the body. */
export interface ReadContext extends Pick<SourceSettings, 'ignoreLabels'> {
  /** The name of the source, which what it reports goes by. */
  readonly source: string
  readonly now: Instant
  readonly severity: ReadSeverity
  /** What of this source is raised now; only for dialects that ask for it. */
  readonly raised: readonly Alert[]
}

export interface Reading {
  readonly observations: readonly Observation[]
  readonly jobRuns?: readonly JobRunReport[]
  /** One sentence for each entry that was not taken (`alert 2: labels must be …`); the others are taken all the same. */
  readonly errors: readonly string[]
  /** Why there may be nothing: the sender only tried out the address. */
  readonly note?: string
}

/** One dialect of those that push their reports here; pure. To add one, add a file and a line in `dialects.ts`. */
export interface Dialect {
  readonly name: DialectName
  /** What it is called where people read. */
  readonly title: string
  /** Set: its senders add this to the address of the source, and cannot be told otherwise. */
  readonly path?: string
  /** Whether a body speaks this dialect, as far as its shape tells: for naming the right address to who chose a wrong one. */
  readonly recognises: (body: unknown) => boolean
  /** What to tell who sends something else to an address of this dialect, as a sentence. */
  readonly hint?: string
  /** It needs `ReadContext.raised`. */
  readonly needsRaised?: true
  /** Never throws because of the body, but for `payload_too_large`. Called only with what it recognises. */
  readonly read: (body: unknown, context: ReadContext) => Reading
}
