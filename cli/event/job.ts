import { JOB_STATUSES } from '../../src/domain/alert/job-run.ts'
import { withoutUndefined } from '../../src/domain/without-undefined.ts'
import { describeEffect } from './alert.ts'
import { usageError } from '../program/cli-error.ts'
import { actOnService, ask } from '../client/session.ts'
import type { CliContext, CommandHelp, OptionsOf } from '../program/command.ts'
import { defineNoun, TaughtCommand } from '../program/command.ts'
import { asObjects, asText, type Received } from '../view/response.ts'
import { instantText, oneOf } from '../options/option-values.ts'
import {
  addLocationOptions,
  checkReportOptions,
  readReports,
  toLocationMembers,
} from '../options/report-options.ts'
import { readTextFile } from '../options/files.ts'
import { JOB_RUNS } from '../../src/domain/lists/indexed-lists.ts'
import { defineList } from '../resource/list.ts'
import { describeTime } from '../view/human-units.ts'
import { type Tone, toned } from '../view/screen.ts'

const TONES: Readonly<Record<string, Tone>> = { failure: 'bad', cancelled: 'warn' }

/** Limits what is read; the service keeps the last 64 KiB. */
const OUTPUT_BYTES_MAX = 16 * 1024 ** 2
const OUTPUT_CHARACTERS_MAX = 65_536

export const defineJob = defineNoun('job', {
  summary: 'report and list runs of scheduled jobs',
  description:
    'A job run is one finished run of a scheduled job. Webhooks with the payload type JOB are notified.',
  examples: {
    'tocsin job send --job-id backup --run-id 2026-09-14 --name "Nightly backup" --status failure --exit-code 1':
      'report a run that failed',
  },
  verbs: (context) => [defineJobSend(context), defineJobList(context)],
})

function addSendOptions(command: TaughtCommand) {
  const named = command
    .option('--job-id <id>', 'identity of the job')
    .option('--run-id <id>', 'identity of the run within the job')
    .option('--name <name>', 'what the job is called')
    .option('--status <status>', JOB_STATUSES.join(', '), oneOf(JOB_STATUSES))
    .option('--started-at <time>', 'when it began, e.g. 2026-09-14T03:00:00Z', instantText)
    .option('--ended-at <time>', 'when it ended (default: now)', instantText)
  return addLocationOptions(named)
    .option('--exit-code <code>', 'its exit code')
    .option('--command <text>', 'what was run')
    .option('--output <text>', 'what it wrote')
    .option('--output-file <file>', 'what it wrote, from a file; - reads stdin')
    .option('--file <file>', 'a JSON file instead of all these; - reads stdin')
}

function defineJobSend(context: CliContext) {
  const command = addSendOptions(new TaughtCommand('send', HELP))
  return actOnService(command, context, async (session, options) => {
    checkReportOptions(command, ['--job-id', '--run-id', '--name', '--status'])
    const runs =
      options.file === undefined
        ? [await toJobRun(options, context)]
        : await readReports<Received<'JobRunReport'>>(options.file, context)
    const body = options.file === undefined ? runs[0] : runs
    const { text, json } = await ask(session.client, 'POST', '/v1/job-runs', { body })
    session.print(text, (screen) => {
      for (const [index, result] of asObjects(json.results).entries()) {
        const word =
          result.result === 'duplicate'
            ? 'duplicate (known already: nobody is notified)'
            : asText(result.result)
        const { job_id: jobId, run_id: runId } = runs[index] ?? {}
        screen.line(`${asText(jobId)} ${asText(runId)}: ${word}${describeEffect(result)}`)
      }
    })
  })
}

type JobOptions = OptionsOf<typeof addSendOptions>

async function toJobRun(options: JobOptions, context: CliContext): Promise<Received<'JobRunReport'>> {
  return withoutUndefined({
    job_id: options.jobId,
    run_id: options.runId,
    name: options.name,
    status: options.status,
    started_at: options.startedAt,
    ended_at: options.endedAt,
    ...toLocationMembers(options),
    exit_code: options.exitCode,
    output: await readOutput(options, context),
    command: options.command,
  })
}

async function readOutput(
  { output, outputFile }: JobOptions,
  { terminal }: CliContext,
): Promise<string | undefined> {
  if (outputFile === undefined) return output
  if (output !== undefined) throw usageError('--output and --output-file cannot both be given.')
  const text = await readTextFile(outputFile, {
    option: '--output-file',
    terminal,
    bytesMax: OUTPUT_BYTES_MAX,
  })
  return text.slice(-OUTPUT_CHARACTERS_MAX).replace(/^[\udc00-\udfff]/, '')
}

const HELP: CommandHelp = {
  summary: 'report a finished run of a job',
  description:
    'Sends one job run, or those of a JSON file in one request: all are taken or none. The same job id and run id again notify nobody. If the output is too long, its end is sent, because errors are there.',
  examples: {
    'tocsin job send --job-id backup --run-id 2026-09-14 --name "Nightly backup" --status success --server pg-billing-1':
      'a run that went well',
    'tocsin job send --job-id backup --run-id 2026-09-15 --name "Nightly backup" --status failure --exit-code 1 --output-file backup.log':
      'a run that failed, with what it wrote',
    'tocsin job send --file runs.json': 'many at once: an array of objects as POST /v1/job-runs takes them',
  },
}

const defineJobList = defineList({
  path: '/v1/job-runs',
  help: {
    summary: 'list runs of jobs',
    description: 'Lists finished runs of scheduled jobs, newest first.',
    examples: {
      'tocsin job list': 'the newest 50',
      'tocsin job list --status failure --server pg-billing': 'what failed, on some servers',
    },
  },
  filters: JOB_RUNS.filters,
  columns: (now) => [
    { title: 'ID', cell: (run) => asText(run.id), align: 'right' },
    { title: 'STATUS', cell: ({ status }) => toned(asText(status), TONES) },
    { title: 'ENDED', cell: (run) => describeTime(run.ended_at, now) },
    { title: 'EXIT', cell: (run) => asText(run.exit_code) || '-', align: 'right' },
    { title: 'JOB', cell: (run) => asText(run.name), shrinks: true },
    { title: 'SERVER', cell: (run) => asText(run.server?.name) || '-', shrinks: true },
    { title: 'SOURCE', cell: (run) => asText(run.source), shrinks: true },
  ],
  whenEmpty: { noun: ['job run', 'job runs'], remedy: 'Report one with: tocsin job send' },
})
