import type { Command, OptionValues } from '@commander-js/extra-typings'
import { Option } from 'commander'
import type { CliContext } from '../program/context.ts'
import type { AnyCommand } from '../program/taught-command.ts'
import { Screen } from '../view/screen.ts'
import { escapeForTerminal, escapeJsonForTerminal } from '../view/terminal-text.ts'
import { ApiClient } from './api-client.ts'
import { type ClientFlags, findClientSettings } from './client-settings.ts'

const GROUP = 'Service:'

/**
 * Adds the service options and the action. If the command has a `--url` or `--token` of its own, the
 * service's stands before it: `tocsin --url … webhook add --url …`.
 */
export function actOnService<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
  context: CliContext,
  act: (session: Session, options: Options, ...args: Args) => Promise<void>,
): AnyCommand {
  const own = new Set(command.options.map(({ long }) => long))
  const hasOwnUrl = own.has('--url')
  const hasOwnToken = own.has('--token')
  if (!hasOwnUrl && !hasOwnToken) addUrl(command)
  if (!hasOwnToken) addToken(command)
  command.addOption(new Option('--json', 'print JSON, for programs').helpGroup(GROUP))
  return command.action(async () => {
    const session = openSession(context, {
      ...serviceFlags(hasOwnToken ? command.parent : command),
      ...(hasOwnUrl && { url: flagOf(command.parent, 'url') }),
      isJson: wantsJson(command),
    })
    await act(session, command.opts(), ...command.processedArgs)
  })
}

export function serviceFlags(command: AnyCommand | null): ClientFlags {
  return {
    url: flagOf(command, 'url'),
    token: flagOf(command, 'token'),
    tokenFile: flagOf(command, 'tokenFile'),
    caFile: flagOf(command, 'caFile'),
  }
}

export function addUrl(command: AnyCommand): void {
  command.addOption(new Option('--url <url>', 'address of the service').helpGroup(GROUP))
}

export function addToken(command: AnyCommand): void {
  command
    .addOption(new Option('--token <token>', 'token for the service').helpGroup(GROUP))
    .addOption(new Option('--token-file <file>', 'file that holds the token').helpGroup(GROUP))
    .addOption(
      new Option('--ca-file <file>', 'PEM file with the authorities that vouch for the service').helpGroup(
        GROUP,
      ),
    )
}

/** Accepts `--json` after or before the command. */
export function wantsJson(command: AnyCommand): boolean {
  return flagOf(command, 'json') !== undefined
}

function flagOf(command: AnyCommand | null, name: string): string | undefined {
  for (let at = command; at; at = at.parent) {
    const value: unknown = at.getOptionValue(name)
    if (value !== undefined) return String(value)
  }
  return undefined
}

/** Run of a command that talks to the service. */
export interface Session {
  readonly client: ApiClient
  readonly context: CliContext
  readonly isJson: boolean
  /** Prints the API's response: unchanged with --json, else as `show` draws it. */
  print(text: string, show: (screen: Screen) => void): void
  /** Writes sentences to stderr; nothing with --json. */
  note(...sentences: readonly string[]): void
}

interface SessionFlags extends ClientFlags {
  readonly isJson: boolean
}

export function openSession(context: CliContext, { isJson, ...flags }: SessionFlags): Session {
  const { settings, warnings } = findClientSettings(flags, context)
  const { terminal } = context
  for (const warning of warnings) terminal.err(`${escapeForTerminal(warning)}\n`)
  const screen = new Screen(terminal)
  return {
    client: new ApiClient(settings, context.clock),
    context,
    isJson,
    print: (text, show) => {
      if (!isJson) show(screen)
      else if (text !== '') printJson(context, text)
    },
    note: (...sentences) => {
      if (isJson) return
      for (const sentence of sentences) terminal.err(`${escapeForTerminal(sentence)}\n`)
    },
  }
}

/** Prints JSON. A terminal gets unsafe characters escaped with the same meaning; a pipe gets it unchanged. */
export function printJson({ terminal }: Pick<CliContext, 'terminal'>, text: string): void {
  const safe = terminal.columns === undefined ? text : escapeJsonForTerminal(text)
  terminal.out(safe.endsWith('\n') ? safe : `${safe}\n`)
}
