import type { Command } from 'commander'
import type { ResponseTo, ApiPath } from '../view/api-types.ts'
import type { ApiResponse, ApiClient } from '../client/api-client.ts'
import { ask } from '../client/ask.ts'
import { actOnService } from '../client/client-command.ts'
import { parseId } from '../options/option-values.ts'
import { confirm, requirePerson } from '../program/confirm.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand, type CommandHelp } from '../program/taught-command.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'

/** The data of a noun for `delete`; it is read from the same path first, to ask whether it is the right one. */
export interface DeleteOf<Path extends ApiPath> {
  readonly path: Path
  readonly help: CommandHelp
  readonly noun: string
  /** Which one is it? As the question has it. */
  readonly describe: (response: ResponseTo<'GET', Path>) => string
  /** Describes the result in a sentence, by the headers of the response; undefined: nothing to say. */
  readonly describeResult?: (headers: ApiResponse['headers']) => string | undefined
  readonly warn?: (client: ApiClient, id: string) => Promise<string | undefined>
}

export function defineDelete<Path extends ApiPath>(
  context: CliContext,
  { path, help, noun, describe, warn, describeResult }: DeleteOf<Path>,
): Command {
  const command = new TaughtCommand('delete', help)
  command.argument('<id>', `id of the ${noun}`, parseId).option('-y, --yes', 'do not ask')
  return actOnService<{ readonly yes?: boolean }>(command, context, async (session, { yes }, [id = '']) => {
    const { client } = session
    let ifMatch: string | undefined
    if (!yes) {
      requirePerson(context.terminal)
      const { json, etag } = await ask(client, 'GET', path, { id })
      const warning = await warn?.(client, id)
      const question = `Delete ${escapeForTerminal(describe(json))}?${warning === undefined ? '' : ` ${warning}`}`
      await confirm(context.terminal, question, 'Nothing was deleted.')
      // Exactly the revision that was shown is deleted, if it has one.
      ifMatch = etag
    }
    const { text, headers } = await ask(client, 'DELETE', path, { id, ifMatch })
    const notified = describeResult?.(headers)
    session.print(text, (screen) =>
      screen.line(`${capitalised(noun)} ${id} deleted.${notified === undefined ? '' : ` ${notified}`}`),
    )
  })
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
