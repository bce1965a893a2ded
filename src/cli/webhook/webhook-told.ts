import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import { ask } from '../client/ask.ts'
import { collectItems } from '../client/pages.ts'
import { addPageOptions, itemLimit, parseId, type PageOptions } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { confirm, requirePerson } from '../program/confirm.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import type { Answer } from '../view/api-types.ts'
import { asText } from '../view/json-value.ts'
import type { Column } from '../view/table.ts'
import { toldColumns } from '../view/told-columns.ts'

/** What the receiver of a webhook in mode `present` knows, alert by alert. */
export function defineWebhookTold(context: CliContext): Command {
  const command = new TaughtCommand('told', {
    summary: 'list what its receiver was told of alerts, and what it is owed',
    description:
      'For webhooks in mode present, and for fallbacks: the alerts of which the receiver may have been told the beginning and not yet the end, and those of which it is owed something.',
    examples: [
      ['tocsin webhook told 1', 'what its receiver knows'],
      ['tocsin webhook told 1 --owed', 'only what it is owed'],
    ],
  })
  command
    .argument('<id>', 'id of the webhook', parseId)
    .option('--owed', 'only alerts of which something is owed to it')
  addPageOptions(command)
  return actOnService<ToldOptions>(command, context, async (session, options, [id = '']) => {
    const query = { cursor: options.cursor, ...(options.owed && { owed: 'true' }) }
    const limit = itemLimit(options)
    const list = await collectItems(session.client, { path: `/v1/webhooks/${id}/told`, query, limit })
    // The path says what is in it.
    const items = list.items as readonly Answer<'Told'>[]
    session.print(list.text, (screen) => {
      if (items.length === 0) screen.line(NOTHING_OPEN)
      else screen.table(columnsOf(context.clock.now()), items)
    })
    if (list.next !== undefined) {
      session.note(`There is more: give --limit (now ${limit}) or --all, or go on with --cursor ${list.next}`)
    }
  })
}

interface ToldOptions extends PageOptions {
  readonly owed?: boolean
}

const NOTHING_OPEN = 'Nothing is open: there is no alert whose end its receiver has yet to hear.'

function columnsOf(now: number): readonly Column<Answer<'Told'>>[] {
  return [
    { title: 'ALERT', cell: ({ alert_id: id }) => asText(id), align: 'right' },
    { title: 'NAME', cell: ({ alert_name: name }) => asText(name) || '-', shrinks: true },
    ...toldColumns(now),
  ]
}

interface ResyncOptions {
  readonly forget?: boolean
  readonly dryRun?: boolean
  readonly yes?: boolean
}

export function defineWebhookResync(context: CliContext): Command {
  const command = new TaughtCommand('resync', {
    summary: 'tell its receiver all that differs from what it knows',
    description:
      'Brings the receiver of a webhook in mode present to the present: it is told of each alert that differs from what it knows, also of those that were raised before the webhook was made, and of nothing else. A webhook in mode changes is told of the alerts that it follows as a fallback. A webhook does this by itself when it is enabled, and when its receiver accepts again after failures.',
    examples: [
      ['tocsin webhook resync 1 --dry-run', 'how many alerts it would be told of'],
      ['tocsin webhook resync 1', 'tell them'],
      ['tocsin webhook resync 1 --forget', 'its URL leads elsewhere now: begin with an empty memory'],
    ],
  })
  command
    .argument('<id>', 'id of the webhook', parseId)
    .option('--dry-run', 'only count')
    .option('--forget', 'take its receiver for one that knows nothing')
    .option('--yes', 'do not ask')
  return actOnService<ResyncOptions>(command, context, async (session, options, [id = '']) => {
    const resync = (isDryRun: boolean) =>
      ask(session.client, 'POST', '/v1/webhooks/{id}/resync', {
        id,
        body: { dry_run: isDryRun, forget: options.forget === true },
      })
    const counted = await resync(true)
    const show = ({ text, json }: typeof counted) =>
      session.print(text, (screen) => screen.line(asText(json.detail)))
    if (options.dryRun || counted.json.alerts === 0) return show(counted)
    if (options.yes !== true) {
      requirePerson(context.terminal, 'whether to tell it')
      await confirm(context.terminal, `${asText(counted.json.detail)} Tell it now?`, 'Nothing was sent.')
    }
    show(await resync(false))
  })
}
