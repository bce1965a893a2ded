import type { Observation, RaisedAlert } from '../../domain/alert/alert.ts'
import type { Instant } from '../../domain/instant.ts'
import type { JobRunReport } from '../../domain/alert/job-run.ts'
import type { ReadSeverity } from '../../domain/alert/severity.ts'
import { finish, type Steps } from '../../domain/steps.ts'
import type { DialectName, SourceSettings } from '../../domain/source/source.ts'

/** The sender of a body. */
export interface Sender {
  /** Identifies the token, or the user. */
  readonly principal: string
  /** Its name for people. */
  readonly name: string
  /** The address of the client; behind a trusted proxy the one that the proxy names. */
  readonly address: string
}

/** The facts that a reader may use besides the body. */
export interface ReadContext extends Pick<SourceSettings, 'ignoreLabels' | 'mapping' | 'expiresAfterMs'> {
  /** The name of the source, which what it reports goes by. */
  readonly source: string
  readonly now: Instant
  readonly severity: ReadSeverity
  readonly sender: Sender
  /** The active alerts of this source; only for dialects that ask for them. */
  readonly raised: readonly RaisedAlert[]
}

export interface Reading {
  readonly observations: readonly Observation[]
  readonly jobRuns?: readonly JobRunReport[]
  /**
   * A sentence for each entry that was not accepted (`alert 2: labels must be …`); the others are accepted all the
   * same.
   */
  readonly errors: readonly string[]
  /** Why there may be nothing: the sender only tried out the address. */
  readonly note?: string
  /** The note describes something that an operator should know: it belongs in the log as well. */
  readonly warning?: 'not_understood' | 'loop_detected'
}

/** The subject that a body describes completely: of several bodies about it only the newest counts. */
export interface Whole {
  /** E.g. the name of a server. */
  readonly of: string
  /** Undefined: that of its arrival. */
  readonly at: Instant | undefined
}

export interface NeededRaised {
  readonly key?: string
}

/** The headers of the request; names in lower case. */
export interface Headers {
  readonly [name: string]: string | readonly string[] | undefined
}

/** A dialect whose senders push their reports; pure. To add one, add a file and a line in `dialects.ts`. */
export interface Dialect {
  readonly name: DialectName
  /** The name for people. */
  readonly title: string
  /** Set: its senders always append this to the address of the source. */
  readonly path?: string
  /** Puts what a sender says in headers together with the body, before anything else reads it. Never throws. */
  readonly assemble?: (body: unknown, headers: Headers) => unknown
  /** Tells whether a body by its shape is of this dialect, so that a refusal can name the right address. */
  readonly recognises: (body: unknown) => boolean
  /** A sentence that is added to the refusal of a body that is not of this dialect. */
  readonly hint?: string
  /** The beginning of a sentence about mistakes in a body, if not `This is not as <title> sends it`. */
  readonly mistakes?: string
  /**
   * Returns what it needs of `ReadContext.raised` for this body: all of its source, or the alert with this key;
   * undefined: nothing. Such bodies of one source are read one after the other.
   */
  readonly neededRaised?: (body: unknown) => NeededRaised | undefined
  /**
   * Set: its bodies each report all alerts of something. Undefined for a body that is not right. Asked if raised is
   * needed.
   */
  readonly wholeOf?: (body: unknown, now: Instant) => Whole | undefined
  /** Never throws because of the body, but for `payload_too_large`. Called only with what it recognises. */
  readonly read: (body: unknown, context: ReadContext) => Reading
  /** Set: its bodies may have very many entries. The same as `read`, in steps. */
  readonly readInSteps?: (body: unknown, context: ReadContext) => Steps<Reading>
}

/** Both ways to read, of the one in steps. */
export function readingInSteps(
  readInSteps: NonNullable<Dialect['readInSteps']>,
): Pick<Dialect, 'read' | 'readInSteps'> {
  return { read: (body, context) => finish(readInSteps(body, context)), readInSteps }
}
