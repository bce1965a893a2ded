import type { Command } from 'commander'
import { actOnDeliveries } from './act-on-deliveries.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { addDeliveryFilter, type DeliveryFilterOptions } from './delivery-filter.ts'
import { parseIds } from '../options/option-values.ts'
import { addOperationOptions, type OperationOptions } from './run-operation.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineDeliveryRetry(context: CliContext): Command {
  const command = new TaughtCommand('retry', {
    summary: 'try deliveries again',
    description:
      'Makes deliveries due again: those with the given ids, or all failed ones that the options name, the oldest first, in the background. With options it asks first, and waits until all are due; Ctrl-C ends only the waiting. Ids that cannot be tried again are named, the others go on; then the exit code is 1. With --json each answer is one line.',
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
