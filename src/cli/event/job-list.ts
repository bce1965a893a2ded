import type { Command } from 'commander'
import { JOB_STATUSES, type JobStatus } from '../../domain/alert/job-run.ts'
import type { Instant } from '../../domain/instant.ts'
import { oneOf } from '../options/option-values.ts'
import { addTextFilter, textQuery, type TextFilterOptions } from '../options/text-filter-options.ts'
import type { CliContext } from '../program/context.ts'
import { defineList } from '../resource/list.ts'
import type { Received } from '../view/api-types.ts'
import { describeTime } from '../view/human-time.ts'
import { asText } from '../view/json-value.ts'
import type { Column, Part, Tone } from '../view/table.ts'

interface JobFilter extends TextFilterOptions {
  readonly status?: JobStatus
  readonly jobId?: string
  readonly source?: string
}

export function defineJobList(context: CliContext): Command {
  return defineList(context, {
    path: '/v1/job-runs',
    help: {
      summary: 'list runs of jobs',
      description: 'Lists finished runs of scheduled jobs, newest first.',
      examples: [
        ['tocsin job list', 'the newest 50'],
        ['tocsin job list --status failure --server pg-billing', 'what failed, on some servers'],
      ],
    },
    addFilter: (command) =>
      addTextFilter(
        command
          .option('--status <status>', JOB_STATUSES.join(', '), oneOf(JOB_STATUSES))
          .option('--job-id <id>', 'of this job')
          .option('--source <name>', 'reported by this source'),
      ),
    query: ({ status, jobId, source, ...texts }: JobFilter) => ({
      status,
      job_id: jobId,
      source,
      ...textQuery(texts),
    }),
    columns: columnsAt,
    whenEmpty: { noun: ['job run', 'job runs'], remedy: 'Report one with: tocsin job send' },
  })
}

function columnsAt(now: Instant): readonly Column<Received<'JobRun'>>[] {
  return [
    { title: 'ID', cell: (run) => asText(run.id), align: 'right' },
    { title: 'STATUS', cell: describeStatus },
    { title: 'FINISHED', cell: (run) => describeTime(run.finished_at, now) },
    { title: 'EXIT', cell: (run) => asText(run.exit_code) || '-', align: 'right' },
    { title: 'JOB', cell: (run) => asText(run.name), shrinks: true },
    { title: 'SERVER', cell: (run) => asText(run.server?.name) || '-', shrinks: true },
    { title: 'SOURCE', cell: (run) => asText(run.source), shrinks: true },
  ]
}

const TONES: Readonly<Record<string, Tone>> = { failure: 'bad', cancelled: 'warn' }

function describeStatus({ status }: Received<'JobRun'>): Part {
  const text = asText(status)
  const tone = TONES[text]
  return tone === undefined ? text : { text, tone }
}
