import type { Issue } from '../../domain/errors.ts'
import { withCommands } from './command-line.ts'

/**
 * 1: the service, or the thing asked for, said no. 2: the command was not used as it is meant. 3: there is something to
 * change, and nothing was changed.
 */
export type FailureCode = 1 | 2 | 3

export interface CliErrorOptions {
  readonly exitCode: FailureCode
  readonly title: string
  readonly issues?: readonly Issue[]
  /** Remedies, a sentence each. */
  readonly hints?: readonly string[]
  /** The service's own problem document, as it came; `--json` prints it unchanged. */
  readonly problemText?: string | undefined
  /** The status of the service's refusal. */
  readonly status?: number | undefined
  readonly cause?: unknown
}

/** Ends a command: the sentences go to stderr, the code to the shell. */
export class CliError extends Error {
  readonly exitCode: FailureCode
  readonly title: string
  readonly issues: readonly Issue[]
  readonly hints: readonly string[]
  readonly problemText: string | undefined
  readonly status: number | undefined

  constructor(message: string, options: CliErrorOptions) {
    super(message, { cause: options.cause })
    this.name = 'CliError'
    this.exitCode = options.exitCode
    this.title = options.title
    this.issues = options.issues ?? []
    this.hints = options.hints ?? []
    this.problemText = options.problemText
    this.status = options.status
  }
}

/** Returns the error of a command that has to be written differently. */
export function usageError(message: string, hints: readonly string[] = []): CliError {
  return new CliError(message, { exitCode: 2, title: 'Usage mistake', hints })
}

/** Returns the error of a request that failed. */
export function failure(message: string, hints: readonly string[] = [], cause?: unknown): CliError {
  return new CliError(message, { exitCode: 1, title: 'Not done', hints, cause })
}

/** Returns the message of what was thrown, whatever that is. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns the error as JSON for stderr: the problem document of the service unchanged, or one in the same form. */
export function toProblemText(error: CliError): string {
  if (error.problemText !== undefined) return error.problemText
  return JSON.stringify({
    type: `urn:tocsin:problem:${error.exitCode === 2 ? 'usage' : 'client'}`,
    title: error.title,
    detail: error.message,
    errors: error.issues,
    hints: error.hints,
  })
}

/** Returns the error as sentences for stderr, a line each. */
export function toErrorLines(error: CliError): readonly string[] {
  const issueLines = error.issues.map(({ path, message }) =>
    path === '' ? `  ${message}` : `  ${path}: ${message}`,
  )
  return [...detailLines(error), ...issueLines, ...error.hints.map((hint) => withCommands(hint))]
}

/** A refusal of several fields repeats them all in its detail; said once is enough. */
function detailLines({ message, title, issues }: CliError): readonly string[] {
  const joined = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  return message === joined ? [`${title}:`] : message.split('\n')
}
