import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'

// The runner's default of one file less than there are cores leaves a small machine idle while a test waits for its disk.
const testRunner = ['--test', '--test-reporter=spec', '--test-concurrency=3']

// What hangs ends here, and nothing else: a machine may be many times slower than those on which the tests were written.
// Longer than the limit of `eventually`, which says what was awaited; some tests wait several times.
const TEST_TIMEOUT = '--test-timeout=300000'
const LONG_TEST_TIMEOUT = '--test-timeout=900000'

/** They start whole processes, race several nodes, or live through hundreds of simulated days; `npm run check` leaves them out. */
const LONG = [
  /^test\/e2e\//,
  /^test\/nodes\//,
  /^test\/bench\/bench/,
  /^test\/simulation\/many-seeds/,
  // What is particular to one engine; the promises that both keep are in the suite, which is in the check.
  /^test\/storage\/(?:postgres-|copy)/,
]

export const steps = {
  format: {
    name: 'format',
    command: [
      'node_modules/prettier/bin/prettier.cjs',
      '--check',
      '--cache',
      '--cache-strategy=content',
      '--log-level',
      'warn',
      '.',
    ],
  },
  lint: { name: 'lint', command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
  types: { name: 'types', command: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  consoleTypes: {
    name: 'types of the console',
    prepare: async () => (await import('./console-types.ts')).writeConsoleTypes(),
    command: ['node_modules/typescript/bin/tsc', '-p', 'console'],
  },
  unitTests: {
    name: 'unit tests',
    // Beside the code stand tests without processes, ports or files: they need none of their own.
    command: [
      ...testRunner,
      '--test-isolation=none',
      TEST_TIMEOUT,
      ...testFiles().filter((file) => !file.startsWith('test/')),
    ],
  },
  widerTests: {
    name: 'wider tests',
    usesPostgres: true,
    command: [
      ...testRunner,
      TEST_TIMEOUT,
      ...testFiles().filter((file) => file.startsWith('test/') && !needsBrowser(file) && !takesLong(file)),
    ],
  },
  apiOnPostgres: {
    name: 'the tests of the API on PostgreSQL',
    usesPostgres: true,
    environment: { TOCSIN_TEST_ENGINE: 'postgres' },
    command: [
      ...testRunner,
      TEST_TIMEOUT,
      ...testFiles().filter((file) => file.startsWith('test/api/') && usesApp(file)),
    ],
  },
  consoleTests: {
    name: 'the console in a browser',
    // Once, before several files want them at the same time.
    prepare: async () => {
      ;(await import('./build-console.mjs')).buildConsole(process.execPath)
      await (await import('../test/support/browser.ts')).unpackBrowser()
    },
    command: [...testRunner, '--test-timeout=180000', ...testFiles().filter(needsBrowser)],
  },
  longTests: {
    name: 'long tests',
    usesPostgres: true,
    command: [...testRunner, LONG_TEST_TIMEOUT, ...testFiles().filter(takesLong)],
  },
}

/** Runs each step under this very Node; the first that fails ends it with its exit code. */
export async function runSteps(list) {
  for (const { name, command, prepare, environment = {}, usesPostgres = false } of list) {
    const startedAt = performance.now()
    process.stdout.write(`\n— ${name}\n`)
    await prepare?.()
    const env = { ...process.env, ...environment, ...(usesPostgres && (await postgresForAll())) }
    const [status] = await once(spawn(process.execPath, command, { stdio: 'inherit', env }), 'exit')
    if (status !== 0) {
      process.stdout.write(`— ${name}: failed\n`)
      process.exit(status ?? 1)
    }
    process.stdout.write(`— ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
  }
  await (await server)?.stop()
}

let server

/** One server for all files, instead of one for each; or the one that the caller names. */
async function postgresForAll() {
  const given = process.env.TOCSIN_TEST_POSTGRES
  if (given !== undefined) return { TOCSIN_TEST_POSTGRES: given }
  server ??= import('../test/support/postgres-server.ts').then(({ PostgresServer }) => PostgresServer.start())
  return { TOCSIN_TEST_POSTGRES: (await server).url() }
}

function testFiles() {
  return globSync(['src/**/*.test.ts', 'console/src/**/*.test.ts', 'test/**/*.test.ts']).toSorted()
}

function needsBrowser(file) {
  return file.startsWith('test/console/')
}

function takesLong(file) {
  return LONG.some((pattern) => pattern.test(file))
}

/** Others have nothing to do with a database. */
function usesApp(file) {
  return /start-app\.ts|management\//.test(readFileSync(file, 'utf8'))
}
