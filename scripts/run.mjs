// Runs a script of this project under the Node.js that the lockfile pins, after installing what is missing.
// An older Node must be able to read it: plain JavaScript, no dependencies.
//
//   node scripts/run.mjs src/main.ts serve        one program
//   node scripts/run.mjs --test test/**           anything that node itself takes
//   node scripts/run.mjs --with-console …         builds the console first, if it is not as its sources are
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, noteIgnoredSignals, root, runUnder } from './find-node.mjs'
import { sayWhile } from './say-while.mjs'

const WITH_CONSOLE = '--with-console'

const stampFile = join(root, 'node_modules', '.installed-lockfile')

function installDependencies() {
  const lockfileHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockfileHash) return

  const npm = sayWhile('Installing dependencies (once, usually half a minute)', () =>
    spawnSync('npm', ['ci', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    }),
  )
  if (npm.status !== 0) {
    process.stderr.write('The dependencies could not be installed: `npm ci` failed. Its message is above.\n')
    process.exit(1)
  }
  writeFileSync(stampFile, lockfileHash)
}

/** A service without its console delivers all the same: it is not kept from starting. */
async function tryToBuildConsole() {
  const { buildConsole } = await import('./build-console.mjs')
  try {
    buildConsole(findNode())
  } catch (error) {
    process.stderr.write(`The console could not be built: ${error.message}. The service starts without it.\n`)
  }
}

installDependencies()
const args = process.argv.slice(2)
if (args.includes(WITH_CONSOLE)) await tryToBuildConsole()
noteIgnoredSignals()
runUnder(
  findNode(),
  args.filter((arg) => arg !== WITH_CONSOLE),
)
