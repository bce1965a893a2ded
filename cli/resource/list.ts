import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { Instant } from '../../src/domain/instant.ts'
import type { Filters } from '../../src/domain/filter/filter.ts'
import { addFilterOptions, filterQuery } from '../options/filter-options.ts'
import type { ApiPath, ItemOf, QueryOf } from '../view/response.ts'
import { actOnService, collectItems, readItems, type Session } from '../client/session.ts'
import { describeEmpty, type EmptyWords } from './empty-list.ts'
import { addPageOptions, itemLimit, type PageOptions } from '../options/option-values.ts'
import { type AnyCommand, type CliContext, type CommandHelp, TaughtCommand } from '../program/command.ts'
import type { Column, Screen } from '../view/screen.ts'
import type { ApiClient } from '../client/api-client.ts'
import type { JsonObject } from '../../src/domain/json-object.ts'

const FOLLOW_MS = 2_000
/** Limit of entries per request; of a larger burst the newest are shown. */
const AT_ONCE_MAX = 500

/** The order is the API's. */
export interface ListOf<Path extends ApiPath, Filter extends OptionValues> {
  readonly path: Path
  readonly help: CommandHelp
  readonly filters?: Filters
  readonly addFilter?: (command: Command, context: CliContext) => Command<[], Filter>
  readonly query?: (filter: Filter, session: Session) => QueryOf<'GET', Path>
  /** The API has no pages for it. */
  readonly isWhole?: true
  /** Orders the table. JSON keeps the API's order. */
  readonly order?: (items: readonly ItemOf<Path>[], filter: Filter) => readonly ItemOf<Path>[]
  readonly columns: (now: Instant) => readonly Column<ItemOf<Path>>[]
  readonly whenEmpty?: EmptyWords
  readonly canFollow?: true
  readonly after?: (screen: Screen, items: readonly ItemOf<Path>[], now: Instant) => void
}

export function defineList<Path extends ApiPath, Filter extends OptionValues = {}>(
  list: ListOf<Path, Filter>,
) {
  return (context: CliContext) => createList(context, list)
}

function createList<Path extends ApiPath, Filter extends OptionValues>(
  context: CliContext,
  list: ListOf<Path, Filter>,
): AnyCommand {
  const { path, filters = {}, columns, whenEmpty } = list
  const command = new TaughtCommand('list', list.help)
  addFilterOptions(command, context, filters)
  list.addFilter?.(command, context)
  const chosenBy = command.options.map((option) => option.attributeName())
  if (!list.isWhole) addPageOptions(command)
  if (list.canFollow) command.option('-f, --follow', 'go on showing what is new, until Ctrl-C')
  // Tables add the filter options, so the compiler does not see them.
  const typed = command as unknown as Command<[], Filter & PageOptions & { readonly follow?: true }>
  return actOnService(typed, context, async (session, options) => {
    const { cursor } = options
    const limit = itemLimit(options)
    const query = { ...filterQuery(filters, options), ...list.query?.(options, session) }
    const found = list.isWhole
      ? await readItems(session.client, path)
      : await collectItems(session.client, { path, query: { ...query, cursor }, limit })
    const given = found.items as readonly ItemOf<Path>[]
    const items = list.order?.(given, options) ?? given
    const now = context.clock.now()
    const empty =
      items.length === 0 && whenEmpty !== undefined && !session.isJson
        ? await describeEmpty(session, path, whenEmpty, command, chosenBy)
        : undefined
    session.print(found.text, (screen) => {
      if (empty !== undefined) screen.line(empty)
      else screen.table(columns(now), items)
      list.after?.(screen, items, now)
    })
    if (options.follow) {
      return follow(session.client, context, { path, query, shown: found.items }, (fresh, at) => {
        for (const item of fresh as readonly ItemOf<Path>[])
          session.print(JSON.stringify(item), (screen) => screen.rows(columns(at), [item], given))
      })
    }
    if (found.next !== undefined) noteMore(session, limit, found.next)
  })
}

export function noteMore(session: Session, limit: number, next: string): void {
  session.note(`There is more: give --limit (now ${limit}) or --all, or go on with --cursor ${next}`)
}

interface Followed {
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Entries that are shown already, newest first. */
  readonly shown: readonly JsonObject[]
}

/**
 * Shows new entries, oldest first, until interrupted; also those that enter the list by a change, such as an
 * old delivery that fails now. Retries a service that is down.
 */
export async function follow(
  client: Pick<ApiClient, 'send'>,
  context: Pick<CliContext, 'clock' | 'untilInterrupted'>,
  { path, query, shown }: Followed,
  show: (items: readonly JsonObject[], now: Instant) => void,
): Promise<void> {
  const interrupted = context.untilInterrupted()
  const known = new Set(shown.map(idOf))
  // At the first request, entries older than all shown were there before.
  let oldest = known.size === 0 ? 0 : Math.min(...known)
  for (;;) {
    await context.clock.wait(FOLLOW_MS, interrupted)
    if (interrupted.aborted) return
    const found = await collectItems(client, { path, query, limit: AT_ONCE_MAX }).catch(() => undefined)
    if (found === undefined) continue
    const unknown = found.items.filter((item) => !known.has(idOf(item)))
    for (const item of unknown) known.add(idOf(item))
    const fresh = unknown.filter((item) => idOf(item) > oldest)
    oldest = 0
    if (fresh.length > 0) show(fresh.toReversed(), context.clock.now())
  }
}

function idOf({ id }: JsonObject): number {
  return typeof id === 'number' ? id : 0
}
