import { ApiClient } from './api-client.ts'
import { findClientSettings, type ClientFlags } from './client-settings.ts'
import type { CliContext } from '../program/context.ts'
import { Screen } from '../view/screen.ts'
import { escapeForTerminal, escapeJsonForTerminal } from '../view/terminal-text.ts'

/** A run of a command that talks to the service: the client, and the screen for its responses. */
export interface Session {
  readonly client: ApiClient
  readonly context: CliContext
  readonly isJson: boolean
  /** Prints the response of the API: unchanged with --json, otherwise as `show` draws it. */
  print(text: string, show: (screen: Screen) => void): void
  /** Writes sentences for people to stderr; nothing with --json. */
  note(...sentences: readonly string[]): void
}

export interface SessionFlags extends ClientFlags {
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

/** `text` is JSON. On a screen what could drive it is escaped, with the same meaning; in a pipe nothing changes. */
export function printJson({ terminal }: Pick<CliContext, 'terminal'>, text: string): void {
  const safe = terminal.columns === undefined ? text : escapeJsonForTerminal(text)
  terminal.out(safe.endsWith('\n') ? safe : `${safe}\n`)
}
