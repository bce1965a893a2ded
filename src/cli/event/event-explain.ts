import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { ask } from '../client/ask.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Received } from '../view/api-types.ts'
import { describeChange, describeDeliveryState } from '../view/state-words.ts'
import { describeTime, withRelativeTimes } from '../view/human-time.ts'
import { asObject, asObjects, asText, asTexts } from '../view/json-value.ts'
import { parseId } from '../options/option-values.ts'
import type { Screen } from '../view/screen.ts'
import { mapText } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { commandLine } from '../program/command-line.ts'

export function defineEventExplain(context: CliContext): Command {
  const command = new TaughtCommand('explain', {
    summary: 'explain which webhooks an event notified, which not, and why',
    description:
      'Says for each webhook in a sentence whether it was notified, what it still waits for, or why it is not notified. The reason is that of the moment at which the event was accepted, also if the webhook was changed or deleted since.',
    examples: [['tocsin event explain 17', 'why was nobody notified?']],
  })
  command.argument('<id>', 'id of the event', parseId)
  return actOnService(command, context, async (session, _options, [id]) => {
    const { text, json } = await ask(session.client, 'GET', '/v1/events/{id}/explain', { id })
    session.print(text, (screen) => showExplanation(screen, json, context.clock.now()))
  })
}

type Explanation = Received<'Explanation'>

function showExplanation(screen: Screen, explanation: Explanation, now: Instant): void {
  const event = explanation.event ?? {}
  screen.line(
    { text: `Event ${asText(event.id)}: `, tone: 'strong' },
    `${asText(event.name)}, ${describeChange(event)}, accepted ${describeTime(event.accepted_at, now)}`,
  )
  const ending = 'ending' in event ? asText(event.ending) : ''
  if (ending !== '') screen.line({ text: 'Cleared because: ', tone: 'dim' }, ending)
  const notified = asObjects(explanation.notified)
  const notNotified = asObjects(explanation.not_notified)
  if (notified.length === 0) screen.line('Nobody is notified of it.')
  else screen.line({ text: 'Notified:', tone: 'dim' })
  const idWidth = Math.max(...notified.map(({ id }) => asText(id).length))
  const stateWidth = Math.max(...notified.map(({ state }) => asText(state).length))
  for (const { id, state, sentence } of notified) {
    // Whole, whatever the width of the terminal: the sentence is what was asked for.
    screen.line(
      `  ${asText(id).padStart(idWidth)}  `,
      mapText(describeDeliveryState(state), (text) => text.padEnd(stateWidth)),
      `  ${withRelativeTimes(asText(sentence), now)}`,
    )
  }
  const notifiedCount = sumOf(explanation.notified_counts)
  if (notifiedCount > notified.length)
    screen.line(
      `  … and ${notifiedCount - notified.length} earlier ones: ${commandLine(`delivery list --event ${asText(event.id)}`)}`,
    )
  if (notNotified.length > 0) screen.line({ text: 'Not notified:', tone: 'dim' })
  for (const webhook of notNotified) screen.line(`  ${asText(webhook.sentence)}`)
  for (const undecided of asTexts(explanation.undecided)) screen.line({ text: undecided, tone: 'warn' })
  const notNotifiedCount = sumOf(explanation.not_notified_counts)
  if (notNotifiedCount > notNotified.length)
    screen.line(`  … and ${notNotifiedCount - notNotified.length} more webhooks.`)
}

function sumOf(counts: Explanation['notified_counts'] | Explanation['not_notified_counts']): number {
  return Object.values(asObject(counts)).reduce<number>((sum, count) => sum + Number(count), 0)
}
