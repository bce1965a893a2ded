// Runs a script of this project under the Node.js that the lockfile pins, after installing what is missing.
// It is the only file that an older Node must be able to read: plain JavaScript, no dependencies.
//
//   node scripts/run.mjs src/main.ts serve        one program
//   node scripts/run.mjs --test test/**           anything that node itself takes
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR_MIN = 24
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, 'node_modules', '.installed-lockfile')

function installDependencies() {
  const lockfileHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockfileHash) return

  process.stderr.write('Installing dependencies (once) …\n')
  const npm = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) {
    process.stderr.write('The dependencies could not be installed: `npm ci` failed. Its message is above.\n')
    process.exit(1)
  }
  writeFileSync(stampFile, lockfileHash)
}

function findNode() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) return process.execPath

  process.stderr.write(
    `Tocsin needs Node.js ${NODE_MAJOR_MIN} or newer, and this is ${process.version}.\n` +
      `On Linux (x64, arm64) the right one is installed with the dependencies; on ${process.platform} ` +
      `(${process.arch}) please install it from https://nodejs.org and try again.\n`,
  )
  process.exit(1)
}

installDependencies()
const node = findNode()
// Tools that are started from here (npm scripts, child processes of tests) find the same Node first.
const env = {
  ...process.env,
  PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.compile-cache'),
}
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
