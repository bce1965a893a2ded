import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runJobs, type Job } from './jobs/run-jobs.ts'

// Many tests wait for most of their time: for a disk, a process, a browser.
const JOBS_MAX = availableParallelism() + 2

// Ends what hangs, and nothing else: a machine may be many times slower than those on which the tests were written.
// Longer than the limit of `eventually`, which says what was awaited; some tests wait several times.
const TEST_MS_MAX = 30 * 60_000

/** Tests that start processes, race several nodes, or simulate hundreds of days; `npm run check` leaves them out. */
const LONG = [
  /^test\/e2e\//,
  /^test\/nodes\//,
  /^test\/bench\/bench/,
  /^test\/prove\/prove/,
  /^test\/simulation\/(?:many-seeds|dead-receiver)/,
  // What is particular to one engine; the promises that both keep are in the suite, which is in the check.
  /^test\/storage\/(?:postgres\/(?!store\.)|copy\/)/,
]

/**
 * Tests that take long for what they hold beyond the others, which only `npm run test:all` runs: more of the same
 * (seeds, kills, copies, limits one by one), other people's programs, and the tools.
 */
const ONLY_IN_ALL = [
  /^test\/bench\/bench/,
  /^test\/prove\/prove/,
  /^test\/recipe\//,
  /^test\/simulation\/(?:many-seeds|dead-receiver|planted-bugs|isolation|silences\/silences)/,
  // The suites of what stands once for both engines.
  /^test\/storage\/postgres\/store\.test\.ts \(3 of 3\)/,
  /^test\/storage\/postgres\/(?:alert-queues|as-people-have-it|encryption|prune)/,
  /^test\/storage\/copy\//,
  /^test\/storage\/sqlite\/(?:catch-up-story|checkpoints|damaged-|encryption|restore-kill)/,
  /^test\/api\/server\/(?:absence|declared-limits|edge-responses|random-bodies)/,
  /^test\/api\/webhooks\/random-/,
  /^test\/api\/intake\/(?:dialect-cases|edge-cases|mutations|prometheus-random)/,
  /^test\/delivery\/(?:hostile-floods|damaged-file)/,
  /^test\/cli\/(?:hangup|interruptions|run-spool|tls)/,
  /^test\/docs\/(?:recipes-doc|source-pages)/,
  /^test\/console\/(?!acknowledgement|deliveries|first-|history|new-webhook|silences|webhooks)/,
  /^test\/e2e\/(?!as-shipped|kill|readme|routing|service-manager)/,
]

/** Tests that may share a process: they start nothing but the app (and a browser), and leave the process as it was. */
const SHARING = /^test\/(?:api|architecture|cli|console|delivery|docs|nodes|pollers|presets|storage|webhooks)/

/** Exceptions: one measures the memory of its process, one is dealt out, the others take longer than their folder. */
const ALONE = /^test\/(?:delivery\/hostile-floods|console\/(?:empty-)?pages|storage\/postgres\/store)/

