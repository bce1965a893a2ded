import type { Command } from 'commander'
import { UNDELIVERED_STATES } from '../../domain/delivery/delivery.ts'
import { usageError } from '../program/cli-error.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { addDeliveryFilter, deliveryFilter, type DeliveryFilterOptions } from './delivery-filter.ts'
import { parseId } from '../options/option-values.ts'
import { addOperationOptions, runOperation, type OperationOptions } from './run-operation.ts'
import { TaughtCommand } from '../program/taught-command.ts'

interface RerouteOptions extends DeliveryFilterOptions, OperationOptions {
  readonly to: string
}

export function defineDeliveryReroute(context: CliContext): Command {
  const command = new TaughtCommand('reroute', {
    summary: 'bring what did not arrive to another webhook',
    description:
      'The other webhook gets a delivery of each event that it was not told of yet; those that had not ended are cancelled. Without a state: what is on its way and what failed. In the background; it asks first, and waits until it is done; Ctrl-C ends only the waiting.',
    examples: [
      ['tocsin delivery reroute --to 7 --webhook 3', 'webhook 7 takes over what webhook 3 did not take'],
      ['tocsin delivery reroute --to 7 --webhook 3 --failed --since 1d', 'only what failed since yesterday'],
    ],
  })
  command.requiredOption('--to <id>', 'webhook that is told instead', parseId)
  addOperationOptions(addDeliveryFilter(command, context, UNDELIVERED_STATES))
  return actOnService<RerouteOptions>(command, context, async (session, { to: target, ...options }) => {
    const filter = deliveryFilter(options)
    if (Object.keys(filter).length === 0 && !options.all) {
      throw usageError('Say which deliveries, for example with --webhook 3; for really all, say --all.')
    }
    await runOperation(session, { kind: 'reroute', filter, target }, options)
  })
}
