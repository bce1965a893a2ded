import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import { DELIVERY_STATES, UNDELIVERED_STATES } from '../../domain/delivery/delivery.ts'
import type { CliContext } from '../program/context.ts'
import { defineNoun, TaughtCommand } from '../program/taught-command.ts'
import { defineList } from '../resource/list.ts'
import { defineShow, type ShowView } from '../resource/show.ts'
import type { Received } from '../view/api-types.ts'
import { describeTime } from '../view/human-time.ts'
import { asText } from '../view/json-value.ts'
import { describeDeliveryState } from '../view/state-words.ts'
import type { Column } from '../view/table.ts'
import {
  addDeliveryFilter,
  deliveryQuery,
  deliveryFilter,
  type DeliveryFilterOptions,
} from './delivery-filter.ts'
import { showDelivery, describeNext } from './delivery-view.ts'
import { ask } from '../client/ask.ts'
import { actOnService } from '../client/client-command.ts'
import type { Session } from '../client/session.ts'
import { parseId, parseIds } from '../options/option-values.ts'
import { CliError, toErrorLines, toProblemText, usageError } from '../program/cli-error.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'
import { addOperationOptions, runOperation, type OperationOptions } from './run-operation.ts'

export function defineDelivery(context: CliContext): Command {
  return defineNoun(
    'delivery',
    {
      summary: 'list, show, retry, cancel and re-route deliveries',
      description:
        'A delivery is one event to be sent to one webhook. It is waiting (for an earlier one of the same alert), pending, sending, delivered, failed or cancelled; or it was not sent, which is no failure: superseded (a newer one replaces it, or nothing was left to send) or outdated (older than the maximum age of its webhook).',
      examples: [
        ['tocsin delivery list --state failed --since 1d', 'what did not arrive since yesterday'],
        ['tocsin delivery show 42', 'every attempt, with request and response'],
        ['tocsin delivery retry 42 43', 'try those two again'],
        ['tocsin delivery retry --failed --since 2h', 'try everything again that failed lately'],
      ],
    },
    [
      defineDeliveryList(context),
      defineDeliveryShow(context),
      defineDeliveryRetry(context),
      defineDeliveryCancel(context),
      defineDeliveryReroute(context),
    ],
  )
}

function defineDeliveryList(context: CliContext): Command {
  return defineList(context, {
    path: '/v1/deliveries',
    help: {
      summary: 'list deliveries',
      description: 'Lists deliveries, newest first.',
      examples: [
        ['tocsin delivery list', 'the newest 50'],
        [
          'tocsin delivery list --state failed --webhook 3 --since 1h',
          'what webhook 3 did not take in the last hour',
        ],
        ['tocsin delivery list --undelivered --since 1d', 'everything since yesterday that did not arrive'],
        ['tocsin delivery list --failed --follow', 'what fails, as it fails'],
        ['tocsin delivery list --alert 5 --all', 'all deliveries of one alert'],
        ['tocsin delivery list --state pending,sending,waiting --json', 'what is on its way, for a program'],
      ],
    },
    addFilter: (command) => addDeliveryFilter(command, context, DELIVERY_STATES),
    query: deliveryQuery,
    columns: columnsAt,
    canFollow: true,
    whenEmpty: { noun: ['delivery', 'deliveries'], remedy: 'Events that a webhook takes become deliveries.' },
  })
}

function columnsAt(now: Instant): readonly Column<Received<'ListedDelivery'>>[] {
  return [
    { title: 'ID', cell: (delivery) => asText(delivery.id), align: 'right' },
    { title: 'STATE', cell: (delivery) => describeDeliveryState(delivery.state) },
    { title: 'CREATED', cell: (delivery) => describeTime(delivery.created_at, now) },
    { title: 'EVENT', cell: describeEvent, shrinks: true },
    { title: 'WEBHOOK', cell: describeWebhook, shrinks: true },
    { title: 'ATTEMPTS', cell: (delivery) => asText(delivery.attempts_made), align: 'right', isSpare: true },
    { title: 'NEXT', cell: (delivery) => describeNextAttempt(delivery, now), isSpare: true },
    { title: 'LAST REASON', cell: (delivery) => asText(delivery.last_reason) || '-', shrinks: true },
  ]
}

/** `17 Replication lag, pg-orders-2`: the number is what other commands take. */
function describeEvent({ event_id: id, event }: Received<'ListedDelivery'>): string {
  const server = asText(event?.server_name) || asText(event?.object_name)
  const name = [asText(event?.name), server].filter((text) => text !== '').join(', ')
  return `${asText(id)} ${name}`.trimEnd()
}

function describeWebhook({ webhook_id: id, webhook_name: name }: Received<'ListedDelivery'>): string {
  return `${asText(id)} ${asText(name) || '(deleted)'}`
}

/**
 * When the next attempt is due. One that ended has none; one whose webhook is disabled waits until it is enabled.
 */
function describeNextAttempt(delivery: Received<'ListedDelivery'>, now: Instant): string {
  if (asText(delivery.ended_at) !== '') return '-'
  return asText(delivery.due_at) === '' ? 'when enabled' : describeTime(delivery.due_at, now)
}

function defineDeliveryShow(context: CliContext): Command {
  return defineShow(context, {
    path: '/v1/deliveries/{id}',
    help: {
      summary: 'show one delivery with all attempts',
      description:
        'Shows the event, the webhook, and each attempt in order: its time, its outcome, the duration of each part. The last attempt is shown with request and response; --full shows them for all attempts.',
      examples: [
        ['tocsin delivery show 42', 'every attempt, with the last request and response'],
        ['tocsin delivery show 42 --full', 'with every request and response'],
      ],
    },
    argument: 'id of the delivery',
    addOptions: (command) => command.option('--full', 'requests and responses of all attempts'),
    draw: (screen, delivery, { now, options }: ShowView<{ readonly full?: boolean }, undefined>) =>
      showDelivery(screen, delivery, { now, full: options.full ?? false }),
  })
}

