import { hostname } from 'node:os'
import { basename, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { systemChance } from '../../runtime/clock.ts'
import { formatInstant, type Instant } from '../../domain/instant.ts'
import { withoutUndefined } from '../../domain/without-undefined.ts'
import { usageError } from '../program/cli-error.ts'
import { addToken, serviceFlags } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import type { Received } from '../view/api-types.ts'
import { spooledRunName, spooledRunsFolder, listSpooledRuns } from './spooled-runs.ts'
import { durationMs, parseLabels } from '../options/option-values.ts'
import { reportRun, sendSpooledRuns, type FinishedRun, type ReportDeps } from './report-run.ts'
import { runProcess, type ProcessRun } from './run-process.ts'
import { openSession } from '../client/session.ts'
import { TaughtCommand, type CommandHelp } from '../program/taught-command.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'

/** The API's own limit. */
const NAME_MAX = 500
/** `EX_TEMPFAIL` of sysexits: what called us may try again. */
const NOT_REPORTED = 75

interface RunOptions {
  readonly name?: string
  readonly jobId?: string
  readonly source?: string
  readonly server?: string
  readonly database?: string
  readonly label?: Readonly<Record<string, string>>
  readonly timeout?: number
  readonly requireReport?: boolean
  /** False: nowhere; undefined: in the user's own folder for such things. */
  readonly spool?: string | false
  readonly flush?: boolean
}

export function defineRun(context: CliContext): Command {
  const command = new TaughtCommand('run', HELP)
  command
    .argument('[command...]', 'what to run, with its arguments')
    .option('--name <name>', 'what the job is called (default: the name of the command)')
    .option('--job-id <id>', 'identity of the job (default: its name)')
    .option('--server <name>', 'database server that it works on')
    .option('--database <name>', 'database')
    .option('--label <key=value>', 'a label; may stand several times', parseLabels)
    .option('--source <name>', 'who says so (default: run); job ids are unique within a source')
    .option('--timeout <duration>', 'end it after so long, e.g. 2h; it then has failed', durationMs)
    .option('--require-report', `exit with ${NOT_REPORTED} if it went well and could not be reported`)
    .option(
      '--spool <folder>',
      'where runs are kept that could not be reported (default: ~/.local/state/tocsin/runs)',
    )
    .option('--no-spool', 'keep none')
    .option('--flush', 'report the runs that are kept; without a command')
    .addOption(new Option('--url <url>', 'address of the service').helpGroup('Service:'))
    .passThroughOptions()
  addToken(command)
  return command.action(async () => {
    const options = command.opts() as RunOptions
    const deps = reportDeps(command, context, options)
    if (options.spool === '') throw usageError('--spool must name a folder.')
    if (options.flush) return flush(deps, command.args, context)
    if (command.args.length === 0) {
      throw usageError("Missing required argument 'command': what is to be run.", ['See: tocsin run --help'])
    }
    const startedAt = context.clock.now()
    const run = await runProcess(command.args, {
      clock: context.clock,
      environment: context.environment,
      timeLimitMs: options.timeout,
    })
    if (run.note !== '') deps.say(run.note)
    const finished = toFinishedRun(options, command.args, {
      run,
      startedAt,
      finishedAt: context.clock.now(),
    })
    const isReported = await reportRun(deps, finished)
    context.exitWith(!isReported && options.requireReport && run.exitCode === 0 ? NOT_REPORTED : run.exitCode)
  })
}

function reportDeps(command: Command, context: CliContext, { spool }: RunOptions): ReportDeps {
  return {
    context,
    open: () => openSession(context, { ...serviceFlags(command), isJson: false }).client,
    folder: () => {
      if (spool === false) return undefined
      return spool === undefined
        ? spooledRunsFolder(context.environment)
        : resolve(context.workingDirectory, spool)
    },
    say: (sentence) => say(context, sentence),
  }
}

async function flush(
  { open, folder: findFolder, say }: ReportDeps,
  args: readonly string[],
  context: CliContext,
): Promise<void> {
  if (args.length > 0)
    throw usageError('--flush reports what is kept and runs nothing; leave the command out.')
  const folder = findFolder()
  if (folder === undefined) throw usageError('--flush needs a folder, so it cannot stand beside --no-spool.')
  const names = await listSpooledRuns(folder)
  const sent = await sendSpooledRuns({ folder, names, client: open(), say })
  if (sent.setAsideCount + sent.failedCount + sent.unreadableCount > 0) context.noteRefusal()
  const sentences = [
    `Runs that were kept and are reported now: ${sent.sentCount}.`,
    ...(sent.elsewhereCount > 0 ? [`Kept for other services: ${sent.elsewhereCount}.`] : []),
    ...(sent.failedCount > 0 ? [`The service failed at: ${sent.failedCount}; its log says why.`] : []),
    ...(sent.unreadableCount > 0 ? [`This user cannot read: ${sent.unreadableCount}.`] : []),
  ]
  context.terminal.out(`${sentences.join(' ')}\n`)
}

interface Finished {
  readonly run: ProcessRun
  readonly startedAt: Instant
  readonly finishedAt: Instant
}

function toFinishedRun(options: RunOptions, argv: readonly string[], finished: Finished): FinishedRun {
  const id = systemChance.bytes(4).toString('hex')
  return {
    name: spooledRunName(finished.finishedAt, id),
    body: toJobRun(options, argv, { ...finished, runId: `${formatInstant(finished.startedAt)}-${id}` }),
  }
}

function toJobRun(
  options: RunOptions,
  [file = '']: readonly string[],
  { run, startedAt, finishedAt, runId }: Finished & { readonly runId: string },
): Received<'JobRunReport'> {
  const name = cut(options.name ?? basename(file)) || 'job'
  const output = [run.output.trimEnd(), run.note].filter((text) => text !== '').join('\n')
  return withoutUndefined({
    source: options.source ?? 'run',
    job_id: cut(options.jobId ?? name),
    // The same in every try to report it, and in no other run.
    run_id: runId,
    name,
    status: run.exitCode === 0 ? 'success' : 'failure',
    started_at: formatInstant(startedAt),
    ended_at: formatInstant(Math.max(finishedAt, startedAt)),
    agent: { name: hostname() },
    server: options.server === undefined ? undefined : { name: options.server },
    database: options.database,
    exit_code: run.exitCode,
    output: output === '' ? undefined : cutToEnd(output),
    labels: { ...options.label, ...(run.signal !== null && { signal: run.signal }) },
  })
}

function cut(text: string): string {
  return text.slice(0, NAME_MAX).toWellFormed()
}

function cutToEnd(text: string): string {
  return text
    .slice(-65_536)
    .replace(/^[\udc00-\udfff]/, '')
    .toWellFormed()
}

function say({ terminal }: CliContext, sentence: string): void {
  terminal.err(`tocsin run: ${escapeForTerminal(sentence.replaceAll('\n', ' '))}\n`)
}

const HELP: CommandHelp = {
  summary: 'run a command and report how it ended',
  description:
    'Runs a command as a job: its input, output and exit code are its own, so it can wrap any line of cron. When the command has ended, Tocsin gets a job run with its exit code, its duration and the last 64 KB of its output. If the service is down, the report is retried for a minute; a report that fails is a line on stderr and does not change the exit code. Such a run is kept as a file (mode 0600) and sent before the next one of the same user, in order, or with --flush. The command follows after --.',
  examples: [
    [
      'tocsin run --name nightly-backup --server pg-billing-1 -- pgbackrest --stanza=billing backup',
      'a backup, reported by its own name',
    ],
    ['tocsin run -- /usr/local/bin/rollup.sh --all', 'the job is called rollup.sh'],
    ['tocsin run --timeout 2h -- vacuumdb --all', 'after two hours it is ended, and has failed'],
    ['tocsin run --flush', 'report what could not be reported before'],
  ],
}
