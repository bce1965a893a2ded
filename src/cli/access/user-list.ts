import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeTime } from '../view/human-time.ts'
import { asText, type JsonObject } from '../view/json-value.ts'
import { addPageOptions, itemLimit, type PageOptions } from '../options/option-values.ts'
import { printList } from '../client/session.ts'
import type { Column, Part } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineUserList(context: CliContext): Command {
  const command = new TaughtCommand('list', {
    summary: 'list users',
    description: 'Lists who may sign in, with their roles and last sign-ins; disabled ones too.',
    examples: [['tocsin user list', 'the first 50']],
  })
  addPageOptions(command)
  return actOnService<PageOptions>(command, context, (session, options) =>
    printList(session, {
      path: '/v1/users',
      query: { cursor: options.cursor },
      limit: itemLimit(options),
      columns: columnsAt(context.clock.now()),
      whenEmpty: 'There are no users.',
    }),
  )
}

function columnsAt(now: Instant): readonly Column<JsonObject>[] {
  return [
    { title: 'ID', cell: (user) => asText(user['id']), align: 'right' },
    { title: 'NAME', cell: (user) => asText(user['name']), shrinks: true },
    { title: 'ROLE', cell: (user) => asText(user['role']) },
    { title: 'STATE', cell: describeState },
    { title: 'LAST SIGN-IN', cell: (user) => describeTime(user['last_sign_in_at'], now) },
    { title: 'ADDED', cell: (user) => describeTime(user['created_at'], now) },
  ]
}

function describeState(user: JsonObject): Part {
  if (user['disabled'] === true) return { text: 'disabled', tone: 'warn' }
  const canSignIn = user['has_password'] === true || user['oidc'] !== null
  return canSignIn ? { text: 'enabled', tone: 'good' } : { text: 'invited', tone: 'dim' }
}
