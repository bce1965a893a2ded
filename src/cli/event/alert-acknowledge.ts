import type { Command } from 'commander'
import { withoutUndefined } from '../../domain/without-undefined.ts'
import { ask } from '../client/ask.ts'
import { actOnService } from '../client/client-command.ts'
import { AS_OPTION, inTheNameOf } from '../client/in-the-name-of.ts'
import { durationText, parseId } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { asText } from '../view/json-value.ts'
import { describeAcknowledgementEnd } from '../view/state-words.ts'

interface AcknowledgeOptions {
  readonly note?: string
  readonly for?: string
  readonly withdraw?: boolean
  readonly as?: string
}

export function defineAlertAcknowledge(context: CliContext): Command {
  const command = new TaughtCommand('acknowledge', {
    summary: 'say that you take care of an alert',
    description:
      'Acknowledges an active alert until it gets worse than it is now or clears, or for a term. Everybody who looks at the alert reads who takes care of it; webhooks with the setting acknowledgements are notified. It holds nothing back: for that there are silences.',
    examples: [
      ['tocsin alert acknowledge 42 --note "replacing the disk"', 'for a day'],
      ['tocsin alert acknowledge 42 --for 8h --as ada', 'for the shift of somebody'],
      ['tocsin alert acknowledge 42 --withdraw', 'not any more; nobody is notified'],
    ],
  })
  command
    .argument('<id>', 'id of the alert', parseId)
    .option('--note <text>', 'what you do about it')
    .option('--for <duration>', 'how long it counts, from 1m to 30d (default: 1d)', durationText)
    .option('--withdraw', 'take the acknowledgement back')
    .option(...AS_OPTION)
  return actOnService<AcknowledgeOptions>(command, context, async (session, options, [id = '']) => {
    const path = '/v1/alerts/{id}/acknowledgement' as const
    if (options.withdraw === true) {
      const { text } = await ask(session.client, 'DELETE', path, { id })
      session.print(text, (screen) => screen.line(`Nobody takes care of alert ${id} any more.`))
      return
    }
    const { text, json } = await inTheNameOf(options.as, context.environment, (as) => {
      const body = withoutUndefined({ note: options.note, for: options.for, as })
      return ask(session.client, 'POST', path, { id, body })
    })
    session.print(text, (screen) => {
      const term = describeAcknowledgementEnd(json.alert?.acknowledgement, context.clock.now())
      const count = json.deliveries
      const notified =
        count === 0 ? '' : ` ${asText(count)} ${count === 1 ? 'webhook' : 'webhooks'} will be notified.`
      screen.line(`Alert ${id} is acknowledged ${term}.${notified}`)
    })
  })
}
