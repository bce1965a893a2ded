import type { Observation, RaisedAlert } from '../../domain/alert/alert.ts'
import type { Instant } from '../../domain/instant.ts'
import type { JobRunReport } from '../../domain/alert/job-run.ts'
import type { ReadSeverity } from '../../domain/alert/severity.ts'
import { finish, type Steps } from '../../domain/steps.ts'
import { AppError } from '../../domain/errors.ts'
import type { DialectName, SourceSettings } from '../../domain/source/source.ts'

/** Limits the alerts in one request to `/intake/…`; Prometheus sends 256 at most. */
export const ALERTS_MAX = 10_000

/** Cuts a text for a sentence to its sender. */
export function shorten(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`
}

/** Accepts a body without reports; `note` says why. */
export function nothing(note: string): Reading {
  return { observations: [], errors: [], note }
}

/** Refuses a body; `error` says why. */
export function refusal(error: string): Reading {
  return { observations: [], errors: [error] }
}

const ERRORS_MAX = 100

/**
 * Reads each entry by itself; a faulty one is an error and does not stop the others. Throws `payload_too_large` above
 * `ALERTS_MAX`. `word` names an entry to the sender, e.g. `alert`.
 */
export function* readEntries(
  list: unknown,
  word: string,
  read: (element: unknown) => Observation | string,
): Steps<Reading> {
  const { entries, errors } = yield* readEach(list, word, read)
  return { observations: entries, errors }
}

interface ReadEntries<Entry> {
  readonly entries: readonly Entry[]
  readonly errors: readonly string[]
}

/** Reads each entry of any other list, one step per entry. */
export function* readEach<Entry extends object>(
  list: unknown,
  word: string,
  read: (element: unknown) => Entry | string,
): Steps<ReadEntries<Entry>> {
  if (!Array.isArray(list)) return { entries: [], errors: [`the body must have a list of ${word}s`] }
  if (list.length > ALERTS_MAX) {
    throw new AppError(
      'payload_too_large',
      `The body has ${list.length} ${word}s, but may have ${ALERTS_MAX} at most; send them in several requests.`,
    )
  }
  const entries: Entry[] = []
  const errors: string[] = []
  for (const [index, element] of list.entries()) {
    const entry = read(element)
    if (typeof entry === 'string') errors.push(`${word} ${index}: ${entry}`)
    else entries.push(entry)
    yield
  }
  if (errors.length <= ERRORS_MAX) return { entries, errors }
  return {
    entries,
    errors: [...errors.slice(0, ERRORS_MAX), `and ${errors.length - ERRORS_MAX} more of the kind`],
  }
}

/** Warnings about whole bodies, from before a dialect reads them. */
const WARNINGS = new WeakMap<object, string>()

export function warnOfBody(body: unknown, warning: string): void {
  if (typeof body === 'object' && body !== null) WARNINGS.set(body, warning)
}

export function bodyWarning(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null ? WARNINGS.get(body) : undefined
}

export interface Sender {
  /** Identifies the token, or the user. */
  readonly principal: string
  readonly name: string
  /** The client; behind a trusted proxy the one that it names. */
  readonly address: string
}

/** Facts that a reader uses besides the body. */
export interface ReadContext extends Pick<SourceSettings, 'ignoreLabels' | 'mapping' | 'expiresAfterMs'> {
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
  /** A sentence for each refused entry (`alert 2: labels must be …`); the others are accepted. */
  readonly errors: readonly string[]
  /** Why there may be nothing: the sender only tested the address. */
  readonly note?: string
  /** The note is for the operator: it is logged as well. */
  readonly warning?: 'not_understood' | 'loop_detected'
}

/** A subject that a body describes completely: of several bodies only the newest counts. */
export interface Whole {
  /** The subject, e.g. the name of a server. */
  readonly of: string
  /** Undefined: its arrival. */
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
  readonly title: string
  /** The path that its senders append to the address of the source. */
  readonly path?: string
  /** Merges headers into the body before anything else reads it. Never throws. */
  readonly assemble?: (body: unknown, headers: Headers) => unknown
  /** Tells whether a body has this dialect's shape, so that a refusal can name the right address. */
  readonly recognises: (body: unknown) => boolean
  /** A sentence added to the refusal of any other body. */
  readonly hint?: string
  /** The beginning of a sentence about mistakes in a body, if not `This is not as <title> sends it`. */
  readonly mistakes?: string
  /**
   * Says what this body needs of `ReadContext.raised`: all of its source, or the alert with this key; undefined:
   * nothing. Such bodies of one source are read serially.
   */
  readonly neededRaised?: (body: unknown) => NeededRaised | undefined
  /** Set: each body reports all alerts of something. Undefined: a faulty body. Called if raised alerts are needed. */
  readonly wholeOf?: (body: unknown, now: Instant) => Whole | undefined
  /** Throws nothing about the body but `payload_too_large`. Called only with what it recognises. */
  readonly read: (body: unknown, context: ReadContext) => Reading
  /** Reads like `read`, in steps, for bodies with very many entries. */
  readonly readInSteps?: (body: unknown, context: ReadContext) => Steps<Reading>
}

/** Makes both ways to read of the one in steps. */
export function readingInSteps(
  readInSteps: NonNullable<Dialect['readInSteps']>,
): Pick<Dialect, 'read' | 'readInSteps'> {
  return { read: (body, context) => finish(readInSteps(body, context)), readInSteps }
}
