import { CommanderError } from 'commander'
import { CliError, toErrorLines, toProblemText, usageError } from './program/cli-error.ts'
import { withCommands } from './program/command-line.ts'
import type { AnyCommand, CliContext } from './program/command.ts'
import { fullName, ORIENTATION } from './program/root-command.ts'
import { escapeForTerminal, escapeJsonForTerminal } from './view/terminal-text.ts'

/** 0: done; 1 to 3: see CliError. `tocsin run` has the code of its command. */
export type ExitCode = number

/** Creates the command that the first word names, or all. */
type CreateProgram = (first: string, context: CliContext) => Promise<AnyCommand>

/** Runs one command line (without the program's name). Never rejects. */
export async function runCli(
  argv: readonly string[],
  world: Omit<CliContext, 'noteRefusal' | 'exitWith'>,
  createProgramFor: CreateProgram,
): Promise<ExitCode> {
  let isRefused = false
  let exitCode = 0
  const context: CliContext = {
    ...world,
    noteRefusal: () => {
      isRefused = true
    },
    exitWith: (code) => {
      exitCode = code
    },
  }
  const [first] = argv
  if (first === undefined || (first === 'help' && argv.length === 1)) {
    context.terminal.out(withCommands(ORIENTATION))
    return 0
  }
  if (first === 'version' && argv.length === 1) return runCli(['--version'], world, createProgramFor)
  const program = await createProgramFor(first, context)
  try {
    // `tocsin help webhook add` is `tocsin webhook add --help`.
    const words = first === 'help' ? [...argv.slice(1), '--help'] : [...argv]
    // An unknown command is refused anyway: without its `--help`.
    const isUnknown = namesUnknownCommand(words, program)
    const given = isUnknown ? words.filter((word) => word !== '--help' && word !== '-h') : words
    await program.parseAsync(given, { from: 'user' })
    return isRefused ? 1 : exitCode
  } catch (error) {
    return explain(error, { argv, program, context })
  }
}

function namesUnknownCommand(argv: readonly string[], program: AnyCommand): boolean {
  let command = program
  const words = argv[Symbol.iterator]()
  for (const word of words) {
    if (word.startsWith('-')) {
      const option = command.options.find(({ long, short }) => long === word || short === word)
      if (option?.required) words.next()
      continue
    }
    if (command.commands.length === 0) return false
    const next = command.commands.find((each) => each.name() === word)
    if (!next) return true
    command = next
  }
  return false
}

interface Run {
  readonly argv: readonly string[]
  readonly program: AnyCommand
  readonly context: CliContext
}

function explain(error: unknown, { argv, program, context }: Run): ExitCode {
  if (error instanceof CommanderError && error.exitCode === 0) return 0
  // The parser has written the help of the noun to stderr.
  if (error instanceof CommanderError && error.code === 'commander.help') return 2

  const command = argv.reduce(
    (above, word) => above.commands.find((each) => each.name() === word) ?? above,
    program,
  )
  const cliError = toCliError(error, command)
  const { terminal } = context
  if (argv.includes('--json')) {
    terminal.err(`${escapeJsonForTerminal(toProblemText(cliError))}\n`)
  } else {
    for (const line of toErrorLines(cliError)) terminal.err(`${escapeForTerminal(line)}\n`)
  }
  return cliError.exitCode
}

function toCliError(error: unknown, command: AnyCommand): CliError {
  if (error instanceof CliError) return error
  if (error instanceof CommanderError) {
    return usageError(describeRenamed(error.message, command) ?? describeParserMessage(error.message), [
      `See: ${fullName(command)} --help`,
    ])
  }
  // An unforeseen error: the stack helps most.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new CliError(`tocsin failed, and that is a fault of its own:\n${text}`, {
    exitCode: 1,
    title: 'Internal error',
    cause: error,
  })
}

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['--resolved', '--cleared'],
  ['--finished-at', '--ended-at'],
  ['--label', '--tag'],
  ['--remove-label', '--remove-tag'],
])

function describeRenamed(message: string, command: AnyCommand): string | undefined {
  const [, option = ''] = /unknown option '(--[a-z-]+)/.exec(message) ?? []
  const renamed = RENAMED.get(option)
  return command.options.some(({ long }) => long === renamed) ? `${option} is called ${renamed}.` : undefined
}

/** Writes the option parser's messages, such as "unknown option", as our own sentences. */
export function describeParserMessage(message: string): string {
  const text = message.replace(/^error: /, '')
  const value =
    /^(?:option|command-argument value) '(?<flags>[^']*)' argument '.*' is invalid\. (?<rest>.*)$/s.exec(text)
  if (value?.groups) {
    const flag = /--[a-z-]+/.exec(value.groups['flags'] ?? '')?.[0] ?? value.groups['flags']
    return `${flag} ${value.groups['rest']}.`
  }
  const argument =
    /^command-argument value '.*' is invalid for argument '(?<name>[^']*)'\. (?<rest>.*)$/s.exec(text)
  if (argument?.groups) return `<${argument.groups['name']}> ${argument.groups['rest']}.`

  const [sentence = '', suggestion] = text.split('\n')
  const stop = sentence.endsWith('.') ? '' : '.'
  const capitalised = sentence.slice(0, 1).toUpperCase() + sentence.slice(1) + stop
  return suggestion === undefined ? capitalised : `${capitalised} ${suggestion.replace(/^\(|\)$/g, '')}`
}
