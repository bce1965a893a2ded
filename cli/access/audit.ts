import { AUDIT } from '../../src/domain/lists/indexed-lists.ts'
import { parseId } from '../options/option-values.ts'
import { usageError } from '../program/cli-error.ts'
import { defineNoun } from '../program/command.ts'
import { defineList } from '../resource/list.ts'
import { defineShow } from '../resource/by-id.ts'
import { asObjects, asText, type QueryOf, type Received } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'
import type { Screen } from '../view/screen.ts'

export const defineAudit = defineNoun('audit', {
  summary: 'see who changed what and when',
  description:
    'The service writes down who created, changed and deleted webhooks and tokens, and what was done by hand: retries, tests, backups. Secrets are not in it. Reading it needs the scope audit:read.',
  examples: {
    'tocsin audit list --since 2d': 'what was done in the last two days',
    'tocsin audit list --webhook 3': 'the story of one webhook',
    'tocsin audit show 17': 'what exactly one change changed',
  },
  verbs: (context) => [defineAuditList(context), defineAuditShow(context)],
})

const defineAuditList = defineList({
  path: '/v1/audit',
  help: {
    summary: 'list who changed what',
    description: 'Lists what was done, newest first, with the members that it changed.',
    examples: {
      'tocsin audit list': 'the newest 50',
      'tocsin audit list --webhook 3 --since 2d': 'who touched webhook 3 in the last two days',
      'tocsin audit list --action token.created,token.revoked --all': 'every token made and revoked',
      'tocsin audit list --actor tocsin': 'what the service did by itself',
    },
  },
  filters: AUDIT.filters,
  addFilter: (command) =>
    command
      .option('--webhook <id>', 'to this webhook', parseId)
      .option('--delivery <id>', 'to this delivery', parseId),
  query: ({ webhook, delivery }) => objectQuery(webhook, delivery),
  columns: (now) => [
    { title: 'ID', cell: (entry) => asText(entry.id), align: 'right' },
    { title: 'WHEN', cell: (entry) => describeTime(entry.at, now) },
    { title: 'WHO', cell: describeActor, shrinks: true },
    { title: 'WHAT', cell: (entry) => asText(entry.action) },
    { title: 'ON WHAT', cell: describeObject, shrinks: true },
    { title: 'CHANGED', cell: describeChanged, shrinks: true },
  ],
  whenEmpty: { noun: ['audit entry', 'audit entries'] },
})

function objectQuery(webhook?: string, delivery?: string): QueryOf<'GET', '/v1/audit'> {
  if (webhook !== undefined && delivery !== undefined) {
    throw usageError('--webhook and --delivery exclude each other; an entry is about one thing.')
  }
  if (webhook !== undefined) return { object_type: 'webhook', object_id: webhook }
  return delivery === undefined ? {} : { object_type: 'delivery', object_id: delivery }
}

function describeChanged(entry: Received<'AuditEntry'>): string {
  const action = asText(entry.action)
  const note = asText(entry.note)
  const fields = asObjects(entry.changes).map((change) => asText(change.field))
  if (fields.length === 0 || /\.(created|deleted)$/.test(action)) return note || '-'
  return `${fields.join(', ')}${note === '' ? '' : ` (${note})`}`
}

const defineAuditShow = defineShow({
  path: '/v1/audit/{id}',
  help: {
    summary: 'show one entry with every change',
    description: 'Shows who did it, from where, and each member as it was and as it became.',
    examples: { 'tocsin audit show 17': 'what exactly was changed' },
  },
  argument: 'id of the entry',
  draw: showEntry,
})

function showEntry(screen: Screen, entry: Received<'AuditEntry'>): void {
  screen.line({ text: `Entry ${asText(entry.id)}: `, tone: 'strong' }, asText(entry.action))
  screen.fields([
    ['when', asText(entry.at)],
    ['who', describeActor(entry)],
    ['from', asText(entry.actor?.address)],
    ['on what', describeObject(entry)],
    ['note', asText(entry.note)],
  ])
  const changes = asObjects(entry.changes)
  if (changes.length > 0) screen.line('')
  for (const { field, from, to } of changes) {
    screen.line(`${asText(field)}: `, describeValue(from), { text: ' → ', tone: 'dim' }, describeValue(to))
  }
}

function describeValue(value: unknown): string {
  return value === null ? '-' : asText(value)
}

/** `dba on duty (token 2)`, `Ada (user 3)` */
function describeActor(entry: Received<'AuditEntry'>): string {
  const { actor } = entry
  const [tokenId, userId] = [asText(actor?.token_id), asText(actor?.user_id)]
  const name = asText(actor?.name)
  if (userId !== '') return `${name} (user ${userId})`
  return tokenId === '' ? name : `${name} (token ${tokenId})`
}

function describeObject(entry: Received<'AuditEntry'>): string {
  const [type, id, name] = [entry.object_type, entry.object_id, entry.object_name].map(asText)
  return `${type}${id === '' ? '' : ` ${id}`}${name === '' ? '' : `, ${name}`}`
}
