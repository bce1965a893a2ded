import { statSync } from 'node:fs'
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import { AppError } from '../../../domain/errors.ts'
import type { InstallationId } from '../../../domain/ids.ts'
import { refuseUnfinishedCopy } from '../../copy/record.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { SpareMemory } from '../../../watch/spare-memory.ts'
import { openDatabase, type SqliteOptions } from '../connection/connection.ts'
import { isDamagedDatabase } from '../../damage/damage.ts'
import { createEngine, type Engine } from './engine.ts'
import { explainFault } from '../connection/faults.ts'
import { SecretBox } from '../../encryption/secret-box.ts'
import type { EncryptionStart } from '../../encryption-rules.ts'
import { emptyLog, startEncryption } from '../encryption/encryption.ts'
import { beginEpochIfDue } from '../connection/epoch.ts'
import { explainOpening } from '../connection/explain-opening.ts'
import { FreeRoom, spaceAround } from '../connection/free-room.ts'
import { runBatch, type Call, type CallResult } from './group-commit.ts'
import type { Store } from '../../store.ts'
import type { MigrationReport } from '../../migration.ts'
import { migrate } from '../migrate.ts'
import { lockDatabaseFile, realFileOf } from '../connection/process-lock.ts'
import { copyRecord, installationIdOf, newInstallationId } from '../../records/meta.ts'
import { WebhookSeals } from '../../webhook-seals.ts'
import { ScriptRunner } from '../connection/run-script.ts'
import { CatchUpSteps } from '../catch-up/catch-up-steps.ts'
import { backupTo } from '../history/upkeep.ts'
import { WebhookDeliveries } from '../catch-up/webhook-deliveries.ts'
import { workAtStart } from '../webhooks/webhook-work.ts'

/** Deliveries that follow a change of their webhook in a step; a step takes a few milliseconds. */
const CATCH_UP_STEP_MAX = 1_000

/** Calls that share one commit at the most: bounds how long the first of them waits. */
const BATCH_CALLS_MAX = 500

/** Between two looks at the memory of this thread. */
const SPARE_LOOK_MS = 1_000

export type Request = readonly Call[] | { readonly backup: string; readonly id: number } | 'close'
export type Reply =
  | { readonly ready: Ready }
  | { readonly failed: SentError }
  | { readonly results: readonly SentResult[] }

export interface Ready {
  readonly installationId: InstallationId
  readonly migration: MigrationReport
  readonly encryption: EncryptionStart
  /** Of SQLite itself. */
  readonly version: string
  /** There was a log of writes that the process before should have put into the file. */
  readonly isAfterCrash: boolean
}

/** Errors lose their class on the way between threads. */
export interface SentError {
  readonly message: string
  readonly code?: AppError['code']
  readonly issues?: AppError['issues']
  readonly retryAfterMs?: number | undefined
  readonly stack?: string | undefined
  /** It is the database itself that is damaged. */
  readonly isDamagedDatabase?: boolean
}

export type SentResult =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SentError }

/** Opens the file, tells over the port how that went, and carries out what comes by it until it is told to close. */
export function serveEngine(port: MessagePort, options: SqliteOptions): void {
  const say = (reply: Reply) => port.postMessage(reply)
  let db: Database | undefined
  let unlock: () => void = () => undefined
  let box: SecretBox
  try {
    box = new SecretBox(options.encryptionKeys ?? [])
    const file = realFileOf(options.file)
    unlock = lockDatabaseFile(file)
    const isAfterCrash = hasLog(file)
    db = openDatabase({ ...options, file })
    const migration = migrate(db)
    const records = new ScriptRunner(db)
    refuseUnfinishedCopy(records.run(copyRecord()))
    const webhookSeals = new WebhookSeals(box)
    const work = workAtStart(new WebhookDeliveries(db))
    const sealing = { records, work, webhookSeals, box }
    const encryption = startEncryption(db, { ...sealing, now: options.now ?? 0 })
    const version = db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? ''
    beginEpochIfDue(db)
    const installationId = records.run(installationIdOf(newInstallationId()))
    say({ ready: { installationId, migration, encryption, version, isAfterCrash } })
  } catch (error) {
    // Whoever tries again in this process finds nothing held.
    db?.close()
    unlock()
    say({ failed: toSent(explainOpening(error, spaceAround(options.file))) })
    port.close()
    return
  }
  const { file, freeMin = 0, runsLong } = options
  const engine = createEngine(db, box, new FreeRoom(db, { freeMin, readSpace: spaceAround(file) }))
  if (runsLong) keepSmall()

  const steps = new CatchUpSteps({ isDone: () => !db.open || engine.isCaughtUp(), step: stepOf(db, engine) })
  steps.goOn()

  port.on('message', (first: Request) => {
    const { calls, others } = gather(port, first)
    if (calls.length > 0) {
      const results = runBatch(db, engine, calls)
      // What the old key opens is still in the log; when the rotation is answered it is gone.
      if (calls.some(({ verb }) => verb === 'rotateEncryption')) emptyLog(db)
      say({ results: results.map(toSentResult) })
      if (calls.some(({ verb }) => verb === 'catchUpDeliveries')) steps.tryAgain()
      else steps.goOn()
    }
    for (const request of others) {
      if (request === 'close') {
        db.close()
        unlock?.()
        port.close()
        return
      }
      backupTo(db, request.backup)
        .then(() => say({ results: [{ id: request.id, value: undefined }] }))
        .catch((error: unknown) => say({ results: [{ id: request.id, error: toSent(explainFault(error)) }] }))
    }
  })
}

/** This thread keeps no memory that only its start or a burst of work needed. */
function keepSmall(): void {
  const spare = new SpareMemory({ clock: systemClock, isStarting: true })
  setInterval(() => spare.look(), SPARE_LOOK_MS).unref()
}

/** One step in a transaction of its own; false: it could not be written. */
function stepOf(db: Database, engine: Engine): () => boolean {
  return () => {
    const args: Parameters<Store['catchUpDeliveries']> = [
      { now: systemClock.now(), limit: CATCH_UP_STEP_MAX },
    ]
    const results = runBatch(db, engine, [{ id: 0, verb: 'catchUpDeliveries', args }])
    return results.every((result) => 'value' in result)
  }
}

interface Gathered {
  readonly calls: readonly Call[]
  readonly others: readonly Exclude<Request, readonly Call[]>[]
}

/** Takes what has piled up while the last batch was committed. */
function gather(port: MessagePort, first: Request): Gathered {
  const calls: Call[] = []
  const others: Exclude<Request, readonly Call[]>[] = []
  let next: Request | undefined = first
  while (next !== undefined) {
    if (next === 'close' || 'backup' in next) others.push(next)
    else calls.push(...next)
    next =
      calls.length < BATCH_CALLS_MAX
        ? (receiveMessageOnPort(port)?.message as Request | undefined)
        : undefined
  }
  return { calls, others }
}

/** Whoever closes the file as the last one takes it away. */
function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function toSentResult(result: CallResult): SentResult {
  return 'error' in result ? { id: result.id, error: toSent(result.error) } : result
}

function toSent(error: unknown): SentError {
  if (!(error instanceof AppError))
    return error instanceof Error
      ? { message: error.message, stack: error.stack }
      : { message: String(error) }
  const { message, code, issues, retryAfterMs } = error
  return { message, code, issues, retryAfterMs, isDamagedDatabase: isDamagedDatabase(error) }
}
