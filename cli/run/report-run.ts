import type { ApiClient } from '../client/api-client.ts'
import { messageOf, CliError } from '../program/cli-error.ts'
import { ask } from '../client/session.ts'
import {
  forgetSpooledRun,
  keepRun,
  listSpooledRuns,
  readSpooledRun,
  setSpooledRunAside,
  type SpooledRun,
} from './spooled-runs.ts'
import type { CliContext } from '../program/command.ts'
import { commandLine, shellWord } from '../program/command-line.ts'

const REPORT_MS_MAX = 60_000
const REQUEST_MS_MAX = 10_000
const PAUSE_MS_FIRST = 500
const PAUSE_MS_MAX = 8_000

export interface ReportDeps {
  readonly context: Pick<CliContext, 'clock' | 'machine' | 'untilInterrupted'>
  /** Reads the settings again, so that a correction counts. Throws a CliError. */
  readonly open: () => ApiClient
  /** Undefined: runs are not kept. */
  readonly folder: () => string | undefined
  readonly say: (sentence: string) => void
}

export interface FinishedRun {
  readonly name: string
  readonly body: SpooledRun['body']
}

/**
 * Reports a run, after kept ones, so that a job's runs arrive in order. Wrong settings or a service that is
 * down never keep a job from running. From the first failed try the run is kept, so that no crash loses it.
 * False: a line said why it was not reported.
 */
export async function reportRun(deps: ReportDeps, run: FinishedRun): Promise<boolean> {
  const { clock } = deps.context
  const interrupted = deps.context.untilInterrupted()
  const giveUpAt = clock.monotonic() + REPORT_MS_MAX
  const isOver = () => interrupted.aborted || clock.monotonic() > giveUpAt
  const own = new Keeper(deps, run)
  let service = ''
  for (let pauseMs = PAUSE_MS_FIRST; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    try {
      const client = deps.open()
      service = serviceOf(client)
      await sendOlder(deps, client, run, isOver)
      await send(client, run.body)
      await own.forget()
      return true
    } catch (error) {
      if (isRefusal(error) && error.problemText !== undefined) await own.forget()
      else await own.keep(service)
      const isLast = interrupted.aborted || clock.monotonic() + pauseMs > giveUpAt
      if (isLast || !isWorthRepeating(error)) {
        deps.say(`this run could not be reported: ${messageOf(error)}${own.ending}`)
        return false
      }
      await clock.wait(pauseMs, interrupted)
    }
  }
}

/** The file of one run. Its problems never stop the report. */
class Keeper {
  readonly #deps: ReportDeps
  readonly #run: FinishedRun
  #folder: string | undefined
  ending = ''

  constructor(deps: ReportDeps, run: FinishedRun) {
    this.#deps = deps
    this.#run = run
  }

  async keep(service: string): Promise<void> {
    if (this.ending !== '') return
    const { context, folder: findFolder, say } = this.#deps
    const { name, body } = this.#run
    try {
      const folder = findFolder()
      if (folder === undefined) return
      const givenUpCount = await keepRun(folder, name, { service, body }, context.machine)
      if (givenUpCount > 0) say(`of the runs kept in ${folder}, the oldest ${givenUpCount} had to make room`)
      this.#folder = folder
      this.ending = ` It is kept, and goes out with the next one, or by \`${commandLine(`run --flush --spool ${shellWord(folder)}`)}\`.`
    } catch (error) {
      this.ending = ` Nor could it be kept: ${messageOf(error)}`
    }
  }

  async forget(): Promise<void> {
    if (this.#folder !== undefined)
      await forgetSpooledRun(this.#folder, this.#run.name).catch(() => undefined)
    this.ending = ''
  }
}

async function sendOlder(
  deps: ReportDeps,
  client: ApiClient,
  run: FinishedRun,
  isOver: () => boolean,
): Promise<void> {
  const older = await findOlder(deps, run)
  if (older) await sendSpooledRuns(older.folder, older.names, client, deps.say, isOver)
}

/** Returns undefined for an unreadable folder too: keeping a run there reports it. */
async function findOlder({ folder: findFolder }: ReportDeps, { name: own }: FinishedRun) {
  try {
    const folder = findFolder()
    if (folder === undefined) return undefined
    return { folder, names: (await listSpooledRuns(folder)).filter((name) => name < own) }
  } catch {
    return undefined
  }
}

export interface SentRuns {
  readonly sentCount: number
  readonly setAsideCount: number
  readonly elsewhereCount: number
  /** The service fails at these. They stay and do not block the others. */
  readonly failedCount: number
  /** Files that this user may not read stay. */
  readonly unreadableCount: number
}

/**
 * Sends kept runs of this service, oldest first. A refused one is set aside with a message. Throws a CliError
 * at the first that cannot be sent now; those before it are sent.
 */
export async function sendSpooledRuns(
  folder: string,
  names: readonly string[],
  client: ApiClient,
  say: ReportDeps['say'],
  isOver = () => false,
): Promise<SentRuns> {
  const counts = { sentCount: 0, setAsideCount: 0, elsewhereCount: 0, failedCount: 0, unreadableCount: 0 }
  for (const name of names) {
    const run = await readSpooledRun(folder, name)
    if (run === 'gone') continue
    if (run === 'unreadable') {
      counts.unreadableCount += 1
      continue
    }
    if (run !== 'damaged' && run.service !== '' && run.service !== serviceOf(client)) {
      counts.elsewhereCount += 1
      continue
    }
    if (isOver()) throw new CliError(`There was no time left for the runs kept in ${folder}.`, TOO_LATE)
    const end = await sendKept(client, run)
    if (end === 'sent') {
      // A file that stays is sent again, harmlessly: the service knows the run.
      await forgetSpooledRun(folder, name).catch((error: unknown) => say(messageOf(error)))
      counts.sentCount += 1
    } else if (end === 'failed') {
      counts.failedCount += 1
    } else {
      const place = await setSpooledRunAside(folder, name)
      say(`a run that was kept is set aside as ${place}: ${end.mistake}`)
      counts.setAsideCount += 1
    }
  }
  return counts
}

const TOO_LATE = { exitCode: 1, title: 'Not done' } as const

type SendEnd = 'sent' | 'failed' | { readonly mistake: string }

async function sendKept(client: ApiClient, run: SpooledRun | 'damaged'): Promise<SendEnd> {
  if (run === 'damaged') return { mistake: 'it cannot be read' }
  try {
    await send(client, run.body)
    return 'sent'
  } catch (error) {
    if (isRefusal(error)) return { mistake: messageOf(error) }
    if (error instanceof CliError && error.status === 500) return 'failed'
    throw error
  }
}

async function send(client: ApiClient, body: SpooledRun['body']): Promise<void> {
  await ask(client, 'POST', '/v1/job-runs', { body, timeLimitMs: REQUEST_MS_MAX })
}

function serviceOf(client: ApiClient): string {
  return client.addressOf('')
}

/** The service, or a proxy, refuses this very report; repeating it is useless. */
function isRefusal(error: unknown): error is CliError {
  return error instanceof CliError && [400, 413, 415, 422].includes(error.status ?? 0)
}

function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof CliError) || error.exitCode === 2) return false
  const { problemText, status = 0 } = error
  return problemText === undefined || status >= 500 || status === 429
}
