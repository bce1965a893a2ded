import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { PostgresServer } from '../../test/support/databases/postgres-server.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import { runProcess, UsageMeter } from './run-process.ts'
import { BusyLoops } from './busy-loops.ts'
import { describeJob, describeSummary, findFileTimes, type JobEnd } from './summary.ts'
import { describeTally, findSkips, readTally } from './tally.ts'

/** A process that runs a file of tests, or a tool. */
export interface Job {
  /** The step that it belongs to. */
  readonly step: string
  /** The file, or what it does; unlike every other of its step. */
  readonly name: string
  /** The arguments of Node.js. */
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The name of the one that has to end before it begins. */
  readonly needs?: string
  readonly usesPostgres?: boolean
  /** Takes next to no processor time: it runs beside those that do, and delays none of them. */
  readonly waits?: boolean
}

const WAITING_MAX = 2

/** Hundreds of databases that live for a second would each be checked once a minute. */
const SETTINGS = { autovacuum: 'off' }

export interface RunOptions {
  /** How many run beside each other, besides those that only wait. */
  readonly concurrency: number
  /** How many loops keep processors busy beside them. */
  readonly busyLoops: number
  readonly showsTimes: boolean
  readonly processorSecondsMax?: number | undefined
}

/**
 * Runs all, several beside each other, in their order as far as what they need allows; reports each when it has
 * ended, and in full of those that failed. True if none did.
 */
export async function runJobs(
  jobs: readonly Job[],
  { concurrency, busyLoops, ...shown }: RunOptions,
): Promise<boolean> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopping.abort())
  const startedAt = performance.now()
  const memoryFolder = makeMemoryFolder()
  // For us, and for all that we start.
  if (memoryFolder !== undefined) {
    Object.assign(process.env, { TMPDIR: memoryFolder, TOCSIN_TEST_BROWSER_FOLDER: tmpdir() })
  }
  const isServerWanted = isPostgresWanted(jobs)
  if (isServerWanted) say('Starting a PostgreSQL server …\n')
  const server = isServerWanted ? await PostgresServer.start({ settings: SETTINGS }) : undefined
  if (server) process.env['TOCSIN_TEST_POSTGRES'] = server.url()
  const loops = new BusyLoops(busyLoops)
  const ends = await runPool(jobs, concurrency, stopping.signal)
  const meter = new UsageMeter()
  await server?.stop()
  const serverSeconds = meter.take()
  loops.stop()
  if (memoryFolder !== undefined) rmSync(memoryFolder, { recursive: true, force: true })
  const seconds = (performance.now() - startedAt) / 1000
  process.stdout.write(describeSummary({ ends, seconds, serverSeconds, ...shown }))
  if (stopping.signal.aborted)
    process.stdout.write('Ended by a signal; what was under way counts as failed.\n')
  return !stopping.signal.aborted && ends.every(({ isGood }) => isGood)
}

/** Tells whether the jobs need a server of PostgreSQL, one for all, and the environment names none. */
function isPostgresWanted(jobs: readonly Job[]): boolean {
  return process.env['TOCSIN_TEST_POSTGRES'] === undefined && jobs.some(({ usesPostgres }) => usesPostgres)
}

async function runPool(
  jobs: readonly Job[],
  concurrency: number,
  signal: AbortSignal,
): Promise<readonly JobEnd[]> {
  const waiting = [...jobs]
  const running = new Map<Job, Promise<void>>()
  const ends: JobEnd[] = []
  const silence = setInterval(() => {
    if (performance.now() - saidAt >= SILENCE_MS)
      say(describeProgress(ends.length, jobs, [...running.keys()]))
  }, 1_000)
  const isPending = (name: string) => [...waiting, ...running.keys()].some((job) => job.name === name)
  const hasRoom = ({ waits = false }: Job) => {
    const alike = [...running.keys()].filter((job) => (job.waits ?? false) === waits)
    return alike.length < (waits ? WAITING_MAX : concurrency)
  }
  const takeReady = () => {
    const index = waiting.findIndex(
      (job) => (job.needs === undefined || !isPending(job.needs)) && hasRoom(job),
    )
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }
  const meter = new UsageMeter()
  const run = async (job: Job) => {
    const end = await runJob(job, { signal, meter })
    running.delete(job)
    ends.push(end)
  }
  while (!signal.aborted) {
    const job = takeReady()
    if (job) running.set(job, run(job))
    else if (running.size > 0) await Promise.race(running.values())
    else break
  }
  await Promise.all(running.values())
  clearInterval(silence)
  return ends
}

/** Nobody waits for ten seconds without a word. */
const SILENCE_MS = 8_000
let saidAt = performance.now()

function say(text: string): void {
  process.stdout.write(text)
  saidAt = performance.now()
}

function describeProgress(ended: number, { length }: readonly Job[], running: readonly Job[]): string {
  return `… ${ended} of ${length} done; under way: ${running.map(({ name }) => name).join(', ')}\n`
}

interface Surroundings {
  readonly signal: AbortSignal
  readonly meter: UsageMeter
}

async function runJob(job: Job, { signal, meter }: Surroundings): Promise<JobEnd> {
  const { isGood, output, seconds } = await runProcess({ ...job, signal })
  const tally = readTally(output, isGood)
  if (!isGood && !signal.aborted) say(`\n${output}\n`)
  const usedSeconds = meter.take()
  const times = `${seconds.toFixed(1)} s, ${usedSeconds.toFixed(1)} of a processor`
  const line = `${isGood ? '✔' : '✖'} ${describeJob(job)}: ${describeTally(tally)} (${times})`
  say([line, ...findSkips(output), ''].join('\n'))
  return { job, isGood, seconds, usedSeconds, tally, files: findFileTimes(output) }
}
