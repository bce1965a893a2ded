// `npm run t -- FILE [NAME] [--watch]`: one file of tests, by a part of its path; of it the tests with NAME in theirs.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { join } from 'node:path'

const TEST_MS_MAX = 10 * 60_000
const NAMED_MAX = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { watch: { type: 'boolean', default: false } },
})
const [word = '', ...names] = positionals

/** Files of tests with this in their path; one whose path it is comes alone. */
function findFiles(): readonly string[] {
  const files = globSync(['{src,cli,console/src,test}/**/*.test.ts'], {
    cwd: join(import.meta.dirname, '..'),
  })
  const exact = files.find((file) => file === word.replace(/^\.\//, ''))
  return exact === undefined ? files.filter((file) => file.includes(word)).toSorted() : [exact]
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Runs a program under this Node.js with our terminal. Returns its exit code. */
function run(argv: readonly string[]): number {
  return spawnSync(process.execPath, argv, { stdio: 'inherit' }).status ?? 1
}

if (word === '')
  refuse('Name a file of tests, or a part of its path: npm run t -- dispatcher ["a name"] [--watch]')
const files = findFiles()
const [file] = files
if (file === undefined) refuse(`No file of tests has "${word}" in its path.`)
if (files.length > 1)
  refuse(
    [`${files.length} files have "${word}" in their paths; name one:`, ...files.slice(0, NAMED_MAX)].join(
      '\n  ',
    ),
  )

if (file.startsWith('test/console/')) {
  const code = run(['scripts/prepare-browser-tests.mjs'])
  if (code !== 0) process.exit(code)
}
process.exit(
  run([
    ...(values.watch ? ['--watch'] : []),
    '--test',
    '--test-reporter=spec',
    `--test-timeout=${TEST_MS_MAX}`,
    ...(names.length > 0 ? [`--test-name-pattern=${names.join(' ')}`] : []),
    file,
  ]),
)
