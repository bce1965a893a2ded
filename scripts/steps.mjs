import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

// The runner's default of one file less than there are cores leaves a small machine idle while a test waits for its disk.
const testRunner = ['--test', '--test-reporter=spec', '--test-concurrency=3']

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
  unitTests: {
    name: 'unit tests',
    // Beside the code stand tests without processes, ports or files: they need none of their own.
    command: [
      ...testRunner,
      '--test-isolation=none',
      '--test-timeout=60000',
      ...testFiles().filter((file) => file.startsWith('src/')),
    ],
  },
  widerTests: {
    name: 'wider tests',
    command: [
      ...testRunner,
      '--test-timeout=60000',
      ...testFiles().filter((file) => !file.startsWith('src/') && !takesLong(file)),
    ],
  },
  longTests: {
    name: 'long tests',
    command: [...testRunner, '--test-timeout=300000', ...testFiles().filter(takesLong)],
  },
}

/** Runs each step under this very Node; the first that fails ends it with its exit code. */
export function runSteps(list) {
  for (const { name, command } of list) {
    const startedAt = performance.now()
    process.stdout.write(`\n— ${name}\n`)
    const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
    if (status !== 0) {
      process.stdout.write(`— ${name}: failed\n`)
      process.exit(status ?? 1)
    }
    process.stdout.write(`— ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
  }
}

function testFiles() {
  return globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).toSorted()
}

/** They start whole processes or live through hundreds of simulated days; `npm run check` leaves them out. */
function takesLong(file) {
  return (
    file.startsWith('test/e2e/') ||
    file === 'test/simulation/many-seeds.test.ts' ||
    file === 'test/bench/bench.test.ts'
  )
}
