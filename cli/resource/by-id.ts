import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { Instant } from '../../src/domain/instant.ts'
import type { ApiClient, ApiResponse } from '../client/api-client.ts'
import { actOnService, ask } from '../client/session.ts'
import { parseId } from '../options/option-values.ts'
import type { AnyCommand, CliContext, CommandHelp } from '../program/command.ts'
import { confirm, requirePerson, TaughtCommand } from '../program/command.ts'
import { type ApiPath, asObject, type QueryOf, type ResponseTo } from '../view/response.ts'
import type { Screen } from '../view/screen.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'

interface ShowOf<Path extends ApiPath, Options extends OptionValues, More> {
  readonly path: Path
  readonly help: CommandHelp
  /** Describes the argument: `id of the webhook`. Absent: there is only one. */
  readonly argument?: string
  readonly hasName?: true
  readonly addOptions?: (command: Command) => Command<[], Options>
  readonly query?: (options: Options) => QueryOf<'GET', Path>
  /** Reads what else a person wants to see; programs ask for it themselves. */
  readonly more?: (client: ApiClient, id: string) => Promise<More>
  /** The name of `more` in --json, after the API's members. */
  readonly moreAs?: string
  readonly draw: (screen: Screen, response: ResponseTo<'GET', Path>, view: ShowView<Options, More>) => void
}

export interface ShowView<Options = unknown, More = unknown> {
  readonly id: string
  readonly now: Instant
  readonly options: Options
  readonly more: More | undefined
}

export function defineShow<Path extends ApiPath, Options extends OptionValues = {}, More = undefined>(
  show: ShowOf<Path, Options, More>,
) {
  return (context: CliContext) => createShow(context, show)
}

function createShow<Path extends ApiPath, Options extends OptionValues, More>(
  context: CliContext,
  { path, help, argument, hasName, addOptions, query, more, moreAs, draw }: ShowOf<Path, Options, More>,
): AnyCommand {
  const command = new TaughtCommand('show', help)
  if (argument !== undefined && hasName) command.argument('<name>', argument)
  else if (argument !== undefined) command.argument('<id>', argument, parseId)
  addOptions?.(command)
  const typed = command as unknown as Command<[id?: string], Options>
  return actOnService(typed, context, async (session, options, id = '') => {
    const question = { id, query: query?.(options) }
    const { text, json } = await ask(session.client, 'GET', path, question)
    const isAsked = !session.isJson || moreAs !== undefined
    const besides = isAsked ? await more?.(session.client, id) : undefined
    const whole = moreAs === undefined ? text : JSON.stringify({ ...asObject(json), [moreAs]: besides })
    session.print(whole, (screen) =>
      draw(screen, json, { id, now: context.clock.now(), options, more: besides }),
    )
  })
}

/** `path` is read first, to ask whether it is the right one. */
interface DeleteOf<Path extends ApiPath> {
  readonly path: Path
  readonly help: CommandHelp
  readonly noun: string
  readonly describe: (response: ResponseTo<'GET', Path>) => string
  /** Describes the result by the response's headers; undefined: nothing to say. */
  readonly describeResult?: (headers: ApiResponse['headers']) => string | undefined
  readonly warn?: (client: ApiClient, id: string) => Promise<string | undefined>
}

export function defineDelete<Path extends ApiPath>(what: DeleteOf<Path>) {
  return (context: CliContext) => createDelete(context, what)
}

function createDelete<Path extends ApiPath>(
  context: CliContext,
  { path, help, noun, describe, warn, describeResult }: DeleteOf<Path>,
): AnyCommand {
  const command = new TaughtCommand('delete', help)
    .argument('<id>', `id of the ${noun}`, parseId)
    .option('-y, --yes', 'do not ask')
  return actOnService(command, context, async (session, { yes }, id) => {
    const { client } = session
    let ifMatch: string | undefined
    if (!yes) {
      requirePerson(context.terminal)
      const { json, etag } = await ask(client, 'GET', path, { id })
      const warning = await warn?.(client, id)
      const question = `Delete ${escapeForTerminal(describe(json))}?${warning === undefined ? '' : ` ${warning}`}`
      await confirm(context.terminal, question, 'Nothing was deleted.')
      // Deletes only the revision that was shown, if it has one.
      ifMatch = etag
    }
    const { text, headers } = await ask(client, 'DELETE', path, { id, ifMatch })
    const notified = describeResult?.(headers)
    const deleted = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)} ${id} deleted.`
    session.print(text, (screen) => screen.line(notified === undefined ? deleted : `${deleted} ${notified}`))
  })
}