function defineDeliveryRetry(context: CliContext): Command {
  const command = new TaughtCommand('retry', {
    summary: 'try deliveries again',
    description:
      'Makes deliveries due again: those with the given ids, or all failed ones that the options name, the oldest first, in the background. With options it asks first, and waits until all are due; Ctrl-C ends only the waiting. Ids that cannot be tried again are named, the others go on; then the exit code is 1. With --json each response is one line.',
    examples: [
      ['tocsin delivery retry 42', 'one'],
      ['tocsin delivery retry 42 43 44', 'several'],
      ['tocsin delivery retry --failed --since 2h --webhook 3', 'what webhook 3 did not take lately'],
      ['tocsin delivery retry --failed --yes --detach', 'everything that failed, without asking or waiting'],
    ],
  })
  command.argument('[id...]', 'ids of the deliveries', parseIds)
  addOperationOptions(addDeliveryFilter(command, context, ['failed', 'cancelled']))
  return actOnService<DeliveryFilterOptions & OperationOptions>(command, context, (session, options, ids) =>
    actOnDeliveries(session, 'retry', { options, ids }),
  )
}

function defineDeliveryCancel(context: CliContext): Command {
  const command = new TaughtCommand('cancel', {
    summary: 'give deliveries up',
    description:
      'Ends deliveries that have not been sent: those with the given ids, or all that the options name, in the background. With options it asks first, and waits until it is done; Ctrl-C ends only the waiting. What is being sent at that moment is left alone.',
    examples: [
      ['tocsin delivery cancel 42', 'one'],
      ['tocsin delivery cancel --webhook 3', 'everything that webhook 3 still waits for'],
      ['tocsin delivery cancel --alert 5 --until 1d', 'what is older than a day, of one alert'],
    ],
  })
  command.argument('[id...]', 'ids of the deliveries', parseIds)
  addOperationOptions(addDeliveryFilter(command, context, ['waiting', 'pending', 'sending']))
  return actOnService<DeliveryFilterOptions & OperationOptions>(command, context, (session, options, ids) =>
    actOnDeliveries(session, 'cancel', { options, ids }),
  )
}

/** Acts on the deliveries with the given ids, one after the other; or on all that the options name, as an operation. */
async function actOnDeliveries(
  session: Session,
  verb: 'retry' | 'cancel',
  {
    options,
    ids,
  }: { readonly options: DeliveryFilterOptions & OperationOptions; readonly ids: readonly string[] },
): Promise<void> {
  const filter = deliveryFilter(options)
  const namesMany = Object.keys(filter).length > 0 || options.all === true
  if (namesMany === ids.length > 0) {
    throw usageError('Give either the ids of the deliveries, or options that say which.', [
      `For example: tocsin delivery ${verb} 42, or: tocsin delivery ${verb} --webhook 3 --since 2h`,
    ])
  }
  if (namesMany) await runOperation(session, { kind: verb, filter }, options)
  for (const id of ids) await actOnOne(session, verb, id)
}

async function actOnOne(session: Session, verb: 'retry' | 'cancel', id: string): Promise<void> {
  const { client, context } = session
  try {
    const { text, json } = await ask(client, 'POST', `/v1/deliveries/{id}/${verb}`, { id })
    session.print(text, (screen) => {
      const next = describeNext(json, context.clock.now())
      const state = describeDeliveryState(json.state)
      screen.line(`Delivery ${id}: `, state, next === undefined ? '' : `, ${next}`)
    })
  } catch (error) {
    // A delivery that cannot be acted on stops only itself; a service that is away stops them all.
    if (!(error instanceof CliError) || error.problemText === undefined) throw error
    context.noteRefusal()
    const lines = session.isJson ? [toProblemText(error)] : toErrorLines(error).map(escapeForTerminal)
    for (const line of lines) context.terminal.err(`${line}\n`)
  }
}

interface RerouteOptions extends DeliveryFilterOptions, OperationOptions {
  readonly to: string
}

function defineDeliveryReroute(context: CliContext): Command {
  const command = new TaughtCommand('reroute', {
    summary: 'bring what did not arrive to another webhook',
    description:
      'The other webhook gets a delivery of each event of which it was not notified yet; unfinished deliveries are cancelled. Without a state: unfinished and failed ones. In the background; it asks first, and waits until it is done; Ctrl-C ends only the waiting.',
    examples: [
      ['tocsin delivery reroute --to 7 --webhook 3', 'webhook 7 takes over what webhook 3 did not take'],
      ['tocsin delivery reroute --to 7 --webhook 3 --failed --since 1d', 'only what failed since yesterday'],
    ],
  })
  command.requiredOption('--to <id>', 'webhook that is notified instead', parseId)
  addOperationOptions(addDeliveryFilter(command, context, UNDELIVERED_STATES))
  return actOnService<RerouteOptions>(command, context, async (session, { to: target, ...options }) => {
    const filter = deliveryFilter(options)
    if (Object.keys(filter).length === 0 && !options.all) {
      throw usageError('Say which deliveries, for example with --webhook 3; for all of them, give --all.')
    }
    await runOperation(session, { kind: 'reroute', filter, target }, options)
  })
}
