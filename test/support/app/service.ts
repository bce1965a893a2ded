import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { settings as launchSettings } from '../../../scripts/find-node.mjs'
import { endWithUs } from '../end-with-us.ts'
import { eventually } from '../time/eventually.ts'

export const SERVICE_TOKEN = 'service-test-token-0123456789'
const root = dirname(dirname(dirname(import.meta.dirname)))

export interface Service {
  readonly url: string
  readonly pid: number
  /** What it wrote so far, standard output and errors together. */
  output(): string
  /** A request by the admin. Objects are sent as JSON. */
  request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response>
  /** SIGSTOP: it does nothing any more, and does not know it; SIGCONT: it goes on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Asks it to stop, and waits; the exit code. */
  stop(): Promise<number | null>
  /** `kill -9`, and waits until it is gone. */
  kill(): Promise<void>
}

/** Of the environment in which the tests run, a service gets nothing else. */
const PASSED_ON = [
  'PATH',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
  'UV_THREADPOOL_SIZE',
  'NODE_COMPILE_CACHE',
]

function pick(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.map((name) => [name, env[name]]))
}

export interface ServiceOptions {
  /** Holds the database, unless another is named; kept from one start to the next. */
  readonly folder: string
  /** The address of a database of PostgreSQL. */
  readonly database?: string
  /** Further settings, e.g. `{ TOCSIN_RETRY_SCHEDULE: '0s,1s' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** The first file of the program; default: that of the sources. */
  readonly main?: string
  /** A module that it loads before its own. */
  readonly preload?: string
  /** A command that becomes it: the process is the same, as with `strace -D`. */
  readonly watcher?: readonly string[]
  /** It may have so many files and connections open at once. */
  readonly openFilesMax?: number
  /** It cannot start yet: until it listens and waits. */
  readonly isWaiting?: boolean
}

/** The service as a process of its own, ready to work when this resolves. */
export async function startService({
  folder,
  database,
  settings = {},
  main = join(root, 'src/main.ts'),
  preload,
  watcher = [],
  openFilesMax,
  isWaiting = false,
}: ServiceOptions): Promise<Service> {
  const imported = preload === undefined ? [] : ['--import', preload]
  // As `npm start` does it, but for the process that waits beside it.
  const { env, options } = launchSettings(process.execPath)
  const command = [...watcher, process.execPath, ...options, ...imported, main, 'serve']
  const limited = openFilesMax === undefined ? '' : `ulimit -n ${openFilesMax}; `
  const child = spawn('/bin/sh', ['-c', `${limited}exec "$@"`, 'sh', ...command], {
    cwd: folder,
    env: {
      ...pick(env, PASSED_ON),
      HOME: folder,
      // It takes a port that is free and says which: one that was looked for could be taken in between.
      TOCSIN_LISTEN: '127.0.0.1:0',
      TOCSIN_DATABASE: database ?? `sqlite:${join(folder, 'tocsin.db')}`,
      TOCSIN_ADMIN_TOKEN: SERVICE_TOKEN,
      ...settings,
    },
  })
  endWithUs(child)
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const exited = once(child, 'exit')
  const text = () => Buffer.concat(output).toString('utf8')

  const assertRuns = () => {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the service ended at start:\n${text()}`)
  }
  const url = await eventually('the service listens', () => {
    assertRuns()
    return (isWaiting ? /Waiting on (\S+)\/ / : /Tocsin listens on (\S+);/).exec(text())?.[1]
  })
  if (!isWaiting)
    await eventually(`${url} is ready`, async () => {
      assertRuns()
      return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok
    })
  return {
    url,
    pid: child.pid ?? 0,
    output: text,
    request: (method, path, body, signal) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          'x-auth-token': SERVICE_TOKEN,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    signal: (signal) => void child.kill(signal),
    stop: () => end(child, exited, 'SIGTERM'),
    kill: async () => void (await end(child, exited, 'SIGKILL')),
  }
}

async function end(
  child: ChildProcess,
  exited: Promise<unknown>,
  signal: NodeJS.Signals,
): Promise<number | null> {
  child.kill(signal)
  await exited
  return child.exitCode
}
