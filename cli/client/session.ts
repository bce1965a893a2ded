import type { Command, OptionValues } from '@commander-js/extra-typings'
import { Option } from 'commander'
import type { AnyCommand, CliContext } from '../program/command.ts'
import { Screen } from '../view/screen.ts'
import { escapeForTerminal, escapeJsonForTerminal } from '../view/terminal-text.ts'
import { ApiClient, type ApiResponse } from './api-client.ts'
import { type ClientFlags, findClientSettings } from './client-settings.ts'
import type { JsonObject } from '../../src/domain/json-object.ts'
import { CliError } from '../program/cli-error.ts'
import { userName } from '../program/command-line.ts'
import type { Environment } from '../program/machine.ts'
import type { ApiPath, BodyOf, Method, QueryOf, ResponseTo } from '../view/response.ts'
import { asObject, asObjects, asText } from '../view/response.ts'

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

interface Question<M extends Method, Path extends ApiPath> {
  /** The value for `{id}`. */
  readonly id?: string | number | undefined
  readonly query?: QueryOf<M, Path> | undefined
  readonly body?: BodyOf<M, Path> | undefined
  /** The revision to change; another one is refused. */
  readonly ifMatch?: string | undefined
  readonly timeLimitMs?: number
}

export interface ApiResult<Json> extends ApiResponse {
  readonly json: Json
}

/**
 * Calls the API once, typed by the path in openapi/v1.json. A response that is no object reads as an empty
 * one.
 */
export async function ask<M extends Method, Path extends ApiPath>(
  client: Pick<ApiClient, 'send'>,
  method: M,
  path: Path,
  { id = '', query, body, ifMatch, timeLimitMs }: Question<M, Path> = {},
): Promise<ApiResult<ResponseTo<M, Path>>> {
  const response = await client.send({
    method,
    path: path.replace('{id}', encodeURIComponent(id)),
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body }),
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    ...(timeLimitMs !== undefined && { timeLimitMs }),
  })
  return { ...response, json: asObject(response.json) as ResponseTo<M, Path> }
}

/** The limit of `--all`; programs that need more follow the API's cursors. */
export const ITEMS_MAX = 10_000
/** The API's largest page. */
const PAGE_ITEMS_MAX = 500

interface ItemList {
  readonly items: readonly JsonObject[]
  readonly next: string | undefined
  /** The text as the API wrote it; several pages become one list in the same form. */
  readonly text: string
}

interface ListRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Over all pages. */
  readonly limit: number
}

/** Reads a list without pages. */
export async function readItems(client: Pick<ApiClient, 'send'>, path: string): Promise<ItemList> {
  const { text, json } = await client.send({ method: 'GET', path })
  return { items: asObjects(asObject(json)['items']), next: undefined, text }
}

/** Reads the first `limit` items in the API's order. */
export async function collectItems(
  client: Pick<ApiClient, 'send'>,
  { path, query, limit }: ListRequest,
): Promise<ItemList> {
  const pages: { readonly items: readonly unknown[]; readonly text: string }[] = []
  let cursor = query['cursor']
  let missing = limit
  do {
    const pageLimit = String(Math.min(missing, PAGE_ITEMS_MAX))
    const response = await client.send({ method: 'GET', path, query: { ...query, limit: pageLimit, cursor } })
    const page = asObject(response.json)
    const items = Array.isArray(page['items']) ? page['items'] : []
    pages.push({ items, text: response.text })
    missing -= items.length
    cursor = items.length === 0 ? undefined : asText(page['next']) || undefined
  } while (cursor !== undefined && missing > 0)

  const items = pages.flatMap((page) => page.items)
  const onlyPage = pages.length === 1 ? pages[0] : undefined
  const text = onlyPage?.text ?? JSON.stringify({ items, next: cursor ?? null })
  return { items: items.map(asObject), next: cursor, text }
}

export const AS_OPTION = ['--as <name>', 'who does it (default: your name on this machine)'] as const

/**
 * Makes a request in a person's name: the given one, or the user of this machine. If the service refuses the
 * latter, as an earlier release does, it is left out.
 */
export async function inTheNameOf<Result>(
  given: string | undefined,
  environment: Environment,
  request: (as: string | undefined) => Promise<Result>,
): Promise<Result> {
  if (given !== undefined) return request(given)
  try {
    return await request(environment['SUDO_USER'] || userName())
  } catch (error) {
    if (error instanceof CliError && error.issues.some(({ path }) => path === 'as')) return request(undefined)
    throw error
  }
}

/** Keeps a service busy that shares commits, and leaves capacity for others. */
const REQUESTS_AT_ONCE = 16

/** Calls `act` for each item, a few at a time, and keeps their order. The first error ends it. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  atOnce = REQUESTS_AT_ONCE,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const work = async () => {
    for (const [index, item] of left) results[index] = await act(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return results
}
