import type { Command } from 'commander'
import { ROLES, type Role } from '../../domain/people/user.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { oneOf } from '../options/option-values.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { printInvitation } from './user-words.ts'

export function defineUserAdd(context: CliContext): Command {
  const command = new TaughtCommand('add', {
    summary: 'add a user',
    description: [
      'Adds somebody who signs in, and prints a link by which they choose their password, valid for 7 days. Roles:',
      '  viewer    Sees webhooks and deliveries.',
      '  operator  Changes them as well, and reads the audit log.',
      '  admin     Everything, users and tokens included.',
    ].join('\n'),
    examples: [
      ['tocsin user add --name "Ada Lovelace" --role operator', 'for somebody on duty'],
      ['tocsin user add --name ada --role viewer --json', 'for a program: the code is in `invitation`'],
    ],
  })
  command
    .requiredOption('--name <name>', 'what they sign in by; case makes no difference')
    .requiredOption('--role <role>', ROLES.join(', '), oneOf(ROLES))
  return actOnService<{ readonly name: string; readonly role: Role }>(
    command,
    context,
    async (session, { name, role }) => {
      const body = { name, role }
      printInvitation(session, await session.client.send({ method: 'POST', path: '/v1/users', body }))
    },
  )
}
