import type { Instant } from '../../src/domain/instant.ts'
import { DELIVERY_STATES } from '../../src/domain/delivery/delivery.ts'
import { defineNoun } from '../program/command.ts'
import { defineList } from '../resource/list.ts'
import { defineShow } from '../resource/by-id.ts'
import { asText, type Received } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'
import { describeDeliveryState } from '../view/state-words.ts'
import { addDeliveryFilter, deliveryQuery } from './delivery-filter.ts'
import { showDelivery } from './delivery-view.ts'
import { defineAction, defineReroute } from './delivery-actions.ts'

export const defineDelivery = defineNoun('delivery', {
  summary: 'list, show, retry, cancel and reroute deliveries',
  description:
    'A delivery is one event to be sent to one webhook. It is waiting (for an earlier one of the same alert), pending, sending, delivered, failed or cancelled; or it was not sent, which is no failure: superseded (a newer one replaces it, or nothing was left to send) or outdated (older than the maximum age of its webhook).',
  examples: {
    'tocsin delivery list --state failed --since 1d': 'what did not arrive since yesterday',
    'tocsin delivery show 42': 'every attempt, with request and response',
    'tocsin delivery retry 42 43': 'try those two again',
    'tocsin delivery retry --failed --since 2h': 'try everything again that failed lately',
  },
  verbs: (context) => [
    defineDeliveryList(context),
    defineDeliveryShow(context),
    defineAction(context, 'retry', ['failed', 'cancelled']),
    defineAction(context, 'cancel', ['waiting', 'pending', 'sending']),
    defineReroute(context),
  ],
})

const defineDeliveryList = defineList({
  path: '/v1/deliveries',
  help: {
    summary: 'list deliveries',
    description: 'Lists deliveries, newest first.',
    examples: {
      'tocsin delivery list': 'the newest 50',
      'tocsin delivery list --state failed --webhook 3 --since 1h':
        'what webhook 3 did not take in the last hour',
      'tocsin delivery list --undelivered --since 1d': 'everything since yesterday that did not arrive',
      'tocsin delivery list --failed --follow': 'what fails, as it fails',
      'tocsin delivery list --alert 5 --all': 'all deliveries of one alert',
      'tocsin delivery list --state pending,sending,waiting --json': 'what is on its way, for a program',
    },
  },
  addFilter: (command, context) => addDeliveryFilter(command, context, DELIVERY_STATES),
  query: deliveryQuery,
  columns: (now) => [
    { title: 'ID', cell: (delivery) => asText(delivery.id), align: 'right' },
    { title: 'STATE', cell: (delivery) => describeDeliveryState(delivery.state) },
    { title: 'CREATED', cell: (delivery) => describeTime(delivery.created_at, now) },
    { title: 'EVENT', cell: describeEvent, shrinks: true },
    { title: 'WEBHOOK', cell: describeWebhook, shrinks: true },
    { title: 'ATTEMPTS', cell: (delivery) => asText(delivery.attempts_made), align: 'right', isSpare: true },
    { title: 'NEXT', cell: (delivery) => describeNextAttempt(delivery, now), isSpare: true },
    { title: 'LAST REASON', cell: (delivery) => asText(delivery.last_reason) || '-', shrinks: true },
  ],
  canFollow: true,
  whenEmpty: { noun: ['delivery', 'deliveries'], remedy: 'Events that a webhook takes become deliveries.' },
})

/** `17 Replication lag, pg-orders-2`: other commands take the number. */
function describeEvent({ event_id: id, event }: Received<'ListedDelivery'>): string {
  const server = asText(event?.server_name) || asText(event?.object_name)
  const name = [asText(event?.name), server].filter((text) => text !== '').join(', ')
  return `${asText(id)} ${name}`.trimEnd()
}

function describeWebhook({ webhook_id: id, webhook_name: name }: Received<'ListedDelivery'>): string {
  return `${asText(id)} ${asText(name) || '(deleted)'}`
}

/** Describes the next attempt; a disabled webhook's delivery waits until it is enabled. */
function describeNextAttempt(delivery: Received<'ListedDelivery'>, now: Instant): string {
  if (asText(delivery.ended_at) !== '') return '-'
  return asText(delivery.due_at) === '' ? 'when enabled' : describeTime(delivery.due_at, now)
}

const defineDeliveryShow = defineShow({
  path: '/v1/deliveries/{id}',
  help: {
    summary: 'show one delivery with all attempts',
    description:
      'Shows the event, the webhook, and each attempt in order: its time, its outcome, the duration of each part. The last attempt is shown with request and response; --full shows them for all attempts.',
    examples: {
      'tocsin delivery show 42': 'every attempt, with the last request and response',
      'tocsin delivery show 42 --full': 'with every request and response',
    },
  },
  argument: 'id of the delivery',
  addOptions: (command) => command.option('--full', 'requests and responses of all attempts'),
  draw: (screen, delivery, { now, options }) =>
    showDelivery(screen, delivery, { now, full: options.full ?? false }),
})
