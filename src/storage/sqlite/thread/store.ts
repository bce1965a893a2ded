import { AppError } from '../../../domain/errors.ts'
import type { InstallationId } from '../../../domain/ids.ts'
import { Slots } from '../../../runtime/slots.ts'
import type { Cluster } from '../../cluster.ts'
import type { Store } from '../../store.ts'
import type { SqliteOptions } from '../connection/connection.ts'
import type { EncryptionStart } from '../../encryption-rules.ts'
import { VERBS, type VerbName } from '../../verbs.ts'
import type { VerbAnswer, VerbArgs } from '../connection/verbs.ts'
import type { Call } from './group-commit.ts'
import { createLoneNode } from './lone-node.ts'
import type { MigrationReport } from '../../migration.ts'
import { packAttempt } from '../../rows/packed-attempt.ts'
import { choosePlace, type EnginePlace, type StartPlace } from './engine-place.ts'
import type { Ready, Request, SentError } from './serve-engine.ts'

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
 * The embedded engine. For a service the database lives in a thread of its own, so that a flush to the disk never stops
 * it; calls that come while one commit is under way share the next (group commit).
 * Rejects with a clear sentence if the file cannot be opened, is in use, or was written by a newer release. `onDamage` is
 * told each time that the file turns out to be damaged.
 */
export async function openSqliteStore(
  options: SqliteOptions,
  onDamage: (because: string) => void = () => undefined,
): Promise<OpenedSqlite> {
  const engine = new SqliteEngine(await choosePlace(options), options, onDamage)
  const { installationId, migration, encryption, version, isAfterCrash } = await engine.ready
  return {
    store: createStore(engine, installationId),
    migration,
    encryption,
    cluster: createLoneNode(version),
    isAfterCrash,
  }
}

/** Where the verbs are carried out: the thread of the engine, or what a test puts in its place. */
export interface StoreThread {
  call<Name extends VerbName>(verb: Name, args: VerbArgs<Name>): Promise<VerbAnswer<Name>>
  backup(file: string): Promise<void>
  close(): Promise<void>
}

/** The verbs as the thread takes them. */
type Called = { readonly [Name in VerbName]: (...args: VerbArgs<Name>) => Promise<VerbAnswer<Name>> }

/** The verbs, as calls to the thread. */
export function createStore(thread: StoreThread, installationId: InstallationId): Store {
  const called = callsTo(thread)
  return {
    ...called,
    finishAttempts: (attempts, now) => called.finishAttempts(attempts.map(packAttempt), now),
    installationId,
    claimsSeeWrites: true,
    backup: (file) => thread.backup(file),
    close: () => thread.close(),
  }
}

function callsTo(thread: StoreThread): Called {
  const toCall =
    <Name extends VerbName>(name: Name) =>
    (...args: VerbArgs<Name>) =>
      thread.call(name, args)
  const names = Object.keys(VERBS) as readonly VerbName[]
  // Each name has the call of its own verb.
  return Object.fromEntries(names.map((name) => [name, toCall(name)])) as unknown as Called
}

/** The place of the engine, and the calls that wait for it. */
class SqliteEngine {
  readonly ready: Promise<Ready>
  readonly #place: EnginePlace
  readonly #waiting = new Slots<Waiting>()
  readonly #ended: Promise<void>
  readonly #onDamage: (because: string) => void
  #outbox: Call[] = []
  #closing = false

  constructor(start: StartPlace, options: SqliteOptions, onDamage: (because: string) => void) {
    this.#onDamage = onDamage
    const { promise, resolve, reject } = Promise.withResolvers<Ready>()
    const ended = Promise.withResolvers<void>()
    this.ready = promise
    this.#ended = ended.promise
    this.#place = start(options, {
      onReply: (reply) => {
        if ('ready' in reply) resolve(reply.ready)
        else if ('failed' in reply) reject(fromSent(reply.failed))
        else for (const result of reply.results) this.#settle(result)
      },
      onError: (error) => {
        reject(error)
        this.#failAll(error)
      },
      onEnd: () => {
        this.#closing = true
        this.#failAll(new AppError('unavailable', 'The database is closed.'))
        ended.resolve()
      },
    })
  }

  call<Name extends VerbName>(verb: Name, args: VerbArgs<Name>): Promise<VerbAnswer<Name>> {
    const answer = this.#expect((id) => {
      // A verb with what that verb takes is a call of it, which the compiler does not see of a name that is not known yet.
      this.#outbox.push({ id, verb, args } as Call)
      // Calls of one turn of the event loop travel together, whichever of its callbacks they come from: a message costs
      // more than a call, and what comes together shares a commit.
      if (this.#outbox.length === 1) setImmediate(() => this.#post())
    })
    // What the thread answers to a call is what its verb answers.
    return answer as Promise<VerbAnswer<Name>>
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
    await this.#ended
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
    this.#place.send(request)
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
