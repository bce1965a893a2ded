import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { asObject, asObjects, asText, asTexts, type JsonObject } from '../view/json-value.ts'
import type { Column } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineReceiverList(context: CliContext): Command {
  const command = new TaughtCommand('list', {
    summary: 'list the receivers to start from',
    description: 'Lists the gallery: what each is called, what it can be told about, and what it asks for.',
    examples: [
      ['tocsin receiver list', 'all of them'],
      ['tocsin receiver list --json', 'the same as JSON, with where to find what each asks for'],
    ],
  })
  return actOnService(command, context, async (session) => {
    const { text, json } = await session.client.send({ method: 'GET', path: '/v1/receivers' })
    session.print(text, (screen) => {
      screen.table(COLUMNS, asObjects(asObject(json)['items']))
      screen.line('What one asks for, and the command to paste: tocsin receiver show NAME')
    })
  })
}

const COLUMNS: readonly Column<JsonObject>[] = [
  { title: 'NAME', cell: (receiver) => asText(receiver['id']) },
  { title: 'KIND', cell: (receiver) => asText(receiver['kind']) },
  { title: 'TOLD ABOUT', cell: (receiver) => asTexts(receiver['payload_types']).join(', ') },
  { title: 'ASKS FOR', cell: (receiver) => requiredFields(receiver).join(', '), shrinks: true },
  { title: 'WHAT IT IS', cell: (receiver) => asText(receiver['name']), shrinks: true },
]

function requiredFields({ fields }: JsonObject): readonly string[] {
  return asObjects(fields)
    .filter(({ required }) => required === true)
    .map(({ name }) => asText(name))
}
