import type { Observation } from '../../domain/alert/alert.ts'
import { AppError } from '../../domain/errors.ts'
import type { Steps } from '../../domain/steps.ts'
import type { Reading } from './dialect.ts'

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
