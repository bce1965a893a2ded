import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { basename, resolve } from 'node:path'
import { formatInstant, type Instant } from '../../src/domain/instant.ts'
import { withoutUndefined } from '../../src/domain/without-undefined.ts'
import { usageError } from '../program/cli-error.ts'
import { addToken, addUrl, openSession, serviceFlags } from '../client/session.ts'
import type { AnyCommand, CliContext, CommandHelp, OptionsOf } from '../program/command.ts'
import { TaughtCommand } from '../program/command.ts'
import { spooledRunName, spooledRunsFolder, listSpooledRuns } from './spooled-runs.ts'
import { durationMs, parseLabels } from '../options/option-values.ts'
import { reportRun, sendSpooledRuns, type FinishedRun, type ReportDeps } from './report-run.ts'
import { runProcess, type ProcessRun } from './run-process.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'

/** The API's limit. */
const NAME_CHARACTERS_MAX = 500
/** `EX_TEMPFAIL` of sysexits: the caller may try again. */
const NOT_REPORTED = 75

function addRunOptions(command: TaughtCommand) {
  return command
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
    .passThroughOptions()
}

/** `spool`: false: runs are not kept; undefined: the user's own folder. */
type RunOptions = OptionsOf<typeof addRunOptions>

export function defineRun(context: CliContext) {
  const command = addRunOptions(new TaughtCommand('run', HELP))
  addUrl(command)
  addToken(command)
  return command.action(async () => {
    const options = command.opts()
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
    const finished = toFinishedRun(options, command.args, run, startedAt, context.clock.now())
    const isReported = await reportRun(deps, finished)
    context.exitWith(!isReported && options.requireReport && run.exitCode === 0 ? NOT_REPORTED : run.exitCode)
  })
}

function reportDeps(command: AnyCommand, context: CliContext, { spool }: RunOptions): ReportDeps {
  return {
    context,
    open: () => openSession(context, { ...serviceFlags(command), isJson: false }).client,
    folder: () => {
      if (spool === false) return undefined
      return spool === undefined ? spooledRunsFolder(context) : resolve(context.workingDirectory, spool)
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
  const sent = await sendSpooledRuns(folder, names, open(), say)
  if (sent.setAsideCount + sent.failedCount + sent.unreadableCount > 0) context.noteRefusal()
  const sentences = [
    `Runs that were kept and are reported now: ${sent.sentCount}.`,
    ...(sent.elsewhereCount > 0 ? [`Kept for other services: ${sent.elsewhereCount}.`] : []),
    ...(sent.failedCount > 0 ? [`The service failed at: ${sent.failedCount}; its log says why.`] : []),
    ...(sent.unreadableCount > 0 ? [`This user cannot read: ${sent.unreadableCount}.`] : []),
  ]
  context.terminal.out(`${sentences.join(' ')}\n`)
}

function toFinishedRun(
  options: RunOptions,
  [file = '']: readonly string[],
  run: ProcessRun,
  startedAt: Instant,
  finishedAt: Instant,
): FinishedRun {
  const id = randomBytes(4).toString('hex')
  const name = cut(options.name ?? basename(file)) || 'job'
  const output = [run.output.trimEnd(), run.note].filter((text) => text !== '').join('\n')
  const body = withoutUndefined({
    source: options.source ?? 'run',
    job_id: cut(options.jobId ?? name),
    // Every try to report this run has the same id.
    run_id: `${formatInstant(startedAt)}-${id}`,
    name,
    status: run.exitCode === 0 ? ('success' as const) : ('failure' as const),
    started_at: formatInstant(startedAt),
    ended_at: formatInstant(Math.max(finishedAt, startedAt)),
    agent: { name: hostname() },
    server: options.server === undefined ? undefined : { name: options.server },
    database: options.database,
    exit_code: run.exitCode,
    output:
      output === ''
        ? undefined
        : output
            .slice(-65_536)
            .replace(/^[\udc00-\udfff]/, '')
            .toWellFormed(),
    labels: { ...options.label, ...(run.signal !== null && { signal: run.signal }) },
  })
  return { name: spooledRunName(finishedAt, id), body }
}

function cut(text: string): string {
  return text.slice(0, NAME_CHARACTERS_MAX).toWellFormed()
}

function say({ terminal }: CliContext, sentence: string): void {
  terminal.err(`tocsin run: ${escapeForTerminal(sentence.replaceAll('\n', ' '))}\n`)
}

const HELP: CommandHelp = {
  summary: 'run a command and report how it ended',
  description:
    'Runs a command as a job: its input, output and exit code are its own, so it can wrap any line of cron. When the command has ended, Tocsin gets a job run with its exit code, its duration and the last 64 KB of its output. If the service is down, the report is retried for a minute; a report that fails is a line on stderr and does not change the exit code. Such a run is kept as a file (mode 0600) and sent before the next one of the same user, in order, or with --flush. The command follows after --.',
  examples: {
    'tocsin run --name nightly-backup --server pg-billing-1 -- pgbackrest --stanza=billing backup':
      'a backup, reported by its own name',
    'tocsin run -- /usr/local/bin/rollup.sh --all': 'the job is called rollup.sh',
    'tocsin run --timeout 2h -- vacuumdb --all': 'after two hours it is ended, and has failed',
    'tocsin run --flush': 'report what could not be reported before',
  },
}
