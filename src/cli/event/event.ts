import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineEventExplain } from './event-explain.ts'
import { defineEventList } from './event-list.ts'
import { defineEventShow } from './event-show.ts'
import { defineNoun } from '../program/taught-command.ts'

export function defineEvent(context: CliContext): Command {
  return defineNoun(
    'event',
    {
      summary: 'list and show events, and explain who was told',
      description:
        "An event is what happened and is told: an alert's change of state, or a job run. Each webhook that is to be told of it gets a delivery.",
      examples: [
        ['tocsin event list --since 1h', 'what happened in the last hour'],
        ['tocsin event show 17', 'all its details'],
        ['tocsin event explain 17', 'who was told, who was not, and why'],
      ],
    },
    [defineEventList(context), defineEventShow(context), defineEventExplain(context)],
  )
}
