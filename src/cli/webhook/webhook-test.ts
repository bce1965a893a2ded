import type { Command } from 'commander'
import { usageError } from '../program/cli-error.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeOutcome, showExchange } from '../view/exchange-view.ts'
import { ask } from '../client/ask.ts'
import { asText } from '../view/json-value.ts'
import { oneOf, parseId } from '../options/option-values.ts'
import { TaughtCommand } from '../program/taught-command.ts'

const SAMPLES = ['raised', 'acknowledged', 'cleared', 'job_success', 'job_failure'] as const
/** Longer than the longest time limit that a webhook can have. */
const TIME_LIMIT_MS = 330_000

interface TestOptions {
  readonly event?: string
  readonly sample?: (typeof SAMPLES)[number]
}

export function defineWebhookTest(context: CliContext): Command {
  const command = new TaughtCommand('test', {
    summary: 'call a webhook once, and show request and response',
    description:
      'Calls the webhook now, the way a delivery would, and shows what was sent, what came back and how long each part took. Nothing is stored or tried again. Exit code 1 unless the receiver accepted it.',
    examples: [
      ['tocsin webhook test 1', 'with sample values that fit its payload type'],
      ['tocsin webhook test 1 --sample cleared', 'as if an alert had been cleared'],
      ['tocsin webhook test 1 --event 42', 'with the values of an event that happened'],
    ],
  })
  command
    .argument('<id>', 'id of the webhook', parseId)
    .option('--event <id>', 'with the values of this event; needs deliveries:read besides', parseId)
    .option('--sample <kind>', `with sample values: ${SAMPLES.join(', ')}`, oneOf(SAMPLES))
  return actOnService<TestOptions>(command, context, async (session, { event, sample }, [id]) => {
    if (event !== undefined && sample !== undefined) {
      throw usageError('--event and --sample cannot both be given.')
    }
    const { text, json } = await ask(session.client, 'POST', '/v1/webhooks/{id}/test', {
      id,
      body: { event_id: event === undefined ? undefined : Number(event), sample },
      timeLimitMs: TIME_LIMIT_MS,
    })
    session.print(text, (screen) => {
      showExchange(screen, json)
      screen.line(describeOutcome(json.outcome), `: ${asText(json.reason)}`)
    })
    if (json.outcome !== 'accept') context.noteRefusal()
  })
}
