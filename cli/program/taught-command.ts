import type {
  Command as CommandOf,
  CommandUnknownOpts,
  Option as OptionOf,
} from '@commander-js/extra-typings'
import { Command, Option } from 'commander'

export type AnyCommand = CommandUnknownOpts

/** The options that a function adds to a command. */
export type OptionsOf<Add extends (...given: never[]) => AnyCommand> = ReturnType<ReturnType<Add>['opts']>

/** A command line to paste, and what it does. */
export type Example = readonly [line: string, does: string]

export interface CommandHelp {
  /** A single line, for lists of commands. */
  readonly summary: string
  readonly description: string
  readonly examples: readonly Example[]
}

/**
 * Remembers its examples for the manual and the tests. `.option` and `.argument` add the types of their
 * values.
 */
export class TaughtCommand extends (Command as unknown as typeof CommandOf) {
  readonly examples: readonly Example[]

  constructor(name: string, { summary, description, examples }: CommandHelp) {
    super(name)
    this.examples = examples
    this.summary(summary).description(description)
    this.helpOption('-h, --help', 'this text')
    this.helpCommand(false)
    this.addHelpText('after', formatExamples(examples))
  }
}

/** An option with a typed value, for what `.option` cannot say. */
export const TypedOption = Option as unknown as typeof OptionOf

/** Creates a noun, `tocsin webhook`, with its methods. */
export function defineNoun(name: string, help: CommandHelp, verbs: readonly AnyCommand[]): AnyCommand {
  const noun = new TaughtCommand(name, help)
  for (const verb of verbs) noun.addCommand(verb)
  return noun
}

function formatExamples(examples: readonly Example[]): string {
  if (examples.length === 0) return ''
  return ['', 'Examples:', ...examples.flatMap(([line, does]) => [`  # ${does}`, `  $ ${line}`])].join('\n')
}
