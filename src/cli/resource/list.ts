import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import type { ApiPath, ItemOf, QueryOf } from '../view/api-types.ts'
import { actOnService } from '../client/client-command.ts'
import { collectItems, readItems } from '../client/pages.ts'
import type { Session } from '../client/session.ts'
import { describeEmpty, type EmptyWords } from './empty-list.ts'
import { follow } from './follow.ts'
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
  /** The order of the table; that of the API if there is none. JSON stays as the API gave it. */
  readonly order?: (items: readonly ItemOf<Path>[], filter: Filter) => readonly ItemOf<Path>[]
  readonly columns: (now: Instant) => readonly Column<ItemOf<Path>>[]
  /** Instead of a table without lines. */
  readonly whenEmpty?: EmptyWords
  /** It has `--follow`: what is new is shown as it comes. */
  readonly canFollow?: true
  readonly after?: (screen: Screen, items: readonly ItemOf<Path>[], now: Instant) => void
}

export function defineList<Path extends ApiPath, Filter = object>(
  context: CliContext,
  {
    path,
    help,
    addFilter,
    query,
    isWhole,
    order,
    columns,
    whenEmpty,
    after,
    canFollow,
  }: ListOf<Path, Filter>,
): Command {
  const command = new TaughtCommand('list', help)
  addFilter?.(command, context)
  const chosenBy = command.options.map((option) => option.attributeName())
  if (!isWhole) addPageOptions(command)
  if (canFollow) command.option('-f, --follow', 'go on showing what is new, until Ctrl-C')
  return actOnService<Filter & PageOptions & { readonly follow?: true }>(
    command,
    context,
    async (session, options) => {
      const { cursor } = options
      const limit = itemLimit(options)
      const filter = query?.(options, session)
      const list = isWhole
        ? await readItems(session.client, path)
        : await collectItems(session.client, { path, query: { ...filter, cursor }, limit })
      // The path says what is in it.
      const given = list.items as readonly ItemOf<Path>[]
      const items = order?.(given, options) ?? given
      const now = context.clock.now()
      const empty =
        items.length === 0 && whenEmpty !== undefined && !session.isJson
          ? await describeEmpty(session, { path, words: whenEmpty, filter: chosenBy, command })
          : undefined
      session.print(list.text, (screen) => {
        if (empty !== undefined) screen.line(empty)
        else screen.table(columns(now), items)
        after?.(screen, items, now)
      })
      if (options.follow) {
        await showNew(session, { path, query: filter ?? {}, shown: list.items, columns })
        return
      }
      if (list.next !== undefined) {
        session.note(
          `There is more: give --limit (now ${limit}) or --all, or go on with --cursor ${list.next}`,
        )
      }
    },
  )
}

/** Shows what is new in a list as it comes. */
async function showNew<Path extends ApiPath>(
  session: Session,
  { path, query, shown, columns }: Shown<Path>,
): Promise<void> {
  const { client, context } = session
  await follow(client, context, { path, query, shown }, (fresh, at) => {
    for (const item of fresh) {
      session.print(JSON.stringify(item), (screen) =>
        screen.rows(columns(at), [item as ItemOf<Path>], shown as readonly ItemOf<Path>[]),
      )
    }
  })
}

interface Shown<Path extends ApiPath> {
  readonly path: Path
  readonly query: Parameters<typeof follow>[2]['query']
  readonly shown: Parameters<typeof follow>[2]['shown']
  readonly columns: ListOf<Path, never>['columns']
}
