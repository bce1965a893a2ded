import { PostgresServer } from '../../test/support/postgres-server.ts'
import { runProcess } from './run-process.ts'
import { addTallies, describeTally, findSkips, readTally, type Tally } from './tally.ts'

/** One process: a file of tests, or a tool. */
export interface Job {
  /** What it is a part of. */
  readonly step: string
  /** The file, or what it does; unlike every other of its step. */
  readonly name: string
  /** What Node.js gets. */
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The name of the one that has to end before it begins. */
  readonly needs?: string
  readonly usesPostgres?: boolean
}

interface JobEnd {
  readonly job: Job
  readonly isGood: boolean
  readonly seconds: number
  readonly tally: Tally
}

interface Pool {
  readonly concurrency: number
  readonly environmentOf: (job: Job) => Promise<Readonly<Record<string, string>>>
  readonly signal: AbortSignal
}

/**
 * Runs all, several beside each other, in their order as far as what they need allows; tells of each when it has ended, and in
 * full of those that failed. True if none did.
 */
export async function runJobs(jobs: readonly Job[], concurrency: number): Promise<boolean> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopping.abort())
  const startedAt = performance.now()
  // One server for all files, instead of one for each; or the one that the caller names.
  const given = process.env['TOCSIN_TEST_POSTGRES']
  const server =
    given === undefined && jobs.some(({ usesPostgres }) => usesPostgres) ? PostgresServer.start() : undefined
  const environmentOf = async ({ usesPostgres, environment }: Job) => ({
    ...environment,
    ...(usesPostgres && { TOCSIN_TEST_POSTGRES: given ?? (await server)?.url() ?? '' }),
  })
  const ends = await runPool(jobs, { concurrency, environmentOf, signal: stopping.signal })
  await (await server)?.stop()
  writeSummary(ends, (performance.now() - startedAt) / 1000)
  return !stopping.signal.aborted && ends.every(({ isGood }) => isGood)
}

async function runPool(jobs: readonly Job[], pool: Pool): Promise<readonly JobEnd[]> {
  const waiting = [...jobs]
  const running = new Map<Job, Promise<void>>()
  const ends: JobEnd[] = []
  const isPending = (name: string) => [...waiting, ...running.keys()].some((job) => job.name === name)
  const takeReady = () => {
    const index = waiting.findIndex(({ needs }) => needs === undefined || !isPending(needs))
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }
  const run = async (job: Job) => {
    const end = await runJob(job, pool)
    running.delete(job)
    ends.push(end)
  }
  while (!pool.signal.aborted) {
    const job = running.size < pool.concurrency ? takeReady() : undefined
    if (job) running.set(job, run(job))
    else if (running.size > 0) await Promise.race(running.values())
    else break
  }
  await Promise.all(running.values())
  return ends
}

async function runJob(job: Job, { environmentOf, signal }: Pool): Promise<JobEnd> {
  const environment = await environmentOf(job)
  const { isGood, output, seconds } = await runProcess({ arguments: job.arguments, environment, signal })
  const tally = readTally(output, isGood)
  if (!isGood && !signal.aborted) process.stdout.write(`\n${output}\n`)
  const line = `${isGood ? '✔' : '✖'} ${describeJob(job)}: ${describeTally(tally)} (${seconds.toFixed(1)} s)`
  process.stdout.write([line, ...findSkips(output), ''].join('\n'))
  return { job, isGood, seconds, tally }
}

function describeJob({ step, name }: Job): string {
  return step === name ? step : `${step}: ${name}`
}

const SLOWEST_COUNT = 10

/** The last line is all that a machine needs to know. */
function writeSummary(ends: readonly JobEnd[], seconds: number): void {
  const secondsOf = (some: readonly JobEnd[]) => some.reduce((sum, end) => sum + end.seconds, 0).toFixed(0)
  const slowest = ends.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_COUNT)
  const failed = ends.filter(({ isGood }) => !isGood)
  process.stdout.write(
    [
      '',
      'The slowest, in seconds:',
      ...slowest.map(({ job, seconds }) => `  ${seconds.toFixed(0)}  ${describeJob(job)}`),
      'The steps, in seconds of all their processes together:',
      ...[...Map.groupBy(ends, ({ job }) => job.step)].map(([step, some]) => `  ${secondsOf(some)}  ${step}`),
      ...(failed.length > 0 ? ['Failed:', ...failed.map(({ job }) => `  ${describeJob(job)}`)] : []),
      `All of it took ${seconds.toFixed(0)} s.`,
      describeTally(addTallies(ends.map(({ tally }) => tally))),
      '',
    ].join('\n'),
  )
}
