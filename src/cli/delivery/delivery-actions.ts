import type { Command } from 'commander'
import { UNDELIVERED_STATES } from '../../domain/delivery/delivery.ts'
import { ask } from '../client/ask.ts'
import { actOnService } from '../client/client-command.ts'
import type { Session } from '../client/session.ts'
import { parseId, parseIds } from '../options/option-values.ts'
import { CliError, toErrorLines, toProblemText, usageError } from '../program/cli-error.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { describeDeliveryState } from '../view/state-words.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'
import { addDeliveryFilter, deliveryFilter, type DeliveryFilterOptions } from './delivery-filter.ts'
import { describeNext } from './delivery-view.ts'
import { addOperationOptions, runOperation, type OperationOptions } from './run-operation.ts'

export function defineDeliveryRetry(context: CliContext): Command {
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

export function defineDeliveryCancel(context: CliContext): Command {
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

export function defineDeliveryReroute(context: CliContext): Command {
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
      throw usageError('Say which deliveries, for example with --webhook 3; for really all, say --all.')
    }
    await runOperation(session, { kind: 'reroute', filter, target }, options)
  })
}
