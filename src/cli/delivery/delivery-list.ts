import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import { DELIVERY_STATES } from '../../domain/delivery/delivery.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { addDeliveryFilter, deliveryQuery, type DeliveryFilterOptions } from './delivery-filter.ts'
import { describeState } from './delivery-words.ts'
import { describeTime } from '../view/human-time.ts'
import { asText, type JsonObject } from '../view/json-value.ts'
import { addPageOptions, itemLimit, type PageOptions } from '../options/option-values.ts'
import { printList } from '../client/session.ts'
import type { Column } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'

interface DeliveryListOptions extends PageOptions, DeliveryFilterOptions {}

export function defineDeliveryList(context: CliContext): Command {
  const command = new TaughtCommand('list', {
    summary: 'list deliveries',
    description: 'Lists deliveries, newest first.',
    examples: [
      ['tocsin delivery list', 'the newest 50'],
      [
        'tocsin delivery list --state failed --webhook 3 --since 1h',
        'what webhook 3 did not take in the last hour',
      ],
      ['tocsin delivery list --undelivered --since 1d', 'everything since yesterday that did not arrive'],
      ['tocsin delivery list --alert 5 --all', 'everything told about one alert'],
      ['tocsin delivery list --state pending,sending,waiting --json', 'what is on its way, for a program'],
    ],
  })
  addDeliveryFilter(command, context, DELIVERY_STATES)
  addPageOptions(command)
  return actOnService<DeliveryListOptions>(command, context, (session, options) =>
    printList(session, {
      path: '/v1/deliveries',
      query: { ...deliveryQuery(options), cursor: options.cursor },
      limit: itemLimit(options),
      columns: columnsAt(context.clock.now()),
      whenEmpty: 'There are no such deliveries.',
    }),
  )
}

function columnsAt(now: Instant): readonly Column<JsonObject>[] {
  return [
    { title: 'ID', cell: (delivery) => asText(delivery['id']), align: 'right' },
    { title: 'STATE', cell: (delivery) => describeState(asText(delivery['state'])) },
    { title: 'EVENT', cell: (delivery) => asText(delivery['event_id']), align: 'right' },
    { title: 'WEBHOOK', cell: (delivery) => asText(delivery['webhook_id']), align: 'right' },
    { title: 'MADE', cell: (delivery) => describeTime(delivery['created_at'], now) },
    { title: 'ATTEMPTS', cell: (delivery) => asText(delivery['attempts_made']), align: 'right' },
    { title: 'NEXT', cell: (delivery) => describeNext(delivery, now) },
    { title: 'LAST ANSWER', cell: (delivery) => asText(delivery['last_reason']) || '-', shrinks: true },
  ]
}

/** When the next attempt is due. One that ended has none; one whose webhook is disabled is held until it is enabled. */
function describeNext(delivery: JsonObject, now: Instant): string {
  if (asText(delivery['finished_at']) !== '') return '-'
  return asText(delivery['due_at']) === '' ? 'held' : describeTime(delivery['due_at'], now)
}
