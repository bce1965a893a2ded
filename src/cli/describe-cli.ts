import type { Argument, Option } from '@commander-js/extra-typings'
import { systemClock } from '../runtime/clock.ts'
import type { CliContext } from './program/context.ts'
import { allCommands, fullName, ORIENTATION } from './program/root-command.ts'
import { createProgram } from './commands.ts'
import { type AnyCommand, TaughtCommand } from './program/taught-command.ts'

/** Writes the commands as Markdown, from those that parse. */
export async function describeCli(): Promise<string> {
  const [program, ...commands] = allCommands(await createProgram(SILENT_CONTEXT))
  const sections = commands.map(describeCommand)
  return [
    '# The command line: `tocsin`',
    '',
    'Generated from the commands themselves; `tocsin COMMAND --help` says the same.',
    '',
    fence(ORIENTATION.trimEnd(), 'text'),
    '',
    COMMON,
    '',
    'Before any command:',
    '',
    ...describeOptions(program?.options ?? []),
    '',
    sections.join('\n\n'),
    '',
  ].join('\n')
}

const COMMON = `## Common to all commands

- **Address and token** of the service come from \`--url\` and \`--token\` (\`--token-file\`), else from \`TOCSIN_URL\` and \`TOCSIN_TOKEN\` (\`TOCSIN_TOKEN_FILE\`), else from
  the file that \`tocsin configure\` writes (\`TOCSIN_CONFIG\`, or \`tocsin/config.json\` in \`XDG_CONFIG_HOME\` or \`~/.config\`).
  Without any, it is the service that runs on this machine: \`tocsin serve\` leaves its address and its admin token in its data
  folder, for those who may read it, and in its container its settings name the token; else \`http://127.0.0.1:8480\`. A token in a file goes only to the address beside it.
- **\`--json\`** prints the response of the API, unchanged, on stdout; errors are then JSON on stderr.
- **Exit codes:** 0 done; 1 refused by the service, or failed (or the service could not be reached); 2 usage error; 3 there is something to change, and nobody agreed to it (\`import\`, \`apply\`).
- **Screens and pipes:** tables are cut to the width of the terminal and coloured only on one (\`NO_COLOR\` is respected). In a
  pipe nothing is cut. Control characters in what the service or a receiver sent are spelled out (\`\\x1b\`).`

function describeCommand(command: AnyCommand): string {
  const examples = command instanceof TaughtCommand ? command.examples : []
  // `tocsin backup` also does something itself.
  const isNoun = command.commands.length > 0 && command.registeredArguments.length === 0
  const level = command.parent?.parent ? '###' : '##'
  const parts = [
    `${level} \`${fullName(command)}\``,
    describeText(command.description()),
    isNoun ? '' : fence(`${fullName(command)} ${command.usage()}`, 'text'),
    [...describeArguments(command.registeredArguments), ...describeOptions(command.options)].join('\n'),
    fence(examples.flatMap(([line, does]) => [`# ${does}`, line]).join('\n'), 'sh'),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Indented lines of a description stay columns. */
function describeText(text: string): string {
  const lines = text.split('\n')
  const listed = lines.filter((line) => line.startsWith('  '))
  const prose = escapeMarkdown(lines.filter((line) => !line.startsWith('  ')).join('\n'))
  return listed.length === 0
    ? prose
    : `${prose}\n\n${fence(listed.map((line) => line.trim()).join('\n'), 'text')}`
}

function describeArguments(list: readonly Argument[]): readonly string[] {
  return list.map((argument) => `- \`<${argument.name()}>\`: ${escapeMarkdown(argument.description)}`)
}

function describeOptions(options: readonly Option[]): readonly string[] {
  return options.map(
    (option) => `- \`${option.flags}\`: ${escapeMarkdown(option.description)}${describeDuty(option)}`,
  )
}

function describeDuty({ mandatory, defaultValue, defaultValueDescription }: Option): string {
  if (mandatory) return ' **(required)**'
  if (defaultValue === undefined || typeof defaultValue === 'boolean') return ''
  return ` (default: ${defaultValueDescription ?? String(defaultValue)})`
}

/** Escapes `<…>` and `*` outside code. */
function escapeMarkdown(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(/[<*]/g, '\\$&')))
    .join('')
}

function fence(text: string, language: string): string {
  return text === '' ? '' : `\`\`\`${language}\n${text}\n\`\`\``
}

/** Makes commands that never run. */
export const SILENT_CONTEXT: CliContext = {
  terminal: {
    out: () => undefined,
    err: () => undefined,
    columns: undefined,
    hasColours: false,
    isInteractive: false,
    showsProgress: false,
    ask: () => Promise.resolve(''),
    readInput: () => Promise.resolve(undefined),
  },
  environment: {},
  clock: systemClock,
  workingDirectory: '.',
  untilInterrupted: () => AbortSignal.abort(),
  noteRefusal: () => undefined,
  exitWith: () => undefined,
}
