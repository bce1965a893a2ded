import type { Chance, Clock } from '../runtime/clock.ts'
import { GrowingPause, RunLoop } from '../runtime/run-loop.ts'
import type { DatabaseSource } from '../domain/source/database-source.ts'
import type { NodeId } from '../domain/ids.ts'
import type { Intake } from '../intake/intake.ts'
import type { Log } from '../telemetry/log.ts'
import type { Store } from '../storage/store.ts'
import { AskedDatabase } from './asked-database.ts'
import { explainFault, SourceHealth } from './source-health.ts'
import { isObject } from '../domain/json-object.ts'
import { whyReserved } from '../domain/alert/own-alert.ts'
import { AppError } from '../domain/errors.ts'
import type { Observation } from '../domain/alert/alert.ts'
import type { JobRunReport } from '../domain/alert/job-run.ts'

export interface NotificationListenerDeps {
  readonly store: Pick<Store, 'writeSourceCursors' | 'noteSourceFailure' | 'lockSource'>
  readonly intake: Pick<Intake, 'acceptObservations' | 'acceptJobRuns'>
  readonly clock: Clock
  readonly chance: Chance
  readonly log: Log
  readonly nodeId: NodeId
  readonly reader: ReportReader
}

/**
 * The interval at which the connection and the lock are checked; after a node dies, another one takes over within
 * `LOCK_MS`.
 */
const CHECK_EVERY_MS = 5_000
const LOCK_MS = 15_000
const PAUSES = { firstMs: 500, maxMs: 60_000 }
/** Limits notifications that wait for their commit; further ones are lost and logged. */
const QUEUE_MAX = 10_000
const BATCH_MAX = 500
const RETRY_MS = 1_000

/**
 * Accepts reports sent by NOTIFY, on one node only: two listeners would each take a report for a change, and deliver a
 * clear that overtakes its raise as a new one. PostgreSQL drops notifications sent while nobody listens.
 */
export class NotificationListener {
  readonly #name: string
  readonly #settings: DatabaseSource
  readonly #deps: NotificationListenerDeps
  readonly #database: AskedDatabase
  readonly #health: SourceHealth
  readonly #loop: RunLoop
  readonly #pause = new GrowingPause(PAUSES)
  #draining: Promise<void> | undefined
  #queue: string[] = []
  #lostCount = 0

