import { Option, type Command } from 'commander'
import type { ClientFlags } from './client-settings.ts'
import type { CliContext } from '../program/context.ts'
import { openSession, type Session } from './session.ts'

const GROUP = 'Service:'

/**
 * Where `--url` is a webhook's, the service's stands before the command: `tocsin --url … webhook add --url …`. Of a
 * command that talks to another server as well, the whole `connection` (url, token, authorities) is that one's.
 */
export interface ClientCommandOptions {
  readonly own?: 'url' | 'connection'
}

/**
 * Gives a command the options of all that talk to the service, and sets what it does. `act` gets the session, the
 * options as the command declared them, and the arguments.
 */
export function actOnService<Options>(
  command: Command,
  context: CliContext,
  act: (session: Session, options: Options, args: readonly string[]) => Promise<void>,
  { own }: ClientCommandOptions = {},
): Command {
  if (own === undefined)
    command.addOption(new Option('--url <url>', 'address of the service').helpGroup(GROUP))
  if (own === 'connection') addJson(command)
  else addTokenAndJson(command)
  return command.action(async () => {
    const flagsOf = own === 'connection' ? command.parent : command
    const session = openSession(context, {
      url: flagOf(own === undefined ? command : command.parent, 'url'),
      token: flagOf(flagsOf, 'token'),
      tokenFile: flagOf(flagsOf, 'tokenFile'),
      caFile: flagOf(flagsOf, 'caFile'),
      isJson: wantsJson(command),
    })
    // The declared options are the schema of this object; their parsers have checked each value.
    await act(session, command.opts() as Options, command.args)
  })
}

/** Returns the flags of a command that talks to the service. */
export function serviceFlags(command: Command): ClientFlags {
  return {
    url: flagOf(command, 'url'),
    token: flagOf(command, 'token'),
    tokenFile: flagOf(command, 'tokenFile'),
    caFile: flagOf(command, 'caFile'),
  }
}

export function addTokenAndJson(command: Command): Command {
  return addJson(addToken(command))
}

export function addToken(command: Command): Command {
  return command
    .addOption(new Option('--token <token>', 'token for the service').helpGroup(GROUP))
    .addOption(new Option('--token-file <file>', 'file that holds the token').helpGroup(GROUP))
    .addOption(
      new Option('--ca-file <file>', 'PEM file with the authorities that vouch for the service').helpGroup(
        GROUP,
      ),
    )
}

function addJson(command: Command): Command {
  return command.addOption(new Option('--json', 'print JSON, for programs').helpGroup(GROUP))
}

/** Given after the command or before it: `tocsin webhook list --json` and `tocsin --json webhook list`. */
export function wantsJson(command: Command): boolean {
  return flagOf(command, 'json') !== undefined
}

/** Returns a flag of the command, or of one above it. */
function flagOf(command: Command | null, name: string): string | undefined {
  for (let at = command; at; at = at.parent) {
    const value: unknown = at.getOptionValue(name)
    if (value !== undefined) return String(value)
  }
  return undefined
}
