import type { Command } from 'commander'
import { CliError, toErrorLines, toProblemText } from './cli-error.ts'
import { actOnService } from './client-command.ts'
import type { CliContext } from './context.ts'
import { describeState } from './delivery-words.ts'
import { describeTime } from './human-time.ts'
import { asObject, asText } from './json-value.ts'
import { parseIds } from './option-values.ts'
import type { Session } from './session.ts'
import { TaughtCommand } from './taught-command.ts'
import { escapeForTerminal } from './terminal-text.ts'

export function defineDeliveryRetry(context: CliContext): Command {
  const command = new TaughtCommand('retry', {
    summary: 'try deliveries again',
    description:
      'Makes deliveries due again, one after the other. Those that cannot be are named, the others go on; then the exit code is 1. With --json each answer is one line.',
    examples: [
      ['tocsin delivery retry 42', 'one'],
      ['tocsin delivery retry 42 43 44', 'several'],
    ],
  })
  command.argument('<id...>', 'ids of the deliveries', parseIds)
  return actOnService(command, context, async (session, _options, ids) => {
    for (const id of ids) await retryOne(session, id)
  })
}

async function retryOne(session: Session, id: string): Promise<void> {
  const { client, context } = session
  try {
    const { text, json } = await client.send({ method: 'POST', path: `/v1/deliveries/${id}/retry` })
    session.print(text, (screen) => {
      const delivery = asObject(json)
      const due = describeTime(delivery['due_at'], context.clock.now())
      screen.line(
        `Delivery ${id}: `,
        describeState(asText(delivery['state'])),
        due === '-' ? '' : `, due ${due}`,
      )
    })
  } catch (error) {
    // A delivery that cannot be retried stops only itself; a service that is away stops them all.
    if (!(error instanceof CliError) || error.problemText === undefined) throw error
    context.noteRefusal()
    const lines = session.isJson ? [toProblemText(error)] : toErrorLines(error).map(escapeForTerminal)
    for (const line of lines) context.terminal.err(`${line}\n`)
  }
}
