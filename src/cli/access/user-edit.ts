import type { Command } from 'commander'
import { ROLES, type Role } from '../../domain/people/user.ts'
import { usageError } from '../program/cli-error.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { asObject } from '../view/json-value.ts'
import { oneOf, parseId } from '../options/option-values.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { describeUser } from './user-words.ts'

interface EditOptions {
  readonly name?: string
  readonly role?: Role
  readonly disabled?: boolean
  readonly enabled?: boolean
}

export function defineUserEdit(context: CliContext): Command {
  const command = new TaughtCommand('edit', {
    summary: 'change the name or role of a user, disable or enable them',
    description:
      'What is not named stays as it is. Whoever is disabled or gets a lesser role is signed out everywhere.',
    examples: [
      ['tocsin user edit 2 --role admin', 'they may do everything from now on'],
      ['tocsin user edit 2 --disabled', 'they cannot sign in any more'],
    ],
  })
  command
    .argument('<id>', 'id of the user', parseId)
    .option('--name <name>', 'what they sign in by')
    .option('--role <role>', ROLES.join(', '), oneOf(ROLES))
    .option('--disabled', 'nobody can sign in as this user')
    .option('--enabled', 'they can sign in again')
  return actOnService<EditOptions>(command, context, async (session, options, [id = '']) => {
    const body = toChange(options)
    const { text, json } = await session.client.send({ method: 'PATCH', path: `/v1/users/${id}`, body })
    session.print(text, (screen) => screen.line(`Changed: ${describeUser(asObject(json))}.`))
  })
}

function toChange({ name, role, disabled, enabled }: EditOptions): object {
  if (disabled && enabled) throw usageError('--disabled and --enabled exclude each other; give one of them.')
  const change = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(disabled && { disabled: true }),
    ...(enabled && { disabled: false }),
  }
  if (Object.keys(change).length === 0) {
    throw usageError('Nothing to change; give --name, --role, --disabled or --enabled.')
  }
  return change
}
