import type { Command } from 'commander'
import { failure, usageError } from '../program/cli-error.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { asObject } from '../view/json-value.ts'
import { parseId } from '../options/option-values.ts'
import type { Session } from '../client/session.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'
import { describeUser } from './user-words.ts'

export function defineUserDelete(context: CliContext): Command {
  const command = new TaughtCommand('delete', {
    summary: 'delete a user',
    description:
      'Deletes a user, who is signed out everywhere; what they did stays in the audit log. Asks first; a script says --yes. To keep them without access: tocsin user edit ID --disabled.',
    examples: [
      ['tocsin user delete 3', 'asks whether it is the right one'],
      ['tocsin user delete 3 --yes', 'does not ask'],
    ],
  })
  command.argument('<id>', 'id of the user', parseId).option('-y, --yes', 'do not ask')
  return actOnService<{ readonly yes?: boolean }>(command, context, async (session, { yes }, [id = '']) => {
    const path = `/v1/users/${id}`
    if (!yes) await askFirst(session, path)
    const { text } = await session.client.send({ method: 'DELETE', path })
    session.print(text, (screen) => screen.line(`User ${id} deleted.`))
  })
}

/** Throws if the answer is no. */
async function askFirst(session: Session, path: string): Promise<void> {
  const { terminal } = session.context
  if (!terminal.isInteractive) {
    throw usageError('There is nobody to ask whether to delete them; say so with --yes.')
  }
  const { json } = await session.client.send({ method: 'GET', path })
  const answer = await terminal.ask(`Delete ${escapeForTerminal(describeUser(asObject(json)))}? [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw failure('Nothing was deleted.')
}
