import { Argument, type Command } from 'commander'
import { oneOf } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { bashCompletion } from './bash.ts'
import { completionTable } from './completion-table.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

/** The shells, and who writes for them. */
export const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

/** `createProgram` makes all commands: what can be completed is not in this one alone. */
export function defineCompletion(
  context: CliContext,
  createProgram: (context: CliContext) => Promise<Command>,
): Command {
  return new TaughtCommand('completion', {
    summary: 'print what completes commands and options in your shell',
    description:
      'Prints a script that your shell reads: commands, options and their values are then completed with Tab. The Debian and rpm packages have it installed already.',
    examples: [
      ['tocsin completion bash', 'into ~/.local/share/bash-completion/completions/tocsin'],
      ['tocsin completion zsh', 'into _tocsin in a folder of fpath'],
      ['tocsin completion fish', 'into ~/.config/fish/completions/tocsin.fish'],
    ],
  })
    .addArgument(shellArgument())
    .action(async (shell: keyof typeof SHELLS) => {
      context.terminal.out(SHELLS[shell](completionTable(await createProgram(context))))
    })
}

function shellArgument(): Argument {
  const names = Object.keys(SHELLS)
  // The choices are for the completion itself; a mistake is explained by the parser.
  return new Argument('<shell>', 'bash, zsh or fish').choices(names).argParser(oneOf(names))
}
