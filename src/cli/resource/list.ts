import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import type { Filters } from '../../domain/filter/filter.ts'
import { addFilterOptions, filterQuery } from '../options/filter-options.ts'
import type { ApiPath, ItemOf, QueryOf } from '../view/api-types.ts'
import { actOnService } from '../client/client-command.ts'
import { collectItems, readItems } from '../client/pages.ts'
import type { Session } from '../client/session.ts'
import { describeEmpty, type EmptyWords } from './empty-list.ts'
import { addPageOptions, itemLimit, type PageOptions } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand, type CommandHelp } from '../program/taught-command.ts'
import type { Screen } from '../view/screen.ts'
import type { Column } from '../view/table.ts'
import type { ApiClient } from '../client/api-client.ts'
import type { JsonObject } from '../../domain/json-object.ts'

/** How often a followed list is asked for what is new, in milliseconds. */
const EVERY_MS = 2_000
/** Entries that are shown of one response; a burst of more shows the newest. */
const AT_ONCE_MAX = 500

/** The data of a noun for `list`; the order is that of the API. */
export interface ListOf<Path extends ApiPath, Filter> {
  readonly path: Path
  readonly help: CommandHelp
  /** The filters of the list: each has its option. */
  readonly filters?: Filters
  /** Further options that say which are meant, and what they become in the query. */
  readonly addFilter?: (command: Command, context: CliContext) => void
  readonly query?: (filter: Filter, session: Session) => QueryOf<'GET', Path>
  /** The API gives it whole, not in pages. */
  readonly isWhole?: true
  /** The order of the table; that of the API if undefined. JSON stays as the API gave it. */
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
    filters = {},
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
  addFilterOptions(command, context, filters)
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
      const filter = { ...filterQuery(filters, options), ...query?.(options, session) }
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
        await showNew(session, { path, query: filter, shown: list.items, columns })
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

interface Followed {
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The entries that are shown already, newest first. */
  readonly shown: readonly JsonObject[]
}

/**
 * Shows what is new in a list, oldest first, until somebody interrupts: also what has come into it by a change, such as
 * an old delivery that fails now. A service that is away is asked again.
 */
export async function follow(
  client: Pick<ApiClient, 'send'>,
  context: Pick<CliContext, 'clock' | 'untilInterrupted'>,
  { path, query, shown }: Followed,
  show: (items: readonly JsonObject[], now: Instant) => void,
): Promise<void> {
  const interrupted = context.untilInterrupted()
  const known = new Set(shown.map(idOf))
  // At the first request, what is older than all that is shown was there before.
  let oldest = known.size === 0 ? 0 : Math.min(...known)
  while (await isTimeToRead(context, interrupted)) {
    const found = await collectItems(client, { path, query, limit: AT_ONCE_MAX }).catch(() => undefined)
    if (found === undefined) continue
    const unknown = found.items.filter((item) => !known.has(idOf(item)))
    for (const item of unknown) known.add(idOf(item))
    const fresh = unknown.filter((item) => idOf(item) > oldest)
    oldest = 0
    if (fresh.length > 0) show(fresh.toReversed(), context.clock.now())
  }
}

/** Resolves to false once somebody interrupts. */
function isTimeToRead({ clock }: Pick<CliContext, 'clock'>, interrupted: AbortSignal): Promise<boolean> {
  if (interrupted.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const cancel = clock.after(EVERY_MS, () => {
      interrupted.removeEventListener('abort', stop)
      resolve(true)
    })
    const stop = () => {
      cancel()
      resolve(false)
    }
    interrupted.addEventListener('abort', stop, { once: true })
  })
}

function idOf({ id }: JsonObject): number {
  return typeof id === 'number' ? id : 0
}
