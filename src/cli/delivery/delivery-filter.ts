import { Option, type Command } from 'commander'
import { ALERT_STATES, type AlertState } from '../../domain/alert/alert.ts'
import type { DeliveryState } from '../../domain/delivery/delivery.ts'
import { EVENT_KINDS, type Event } from '../../domain/alert/event.ts'
import { withoutUndefined } from '../../domain/without-undefined.ts'
import type { CliContext } from '../program/context.ts'
import type { Received, QueryOf } from '../view/api-types.ts'
import { parseId, pastInstant, severalOf } from '../options/option-values.ts'
import { addTextFilter, textQuery, type TextFilterOptions } from '../options/text-filter-options.ts'
import { usageError } from '../program/cli-error.ts'

/** Which deliveries are meant; the options of every command that takes more than one by what they are. */
export interface DeliveryFilterOptions extends TextFilterOptions {
  readonly state?: readonly DeliveryState[]
  readonly failed?: boolean
  readonly undelivered?: boolean
  readonly webhook?: string
  readonly alert?: string
  readonly event?: string
  readonly severity?: readonly AlertState[]
  readonly kind?: Event['kind']
  readonly since?: string
  readonly until?: string
}

/** `states`: those that the command can be about. */
export function addDeliveryFilter(
  command: Command,
  context: CliContext,
  states: readonly DeliveryState[],
): Command {
  const past = pastInstant(() => context.clock.now())
  command.option('--state <states>', `${states.join(', ')}; several with commas`, severalOf(states))
  if (states.includes('failed')) command.option('--failed', 'short for --state failed')
  return addTextFilter(command)
    .option('--undelivered', 'everything that should have arrived and has not, whatever became of it')
    .option('--webhook <id>', 'to this webhook', parseId)
    .option('--alert <id>', 'about this alert', parseId)
    .option('--event <id>', 'of this event', parseId)
    .option(
      '--severity <states>',
      `of alerts that came to ${ALERT_STATES.join(', ')}; several with commas`,
      severalOf(ALERT_STATES),
    )
    .addOption(new Option('--kind <kind>', 'of such events').choices(EVENT_KINDS))
    .option('--since <time>', 'made since then: 30m, 1h, 7d, or a time such as 2026-09-14T03:00:00Z', past)
    .option('--until <time>', 'made before then, written the same way', past)
}

/** Returns the filter as the query of a list. Throws a usage error if the states are given twice. */
export function deliveryQuery(options: DeliveryFilterOptions): QueryOf<'GET', '/v1/deliveries'> {
  return {
    state: statesOf(options)?.join(','),
    undelivered: options.undelivered ? 'true' : undefined,
    webhook_id: options.webhook,
    alert_id: options.alert,
    event_id: options.event,
    severity: options.severity?.join(','),
    kind: options.kind,
    ...textQuery(options),
    from: options.since,
    until: options.until,
  }
}

export type OperationFilter = NonNullable<Received<'NewDeliveryOperation'>['filter']>

/** Returns the filter as the body of an operation; empty without options. Throws like `deliveryQuery`. */
export function deliveryFilter(options: DeliveryFilterOptions): OperationFilter {
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  return withoutUndefined({
    state: statesOf(options),
    undelivered: options.undelivered,
    webhook_id: number(options.webhook),
    alert_id: number(options.alert),
    event_id: number(options.event),
    severity: options.severity,
    kind: options.kind,
    ...textQuery(options),
    from: options.since,
    until: options.until,
  })
}

function statesOf({
  state,
  failed,
  undelivered,
}: DeliveryFilterOptions): readonly DeliveryState[] | undefined {
  const given = [state && '--state', failed && '--failed', undelivered && '--undelivered']
  const [first, second] = given.filter((flag) => flag !== undefined && flag !== false)
  if (first !== undefined && second !== undefined)
    throw usageError(`${first} and ${second} cannot both be given.`)
  return failed ? ['failed'] : state
}
