import type { Issue } from '../../src/domain/errors.ts'
import { withCommands } from './command-line.ts'

/** 1: refused or failed. 2: usage mistake. 3: there are changes that nobody confirmed. */
export type FailureCode = 1 | 2 | 3

export interface CliErrorOptions {
  readonly exitCode: FailureCode
  readonly title: string
  readonly issues?: readonly Issue[]
  readonly hints?: readonly string[]
  /** The service's problem document, which `--json` prints unchanged. */
  readonly problemText?: string | undefined
  readonly status?: number | undefined
  readonly cause?: unknown
}

/** Ends a command: its sentences go to stderr, its code to the shell. */
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

export function usageError(message: string, hints: readonly string[] = []): CliError {
  return new CliError(message, { exitCode: 2, title: 'Usage mistake', hints })
}

export function failure(message: string, hints: readonly string[] = [], cause?: unknown): CliError {
  return new CliError(message, { exitCode: 1, title: 'Not done', hints, cause })
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns JSON for stderr: the service's problem document, or our own in that form. */
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

export function toErrorLines(error: CliError): readonly string[] {
  const issueLines = error.issues.map(({ path, message }) =>
    path === '' ? `  ${message}` : `  ${path}: ${message}`,
  )
  return [...detailLines(error), ...issueLines, ...error.hints.map((hint) => withCommands(hint))]
}

/** The detail of several issues repeats them all; it is left out. */
function detailLines({ message, title, issues }: CliError): readonly string[] {
  const joined = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  return message === joined ? [`${title}:`] : message.split('\n')
}
