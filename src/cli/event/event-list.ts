import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeChange } from '../view/event-words.ts'
import { describeTime } from '../view/human-time.ts'
import { asText, type JsonObject } from '../view/json-value.ts'
import {
  addPageOptions,
  itemLimit,
  oneOf,
  parseId,
  pastInstant,
  type PageOptions,
} from '../options/option-values.ts'
import { printList } from '../client/session.ts'
import type { Column } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'

const KINDS = ['alert', 'job_run'] as const

interface EventListOptions extends PageOptions {
  readonly kind?: (typeof KINDS)[number]
  readonly source?: string
  readonly alert?: string
  readonly since?: string
  readonly until?: string
}

export function defineEventList(context: CliContext): Command {
  const command = new TaughtCommand('list', {
    summary: 'list events',
    description: 'Lists events, newest first: changes of state of alerts, and job runs.',
    examples: [
      ['tocsin event list', 'the newest 50'],
      ['tocsin event list --kind job_run --since 1d', 'the job runs since yesterday'],
      ['tocsin event list --alert 5 --all', 'the story of one alert'],
    ],
  })
  const past = pastInstant(() => context.clock.now())
  command
    .option('--kind <kind>', `${KINDS.join(' or ')}`, oneOf(KINDS))
    .option('--source <name>', 'reported by this source')
    .option('--alert <id>', 'of this alert', parseId)
    .option('--since <time>', 'since then: 30m, 1h, 7d, or a time such as 2026-09-14T03:00:00Z', past)
    .option('--until <time>', 'before then, written the same way', past)
  addPageOptions(command)
  return actOnService<EventListOptions>(command, context, (session, options) =>
    printList(session, {
      path: '/v1/events',
      query: {
        kind: options.kind,
        source: options.source,
        alert_id: options.alert,
        from: options.since,
        until: options.until,
        cursor: options.cursor,
      },
      limit: itemLimit(options),
      columns: columnsAt(context.clock.now()),
      whenEmpty: 'There are no such events.',
    }),
  )
}

function columnsAt(now: Instant): readonly Column<JsonObject>[] {
  return [
    { title: 'ID', cell: (event) => asText(event['id']), align: 'right' },
    { title: 'ACCEPTED', cell: (event) => describeTime(event['accepted_at'], now) },
    { title: 'SOURCE', cell: (event) => asText(event['source']), shrinks: true },
    { title: 'CHANGE', cell: describeChange },
    { title: 'NAME', cell: (event) => asText(event['name']), shrinks: true },
  ]
}
