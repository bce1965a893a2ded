import packageJson from '../../package.json' with { type: 'json' }
import { withCommands } from './command-line.ts'
import { type AnyCommand, type CliContext, TaughtCommand } from './command.ts'

const HELP_WIDTH_MAX = 110

export function createRootCommand(): AnyCommand {
  const program = new TaughtCommand('tocsin', {
    summary: '',
    description: 'The webhook service for database monitoring, and the tool that works with it.',
    examples: {
      'tocsin serve': 'run the service',
      'tocsin webhook add --name try-out --url http://127.0.0.1:9000/': 'add a webhook',
      'tocsin delivery list --state failed': 'what did not arrive',
    },
  })
  program
    .enablePositionalOptions()
    .version(packageJson.version, '-V, --version', 'version of this tool (also: tocsin version)')
    .option('--url <url>', 'address of the service (or TOCSIN_URL, or `tocsin configure`)')
    .option('--token <token>', 'token for the service (or TOCSIN_TOKEN, or `tocsin configure`)')
    .option('--token-file <file>', 'file that holds the token (or TOCSIN_TOKEN_FILE)')
    .option('--json', 'print JSON, for programs')
  program.addHelpText('after', EXIT_CODES)
  return program
}

/** Sends all output to the terminal; mistakes and help are thrown. Call it after adding all commands. */
export function printThrough(program: AnyCommand, context: CliContext): AnyCommand {
  for (const command of allCommands(program)) setOutput(command, context)
  return program
}

/** Lists the command and all below it, in the order of the help. */
export function allCommands(command: AnyCommand): readonly AnyCommand[] {
  return [command, ...command.commands.flatMap(allCommands)]
}

/** `tocsin webhook add` */
export function fullName(command: AnyCommand): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name()
}

const EXIT_CODES = `
Exit codes: 0 done; 1 refused by the service, or failed; 2 usage error;
3 there is something to change, and nobody agreed to it (import, apply).`

function setOutput(command: AnyCommand, { terminal }: CliContext): void {
  const width = () => Math.min(terminal.columns ?? HELP_WIDTH_MAX, HELP_WIDTH_MAX)
  command
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({
      // "[options]" after every name would say nothing.
      subcommandTerm: (each) =>
        [each.name(), ...each.registeredArguments.map((argument) => `<${argument.name()}>`)].join(' '),
    })
    .configureOutput({
      writeOut: (text) => terminal.out(withCommands(text)),
      writeErr: (text) => terminal.err(withCommands(text)),
      // The thrown error has the message.
      outputError: () => undefined,
      getOutHelpWidth: width,
      getErrHelpWidth: width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
}

export const ORIENTATION = `Tocsin takes in alerts and job runs of databases, and delivers them to webhooks: durably, in order, visibly.

The first five minutes, in three windows of the same folder:

  1  tocsin serve                                   the service, on http://127.0.0.1:8480
  2  tocsin listen                                  a receiver that prints what arrives
  3  tocsin webhook add --name try-out --url http://127.0.0.1:9000/
     tocsin webhook test 1                          calls it once, and shows the response
     tocsin alert send --key disk-1 --name "Disk is full" --state high --value 97
     tocsin alert send --key disk-1 --name "Disk is full" --state cleared
     tocsin delivery list                           deliveries and their webhooks
     tocsin delivery show 1                         the whole story of one delivery

From another folder or machine: tocsin configure --url URL --token TOKEN

  tocsin --help            all commands
  tocsin COMMAND --help    what it does, its options, examples to paste
`
