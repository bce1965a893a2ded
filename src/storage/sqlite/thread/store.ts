import { Worker } from 'node:worker_threads'
import { AppError } from '../../../domain/errors.ts'
import { Slots } from '../../../runtime/slots.ts'
import type { Cluster } from '../../cluster.ts'
import type { OverviewVerbs } from '../../overview-verbs.ts'
import type { PeopleVerbs } from '../../people.ts'
import type { SourceVerbs } from '../../source-verbs.ts'
import type { TimeVerbs } from '../../time-verbs.ts'
import type { Store, StoreVerbs } from '../../store.ts'
import type { SqliteOptions } from '../connection/connection.ts'
import type { EncryptionStart } from '../../encryption-rules.ts'
import type { VerbArgs, VerbName } from '../connection/verbs.ts'
import type { Call } from './group-commit.ts'
import { createLoneNode } from './lone-node.ts'
import type { MigrationReport } from '../../migration.ts'
import { packAttempt } from '../../rows/packed-attempt.ts'
import type { Ready, Reply, Request, SentError } from './worker.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export interface OpenedSqlite {
  readonly store: Store
  readonly migration: MigrationReport
  readonly encryption: EncryptionStart
  readonly cluster: Cluster
  /** The process before did not close the file. */
  readonly isAfterCrash: boolean
}

/**
 * The embedded engine. The database lives in a thread of its own, so that a flush to the disk never stops the
 * service; calls that come while one commit is under way share the next (group commit).
 * Rejects with a clear sentence if the file cannot be opened, is in use, or was written by a newer release. `onDamage` is
 * told each time that the file turns out to be damaged.
 */
export async function openSqliteStore(
  options: SqliteOptions,
  onDamage: (because: string) => void = () => undefined,
): Promise<OpenedSqlite> {
  const thread = new SqliteThread(options, onDamage)
  const { installationId, migration, encryption, version, isAfterCrash } = await thread.ready
  return {
    store: createStore(thread, installationId),
    migration,
    encryption,
    cluster: createLoneNode(version),
    isAfterCrash,
  }
}

/** Where the verbs are carried out: the thread of the engine, or what a test puts in its place. */
export interface StoreThread {
  call(verb: VerbName, args: readonly unknown[]): Promise<unknown>
  backup(file: string): Promise<void>
  close(): Promise<void>
}

type CallingVerb = <Name extends VerbName>(
  name: Name,
) => (...args: VerbArgs<Name>) => ReturnType<StoreVerbs[Name]>

/** The verbs, as calls to the thread. */
export function createStore(thread: StoreThread, installationId: string): Store {
  const verb: CallingVerb =
    (name) =>
    (...args) =>
      thread.call(name, args) as ReturnType<StoreVerbs[typeof name]>
  const packed = verb('finishAttempts')
  return {
    installationId,
    close: () => thread.close(),
    createWebhook: verb('createWebhook'),
    listWebhooks: verb('listWebhooks'),
    findWebhook: verb('findWebhook'),
    changeWebhook: verb('changeWebhook'),
    deleteWebhook: verb('deleteWebhook'),
    rotateSigningSecret: verb('rotateSigningSecret'),
    removeSigningSecrets: verb('removeSigningSecrets'),
    describeEncryption: verb('describeEncryption'),
    rotateEncryption: verb('rotateEncryption'),
    ...callerVerbs(verb),
    acceptObservations: verb('acceptObservations'),
    acceptJobRuns: verb('acceptJobRuns'),
    claimDue: verb('claimDue'),
    finishAttempts: (attempts, now) => packed(attempts.map(packAttempt), now),
    releaseClaims: verb('releaseClaims'),
    retryDelivery: verb('retryDelivery'),
    cancelDelivery: verb('cancelDelivery'),
    startOperation: verb('startOperation'),
    stopOperation: verb('stopOperation'),
    findOperation: verb('findOperation'),
    listOperations: verb('listOperations'),
    advanceOperations: verb('advanceOperations'),
    countDeliveries: verb('countDeliveries'),
    findDeliveryAhead: verb('findDeliveryAhead'),
    settleWebhooks: verb('settleWebhooks'),
    pruneHistory: verb('pruneHistory'),
    recordAudit: verb('recordAudit'),
    pruneAudit: verb('pruneAudit'),
    ...overviewVerbs(verb),
    ...sourceVerbs(verb),
    ...timeVerbs(verb),
    backup: (file) => thread.backup(file),
    checkHealth: verb('checkHealth'),
    countBacklog: verb('countBacklog'),
    findHealth: verb('findHealth'),
    listAlerts: verb('listAlerts'),
    findAlert: verb('findAlert'),
    listJobRuns: verb('listJobRuns'),
    findJobRun: verb('findJobRun'),
    listEvents: verb('listEvents'),
    findEvent: verb('findEvent'),
    listDeliveries: verb('listDeliveries'),
    findDelivery: verb('findDelivery'),
    listAttempts: verb('listAttempts'),
    listAudit: verb('listAudit'),
    findAudit: verb('findAudit'),
  }
}

