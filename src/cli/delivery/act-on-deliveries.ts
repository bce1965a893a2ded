import { CliError, toErrorLines, toProblemText, usageError } from '../program/cli-error.ts'
import { deliveryFilter, type DeliveryFilterOptions } from './delivery-filter.ts'
import { describeNext, describeState } from './delivery-words.ts'
import { asObject, asText } from '../view/json-value.ts'
import { runOperation, type OperationOptions } from './run-operation.ts'
import type { Session } from '../client/session.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'

/** Those with the given ids, one after the other; or all that the options name, as an operation. */
export async function actOnDeliveries(
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
    const { text, json } = await client.send({ method: 'POST', path: `/v1/deliveries/${id}/${verb}` })
    session.print(text, (screen) => {
      const delivery = asObject(json)
      const next = describeNext(delivery, context.clock.now())
      screen.line(
        `Delivery ${id}: `,
        describeState(asText(delivery['state'])),
        next === undefined ? '' : `, ${next}`,
      )
    })
  } catch (error) {
    // A delivery that cannot be acted on stops only itself; a service that is away stops them all.
    if (!(error instanceof CliError) || error.problemText === undefined) throw error
    context.noteRefusal()
    const lines = session.isJson ? [toProblemText(error)] : toErrorLines(error).map(escapeForTerminal)
    for (const line of lines) context.terminal.err(`${line}\n`)
  }
}
