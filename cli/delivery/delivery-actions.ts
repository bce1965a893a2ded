import type { Command, OptionValues } from '@commander-js/extra-typings'
import { type DeliveryState, UNDELIVERED_STATES } from '../../src/domain/delivery/delivery.ts'
import { actOnService, type ApiResult, ask, type Session } from '../client/session.ts'
import { parseId, parseIds } from '../options/option-values.ts'
import { CliError, toErrorLines, toProblemText, usageError } from '../program/cli-error.ts'
import { type CliContext, confirm, type OptionsOf, requirePerson, TaughtCommand } from '../program/command.ts'
import { describeDeliveryState } from '../view/state-words.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'
import { addDeliveryFilter, deliveryFilter, type OperationFilter } from './delivery-filter.ts'
import { describeNext } from './delivery-view.ts'
import { findMissing } from '../resource/empty-list.ts'
import { asNumber, asText, type Received } from '../view/response.ts'
import { describeCounts, describeEnd, drawProgress } from './operation.ts'
import { commandLine } from '../program/command-line.ts'

const HELP = {
  retry: {
    summary: 'try deliveries again',
    description:
      'Makes deliveries due again: those with the given ids, or all failed ones that the options name, the oldest first, in the background. With options it asks first, and waits until all are due; Ctrl-C ends only the waiting. Ids that cannot be tried again are named, the others go on; then the exit code is 1. With --json each response is one line.',
    examples: {
      'tocsin delivery retry 42': 'one',
      'tocsin delivery retry 42 43 44': 'several',
      'tocsin delivery retry --failed --since 2h --webhook 3': 'what webhook 3 did not take lately',
      'tocsin delivery retry --failed --yes --detach': 'everything that failed, without asking or waiting',
    },
  },
  cancel: {
    summary: 'give deliveries up',
    description:
      'Ends deliveries that have not been sent: those with the given ids, or all that the options name, in the background. With options it asks first, and waits until it is done; Ctrl-C ends only the waiting. What is being sent at that moment is left alone.',
    examples: {
      'tocsin delivery cancel 42': 'one',
      'tocsin delivery cancel --webhook 3': 'everything that webhook 3 still waits for',
      'tocsin delivery cancel --alert 5 --until 1d': 'what is older than a day, of one alert',
    },
  },
} as const

/** Acts on deliveries by id, one after the other, or by the options as one operation. */
export function defineAction(context: CliContext, verb: keyof typeof HELP, states: readonly DeliveryState[]) {
  const command = new TaughtCommand(verb, HELP[verb]).argument('[id...]', 'ids of the deliveries', parseIds)
  const filtered = addOperationOptions(addDeliveryFilter(command, context, states))
  return actOnService(filtered, context, async (session, options, ids) => {
    const filter = deliveryFilter(options)
    const namesMany = Object.keys(filter).length > 0 || options.all === true
    if (namesMany === ids.length > 0) {
      throw usageError('Give either the ids of the deliveries, or options that say which.', [
        `For example: tocsin delivery ${verb} 42, or: tocsin delivery ${verb} --webhook 3 --since 2h`,
      ])
    }
    if (namesMany) await runOperation(session, verb, filter, options)
    for (const id of ids) await actOnOne(session, verb, id)
  })
}

async function actOnOne(session: Session, verb: keyof typeof HELP, id: string): Promise<void> {
  const { client, context } = session
  try {
    const { text, json } = await ask(client, 'POST', `/v1/deliveries/{id}/${verb}`, { id })
    session.print(text, (screen) => {
      const next = describeNext(json, context.clock.now())
      const state = describeDeliveryState(json.state)
      screen.line(`Delivery ${id}: `, state, next === undefined ? '' : `, ${next}`)
    })
  } catch (error) {
    // A delivery that cannot be acted on stops only itself; a service that is down stops all.
    if (!(error instanceof CliError) || error.problemText === undefined) throw error
    context.noteRefusal()
    const lines = session.isJson ? [toProblemText(error)] : toErrorLines(error).map(escapeForTerminal)
    for (const line of lines) context.terminal.err(`${line}\n`)
  }
}

export function defineReroute(context: CliContext) {
  const command = new TaughtCommand('reroute', {
    summary: 'bring what did not arrive to another webhook',
    description:
      'The other webhook gets a delivery of each event of which it was not notified yet; unfinished deliveries are cancelled. Without a state: unfinished and failed ones. In the background; it asks first, and waits until it is done; Ctrl-C ends only the waiting.',
    examples: {
      'tocsin delivery reroute --to 7 --webhook 3': 'webhook 7 takes over what webhook 3 did not take',
      'tocsin delivery reroute --to 7 --webhook 3 --failed --since 1d': 'only what failed since yesterday',
    },
  }).requiredOption('--to <id>', 'webhook that is notified instead', parseId)
  const filtered = addOperationOptions(addDeliveryFilter(command, context, UNDELIVERED_STATES))
  return actOnService(filtered, context, async (session, { to: target, ...options }) => {
    const filter = deliveryFilter(options)
    if (Object.keys(filter).length === 0 && !options.all) {
      throw usageError('Say which deliveries, for example with --webhook 3; for all of them, give --all.')
    }
    await runOperation(session, 'reroute', filter, options, target)
  })
}

