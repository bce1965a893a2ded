import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineSourceList } from './source-list.ts'
import { defineNoun } from '../program/taught-command.ts'

export function defineSource(context: CliContext): Command {
  return defineNoun(
    'source',
    {
      summary: 'see where alerts and job runs come from',
      description:
        'A source is a monitor that reports here, or a database that is asked: a job scheduler, or NOTIFY. They are set up in a file (TOCSIN_SOURCES_FILE).',
      examples: [['tocsin source list', 'all of them, when they were heard of last, and what is wrong']],
    },
    [defineSourceList(context)],
  )
}
