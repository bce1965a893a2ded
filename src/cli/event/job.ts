import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineJobSend } from './job-send.ts'
import { defineNoun } from '../program/taught-command.ts'

export function defineJob(context: CliContext): Command {
  return defineNoun(
    'job',
    {
      summary: 'report runs of scheduled jobs',
      description:
        'A job run is one finished run of a scheduled job. Webhooks with the payload type JOB are told.',
      examples: [
        [
          'tocsin job send --job-id backup --run-id 2026-09-14 --name "Nightly backup" --status failure --exit-code 1',
          'report a run that failed',
        ],
      ],
    },
    [defineJobSend(context)],
  )
}
