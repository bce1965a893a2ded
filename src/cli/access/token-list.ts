import type { Command } from 'commander'
import { parseInstant, type Instant } from '../../domain/instant.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeTime } from '../view/human-time.ts'
import { asText, asTexts, type JsonObject } from '../view/json-value.ts'
import { addPageOptions, itemLimit, type PageOptions } from '../options/option-values.ts'
import { printList } from '../client/session.ts'
import type { Column, Part } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineTokenList(context: CliContext): Command {
  const command = new TaughtCommand('list', {
    summary: 'list tokens',
    description:
      'Lists the tokens with their scopes and last uses; revoked and expired ones too. Secrets are not kept.',
    examples: [['tocsin token list', 'the first 50']],
  })
  addPageOptions(command)
  return actOnService<PageOptions>(command, context, (session, options) =>
    printList(session, {
      path: '/v1/tokens',
      query: { cursor: options.cursor },
      limit: itemLimit(options),
      columns: columnsAt(context.clock.now()),
      whenEmpty: 'There are no tokens.',
    }),
  )
}

function columnsAt(now: Instant): readonly Column<JsonObject>[] {
  return [
    { title: 'ID', cell: (token) => asText(token['id']), align: 'right' },
    { title: 'NAME', cell: (token) => asText(token['name']), shrinks: true },
    { title: 'BEGINS', cell: (token) => asText(token['prefix']) },
    { title: 'STATE', cell: (token) => describeValidity(token, now) },
    { title: 'LAST USED', cell: (token) => describeTime(token['last_used_at'], now) },
    { title: 'CREATED', cell: (token) => describeTime(token['created_at'], now) },
    { title: 'SCOPES', cell: (token) => asTexts(token['scopes']).join(', '), shrinks: true },
  ]
}

function describeValidity(token: JsonObject, now: Instant): Part {
  if (asText(token['revoked_at']) !== '') {
    return { text: `revoked ${describeTime(token['revoked_at'], now)}`, tone: 'dim' }
  }
  const expiresAt = parseInstant(asText(token['expires_at']))
  if (expiresAt === undefined) return { text: 'valid', tone: 'good' }
  const when = describeTime(token['expires_at'], now)
  return expiresAt <= now
    ? { text: `expired ${when}`, tone: 'warn' }
    : { text: `valid, expires ${when}`, tone: 'good' }
}
