import type { Command } from 'commander'
import { ask } from '../client/ask.ts'
import { actOnService } from '../client/client-command.ts'
import { parseId } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { asText } from '../view/json-value.ts'
import { commandLine } from '../program/command-line.ts'

export function defineWebhookResume(context: CliContext): Command {
  const command = new TaughtCommand('resume', {
    summary: 'try a paused webhook again now',
    description:
      'Ends the pause of its receiver, also one that the receiver asked for, and sends retries that wait for their time. If the receiver still fails, it is paused again.',
    examples: [['tocsin webhook resume 4', 'the receiver was repaired: do not wait for the next probe']],
  })
  command.argument('<id>', 'id of the webhook', parseId)
  return actOnService(command, context, async ({ client, print }, _options, [id = '']) => {
    const { text, json } = await ask(client, 'POST', '/v1/webhooks/{id}/resume', { id })
    print(text, (screen) => {
      const waiting = Number(json.sending) + Number(json.pending) + Number(json.waiting)
      const deliveries = waiting === 1 ? '1 delivery is' : `${waiting} deliveries are`
      screen.line(`Webhook ${id} is tried again now: ${deliveries} on the way.`)
      screen.line(`See how it goes with: ${commandLine(`webhook show ${asText(json.webhook_id)}`)}`)
    })
  })
}
