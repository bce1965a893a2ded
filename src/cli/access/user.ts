import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import type { CliContext } from '../program/context.ts'
import { defineNoun } from '../program/taught-command.ts'
import { defineDelete } from '../resource/delete.ts'
import { defineList } from '../resource/list.ts'
import type { Received } from '../view/api-types.ts'
import { describeTime } from '../view/human-time.ts'
import { asText } from '../view/json-value.ts'
import type { Column, Part } from '../view/table.ts'
import { defineUserAdd, defineUserEdit, defineUserInvite, describeUser } from './user-actions.ts'

export function defineUser(context: CliContext): Command {
  return defineNoun(
    'user',
    {
      summary: 'add, list, change and delete people who sign in',
      description:
        'People sign in to the console by name and password, each with a role. Programs use tokens: see tocsin token.',
      examples: [
        ['tocsin user add --name "Ada Lovelace" --role operator', 'prints a link for choosing a password'],
        ['tocsin user list', 'who there is, and when they signed in last'],
        ['tocsin user invite 2', 'a new link, for a forgotten password'],
      ],
    },
    [
      defineUserAdd(context),
      defineUserList(context),
      defineUserEdit(context),
      defineUserDelete(context),
      defineUserInvite(context),
    ],
  )
}

function defineUserList(context: CliContext): Command {
  return defineList(context, {
    path: '/v1/users',
    help: {
      summary: 'list users',
      description: 'Lists who may sign in, with their roles and last sign-ins; disabled ones too.',
      examples: [['tocsin user list', 'the first 50']],
    },
    columns: columnsAt,
    whenEmpty: { noun: ['user', 'users'] },
  })
}

function columnsAt(now: Instant): readonly Column<Received<'User'>>[] {
  return [
    { title: 'ID', cell: (user) => asText(user.id), align: 'right' },
    { title: 'NAME', cell: (user) => asText(user.name), shrinks: true },
    { title: 'ROLE', cell: (user) => asText(user.role) },
    { title: 'STATE', cell: describeState },
    { title: 'LAST SIGN-IN', cell: (user) => describeTime(user.last_sign_in_at, now) },
    { title: 'ADDED', cell: (user) => describeTime(user.created_at, now) },
  ]
}

function describeState(user: Received<'User'>): Part {
  if (user.disabled === true) return { text: 'disabled', tone: 'warn' }
  const canSignIn = user.has_password === true || user.oidc !== null
  return canSignIn ? { text: 'enabled', tone: 'good' } : { text: 'invited', tone: 'dim' }
}

function defineUserDelete(context: CliContext): Command {
  return defineDelete(context, {
    path: '/v1/users/{id}',
    help: {
      summary: 'delete a user',
      description:
        'Deletes a user, who is signed out everywhere; what they did stays in the audit log. Asks first; a script says --yes. To keep them without access: tocsin user edit ID --disabled.',
      examples: [
        ['tocsin user delete 3', 'asks whether it is the right one'],
        ['tocsin user delete 3 --yes', 'does not ask'],
      ],
    },
    noun: 'user',
    pronoun: 'them',
    describe: describeUser,
  })
}
