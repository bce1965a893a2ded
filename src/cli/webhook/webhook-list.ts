import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { asText, type JsonObject } from '../view/json-value.ts'
import { addPageOptions, itemLimit, type PageOptions } from '../options/option-values.ts'
import { printList } from '../client/session.ts'
import type { Column } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { describeAudience, describeState } from './webhook-words.ts'

export function defineWebhookList(context: CliContext): Command {
  const command = new TaughtCommand('list', {
    summary: 'list webhooks',
    description: 'Lists the webhooks in order of their ids.',
    examples: [
      ['tocsin webhook list', 'the first 50'],
      ['tocsin webhook list --all --json', 'all of them, for a program'],
    ],
  })
  addPageOptions(command)
  return actOnService<PageOptions>(command, context, (session, options) =>
    printList(session, {
      path: '/v1/webhooks',
      // For people what a list shows, which is quicker; for programs all of each.
      query: { cursor: options.cursor, view: session.isJson ? undefined : 'brief' },
      limit: itemLimit(options),
      columns: COLUMNS,
      whenEmpty: 'There are no webhooks yet. Add one with: tocsin webhook add --name NAME --url URL',
    }),
  )
}

const COLUMNS: readonly Column<JsonObject>[] = [
  { title: 'ID', cell: (webhook) => asText(webhook['id']), align: 'right' },
  { title: 'NAME', cell: (webhook) => asText(webhook['name']), shrinks: true },
  { title: 'STATE', cell: describeState },
  { title: 'TOLD ABOUT', cell: describeAudience },
  { title: 'METHOD', cell: (webhook) => asText(webhook['method']) },
  { title: 'URL', cell: (webhook) => asText(webhook['url']), shrinks: true },
]
