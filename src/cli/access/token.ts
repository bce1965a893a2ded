import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineNoun } from '../program/taught-command.ts'
import { defineTokenCreate } from './token-create.ts'
import { defineTokenList } from './token-list.ts'
import { defineTokenRevoke } from './token-revoke.ts'

export function defineToken(context: CliContext): Command {
  return defineNoun(
    'token',
    {
      summary: 'create, list and revoke tokens',
      description:
        'Every call of the service needs a token, and a token has scopes: give each monitor and each script one of its own, with no more than it needs.',
      examples: [
        ['tocsin token create --name prometheus --scope events:write', 'for a monitor that reports alerts'],
        ['tocsin token list', 'who has one, and when it was last used'],
        ['tocsin token revoke 2', 'from now on it is refused'],
      ],
    },
    [defineTokenCreate(context), defineTokenList(context), defineTokenRevoke(context)],
  )
}
