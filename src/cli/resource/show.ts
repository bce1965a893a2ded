import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import type { ApiClient } from '../client/api-client.ts'
import type { ResponseTo, ApiPath, QueryOf } from '../view/api-types.ts'
import { ask } from '../client/ask.ts'
import { actOnService } from '../client/client-command.ts'
import { parseId } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand, type CommandHelp } from '../program/taught-command.ts'
import { asObject } from '../view/json-value.ts'
import type { Screen } from '../view/screen.ts'

/** The data of a noun for `show`. */
export interface ShowOf<Path extends ApiPath, Options, More> {
  readonly path: Path
  readonly help: CommandHelp
  /** Which one: `id of the webhook`. Absent: there is only one. */
  readonly argument?: string
  /** True: it is identified by a name instead of an id. */
  readonly hasName?: true
  readonly addOptions?: (command: Command) => void
  readonly query?: (options: Options) => QueryOf<'GET', Path>
  /** Reads what a person wants to see besides; programs ask for it themselves. */
  readonly more?: (client: ApiClient, id: string) => Promise<More>
  /** The member of this name in --json, after the members of the API. */
  readonly moreAs?: string
  readonly draw: (screen: Screen, response: ResponseTo<'GET', Path>, view: ShowView<Options, More>) => void
}

export interface ShowView<Options, More> {
  readonly id: string
  readonly now: Instant
  readonly options: Options
  readonly more: More | undefined
}

export function defineShow<Path extends ApiPath, Options = object, More = undefined>(
  context: CliContext,
  { path, help, argument, hasName, addOptions, query, more, moreAs, draw }: ShowOf<Path, Options, More>,
): Command {
  const command = new TaughtCommand('show', help)
  if (argument !== undefined && hasName) command.argument('<name>', argument)
  else if (argument !== undefined) command.argument('<id>', argument, parseId)
  addOptions?.(command)
  return actOnService<Options>(command, context, async (session, options, [id = '']) => {
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
