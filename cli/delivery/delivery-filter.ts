import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { DeliveryState } from '../../src/domain/delivery/delivery.ts'
import { DELIVERY_FILTERS } from '../../src/domain/filter/delivery-filters.ts'
import { addFilterOptions, filterMembers, filterQuery } from '../options/filter-options.ts'
import type { CliContext } from '../program/command.ts'
import type { QueryOf, Received } from '../view/response.ts'
import { usageError } from '../program/cli-error.ts'

export type DeliveryFilterOptions = {
  readonly state?: readonly DeliveryState[]
  readonly failed?: boolean
  readonly undelivered?: boolean
}

export function addDeliveryFilter<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
  context: CliContext,
  states: readonly DeliveryState[],
) {
  addFilterOptions(command, context, DELIVERY_FILTERS, { state: states })
  if (states.includes('failed')) command.option('--failed', 'short for --state failed')
  return command as unknown as Command<Args, Given & DeliveryFilterOptions>
}

/** Returns the filter as a list's query. Throws a usage error for states given twice. */
export function deliveryQuery(options: DeliveryFilterOptions): QueryOf<'GET', '/v1/deliveries'> {
  return filterQuery(DELIVERY_FILTERS, withState(options))
}

export type OperationFilter = NonNullable<Received<'NewDeliveryOperation'>['filter']>

/** Returns the filter as an operation's body; empty without options. Throws like `deliveryQuery`. */
export function deliveryFilter(options: DeliveryFilterOptions): OperationFilter {
  return filterMembers(DELIVERY_FILTERS, withState(options))
}

function withState(options: DeliveryFilterOptions): DeliveryFilterOptions {
  const { state, failed, undelivered } = options
  const given = [state && '--state', failed && '--failed', undelivered && '--undelivered']
  const [first, second] = given.filter((flag) => flag !== undefined && flag !== false)
  if (first !== undefined && second !== undefined)
    throw usageError(`${first} and ${second} cannot both be given.`)
  return failed ? { ...options, state: ['failed'] } : options
}
