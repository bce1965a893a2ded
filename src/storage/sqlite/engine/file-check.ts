import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Instant } from '../../../domain/instant.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Log } from '../../../telemetry/log.ts'
import { alteredEvents, damagedFile, type DamageWatch } from '../../damage/damage.ts'
import type { FileFindings } from './check-file.ts'

export interface FileCheckDeps {
  readonly file: string
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly damage: Pick<DamageWatch, 'note' | 'noteLoss'>
  /** The process before crashed, or the file is a restored backup: checks at once. */
  readonly isDoubtful: boolean
}

/** `error`: the file could not be checked. */
export type FileCheckResult = FileFindings | { readonly error: string }

/** Hour of the nightly check, in the zone of the machine. */
const NIGHT_HOUR = 3

/** Reads the whole file each night, in its own thread, so that damage is known before somebody needs the data. */
export class FileCheck {
  readonly #deps: FileCheckDeps
  #worker: Worker | undefined
  #done: Promise<void> | undefined
  #cancel: () => void = () => undefined
  #isStopped = false

  constructor(deps: FileCheckDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#wait()
    if (this.#deps.isDoubtful) this.#done = this.#run()
  }

  #wait(): void {
    const { clock } = this.#deps
    this.#cancel = clock.after(msUntilNight(clock.now()), () => {
      this.#wait()
      const before = this.#done ?? Promise.resolve()
      this.#done = before.then(() => this.#run())
    })
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#cancel()
    this.#isStopped = true
    await this.#worker?.terminate()
    await this.#done
  }

  async #run(): Promise<void> {
    if (this.#isStopped) return
    const { file, clock, log, damage } = this.#deps
    const startedAt = clock.monotonic()
    const result = await this.#ask(file)
    if (!result) return
    const seconds = Math.round((clock.monotonic() - startedAt) / 100) / 10
    if ('error' in result) return log.warn({ error: result.error, seconds }, 'database.check_failed')
    const { damaged, altered } = result
    if (damaged.length > 0) damage.note(damagedFile(damaged))
    else if (altered.length > 0) damage.noteLoss(alteredEvents(altered))
    else log.info({ seconds }, 'database.checked')
  }

  /** Returns undefined if it was ended before. */
  async #ask(file: string): Promise<FileCheckResult | undefined> {
    const worker = new Worker(new URL('./file-check-worker.ts', import.meta.url), { workerData: file })
    this.#worker = worker
    const ended = new AbortController()
    worker.once('exit', () => ended.abort())
    try {
      const [result] = await once(worker, 'message', { signal: ended.signal })
      return result as FileCheckResult
    } catch (error) {
      return ended.signal.aborted ? undefined : { error: String(error) }
    }
  }
}

/** Returns the milliseconds until the next check, at least one. */
export function msUntilNight(now: Instant): number {
  const next = new Date(now)
  next.setHours(NIGHT_HOUR, 0, 0, 0)
  if (next.getTime() <= now) next.setDate(next.getDate() + 1)
  return next.getTime() - now
}
