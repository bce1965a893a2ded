import { ApiClient } from './api-client.ts'
import { findClientSettings, type ClientFlags } from './client-settings.ts'
import type { CliContext } from '../program/context.ts'
import type { JsonObject } from '../view/json-value.ts'
import { collectItems, type ListRequest } from './pages.ts'
import { Screen } from '../view/screen.ts'
import type { Column } from '../view/table.ts'
import { escapeForTerminal, escapeJsonForTerminal } from '../view/terminal-text.ts'

/** One run of one command that talks to the service: whom it asks, and how it shows what came. */
export interface Session {
  readonly client: ApiClient
  readonly context: CliContext
  readonly isJson: boolean
  /** What the API answered: unchanged with --json, otherwise as `show` draws it. */
  print(text: string, show: (screen: Screen) => void): void
  /** For people only, and never in the way of a pipe: to stderr, not at all with --json. */
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

export interface Listing extends ListRequest {
  readonly columns: readonly Column<JsonObject>[]
  /** Said when the list is empty. */
  readonly whenEmpty: string
}

/** What all `list` commands do. */
export async function printList(
  session: Session,
  { columns, whenEmpty, ...request }: Listing,
): Promise<void> {
  const { items, next, text } = await collectItems(session.client, request)
  session.print(text, (screen) => {
    if (items.length === 0) screen.line(whenEmpty)
    else screen.table(columns, items)
  })
  if (next !== undefined) {
    session.note(
      `There is more: give --limit (now ${request.limit}) or --all, or go on with --cursor ${next}`,
    )
  }
}
