// Finds the Node.js that Tocsin runs under, and runs things under it. Read by an older Node too (scripts/run.mjs and
// bin/tocsin.js begin here): plain JavaScript, no dependencies.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR_MIN = 24

/** The loader that the pinned Node.js asks for; systems with another C library than glibc have none. */
const LOADERS = { linux: { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' } }

/** The folder of the project, or of the build. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Returns the path of the Node that the lockfile pins, or of this one if it is new enough; otherwise exits with 1. */
export function findNode() {
  const pinned = findPinned()
  const startsHere =
    !(process.platform in LOADERS) || existsSync(LOADERS[process.platform][process.arch] ?? '')
  if (pinned && existsSync(pinned) && startsHere) return pinned
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) return process.execPath

  process.stderr.write(
    `Tocsin needs Node.js ${NODE_MAJOR_MIN} or newer, and this is ${process.version}.\n` +
      `${pinned && !startsHere ? 'The one that comes with it needs glibc, and this system has another C library (Alpine has musl): install' : 'Install'} ` +
      `Node.js ${NODE_MAJOR_MIN} (https://nodejs.org), and try again.\n`,
  )
  process.exit(1)
}

function findPinned() {
  try {
    const manifest = `node-${process.platform}-${process.arch}/package.json`
    return join(dirname(createRequire(import.meta.url).resolve(manifest)), 'bin', 'node')
  } catch {
    return undefined
  }
}

/** The folder where Node.js keeps what it compiled; one who may not write there does without. */
export function compileCache() {
  if (process.env.NODE_COMPILE_CACHE) return process.env.NODE_COMPILE_CACHE
  const ofClone = join(root, 'node_modules')
  if (existsSync(join(ofClone, 'commander'))) return join(ofClone, '.compile-cache')
  return join(process.env.XDG_CACHE_HOME || join(home(), '.cache'), 'tocsin')
}

/** A user whom the machine does not know, as in a container, has no home, and the cache is not kept. */
function home() {
  try {
    return homedir()
  } catch {
    return '/nonexistent'
  }
}

/**
 * V8 lets the space for young objects grow to 128 MB under load and keeps most of it; with two halves of 16 MB a siege takes 70 MB less
 * at its height.
 */
const YOUNG_SPACE = '--max-semi-space-size'
const YOUNG_SPACE_MB = 16

/**
 * Leaves the signals that are ignored, as `SigIgn` of /proc/self/status has them, to the program (run-process.ts). Node.js has reset them
 * by now: where no shell has looked before, SIGHUP is ignored if `nohup` was called, or if our parent ignores it.
 */
export function noteIgnoredSignals() {
  if (process.env._TOCSIN_SIGIGN === undefined && isHangupIgnored()) process.env._TOCSIN_SIGIGN = '1'
}

function isHangupIgnored() {
  if (basename(process.env._ ?? '') === 'nohup') return true
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, 'utf8')
    return (Number.parseInt(/^SigIgn:\t[0-9a-f]*([0-9a-f])$/m.exec(status)?.[1] ?? '0', 16) & 1) === 1
  } catch {
    return false
  }
}

/** Runs `node …args` with our terminal, passes signals on, and exits as it does. */
export function runUnder(node, args) {
  const { env, options } = settings(node)
  const child = spawn(node, [...options, ...args], { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl-C to the child as well, and npm sends us another one. The child may be about to end well:
  // only if it goes on, nothing signalled it.
  let passingOn
  process.on('SIGINT', () => {
    passingOn ??= setTimeout(() => {
      passingOn = undefined
      child.kill('SIGINT')
    }, 200)
  })
  child.on('error', (error) => {
    process.stderr.write(`${node} could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** `node …args` in the place of this process. Returns only where a system or an older Node cannot do that. */
export function replaceBy(node, args) {
  const { env, options } = settings(node)
  if (process.platform !== 'win32') process.execve?.(node, [node, ...options, ...args], env)
}

/**
 * Returns the environment and the options of Node.js, which decide before a process begins how much memory it
 * keeps.
 */
export function settings(node) {
  // Tools that are started from here (npm scripts, child processes of tests) find the same Node first.
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    // The C library would give each thread a heap of its own, and keep what is free in them: 2 MB of an idle service.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
    // And after the first large body it would keep all others of that size in those heaps, where they leave holes that never
    // go back to the system: hundreds of megabytes after a storm of them.
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '131072',
    MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '131072',
    // Flushes of the database, name lookups and password hashes share these threads. With the usual four, two lookups of a dead name
    // server and two hashes would hold up each report.
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '8',
    NODE_COMPILE_CACHE: compileCache(),
  }
  const isChosen = process.env.NODE_OPTIONS?.includes(YOUNG_SPACE)
  return { env, options: isChosen ? [] : [`${YOUNG_SPACE}=${YOUNG_SPACE_MB}`] }
}
