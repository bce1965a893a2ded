import type { Command } from 'commander'
import { defineAuditList } from './audit-list.ts'
import { defineAuditShow } from './audit-show.ts'
import type { CliContext } from '../program/context.ts'
import { defineNoun } from '../program/taught-command.ts'

export function defineAudit(context: CliContext): Command {
  return defineNoun(
    'audit',
    {
      summary: 'see who changed what and when',
      description:
        'The service writes down who created, changed and deleted webhooks and tokens, and what was done by hand: retries, tests, backups. Secrets are not in it. Reading it needs the scope audit:read.',
      examples: [
        ['tocsin audit list --since 2d', 'what was done in the last two days'],
        ['tocsin audit list --webhook 3', 'the story of one webhook'],
        ['tocsin audit show 17', 'what exactly one change changed'],
      ],
    },
    [defineAuditList(context), defineAuditShow(context)],
  )
}
