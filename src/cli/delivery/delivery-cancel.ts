import type { Command } from 'commander'
import { actOnDeliveries } from './act-on-deliveries.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { addDeliveryFilter, type DeliveryFilterOptions } from './delivery-filter.ts'
import { parseIds } from '../options/option-values.ts'
import { addOperationOptions, type OperationOptions } from './run-operation.ts'
import { TaughtCommand } from '../program/taught-command.ts'

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
