import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineNoun } from '../program/taught-command.ts'
import { defineUserAdd } from './user-add.ts'
import { defineUserDelete } from './user-delete.ts'
import { defineUserEdit } from './user-edit.ts'
import { defineUserInvite } from './user-invite.ts'
import { defineUserList } from './user-list.ts'

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
