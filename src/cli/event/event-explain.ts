import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { ask } from '../client/ask.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Answer } from '../view/api-types.ts'
import { describeChange, describeDeliveryState } from '../view/state-words.ts'
import { describeTime } from '../view/human-time.ts'
import { asObject, asObjects, asText } from '../view/json-value.ts'
import { parseId } from '../options/option-values.ts'
import type { Screen } from '../view/screen.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineEventExplain(context: CliContext): Command {
  const command = new TaughtCommand('explain', {
    summary: 'explain who was told of an event, who was not, and why',
    description:
      'Says of each webhook in a sentence whether it was told, what it still waits for, or why it is not told. Why a webhook was not told is said by what the webhook is now, and whether it has changed since.',
    examples: [['tocsin event explain 17', 'why was nobody told?']],
  })
  command.argument('<id>', 'id of the event', parseId)
  return actOnService(command, context, async (session, _options, [id]) => {
    const { text, json } = await ask(session.client, 'GET', '/v1/events/{id}/explain', { id })
    session.print(text, (screen) => showExplanation(screen, json, context.clock.now()))
  })
}

type Explanation = Answer<'Explanation'>

function showExplanation(screen: Screen, explanation: Explanation, now: Instant): void {
  const event = explanation.event ?? {}
  screen.line(
    { text: `Event ${asText(event.id)}: `, tone: 'strong' },
    `${asText(event.name)}, ${describeChange(event)}, accepted ${describeTime(event.accepted_at, now)}`,
  )
  const told = asObjects(explanation.told)
  const notTold = asObjects(explanation.not_told)
  if (told.length === 0) screen.line('Nobody is told of it.')
  if (told.length > 0) screen.line({ text: 'Told:', tone: 'dim' })
  for (const delivery of told) {
    screen.line(
      `  ${asText(delivery.id)} `,
      describeDeliveryState(delivery.state),
      `  ${asText(delivery.sentence)}`,
    )
  }
  const toldCount = sumOf(explanation.told_counts)
  if (toldCount > told.length)
    screen.line(
      `  … and ${toldCount - told.length} earlier ones: tocsin delivery list --event ${asText(event.id)}`,
    )
  if (notTold.length > 0) screen.line({ text: 'Not told:', tone: 'dim' })
  for (const webhook of notTold) screen.line(`  ${asText(webhook.sentence)}`)
  const notToldCount = sumOf(explanation.not_told_counts)
  if (notToldCount > notTold.length) screen.line(`  … and ${notToldCount - notTold.length} more webhooks.`)
}

function sumOf(counts: Explanation['told_counts'] | Explanation['not_told_counts']): number {
  return Object.values(asObject(counts)).reduce<number>((sum, count) => sum + Number(count), 0)
}