/** Into how many processes what shares one is dealt out: it would take longer than everything beside it. */
const PARTS: readonly (readonly [RegExp, number])[] = [
  [/^test\/console\//, 2],
  [/^test\/storage\/postgres\/(?!store\.)/, 2],
]

/** A suite that deals itself out (`TOCSIN_TEST_PART`), for it is one file. */
const STORE_ON_POSTGRES = 'test/storage/postgres/store.test.ts'
const STORE_PARTS = 3

/** Set by `.ci/run`, which has the time. */
const TRIES_ALL = process.env['TOCSIN_TEST_CHECK_ALL'] !== undefined
const ALL_OF_API = /^test\/api\//
/** The routes whose responses depend most on the engine. */
const API_ON_POSTGRES = /^test\/api\/(?:deliveries|events|webhooks)\//
/** The suite of the store holds both engines to the same promises in `npm test`; this is for `npm run test:all`. */
const ON_POSTGRES = 'the API on PostgreSQL'

const BROWSER = 'builds the console, unpacks the browser'

/** Tests that wait for hundreds of seconds for a dead receiver, schedulers or other programs, and compute for ten. */
const WAITS = /^test\/e2e\/(?:dead-receiver|job-schedulers|\w+-chain)/

/** The longest tests, which begin first: none of them is then left to run alone at the end. */
const FIRST = [
  BROWSER,
  'test/e2e/kill',
  'test/simulation/dead-receiver',
  'test/simulation/many-seeds',
  'test/e2e/copy',
  'test/e2e/postgres-nodes',
  'test/storage/postgres',
  'test/bench/bench',
  'test/console',
  'test/simulation/planted-bugs',
  'test/simulation/silences/silences',
  'test/regular-expressions',
  'test/e2e/',
  'test/api/intake',
  'test/storage/',
  'test/api/',
  'test/nodes',
  'test/cli',
  'unit tests',
]

export const steps = {
  format: toolJobs('format', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']),
  words: toolJobs('words', 'scripts/words.ts', []),
  lint: toolJobs('lint', 'node_modules/oxlint/bin/oxlint', ['--deny-warnings']),
  types: [
    ...toolJobs('types', 'node_modules/typescript/bin/tsc', ['-p', '.']),
    {
      step: 'types',
      name: 'types of the scripts of /docs',
      arguments: ['node_modules/typescript/bin/tsc', '-p', 'scripts/docs-pages/files'],
    },
    {
      step: 'types',
      name: 'types of the client',
      arguments: ['node_modules/typescript/bin/tsc', '-p', 'clients/typescript', '--noEmit'],
    },
  ],
  consoleTypes: toolJobs('types of the console', 'node_modules/typescript/bin/tsc', ['-p', 'console']),
  unitTests: [
    {
      step: 'unit tests',
      name: 'unit tests',
      // Beside the code stand tests without processes, ports or files.
      arguments: [...testOptions(), ...unitTestFiles()],
    },
  ],
  architecture: testFiles()
    .filter((file) => file.startsWith('test/architecture'))
    .map((file) => fileJob('architecture', file, {})),
  widerTests: testFiles()
    .filter((file) => !needsBrowser(file) && !takesLong(file) && !file.startsWith('test/architecture'))
    .flatMap((file) => (file === STORE_ON_POSTGRES ? storeJobs() : [widerJob(file)])),
  apiOnPostgres: testFiles()
    .filter((file) => (TRIES_ALL ? ALL_OF_API : API_ON_POSTGRES).test(file) && usesApp(file))
    .map((file) =>
      fileJob(ON_POSTGRES, file, {
        usesPostgres: true,
        environment: { TOCSIN_TEST_ENGINE: 'postgres' },
      }),
    ),
  consoleTests: [
    // Once, before several files want them at the same time.
    { step: 'the console in a browser', name: BROWSER, arguments: ['scripts/prepare-browser-tests.mjs'] },
    ...testFiles()
      .filter(needsBrowser)
      .map((file) => fileJob('the console in a browser', file, { needs: BROWSER })),
  ],
  longTests: testFiles()
    .filter(takesLong)
    .map((file) => fileJob('long tests', file, { usesPostgres: true, waits: WAITS.test(file) })),
} satisfies Record<string, readonly Job[]>

/** The steps of `npm run check:quick`. */
export const QUICK: readonly (readonly Job[])[] = [
  steps.format,
  steps.words,
  steps.lint,
  steps.types,
  steps.unitTests,
  steps.architecture,
]

interface Run {
  /** How long all of it usually takes; absent: not worth a word. */
  readonly minutes?: number
  /** The processor time that all of it is to take at most: said at the end, whatever the clock says. */
  readonly processorSecondsMax?: number
  /** Chooses those that run where no word names others. */
  readonly usual?: (jobs: readonly Job[]) => readonly Job[]
}

/** Returns the jobs that `npm test` and `npm run check` run. */
function withoutLongest(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter(
    ({ step, name }) => step !== ON_POSTGRES && !ONLY_IN_ALL.some((pattern) => pattern.test(name)),
  )
}

/**
 * Runs `usual` beside each other, or those of all alone whose step or file has one of the words in it with which the
 * command was called: `npm test -- http-edge`. Exits with 1 if one fails, or if a word names nothing: then nothing is
 * run. `--times`: says at the end how long each file took. `--beside-load 8`: eight busy loops run beside them.
 * `--after-quick`: what `npm run check:quick` has run is left out.
 */
export async function runSteps(
  list: readonly (readonly Job[])[],
  { minutes, processorSecondsMax, usual = withoutLongest }: Run = {},
): Promise<void> {
  const { words, isAfterQuick, showsTimes, busyLoops } = readArguments()
  const all = list.flat().filter((job) => !(isAfterQuick && QUICK.flat().includes(job)))
  const runsAll = words.length === 0
  if (runsAll && minutes !== undefined)
    process.stdout.write(`All of it usually takes ${minutes} minutes on two processors.\n`)
  const jobs = runsAll ? usual(all) : [...new Set(words.flatMap((word) => jobsNamed(word, all)))]
  const isGood = await runJobs(gather(jobs).toSorted(byLength), {
    concurrency: JOBS_MAX,
    busyLoops,
    showsTimes,
    ...(runsAll && { processorSecondsMax }),
  })
  process.exit(isGood ? 0 : 1)
}

interface Arguments {
  readonly words: readonly string[]
  readonly isAfterQuick: boolean
  readonly showsTimes: boolean
  readonly busyLoops: number
}

/** Ends the process if an option is unknown, or is no number. */
function readArguments(): Arguments {
  const options = {
    'after-quick': { type: 'boolean' },
    times: { type: 'boolean' },
    'beside-load': { type: 'string' },
  } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const busyLoops = Number(values['beside-load'] ?? 0)
    if (!Number.isInteger(busyLoops) || busyLoops < 0 || busyLoops > BUSY_LOOPS_MAX)
      throw new Error(`--beside-load takes a number of busy loops from 0 to ${BUSY_LOOPS_MAX}.`)
    return {
      words: positionals,
      isAfterQuick: values['after-quick'] === true,
      showsTimes: values.times === true,
      busyLoops,
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

const BUSY_LOOPS_MAX = 64

/** The jobs that a word names, or the unit tests whose files it names. Ends the process if there is no such job. */
function jobsNamed(word: string, jobs: readonly Job[]): readonly Job[] {
  const named = jobs.filter(({ step, name }) => step.includes(word) || name.includes(word))
  if (named.length > 0) return named
  const hasUnitTests = jobs.some(({ step }) => step === 'unit tests')
  const files = hasUnitTests ? unitTestFiles().filter((file) => file.includes(word)) : []
  if (files.length > 0) {
    const name = `unit tests: ${word} (${files.length} files)`
    return [{ step: 'unit tests', name, arguments: [...testOptions(), ...files] }]
  }
  const steps = [...new Set(jobs.map(({ step }) => step))]
  process.stderr.write(
    `No step and no file of tests here has "${word}" in its name, so nothing was run. The steps are: ${steps.join(', ')}.\n`,
  )
  process.exit(1)
}

/** Makes one job of all that share a process: those of a step whose files lie in one folder, or some of them. */
function gather(jobs: readonly Job[]): readonly Job[] {
  const placeOf = ({ step, name }: Job) =>
    SHARING.test(name) && !ALONE.test(name) ? `${step}: ${dirname(name)}` : `${step}: ${name}`
  return [...Map.groupBy(jobs, placeOf).values()].flatMap((together) => dealOut(together).map(asOne))
}

function dealOut(jobs: readonly Job[]): readonly (readonly Job[])[] {
  const [, count = 1] = PARTS.find(([pattern]) => jobs.every(({ name }) => pattern.test(name))) ?? []
  return [...Map.groupBy(jobs.entries(), ([index]) => index % count).values()].map((part) =>
    part.map(([, job]) => job),
  )
}

function asOne(jobs: readonly Job[]): Job {
  const [first, ...others] = jobs as readonly [Job, ...Job[]]
  if (others.length === 0) return first
  const files = others.map(({ name }) => name)
  const name = `${dirname(first.name)} (${basename(first.name, '.test.ts')} and ${files.length} more)`
  return { ...first, name, arguments: [...first.arguments, ...files] }
}

/** Sorts jobs that others wait for first, then the longest. */
function byLength(one: Job, other: Job): number {
  return rank(one) - rank(other)
}

function rank({ name }: Job): number {
  const index = FIRST.findIndex((part) => name.includes(part))
  return index < 0 ? FIRST.length : index
}

function toolJobs(name: string, program: string, options: readonly string[]): readonly Job[] {
  return [{ step: name, name, arguments: [program, ...options] }]
}

function fileJob(step: string, file: string, rest: Partial<Job>): Job {
  return { step, name: file, arguments: [...testOptions(), file], ...rest }
}

function widerJob(file: string): Job {
  return fileJob('wider tests', file, { usesPostgres: true })
}

function storeJobs(): readonly Job[] {
  const job = widerJob(STORE_ON_POSTGRES)
  return Array.from({ length: STORE_PARTS }, (_, index) => ({
    ...job,
    name: `${STORE_ON_POSTGRES} (${index + 1} of ${STORE_PARTS})`,
    environment: { TOCSIN_TEST_PART: `${index + 1}/${STORE_PARTS}` },
  }))
}

/** The options of each process that runs tests, before the files. */
export function testOptions(): readonly string[] {
  const program = join(import.meta.dirname, 'jobs/test-files.ts')
  return ['--test-reporter=spec', `--test-timeout=${TEST_MS_MAX}`, program]
}

function unitTestFiles(): readonly string[] {
  return globSync(['{src,cli}/**/*.test.ts', 'console/src/**/*.test.ts', 'scripts/**/*.test.ts']).toSorted()
}

/** Packages must be made before they can be tested: `npm run prove -- packages`. */
function testFiles(): readonly string[] {
  return globSync('test/**/*.test.ts', { exclude: ['test/packages/**'] }).toSorted()
}

function needsBrowser(file: string): boolean {
  return file.startsWith('test/console/')
}

function takesLong(file: string): boolean {
  return LONG.some((pattern) => pattern.test(file))
}

/** Others have nothing to do with a database. */
function usesApp(file: string): boolean {
  return /start-app\.ts|management\//.test(readFileSync(file, 'utf8'))
}