function addOperationOptions<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
) {
  return command
    .option('--all', 'all of them, without a filter')
    .option('-y, --yes', 'do not ask')
    .option('--detach', 'do not wait until it is done')
}

/**
 * Asks, starts, waits and shows. Exit code 1 if the operation does not end as done. `target`: the webhook of
 * a reroute.
 */
async function runOperation(
  session: Session,
  kind: keyof typeof QUESTION,
  filter: OperationFilter,
  { all, yes, detach }: OptionsOf<typeof addOperationOptions<[], {}>>,
  target?: string,
): Promise<void> {
  const body = {
    kind,
    filter: Object.keys(filter).length > 0 ? filter : undefined,
    all,
    webhook_id: target === undefined ? undefined : Number(target),
  }
  if (!yes && !(await askFirst(session, body))) return
  const begun = await ask(session.client, 'POST', '/v1/delivery-operations', { body })
  const operation = begun.json as Received<'DeliveryOperation'>
  if (!detach) return follow(session, { ...begun, json: operation })
  const id = asText(operation.id)
  session.print(begun.text, (screen) =>
    screen.line(`Operation ${id} has begun. See: ${commandLine(`operation show ${id}`)}`),
  )
}

const CHECK_MS = 300

/** Shows progress until the operation ends; Ctrl-C ends only the waiting. */
async function follow(session: Session, begun: ApiResult<Received<'DeliveryOperation'>>): Promise<void> {
  const { terminal, clock } = session.context
  const interrupted = session.context.untilInterrupted()
  const id = asText(begun.json.id)
  let { json: operation, text } = begun
  while (operation.state === 'running' && !interrupted.aborted) {
    if (terminal.showsProgress && !session.isJson) terminal.err(`\r${drawProgress(operation)}`)
    await clock.wait(CHECK_MS, interrupted)
    if (interrupted.aborted) break
    ;({ json: operation, text } = await ask(session.client, 'GET', '/v1/delivery-operations/{id}', { id }))
  }
  if (terminal.showsProgress && !session.isJson) terminal.err('\r\u001b[K')
  if (operation.state === 'running') {
    session.note(
      `Operation ${id} goes on in the background. See: ${commandLine(`operation show ${id}`)}`,
      `Stop it with: ${commandLine(`operation stop ${id}`)}`,
    )
  }
  session.print(text, (screen) => {
    if (operation.state !== 'running') screen.line(...describeEnd(operation, clock.now()))
    const skipped = asNumber(operation.skipped) ?? 0
    if (operation.state === 'done' && skipped > 0)
      screen.line('Unchanged: being sent at that moment, notified already, or their webhook is gone.')
  })
  if (operation.state !== 'done') session.context.noteRefusal()
}

type OperationBody = Received<'NewDeliveryOperation'>

/** Returns false if there is nothing to do. Throws if the person says no. */
async function askFirst(
  session: Session,
  body: OperationBody & { readonly kind: keyof typeof QUESTION },
): Promise<boolean> {
  const { terminal } = session.context
  requirePerson(terminal)
  const dryRun = { ...body, dry_run: true }
  const { json } = await ask(session.client, 'POST', '/v1/delivery-operations', { body: dryRun })
  const preview = json as Received<'DryRun'>
  const { matching, more } = preview
  if (matching === 0 && more !== true) {
    const { webhook_id: webhook, alert_id: alert, event_id: event } = body.filter ?? {}
    const missing = await findMissing(session, { webhook, alert, event })
    session.note(missing ?? 'No delivery fits these options.')
    return false
  }
  const count = `${more === true ? 'at least ' : ''}${asText(matching)}`
  const what = `${QUESTION[body.kind]} ${count} ${matching === 1 ? 'delivery' : 'deliveries'}`
  const where = body.webhook_id === undefined ? '' : ` to webhook ${body.webhook_id}`
  // The number alone does not say which webhooks would not be notified, or not yet.
  const { kind } = body
  const isPlain = kind === 'cancel' || (kind === 'retry' && asNumber(preview.webhook_disabled) === 0)
  const details = isPlain ? '' : ` (${describeCounts({ ...preview, kind, changed: matching })})`
  await confirm(terminal, `${what}${where}${details}?`, 'Nothing was done.')
  return true
}

const QUESTION = { retry: 'Try again', cancel: 'Cancel', reroute: 'Reroute' } as const
