import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/support/free-port.ts'

const here = import.meta.dirname
const TOKEN = 'bench-admin-token-0123456789'

/** A part of the bench in a process of its own: one message to it, one answer. */
export class Part {
  readonly #child: ChildProcess
  /** Rejects when the process ends: an answer will not come any more. */
  readonly #ended: Promise<never>

  constructor(file: string) {
    this.#child = fork(join(here, file))
    this.#ended = once(this.#child, 'exit').then(() => Promise.reject<never>(new Error(`${file} ended`)))
    this.#ended.catch(() => undefined)
  }

  async ask<Answer>(message: unknown): Promise<Answer> {
    this.#child.send(message as object)
    return this.next<Answer>()
  }

  async next<Answer>(): Promise<Answer> {
    const answer = once(this.#child, 'message').then(([message]) => message as Answer)
    return Promise.race([answer, this.#ended])
  }

  stop(): void {
    this.#child.kill()
  }
}

/** The service as its users start it, on an empty database. */
export class ServiceProcess {
  readonly url: string
  readonly token = TOKEN
  readonly startMs: number
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(child: ChildProcess, given: { url: string; folder: string; startMs: number }) {
    this.#child = child
    this.url = given.url
    this.#folder = given.folder
    this.startMs = given.startMs
  }

  static async start(): Promise<ServiceProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-bench-'))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const startedAt = performance.now()
    const child = spawn(process.execPath, [join(here, '../src/main.ts'), 'serve'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        TOCSIN_LISTEN: `127.0.0.1:${port}`,
        TOCSIN_DATABASE: `sqlite:${join(folder, 'tocsin.db')}`,
        TOCSIN_ADMIN_TOKEN: TOKEN,
      },
    })
    while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
      if (child.exitCode !== null) throw new Error('the service ended at start')
      if (performance.now() - startedAt > 30_000) throw new Error('the service was not ready within 30 s')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return new ServiceProcess(child, { url, folder, startMs: performance.now() - startedAt })
  }

  async request(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'x-auth-token': TOKEN, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  /** Resident set, as the kernel counts it. */
  async memoryMb(): Promise<number> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }

  async stop(): Promise<void> {
    this.#child.kill()
    await once(this.#child, 'exit')
    await rm(this.#folder, { recursive: true, force: true })
  }
}
