import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { parseId } from '../options/option-values.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { printInvitation } from './user-words.ts'

export function defineUserInvite(context: CliContext): Command {
  const command = new TaughtCommand('invite', {
    summary: 'print a link by which a user chooses a new password',
    description:
      'For somebody who has forgotten their password, or whose first link has expired. Links made for them before end; their present password counts until the link is used.',
    examples: [['tocsin user invite 2', 'for the user with the id 2']],
  })
  command.argument('<id>', 'id of the user', parseId)
  return actOnService(command, context, async (session, _options, [id = '']) => {
    const path = `/v1/users/${id}/invitation`
    printInvitation(session, await session.client.send({ method: 'POST', path }))
  })
}
