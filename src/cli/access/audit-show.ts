import type { Command } from 'commander'
import { describeActor, describeObject } from './audit-words.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { asObject, asObjects, asText, type JsonObject } from '../view/json-value.ts'
import { parseId } from '../options/option-values.ts'
import type { Screen } from '../view/screen.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineAuditShow(context: CliContext): Command {
  const command = new TaughtCommand('show', {
    summary: 'show one entry with every change',
    description: 'Shows who did it, from where, and each member as it was and as it became.',
    examples: [['tocsin audit show 17', 'what exactly was changed']],
  }).argument('<id>', 'id of the entry', parseId)
  return actOnService<object>(command, context, async (session, _options, [id]) => {
    const { text, json } = await session.client.send({ method: 'GET', path: `/v1/audit/${id}` })
    session.print(text, (screen) => showEntry(screen, asObject(json)))
  })
}

function showEntry(screen: Screen, entry: JsonObject): void {
  screen.line({ text: `Entry ${asText(entry['id'])}: `, tone: 'strong' }, asText(entry['action']))
  screen.fields([
    ['when', asText(entry['at'])],
    ['who', describeActor(entry)],
    ['from', asText(asObject(entry['actor'])['address'])],
    ['on what', describeObject(entry)],
    ['note', asText(entry['note'])],
  ])
  const changes = asObjects(entry['changes'])
  if (changes.length > 0) screen.line('')
  for (const { field, from, to } of changes) {
    screen.line(`${asText(field)}: `, describeValue(from), { text: ' → ', tone: 'dim' }, describeValue(to))
  }
}

function describeValue(value: unknown): string {
  return value === null ? '-' : asText(value)
}
