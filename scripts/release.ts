// `npm run release -- check`: says what keeps this version from being released; `-- fixture`: writes its databases.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../src/runtime/version.ts'
import { releasesWithFixtures, writeReleaseFixture } from '../test/support/databases/release-fixture.ts'
import { findReleaseProblems } from './release-problems.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const DOCUMENTS = ['openapi/v1.json', 'openapi/v6.json', 'openapi/v15.json']

function check(): void {
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  const problems = findReleaseProblems({
    version: VERSION,
    today: new Date().toISOString().slice(0, 10),
    changelog: read('CHANGELOG.md'),
    lockfile: read('package-lock.json'),
    tour: read('docs/start.md'),
    documents: Object.fromEntries(
      DOCUMENTS.map((path) => [path, (JSON.parse(read(path)) as { info: { version: string } }).info.version]),
    ),
    fixtures: releasesWithFixtures(),
    changedPaths: status.split('\n').flatMap((line) => (line === '' ? [] : line.slice(3))),
  })
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  else process.stdout.write(`${VERSION} can be released.\n`)
}

const [command = ''] = process.argv.slice(2)
if (command === 'check') check()
else if (command === 'fixture') {
  await writeReleaseFixture(VERSION)
  process.stdout.write(`test/fixtures/releases/${VERSION} written.\n`)
} else {
  process.stderr.write('Usage: npm run release -- check | fixture\n')
  process.exitCode = 2
}
