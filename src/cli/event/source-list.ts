import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeTime } from '../view/human-time.ts'
import { asObject, asObjects, asText, type JsonObject } from '../view/json-value.ts'
import type { Column } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineSourceList(context: CliContext): Command {
  const command = new TaughtCommand('list', {
    summary: 'list sources',
    description:
      'Lists every source with its address, when something new of it came last, and what is wrong with it. Those that report here are there without being set up.',
    examples: [
      ['tocsin source list', 'all of them'],
      ['tocsin source list --json', 'the same for programs, with how far each has been read'],
    ],
  })
  return actOnService(command, context, async (session) => {
    const { text, json } = await session.client.send({ method: 'GET', path: '/v1/sources' })
    const items = asObjects(asObject(json)['items'])
    session.print(text, (screen) => {
      screen.table(columnsAt(context.clock.now()), items)
      for (const source of items.filter(({ failure }) => typeof failure === 'string')) {
        screen.line('')
        screen.line(
          `${asText(source['name'])} fails since ${describeTime(source['failing_since'], context.clock.now())}: ${asText(source['failure'])}`,
        )
      }
    })
  })
}

function columnsAt(now: Instant): readonly Column<JsonObject>[] {
  const time = (value: unknown) => (value === null ? '-' : describeTime(value, now))
  return [
    { title: 'NAME', cell: (source) => asText(source['name']) },
    { title: 'DIALECT', cell: (source) => asText(source['dialect']) },
    { title: 'STATE', cell: stateOf },
    { title: 'LAST HEARD', cell: (source) => time(source['last_heard_at']) },
    { title: 'LOOKED AT', cell: (source) => time(source['checked_at']) },
    { title: 'ADDRESS', cell: (source) => asText(source['address']), shrinks: true },
  ]
}

function stateOf(source: JsonObject): string {
  if (typeof source['failure'] === 'string') return 'fails'
  return source['last_heard_at'] === null && source['checked_at'] === null ? 'not heard yet' : 'fine'
}
