import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../test/support/network/free-port.ts'
import type { Cleanup } from './cleanup.ts'
import type { BenchDatabase } from './engines/engine.ts'
import { processUsage, residentMb, wakesOf, type ProcessUsage } from './process-usage.ts'

const MAIN = join(import.meta.dirname, '../../src/main.ts')
const TOKEN = 'bench-admin-token-0123456789'
const START_MS_MAX = 60_000
/** Its last words, for the case that it does not start. */
const SAID_MAX = 4_000
const LISTENING = 'Tocsin listens on '

/** The service as its users start it. */
export class ServiceProcess {
  readonly url: string
  readonly token = TOKEN
  /** From the beginning of the process to the first 200 of /readyz. */
  readonly startMs: number
  /** Resolves when the process is no more, whoever ended it. */
  readonly ended: Promise<unknown>
  readonly #child: ChildProcess
  readonly #forget: () => void

  private constructor(
    child: ChildProcess,
    given: {
      readonly url: string
      readonly startMs: number
      readonly ended: Promise<unknown>
      readonly forget: () => void
    },
  ) {
    this.#child = child
    this.ended = given.ended
    this.url = given.url
    this.startMs = given.startMs
    this.#forget = given.forget
  }

  static async start(
    database: BenchDatabase,
    cleanup: Cleanup,
    {
      nodeOptions = [],
      main = MAIN,
    }: { readonly nodeOptions?: readonly string[]; readonly main?: string } = {},
  ): Promise<ServiceProcess> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    // It would make the folder of its database once more, after its removal.
    if (cleanup.hasBegun) throw new Error('the bench is being ended')
    const startedAt = performance.now()
    const child = spawn(process.execPath, [...process.execArgv, ...nodeOptions, main, 'serve'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        TOCSIN_LISTEN: `127.0.0.1:${port}`,
        TOCSIN_DATABASE: database.address,
        TOCSIN_ADMIN_TOKEN: TOKEN,
      },
    })
    const exited = once(child, 'exit')
    // Its folder goes next, and must not be written into any more.
    const forget = cleanup.add(async () => {
      child.kill('SIGKILL')
      await exited
    })
    child.once('exit', forget)
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-SAID_MAX)))
    // Asked before it listens, it would only be kept from its start.
    while (!said.includes(LISTENING) || !(await isReady(url))) {
      if (child.exitCode !== null) throw new Error(`the service ended at its start:\n${said.trim()}`)
      if (performance.now() - startedAt > START_MS_MAX) {
        const response = await readiness(url)
        child.kill('SIGKILL')
        throw new Error(`the service does not become ready: ${response}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return new ServiceProcess(child, { url, startMs: performance.now() - startedAt, ended: exited, forget })
  }

  async request(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'x-auth-token': TOKEN, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  usage(): Promise<ProcessUsage> {
    return processUsage(this.#child.pid ?? 0)
  }

  /** Counts how often its thread of JavaScript was woken. */
  wakes(): Promise<number> {
    return wakesOf(this.#child.pid ?? 0)
  }

  memoryMb(): Promise<number> {
    return residentMb(this.#child.pid ?? 0)
  }

  /** Stops it as its users do: what is under way ends. */
  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  /** At once, when its database is of no more use. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.isAlive) {
      const exited = once(this.#child, 'exit')
      this.#child.kill(signal)
      await exited
    }
    this.#forget()
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`)
    await response.text()
    return response.ok
  } catch {
    return false
  }
}

async function readiness(url: string): Promise<string> {
  return fetch(`${url}/readyz`).then(
    (response) => response.text(),
    (error: unknown) => String(error),
  )
}
