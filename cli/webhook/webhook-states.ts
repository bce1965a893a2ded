import { actOnService, ask, collectItems } from '../client/session.ts'
import { addPageOptions, itemLimit, parseId } from '../options/option-values.ts'
import { type CliContext, confirm, requirePerson, TaughtCommand } from '../program/command.ts'
import { noteMore } from '../resource/list.ts'
import { asText, type Received } from '../view/response.ts'
import type { Column } from '../view/screen.ts'
import { receiverStateColumns } from '../view/state-words.ts'

export function defineWebhookStates(context: CliContext) {
  const command = new TaughtCommand('states', {
    summary: 'list what its receiver was last sent, and what is out of sync',
    description:
      'For webhooks in mode current_state, and for fallbacks: the alerts whose raise was, or may have been, sent without their clear, and the alerts that are out of sync.',
    examples: {
      'tocsin webhook states 1': 'what its receiver was last sent',
      'tocsin webhook states 1 --out-of-sync': 'only what differs and is not on its way',
    },
  })
    .argument('<id>', 'id of the webhook', parseId)
    .option('--out-of-sync', 'only alerts whose current state is not on its way')
  return actOnService(addPageOptions(command), context, async (session, options, id) => {
    const query = { cursor: options.cursor, ...(options.outOfSync && { out_of_sync: 'true' }) }
    const limit = itemLimit(options)
    const path = `/v1/webhooks/${id}/receiver-states`
    const list = await collectItems(session.client, { path, query, limit })
    // The path determines the type.
    const items = list.items as readonly Received<'ReceiverState'>[]
    session.print(list.text, (screen) => {
      if (items.length === 0) screen.line('No open alerts.')
      else screen.table([...ALERT_COLUMNS, ...receiverStateColumns(context.clock.now())], items)
    })
    if (list.next !== undefined) noteMore(session, limit, list.next)
  })
}

const ALERT_COLUMNS: readonly Column<Received<'ReceiverState'>>[] = [
  { title: 'ALERT', cell: ({ alert_id: id }) => asText(id), align: 'right' },
  { title: 'NAME', cell: ({ alert_name: name }) => asText(name) || '-', shrinks: true },
]

export function defineWebhookResync(context: CliContext) {
  const command = new TaughtCommand('resync', {
    summary: 'send its receiver the current state of all that differs',
    description:
      'Sends the current state of every alert that differs from what the receiver was last sent, also of alerts that were raised before the webhook was created. In mode every_change these are the alerts that were escalated to the webhook as a fallback. Tocsin does this by itself when the webhook is enabled, and when its receiver accepts again after failures.',
    examples: {
      'tocsin webhook resync 1 --dry-run': 'how many alerts it would be sent',
      'tocsin webhook resync 1': 'send them',
      'tocsin webhook resync 1 --forget': 'the URL points to a different channel: send all open alerts again',
    },
  })
    .argument('<id>', 'id of the webhook', parseId)
    .option('--dry-run', 'only count')
    .option('--forget', 'start over: assume that the receiver knows nothing')
    .option('--yes', 'do not ask')
  return actOnService(command, context, async (session, options, id) => {
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
      requirePerson(context.terminal)
      await confirm(context.terminal, `${asText(counted.json.detail)} Send it now?`, 'Nothing was sent.')
    }
    show(await resync(false))
  })
}
