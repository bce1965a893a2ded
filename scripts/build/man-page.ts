import type { Option } from '@commander-js/extra-typings'
import { SILENT_CONTEXT } from '../../src/commands/silent-context.ts'
import { createProgram } from '../../src/commands/program.ts'
import { allCommands, fullName } from '../../cli/program/root-command.ts'
import { type AnyCommand, TaughtCommand } from '../../cli/program/command.ts'
import { VERSION } from '../../src/runtime/version.ts'

/** Returns tocsin(1), in the macros of man(7), from the commands that parse. */
export async function manPage(): Promise<string> {
  const program = await createProgram(SILENT_CONTEXT)
  const [root, ...commands] = allCommands(program)
  return [
    `.TH TOCSIN 1 "" "Tocsin ${VERSION}" "User Commands"`,
    '.SH NAME',
    'tocsin \\- webhook service for database monitoring, and the tool that works with it',
    '.SH SYNOPSIS',
    '.B tocsin',
    '[\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]',
    '.SH DESCRIPTION',
    text(program.description()),
    '.SH OPTIONS',
    ...(root?.options ?? []).flatMap(describeOption),
    '.SH COMMANDS',
    ...commands.flatMap(describeCommand),
    '.SH EXIT STATUS',
    text(
      '0: done. 1: refused by the service, or failed. 2: usage error. 3: there is something to change, and nobody agreed to it.',
    ),
    '.SH FILES',
    ...tagged('/etc/tocsin/tocsin.env', 'Settings of the service that systemd runs.'),
    ...tagged('/var/lib/tocsin', 'Its database, and the first admin token.'),
    ...tagged('~/.config/tocsin/config.json', 'The address and the token that "tocsin configure" keeps.'),
    '',
  ].join('\n')
}

function describeCommand(command: AnyCommand): readonly string[] {
  const examples = command instanceof TaughtCommand ? command.examples : []
  const usage = command.commands.length > 0 ? '' : ` ${command.usage()}`
  return [
    `.SS "${escape(`${fullName(command)}${usage}`)}"`,
    ...command.description().split('\n').flatMap(paragraph),
    ...command.registeredArguments.flatMap((each) => tagged(`<${each.name()}>`, each.description)),
    ...command.options.flatMap(describeOption),
    ...examples.flatMap(([line, does]) => [
      '.PP',
      `${text(does)}:`,
      '.PP',
      '.nf',
      '.RS',
      text(line),
      '.RE',
      '.fi',
    ]),
  ]
}

function describeOption({ flags, description }: Option): readonly string[] {
  return tagged(flags, description)
}

function tagged(term: string, meaning: string): readonly string[] {
  return ['.TP', `.B ${escape(term)}`, text(meaning)]
}

/** Indented lines of a description are a list in columns, and stay that. */
function paragraph(line: string): readonly string[] {
  return line.startsWith('  ') ? ['.nf', text(line), '.fi'] : ['.PP', text(line)]
}

/** A line that begins with a dot or an apostrophe would be a request. */
function text(line: string): string {
  return escape(line).replace(/^(?=[.'])/, '\\&')
}

function escape(line: string): string {
  return line.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('’', "'").replaceAll('…', '...')
}
