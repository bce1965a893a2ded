import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeState } from '../delivery/delivery-words.ts'
import { describeChange } from '../view/event-words.ts'
import { describeTime } from '../view/human-time.ts'
import { asObject, asObjects, asText, type JsonObject } from '../view/json-value.ts'
import { parseId } from '../options/option-values.ts'
import type { Screen } from '../view/screen.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineEventShow(context: CliContext): Command {
  const command = new TaughtCommand('show', {
    summary: 'show one event with its deliveries',
    description: 'Shows what happened, where, and the deliveries that bring it to webhooks.',
    examples: [['tocsin event show 17', 'what happened, and who is told']],
  })
  command.argument('<id>', 'id of the event', parseId)
  return actOnService(command, context, async (session, _options, [id]) => {
    const { text, json } = await session.client.send({ method: 'GET', path: `/v1/events/${id}` })
    session.print(text, (screen) => showEvent(screen, asObject(json), context.clock.now()))
  })
}

/** Members that are said in the first lines, or in the list of deliveries. */
const SAID_BEFORE: ReadonlySet<string> = new Set([
  'id',
  'kind',
  'name',
  'old_state',
  'new_state',
  'status',
  'deliveries',
  'not_told',
])

function showEvent(screen: Screen, event: JsonObject, now: number): void {
  const id = asText(event['id'])
  screen.line({ text: `Event ${id}: `, tone: 'strong' }, `${asText(event['name'])}, ${describeChange(event)}`)
  const others = Object.entries(event).filter(([member]) => !SAID_BEFORE.has(member))
  screen.fields(
    others.map(([member, value]) => [member.replaceAll('_', ' '), describeValue(member, value, now)]),
  )
  for (const delivery of asObjects(event['deliveries'])) {
    screen.line(
      `Delivery ${asText(delivery['id'])} to webhook ${asText(delivery['webhook_id'])}: `,
      describeState(asText(delivery['state'])),
    )
  }
  screen.line(`Who was told, who was not, and why: tocsin event explain ${id}`)
}

function describeValue(member: string, value: unknown, now: number): string | undefined {
  if (value === null || value === undefined) return undefined
  if (member === 'at' || member.endsWith('_at')) return describeTime(value, now)
  if (typeof value !== 'object') return asText(value)
  return Object.keys(value).length === 0 ? undefined : JSON.stringify(value)
}
