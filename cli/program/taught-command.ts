import type {
  Command as CommandOf,
  CommandUnknownOpts,
  Option as OptionOf,
} from '@commander-js/extra-typings'
import { Command, Option } from 'commander'
import type { CliContext } from './context.ts'

export type AnyCommand = CommandUnknownOpts

/** The options that a function adds to a command. */
export type OptionsOf<Add extends (...given: never[]) => AnyCommand> = ReturnType<ReturnType<Add>['opts']>

export interface CommandHelp {
  /** A single line, for lists of commands. */
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

/** Creates a noun, `tocsin webhook`, with its methods. */
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
