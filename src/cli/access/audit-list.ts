import type { Command } from 'commander'
import { AUDIT_ACTIONS, type AuditAction } from '../../domain/audit/audit.ts'
import type { Instant } from '../../domain/instant.ts'
import { describeActor, describeObject } from './audit-words.ts'
import { actOnService } from '../client/client-command.ts'
import { usageError } from '../program/cli-error.ts'
import type { CliContext } from '../program/context.ts'
import { describeTime } from '../view/human-time.ts'
import { asObjects, asText, type JsonObject } from '../view/json-value.ts'
import {
  addPageOptions,
  itemLimit,
  parseId,
  pastInstant,
  severalOf,
  type PageOptions,
} from '../options/option-values.ts'
import { printList } from '../client/session.ts'
import type { Column } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'

interface AuditListOptions extends PageOptions {
  readonly action?: readonly AuditAction[]
  readonly webhook?: string
  readonly delivery?: string
  readonly actor?: string
  readonly since?: string
  readonly until?: string
}

export function defineAuditList(context: CliContext): Command {
  const command = new TaughtCommand('list', {
    summary: 'list who changed what',
    description: 'Lists what was done, newest first, with the members that it changed.',
    examples: [
      ['tocsin audit list', 'the newest 50'],
      ['tocsin audit list --webhook 3 --since 2d', 'who touched webhook 3 in the last two days'],
      ['tocsin audit list --action token.created,token.revoked --all', 'every token made and revoked'],
      ['tocsin audit list --actor tocsin', 'what the service did by itself'],
    ],
  })
  const past = pastInstant(() => context.clock.now())
  command
    .option(
      '--action <actions>',
      `${AUDIT_ACTIONS.join(', ')}; several with commas`,
      severalOf(AUDIT_ACTIONS),
    )
    .option('--webhook <id>', 'to this webhook', parseId)
    .option('--delivery <id>', 'to this delivery', parseId)
    .option('--actor <name>', 'by the user or token of this name; `tocsin`: by the service itself')
    .option('--since <time>', 'done since then: 30m, 1h, 7d, or a time such as 2026-09-14T03:00:00Z', past)
    .option('--until <time>', 'done before then, written the same way', past)
  addPageOptions(command)
  return actOnService<AuditListOptions>(command, context, (session, options) =>
    printList(session, {
      path: '/v1/audit',
      query: {
        action: options.action?.join(','),
        ...objectQuery(options),
        actor: options.actor,
        from: options.since,
        until: options.until,
        cursor: options.cursor,
      },
      limit: itemLimit(options),
      columns: columnsAt(context.clock.now()),
      whenEmpty: 'Nothing of the kind was done.',
    }),
  )
}

function objectQuery({ webhook, delivery }: AuditListOptions): Readonly<Record<string, string>> {
  if (webhook !== undefined && delivery !== undefined) {
    throw usageError('--webhook and --delivery exclude each other; an entry is about one thing.')
  }
  if (webhook !== undefined) return { object_type: 'webhook', object_id: webhook }
  return delivery === undefined ? {} : { object_type: 'delivery', object_id: delivery }
}

function columnsAt(now: Instant): readonly Column<JsonObject>[] {
  return [
    { title: 'ID', cell: (entry) => asText(entry['id']), align: 'right' },
    { title: 'WHEN', cell: (entry) => describeTime(entry['at'], now) },
    { title: 'WHO', cell: describeActor, shrinks: true },
    { title: 'WHAT', cell: (entry) => asText(entry['action']) },
    { title: 'ON WHAT', cell: describeObject, shrinks: true },
    { title: 'CHANGED', cell: describeChanged, shrinks: true },
  ]
}

/** Of what came or went as a whole, the members tell nothing. */
function describeChanged(entry: JsonObject): string {
  const action = asText(entry['action'])
  const note = asText(entry['note'])
  const fields = asObjects(entry['changes']).map((change) => asText(change['field']))
  if (fields.length === 0 || /\.(created|deleted)$/.test(action)) return note || '-'
  return `${fields.join(', ')}${note === '' ? '' : ` (${note})`}`
}
