import type {
  Command as CommandOf,
  CommandUnknownOpts,
  Option as OptionOf,
} from '@commander-js/extra-typings'
import { Command, Option } from 'commander'
import { failure, usageError } from './cli-error.ts'
import type { Clock } from '../../src/domain/clock.ts'
import type { Environment, Machine } from './machine.ts'

export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Width of the screen; undefined: stdout is no screen, and nothing is cut. */
  readonly columns: number | undefined
  readonly hasColours: boolean
  readonly isInteractive: boolean
  /** Tells whether stderr is a screen, so that a line may be drawn over. */
  readonly showsProgress: boolean
  /** Returns the reply without its line end. Needs `isInteractive`. `isHidden`: the typing is not shown. */
  ask(question: string, options?: { readonly isHidden?: boolean }): Promise<string>
  /** Reads stdin; undefined: it is larger than `bytesMax`. */
  readInput(bytesMax: number): Promise<Buffer | undefined>
}

export interface CliContext {
  readonly terminal: Terminal
  readonly environment: Environment
  readonly clock: Clock
  readonly machine: Machine
  readonly workingDirectory: string
  /**
   * Returns a signal that Ctrl-C, SIGTERM or a closed stdout fires from the first call on, instead of ending
   * the process. A second Ctrl-C ends it.
   */
  untilInterrupted(): AbortSignal
  /** Exit code 1 without a further message: the refusal was shown. */
  noteRefusal(): void
  /** Sets an exit code that is not the tool's own, as `tocsin run` does. */
  exitWith(code: number): void
}

/** Throws if there is nobody to ask: scripts give --yes. */
export function requirePerson({ isInteractive }: Terminal): void {
  if (!isInteractive) throw usageError('There is nobody to ask for a confirmation; confirm with --yes.')
}

/** Throws with `otherwise` unless the reply is yes. */
export async function confirm(terminal: Terminal, question: string, otherwise: string): Promise<void> {
  const typed = await terminal.ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(typed.trim())) throw failure(otherwise)
}

export type AnyCommand = CommandUnknownOpts

export type OptionsOf<Add extends (...given: never[]) => AnyCommand> = ReturnType<ReturnType<Add>['opts']>

export interface CommandHelp {
  readonly summary: string
  readonly description: string
  /** Lines to paste, each with what it does. */
  readonly examples: Readonly<Record<string, string>>
}

/**
 * Remembers its examples for the manual and the tests. `.option` and `.argument` add the types of their
 * values.
 */
export class TaughtCommand extends (Command as unknown as typeof CommandOf) {
  readonly examples: readonly (readonly [line: string, does: string])[]

  constructor(name: string, { summary, description, examples }: CommandHelp) {
    super(name)
    this.examples = Object.entries(examples)
    this.summary(summary).description(description)
    this.helpOption('-h, --help', 'this text')
    this.helpCommand(false)
    this.addHelpText('after', formatExamples(this.examples))
  }
}

/** An option with a typed value, for what `.option` cannot say. */
export const TypedOption = Option as unknown as typeof OptionOf

interface NounHelp extends CommandHelp {
  readonly verbs: (context: CliContext) => readonly AnyCommand[]
}

export function defineNoun(name: string, { verbs, ...help }: NounHelp) {
  return (context: CliContext): AnyCommand => {
    const noun = new TaughtCommand(name, help)
    for (const verb of verbs(context)) noun.addCommand(verb)
    return noun
  }
}

function formatExamples(examples: TaughtCommand['examples']): string {
  if (examples.length === 0) return ''
  return ['', 'Examples:', ...examples.flatMap(([line, does]) => [`  # ${does}`, `  $ ${line}`])].join('\n')
}
