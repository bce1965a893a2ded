import type { Environment } from '../../config/setting.ts'
import type { Clock } from '../../runtime/clock.ts'
import { failure, usageError } from './cli-error.ts'

/** The terminal or the pipes of a command. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Width of the screen; undefined: stdout is not a screen, and nothing is cut. */
  readonly columns: number | undefined
  readonly hasColours: boolean
  /** Tells whether a person can reply to a question. */
  readonly isInteractive: boolean
  /** Tells whether stderr is a screen, so that a line may be drawn over. */
  readonly showsProgress: boolean
  /** The response, without its line end. Only if `isInteractive`. `isHidden`: what is typed is not shown. */
  ask(question: string, options?: { readonly isHidden?: boolean }): Promise<string>
  /** All of stdin, up to `bytesMax`; undefined: there is more. */
  readInput(bytesMax: number): Promise<Buffer | undefined>
}

/** The environment of a command: terminal, clock, files, network. */
export interface CliContext {
  readonly terminal: Terminal
  readonly environment: Environment
  readonly clock: Clock
  readonly workingDirectory: string
  /**
   * Returns a signal that Ctrl-C and SIGTERM fire from the first call on, instead of ending the process at once (a
   * second one ends it); so does a reader of stdout that goes away.
   */
  untilInterrupted(): AbortSignal
  /** Notes that the request was tried and shown, but refused: exit code 1 without a further message. */
  noteRefusal(): void
  /** The exit code, if it is another one than those of the tool itself: that of a command which it ran. */
  exitWith(code: number): void
}

/** Throws if there is nobody to ask: a script says --yes. */
export function requirePerson({ isInteractive }: Terminal): void {
  if (!isInteractive) throw usageError('There is nobody to ask for a confirmation; confirm with --yes.')
}

/** Throws with `otherwise` unless the reply is yes. */
export async function confirm(terminal: Terminal, question: string, otherwise: string): Promise<void> {
  const typed = await terminal.ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(typed.trim())) throw failure(otherwise)
}
