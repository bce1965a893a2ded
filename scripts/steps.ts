import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { runJobs, type Job } from './jobs/run-jobs.ts'

// Many tests wait for most of their time: for a disk, a process, a browser.
const JOBS_MAX = availableParallelism() + 2

// What hangs ends here, and nothing else: a machine may be many times slower than those on which the tests were written.
// Longer than the limit of `eventually`, which says what was awaited; some tests wait several times.
const TEST_MS_MAX = 30 * 60_000

/** They start whole processes, race several nodes, or live through hundreds of simulated days; `npm run check` leaves them out. */
const LONG = [
  /^test\/e2e\//,
  /^test\/nodes\//,
  /^test\/bench\/bench/,
  /^test\/simulation\/many-seeds/,
  // What is particular to one engine; the promises that both keep are in the suite, which is in the check.
  /^test\/storage\/(?:postgres\/(?!store\.)|copy\/)/,
]

const BROWSER = 'builds the console, unpacks the browser'

/** Those that take longest begin first: none of them is then left to run alone at the end. */
const FIRST = [
  BROWSER,
  'test/e2e/kill',
  'test/simulation/many-seeds',
  'test/storage/sqlite/store.test',
  'test/e2e/copy',
  'test/api/people/people-sessions',
  'test/e2e/postgres-nodes',
  'test/bench/bench',
  'test/console/',
  'test/e2e/',
  'test/regular-expressions',
  'test/storage/postgres/store.test',
  'test/storage/postgres/encryption',
  'test/storage/copy/copy.test',
  'test/api/intake/edge-cases',
  'unit tests',
]

export const steps = {
  format: toolJobs('format', 'node_modules/prettier/bin/prettier.cjs', [
    '--check',
    '--cache',
    '--cache-strategy=content',
    '--log-level',
    'warn',
    '.',
  ]),
  lint: toolJobs('lint', 'node_modules/oxlint/bin/oxlint', ['--deny-warnings']),
  types: [
    ...toolJobs('types', 'node_modules/typescript/bin/tsc', ['-p', '.']),
    {
      step: 'types',
      name: 'types of the scripts of /docs',
      arguments: ['node_modules/typescript/bin/tsc', '-p', 'src/api/docs/files'],
    },
  ],
  consoleTypes: toolJobs('types of the console', 'node_modules/typescript/bin/tsc', ['-p', 'console']),
  unitTests: [
    {
      step: 'unit tests',
      name: 'unit tests',
      // Beside the code stand tests without processes, ports or files: they need no process of their own.
      arguments: ['--test', '--test-isolation=none', ...testOptions(), ...unitTestFiles()],
    },
  ],
  architecture: testFiles()
    .filter((file) => file.startsWith('test/architecture'))
    .map((file) => fileJob('architecture', file, {})),
  widerTests: testFiles()
    .filter((file) => !needsBrowser(file) && !takesLong(file) && !file.startsWith('test/architecture'))
    .map((file) => fileJob('wider tests', file, { usesPostgres: true })),
  apiOnPostgres: testFiles()
    .filter((file) => file.startsWith('test/api/') && usesApp(file))
    .map((file) =>
      fileJob('the API on PostgreSQL', file, {
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
    .map((file) => fileJob('long tests', file, { usesPostgres: true })),
} satisfies Record<string, readonly Job[]>

/**
 * Runs them all beside each other, or those alone whose step or file has one of the words in it with which the command was
 * called: `npm test -- http-edge`. Exits with 1 if one fails.
 */
export async function runSteps(list: readonly (readonly Job[])[]): Promise<void> {
  const words = process.argv.slice(2)
  const isNamed = ({ step, name }: Job) => words.some((word) => step.includes(word) || name.includes(word))
  const jobs = list.flat().filter((job) => words.length === 0 || isNamed(job))
  const isGood = await runJobs(jobs.toSorted(byLength), JOBS_MAX)
  process.exit(isGood ? 0 : 1)
}

/** What others wait for, then the longest. */
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

/** For each process that runs tests. */
export function testOptions(): readonly string[] {
  const endWatch = join(import.meta.dirname, 'jobs/end-watch.ts')
  return ['--import', endWatch, '--test-reporter=spec', `--test-timeout=${TEST_MS_MAX}`]
}

function unitTestFiles(): readonly string[] {
  return globSync(['src/**/*.test.ts', 'console/src/**/*.test.ts']).toSorted()
}

function testFiles(): readonly string[] {
  return globSync('test/**/*.test.ts').toSorted()
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
