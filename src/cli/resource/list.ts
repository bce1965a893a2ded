import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import type { ApiPath, ItemOf, QueryOf } from '../view/api-types.ts'
import { actOnService } from '../client/client-command.ts'
import { collectItems, readItems } from '../client/pages.ts'
import type { Session } from '../client/session.ts'
import { addPageOptions, itemLimit, type PageOptions } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand, type CommandHelp } from '../program/taught-command.ts'
import type { Screen } from '../view/screen.ts'
import type { Column } from '../view/table.ts'

/** The data of a noun for `list`; the order is that of the API. */
export interface ListOf<Path extends ApiPath, Filter> {
  readonly path: Path
  readonly help: CommandHelp
  /** The options that say which are meant, and what they become in the query. */
  readonly addFilter?: (command: Command, context: CliContext) => void
  readonly query?: (filter: Filter, session: Session) => QueryOf<'GET', Path>
  /** The API gives it whole, not in pages. */
  readonly isWhole?: true
  readonly columns: (now: Instant) => readonly Column<ItemOf<Path>>[]
  /** Instead of a table without lines. */
  readonly whenEmpty?: string
  readonly after?: (screen: Screen, items: readonly ItemOf<Path>[], now: Instant) => void
}

export function defineList<Path extends ApiPath, Filter = object>(
  context: CliContext,
  { path, help, addFilter, query, isWhole, columns, whenEmpty, after }: ListOf<Path, Filter>,
): Command {
  const command = new TaughtCommand('list', help)
  addFilter?.(command, context)
  if (!isWhole) addPageOptions(command)
  return actOnService<Filter & PageOptions>(command, context, async (session, options) => {
    const { cursor } = options
    const limit = itemLimit(options)
    const filter = query?.(options, session)
    const list = isWhole
      ? await readItems(session.client, path)
      : await collectItems(session.client, { path, query: { ...filter, cursor }, limit })
    // The path says what is in it.
    const items = list.items as readonly ItemOf<Path>[]
    const now = context.clock.now()
    session.print(list.text, (screen) => {
      if (items.length === 0 && whenEmpty !== undefined) screen.line(whenEmpty)
      else screen.table(columns(now), items)
      after?.(screen, items, now)
    })
    if (list.next !== undefined) {
      session.note(`There is more: give --limit (now ${limit}) or --all, or go on with --cursor ${list.next}`)
    }
  })
}
