import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const testRunner = ['--test', '--test-reporter=spec', '--test-timeout=120000']

export const steps = {
  format: {
    name: 'format',
    command: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  },
  lint: { name: 'lint', command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
  types: { name: 'types', command: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  unitTests: {
    name: 'tests',
    command: [...testRunner, ...testFiles().filter((file) => !isProcessTest(file))],
  },
  processTests: {
    name: 'whole-process tests',
    command: [...testRunner, '--test-concurrency=2', ...testFiles().filter(isProcessTest)],
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

/** They start whole processes and take longer; `npm run check` leaves them out. */
function isProcessTest(file) {
  return file.startsWith('test/e2e/')
}