  constructor(name: string, settings: DatabaseSource, deps: NotificationListenerDeps) {
    this.#name = name
    this.#settings = settings
    this.#deps = deps
    this.#database = new AskedDatabase(settings.url)
    this.#health = new SourceHealth(name, deps)
    this.#loop = new RunLoop({
      clock: deps.clock,
      round: (signal) => this.#follow(signal),
      afterwards: () => this.#giveBack(),
    })
  }

  start(): void {
    this.#loop.start()
  }

  /** Stops listening; resolves when what arrived is accepted, if the database allows it. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    await this.#draining
  }

  /** Listens until the connection ends, unless another node does. Returns when to try again. */
  async #follow(signal: AbortSignal): Promise<number> {
    try {
      if (await this.#hold()) await this.#listen(signal)
      this.#pause.reset()
    } catch (error) {
      this.#pause.grow()
      await this.#health.fail(explainFault(error, { ...this.#settings, role: this.#database.role }))
    }
    return (this.#pause.ms || CHECK_EVERY_MS) * (0.5 + this.#deps.chance.fraction() / 2)
  }

  async #giveBack(): Promise<void> {
    const { clock, store, nodeId } = this.#deps
    const now = clock.now()
    await store.lockSource({ source: this.#name, holder: nodeId, now, until: now }).catch(() => undefined)
  }

  #listen(signal: AbortSignal): Promise<void> {
    return this.#database.listen(this.#settings.channel, signal, {
      onPayload: (payload) => this.#onPayload(payload),
      onListening: async () => {
        this.#pause.reset()
        await this.#note()
        this.#deps.log.info({ source: this.#name }, 'source.listening')
        this.#health.recover()
      },
      wait: async (ended) => {
        await this.#deps.clock.wait(CHECK_EVERY_MS, ended)
        return !ended.aborted && (await this.#hold())
      },
    })
  }

  #hold(): Promise<boolean> {
    const { store, clock, nodeId } = this.#deps
    const now = clock.now()
    return store.lockSource({ source: this.#name, holder: nodeId, now, until: now + LOCK_MS })
  }

  #onPayload(payload: string): void {
    if (this.#queue.length >= QUEUE_MAX) this.#lostCount += 1
    else this.#queue.push(payload)
    this.#draining ??= this.#drain().finally(() => (this.#draining = undefined))
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const { mistake, mistakeCount, taken, ...reports } = readNotifications(
        this.#queue.splice(0, BATCH_MAX),
        this.#name,
        this.#deps.reader,
      )
      await this.#takeIn(reports)
      if (this.#lostCount > 0)
        await this.#health.fail(
          `${this.#lostCount} notifications came faster than they could be kept, and are lost.`,
        )
      else if (mistake !== undefined)
        await this.#health.fail(
          `${mistakeCount} of ${taken + mistakeCount} notifications could not be read: ${mistake}.`,
        )
      else if (taken > 0) await this.#note().catch(() => undefined)
      this.#lostCount = 0
    }
  }

  /** Retries while our own database is away; what is not stored when the service stops is lost. */
  async #takeIn({
    observations,
    jobRuns,
  }: Pick<ReturnType<typeof readNotifications>, 'observations' | 'jobRuns'>) {
    const { intake, clock } = this.#deps
    const accept = [() => intake.acceptObservations(observations), () => intake.acceptJobRuns(jobRuns)]
    for (const work of accept) {
      for (;;) {
        try {
          await work()
          break
        } catch (error) {
          await this.#health.fail(`What was heard could not be kept: ${(error as Error).message}`)
          if (this.#loop.signal.aborted) return
          await clock.wait(RETRY_MS, this.#loop.signal)
        }
      }
    }
  }

  /** Notes that a notification arrived, and that the connection is healthy. */
  async #note(): Promise<void> {
    const { store, clock } = this.#deps
    const now = clock.now()
    await store.writeSourceCursors([{ source: this.#name, name: '', position: now }], now)
    this.#health.recover()
  }
}

interface NotifiedReports {
  readonly observations: readonly Observation[]
  readonly jobRuns: readonly JobRunReport[]
}

/** Reads bodies as the API does; throws an `AppError` that says what is wrong. */
interface ReportReader {
  observation(body: unknown): Observation
  jobRun(body: unknown): JobRunReport
}

interface ReadNotifications extends NotifiedReports {
  readonly taken: number
  /** Why the first refused one was refused; undefined: all were accepted. */
  readonly mistake: string | undefined
  readonly mistakeCount: number
}

/**
 * Reads payloads in their order. `{"job_run": {…}}` is a job run, every other object an observation; both get the name
 * of the source. One that claims to come from Tocsin itself is refused. A faulty one does not stop the others.
 */
export function readNotifications(
  payloads: readonly string[],
  source: string,
  reader: ReportReader,
): ReadNotifications {
  const observations: Observation[] = []
  const jobRuns: JobRunReport[] = []
  const mistakes: string[] = []
  for (const payload of payloads) {
    try {
      const body = parse(payload)
      if ('job_run' in body) {
        const { job_run: run, ...others } = body
        if (Object.keys(others).length > 0) throw new Error('beside "job_run" there may be nothing')
        if (!isObject(run)) throw new Error('"job_run" must be an object')
        jobRuns.push(reader.jobRun(named(run, source)))
      } else {
        observations.push(reader.observation(named(body, source)))
      }
    } catch (error) {
      mistakes.push(explain(error))
    }
  }
  const taken = observations.length + jobRuns.length
  return { observations, jobRuns, taken, mistake: mistakes[0], mistakeCount: mistakes.length }
}

function named(body: Readonly<Record<string, unknown>>, source: string) {
  const reserved = whyReserved(body['source'])
  if (reserved !== undefined) throw new Error(`source ${reserved}`)
  return { ...body, source }
}

function parse(payload: string): Readonly<Record<string, unknown>> {
  let body: unknown
  try {
    body = JSON.parse(payload)
  } catch {
    throw new Error('it is not valid JSON')
  }
  if (!isObject(body)) throw new Error('it must be a JSON object')
  return body
}

/** Names the faulty members, never the payload, which may be secret. */
function explain(error: unknown): string {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error)
  return error.issues.map(({ path, message }) => `${path} ${message}`.trim()).join('; ') || error.message
}
