import { hostname } from 'node:os'
import { basename } from 'node:path'
import { Option, type Command } from 'commander'
import { systemChance } from '../clock.ts'
import { formatInstant, type Instant } from '../domain/instant.ts'
import { CliError } from './cli-error.ts'
import { addToken, serviceFlags } from './client-command.ts'
import type { CliContext } from './context.ts'
import { asObject, type JsonObject } from './json-value.ts'
import { durationMs, parseLabels } from './option-values.ts'
import { withoutAbsent } from './report-options.ts'
import { runProcess, type ProcessRun } from './run-process.ts'
import { openSession } from './session.ts'
import { TaughtCommand, type CommandHelp } from './taught-command.ts'
import { escapeForTerminal } from './terminal-text.ts'

/** The API's own limit. */
const NAME_MAX = 500
const REPORT_MS_MAX = 60_000
const REQUEST_MS_MAX = 10_000
const PAUSE_MS_FIRST = 500
const PAUSE_MS_MAX = 8_000
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
}

export function defineRun(context: CliContext): Command {
  const command = new TaughtCommand('run', HELP)
  command
    .argument('<command...>', 'what to run, with its arguments')
    .option('--name <name>', 'what the job is called (default: the name of the command)')
    .option('--job-id <id>', 'identity of the job (default: its name)')
    .option('--server <name>', 'database server that it works on')
    .option('--database <name>', 'database')
    .option('--label <key=value>', 'a label; may stand several times', parseLabels)
    .option('--source <name>', 'who says so (default: run); job ids are unique within a source')
    .option('--timeout <duration>', 'end it after so long, e.g. 2h; it then has failed', durationMs)
    .option('--require-report', `exit with ${NOT_REPORTED} if it went well and could not be reported`)
    .addOption(new Option('--url <url>', 'address of the service').helpGroup('Service:'))
    .passThroughOptions()
  addToken(command)
  return command.action(async () => {
    const options = command.opts() as RunOptions
    const startedAt = context.clock.now()
    const run = await runProcess(command.args, {
      clock: context.clock,
      timeLimitMs: options.timeout,
    })
    if (run.note !== '') say(context, run.note)
    const body = toJobRun(options, command.args, { run, startedAt, finishedAt: context.clock.now() })
    const isReported = await report(command, context, body)
    context.exitWith(!isReported && options.requireReport && run.exitCode === 0 ? NOT_REPORTED : run.exitCode)
  })
}

interface Finished {
  readonly run: ProcessRun
  readonly startedAt: Instant
  readonly finishedAt: Instant
}

function toJobRun(
  options: RunOptions,
  [file = '']: readonly string[],
  { run, startedAt, finishedAt }: Finished,
): JsonObject {
  const name = cut(options.name ?? basename(file)) || 'job'
  const output = [run.output.trimEnd(), run.note].filter((text) => text !== '').join('\n')
  return withoutAbsent({
    source: options.source ?? 'run',
    job_id: cut(options.jobId ?? name),
    // The same in every try to report it, and in no other run.
    run_id: `${formatInstant(startedAt)}-${systemChance.bytes(4).toString('hex')}`,
    name,
    status: run.exitCode === 0 ? 'success' : 'failure',
    started_at: formatInstant(startedAt),
    finished_at: formatInstant(Math.max(finishedAt, startedAt)),
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

/**
 * Whatever is wrong with the settings or the service is found only now, and never keeps a job from running. False: one line
 * on stderr says why it could not be reported.
 */
async function report(command: Command, context: CliContext, body: JsonObject): Promise<boolean> {
  const { clock } = context
  const interrupted = context.untilInterrupted()
  const giveUpAt = clock.monotonic() + REPORT_MS_MAX
  for (let pauseMs = PAUSE_MS_FIRST; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    try {
      const { client } = openSession(context, { ...serviceFlags(command), isJson: false })
      await client.send({ method: 'POST', path: '/v1/job-runs', body, timeLimitMs: REQUEST_MS_MAX })
      return true
    } catch (error) {
      const isOver = interrupted.aborted || clock.monotonic() + pauseMs > giveUpAt
      if (isOver || !isWorthRepeating(error)) {
        say(
          context,
          `this run could not be reported: ${error instanceof Error ? error.message : String(error)}`,
        )
        return false
      }
      await clock.wait(pauseMs, interrupted)
    }
  }
}

/** The service is away, or has too much to do; not: it, or this command line, says that something is wrong. */
function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof CliError) || error.exitCode === 2) return false
  if (error.problemText === undefined) return true
  try {
    const status = Number(asObject(JSON.parse(error.problemText))['status'])
    return status >= 500 || status === 429
  } catch {
    return true
  }
}

function say({ terminal }: CliContext, sentence: string): void {
  terminal.err(`tocsin run: ${escapeForTerminal(sentence.replaceAll('\n', ' '))}\n`)
}

const HELP: CommandHelp = {
  summary: 'run a command and report how it ended',
  description:
    'Runs a command as a job: its input, output and exit code are its own, so it can stand before any line of cron. When it has ended, a job run is reported, with its exit code, its duration and the last 64 KB of what it wrote. If the service is away it is tried for a minute; a report that fails is a line on stderr and changes nothing of the exit code. What stands behind -- is the command.',
  examples: [
    [
      'tocsin run --name nightly-backup --server pg-billing-1 -- pgbackrest --stanza=billing backup',
      'a backup, told by its own name',
    ],
    ['tocsin run -- /usr/local/bin/rollup.sh --all', 'the job is called rollup.sh'],
    ['tocsin run --timeout 2h -- vacuumdb --all', 'after two hours it is ended, and has failed'],
  ],
}