function overviewVerbs(verb: CallingVerb): OverviewVerbs {
  return {
    recordActivity: verb('recordActivity'),
    listActivity: verb('listActivity'),
    survey: verb('survey'),
    searchWebhooks: verb('searchWebhooks'),
    listRevisions: verb('listRevisions'),
    findEvents: verb('findEvents'),
    findEventsOfJobRuns: verb('findEventsOfJobRuns'),
    nameWebhooks: verb('nameWebhooks'),
    findTold: verb('findTold'),
    reviewTelling: verb('reviewTelling'),
    reviewDelivery: verb('reviewDelivery'),
  }
}

function timeVerbs(verb: CallingVerb): TimeVerbs {
  return {
    rescueExpired: verb('rescueExpired'),
    hastenDeliveries: verb('hastenDeliveries'),
    endOverdue: verb('endOverdue'),
    expireAlerts: verb('expireAlerts'),
    findClockMark: verb('findClockMark'),
    writeClockMark: verb('writeClockMark'),
  }
}

function sourceVerbs(verb: CallingVerb): SourceVerbs {
  return {
    listRaised: verb('listRaised'),
    findSourceMark: verb('findSourceMark'),
    writeSourceMarks: verb('writeSourceMarks'),
    noteSourceFailure: verb('noteSourceFailure'),
    holdSource: verb('holdSource'),
  }
}

/** Who calls: people and tokens. */
function callerVerbs(
  verb: CallingVerb,
): PeopleVerbs & Pick<StoreVerbs, 'createToken' | 'listTokens' | 'revokeToken' | 'touchTokens'> {
  return {
    createToken: verb('createToken'),
    listTokens: verb('listTokens'),
    revokeToken: verb('revokeToken'),
    touchTokens: verb('touchTokens'),
    createUser: verb('createUser'),
    listUsers: verb('listUsers'),
    findUser: verb('findUser'),
    changeUser: verb('changeUser'),
    deleteUser: verb('deleteUser'),
    setPassword: verb('setPassword'),
    rehashPassword: verb('rehashPassword'),
    openSession: verb('openSession'),
    findSession: verb('findSession'),
    listSessions: verb('listSessions'),
    endSessions: verb('endSessions'),
    touchSessions: verb('touchSessions'),
    createInvitation: verb('createInvitation'),
    findInvitation: verb('findInvitation'),
    acceptInvitation: verb('acceptInvitation'),
    pruneSessions: verb('pruneSessions'),
  }
}

/** The thread and the calls that wait for it. */
class SqliteThread {
  readonly ready: Promise<Ready>
  readonly #worker: Worker
  readonly #waiting = new Slots<Waiting>()
  readonly #exited: Promise<void>
  readonly #onDamage: (because: string) => void
  #outbox: Call[] = []
  #closing = false

  constructor(options: SqliteOptions, onDamage: (because: string) => void) {
    this.#onDamage = onDamage
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    const { promise, resolve, reject } = Promise.withResolvers<Ready>()
    this.ready = promise
    this.#worker.on('message', (reply: Reply) => {
      if ('ready' in reply) resolve(reply.ready)
      else if ('failed' in reply) reject(fromSent(reply.failed))
      else for (const result of reply.results) this.#settle(result)
    })
    this.#worker.on('error', (error) => {
      reject(error)
      this.#failAll(error)
    })
    this.#exited = new Promise((done) => {
      this.#worker.once('exit', () => {
        this.#closing = true
        this.#failAll(new AppError('unavailable', 'The database is closed.'))
        done()
      })
    })
  }

  call(verb: VerbName, args: readonly unknown[]): Promise<unknown> {
    return this.#expect((id) => {
      this.#outbox.push({ id, verb, args })
      // Calls of one turn of the event loop travel together, whichever of its callbacks they come from: a message costs
      // more than a call, and what comes together shares a commit.
      if (this.#outbox.length === 1) setImmediate(() => this.#post())
    })
  }

  async backup(file: string): Promise<void> {
    await this.#expect((id) => this.#send({ backup: file, id }))
  }

  async close(): Promise<void> {
    if (!this.#closing) {
      this.#closing = true
      this.#post()
      this.#send('close')
    }
    await this.#exited
  }

  #expect(start: (id: number) => void): Promise<unknown> {
    if (this.#closing) return Promise.reject(new AppError('unavailable', 'The database is closed.'))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    start(this.#waiting.add({ resolve, reject }))
    return promise
  }

  #post(): void {
    if (this.#outbox.length === 0) return
    this.#send(this.#outbox)
    this.#outbox = []
  }

  #send(request: Request): void {
    this.#worker.postMessage(request)
  }

  #settle(result: { readonly id: number; readonly value?: unknown; readonly error?: SentError }): void {
    const waiting = this.#waiting.take(result.id)
    if (result.error?.isDamagedDatabase) this.#onDamage(result.error.message)
    if (result.error) waiting?.reject(fromSent(result.error))
    else waiting?.resolve(result.value)
  }

  #failAll(error: unknown): void {
    for (const { reject } of this.#waiting.all()) reject(error)
  }
}

/** What SQLite said stays in its thread. */
const DAMAGED_FILE = new Error('SQLite found the file damaged')

function fromSent(sent: SentError): Error {
  const { message, code, issues, retryAfterMs, stack } = sent
  if (code)
    return new AppError(code, message, {
      ...(issues && { issues }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(sent.isDamagedDatabase && { cause: DAMAGED_FILE }),
    })
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}
