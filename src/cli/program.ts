import type { Command } from 'commander'
import { VERSION } from '../version.ts'
import { defineAlert } from './alert.ts'
import { defineAudit } from './audit.ts'
import { defineBackup } from './backup.ts'
import { defineConfigure } from './configure.ts'
import type { CliContext } from './context.ts'
import { defineCopy } from './copy.ts'
import { defineDelivery } from './delivery.ts'
import { defineEncryption } from './encryption.ts'
import { defineEvent } from './event.ts'
import { defineJob } from './job.ts'
import { defineListen } from './listen.ts'
import { defineMigrate } from './migrate.ts'
import { defineOperation } from './operation.ts'
import { defineServe } from './serve.ts'
import { defineStatus } from './status.ts'
import { TaughtCommand } from './taught-command.ts'
import { defineToken } from './token.ts'
import { defineWebhook } from './webhook.ts'

/** Wider lines are hard to read, however wide the terminal is. */
const HELP_WIDTH_MAX = 110

/** The whole command line, ready to parse once. Mistakes and helps are thrown, never exits. */
export function createProgram(context: CliContext): Command {
  const program = new TaughtCommand('tocsin', {
    summary: '',
    description: 'The webhook service for database monitoring, and the tool that works with it.',
    examples: [
      ['tocsin serve', 'run the service'],
      ['tocsin webhook add --name try-out --url http://127.0.0.1:9000/', 'add a webhook'],
      ['tocsin delivery list --state failed', 'what did not arrive'],
    ],
  })
  program
    .version(VERSION, '-V, --version', 'version of this tool')
    .option('--url <url>', 'address of the service (or TOCSIN_URL, or `tocsin configure`)')
    .option('--token <token>', 'token for the service (or TOCSIN_TOKEN, or `tocsin configure`)')
    .option('--json', 'print JSON, for programs')
  program.commandsGroup('Service:')
  for (const define of [defineServe, defineMigrate, defineCopy, defineBackup, defineEncryption])
    program.addCommand(define(context))
  program.commandsGroup('Work with it:')
  for (const define of [
    defineWebhook,
    defineAlert,
    defineJob,
    defineEvent,
    defineDelivery,
    defineOperation,
    defineToken,
    defineAudit,
    defineStatus,
  ]) {
    program.addCommand(define(context))
  }
  program.commandsGroup('Try out:')
  for (const define of [defineListen, defineConfigure]) program.addCommand(define(context))
  program.addHelpText('after', EXIT_CODES)
  for (const command of allCommands(program)) speakThrough(command, context)
  return program
}

/** The command and all below it, in the order of the help. */
export function allCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(allCommands)]
}

/** `tocsin webhook add` */
export function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name()
}

const EXIT_CODES = `
Exit codes: 0 done; 1 the service, or what was asked for, said no; 2 the command was not used as it is meant.`

function speakThrough(command: Command, { terminal }: CliContext): void {
  const width = () => Math.min(terminal.columns ?? HELP_WIDTH_MAX, HELP_WIDTH_MAX)
  command
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({
      // "[options]" behind every name would say nothing.
      subcommandTerm: (each) =>
        [each.name(), ...each.registeredArguments.map((argument) => `<${argument.name()}>`)].join(' '),
    })
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      // The message comes with the error that is thrown, and is said in one place.
      outputError: () => undefined,
      getOutHelpWidth: width,
      getErrHelpWidth: width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
}
