import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../../runtime/clock.ts'
import type { Log } from '../../../telemetry/log.ts'
import { damagedFile } from '../../damage/damage.ts'
import type { DamageWatch } from '../../damage/damage-watch.ts'

export interface FileCheckDeps {
  readonly file: string
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly damage: Pick<DamageWatch, 'note'>
}

/** What the thread answers: what is wrong, in the words of SQLite; nothing: the file is whole. */
export type FileCheckReply = { readonly findings: readonly string[] } | { readonly error: string }

/**
 * Looks once through the whole file, in a thread of its own that only reads, so that damage is known before somebody needs
 * what is lost.
 */
export class FileCheck {
  readonly #deps: FileCheckDeps
  #worker: Worker | undefined
  #done: Promise<void> | undefined

  constructor(deps: FileCheckDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#done ??= this.#run()
  }

  /** Ends it, wherever it is. Twice is harmless. */
  async stop(): Promise<void> {
    await this.#worker?.terminate()
    await this.#done
  }

  async #run(): Promise<void> {
    const { file, clock, log, damage } = this.#deps
    const startedAt = clock.monotonic()
    const reply = await this.#ask(file)
    if (!reply) return
    const seconds = Math.round((clock.monotonic() - startedAt) / 100) / 10
    if ('error' in reply) log.warn({ error: reply.error, seconds }, 'database.not_checked')
    else if (reply.findings.length === 0) log.info({ seconds }, 'database.checked')
    else damage.note(damagedFile(reply.findings))
  }

  /** Undefined: it was ended before. */
  async #ask(file: string): Promise<FileCheckReply | undefined> {
    const worker = new Worker(new URL('./file-check-worker.ts', import.meta.url), { workerData: file })
    this.#worker = worker
    const ended = new AbortController()
    worker.once('exit', () => ended.abort())
    try {
      const [reply] = await once(worker, 'message', { signal: ended.signal })
      return reply as FileCheckReply
    } catch (error) {
      return ended.signal.aborted ? undefined : { error: String(error) }
    }
  }
}
