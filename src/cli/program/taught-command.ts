import { Command } from 'commander'

/** A command line that can be pasted, and what it does. */
export type Example = readonly [line: string, does: string]

export interface CommandHelp {
  /** A summary of one line, for lists of commands. */
  readonly summary: string
  readonly description: string
  readonly examples: readonly Example[]
}

/** A command that remembers its examples, so that the manual and the tests can have them too. */
export class TaughtCommand extends Command {
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

/** A noun, `tocsin webhook`, with its methods below it. */
export function defineNoun(name: string, help: CommandHelp, verbs: readonly Command[]): Command {
  const noun = new TaughtCommand(name, help)
  for (const verb of verbs) noun.addCommand(verb)
  return noun
}

function formatExamples(examples: readonly Example[]): string {
  if (examples.length === 0) return ''
  return ['', 'Examples:', ...examples.flatMap(([line, does]) => [`  # ${does}`, `  $ ${line}`])].join('\n')
}
