import type { Client } from 'pg'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { packAttempt } from '../../../src/storage/rows/attempt-row.ts'
import { createStore } from '../../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { eventually } from '../../support/time/eventually.ts'
import { settled } from '../world/virtual-time.ts'
import { CallQueue, type CarriedOut, type Waiting } from './call-queue.ts'
import type { Change } from '../model/change-log.ts'
import { PostgresChanges } from './postgres-changes.ts'
import {
  cutCommitted,
  FAULT_KINDS,
  forgetFault,
  plantFault,
  readEndedIds,
  readEventIds,
  readPostgres,
  readRowsWritten,
  type FaultKind,
} from './postgres-rows.ts'
import type { ProcessLife } from '../world/process-life.ts'
import { nameOf } from '../describe.ts'
import { groupShared, splitAmong } from './shared-calls.ts'
import {
  DAMAGED_BODY,
  INSTALLATION_ID,
  type DatabaseDeps,
  type Engine,
  type SimulatedDatabase,
} from './simulated-database.ts'
import { EPOCH, type SimulatedServer } from './simulated-server.ts'
import type { Stored } from './stored.ts'
import { UnflushedClaims } from './unflushed-claims.ts'

/** One for the work and one for reads: calls come one after the other. */
const POOL_MAX = 2
const FAULTY_ROW_MAX = 8
const DOWN_MS = [0, 300, 2_000, 8_000]
const NEXT_CLAIM_MS_MAX = 2_000

/** Of these the model needs the result, or they commit in several steps. */
const NEEDING_RESPONSE: ReadonlySet<string> = new Set(['createWebhook', 'pruneHistory'])

type Calls = readonly [Waiting, ...Waiting[]]
type StatementResult = Pick<CarriedOut, 'value' | 'error'>

/** Each run gets a database of its own on this server; `planted`: SQL that runs in it before the first node does. */
export function postgresEngine(server: SimulatedServer, planted = ''): Engine {
  return { name: 'postgres', open: (deps) => new PostgresDatabase({ server, planted }, deps) }
}

/**
 * The real PostgreSQL engine, each node with connections of its own, on a real server. Whatever goes to the server
 * is done to its end before the next, and virtual time is stopped meanwhile: so the order is the seed's alone.
 */
class PostgresDatabase implements SimulatedDatabase {
  readonly idsBegin = `dlv_${INSTALLATION_ID}_${EPOCH}_`
  readonly #server: SimulatedServer
  readonly #deps: DatabaseDeps
  readonly #queue: CallQueue
  readonly #changes = new PostgresChanges()
  readonly #stores = new Map<ProcessLife, Store>()
  /** What finished attempts were before they were packed, as the engine in a thread wants them. */
  readonly #unpacked = new WeakMap<object, readonly unknown[]>()
  readonly #unflushed = new UnflushedClaims()
  /** The power fails with the next claim, so long. */
  #cutsPowerFor: number | undefined
  #name = ''
  /** Beside the nodes; undefined: the server is down. */
  #watcher: Client | undefined
  #lastChange = 0
  #last: Promise<void> = Promise.resolve()

  constructor(
    { server, planted }: { readonly server: SimulatedServer; readonly planted: string },
    deps: DatabaseDeps,
  ) {
    this.#server = server
    this.#deps = deps
    this.#queue = new CallQueue(deps, (batch, done) =>
      this.#inTurn(async () => done(await this.#carryOut(batch))),
    )
    this.#inTurn(async () => {
      this.#name = await server.create()
      this.#watcher = await server.connect(this.#name)
      await this.#watcher.query(planted)
    })
  }

  connect(life: ProcessLife): Store {
    const store = createStore(
      {
        call: (method, args) => this.#queue.add(life, method, args),
        backup: () => Promise.reject(new Error('not part of the simulation')),
        close: () => Promise.resolve(),
      },
      INSTALLATION_ID,
    )
    return {
      ...store,
      claimsSeeWrites: false,
      finishAttempts: (attempts, now) => {
        const packed = attempts.map(packAttempt)
        this.#unpacked.set(packed, [attempts, now])
        return this.#queue.add(life, 'finishAttempts', [packed, now])
      },
    }
  }

  /** Its connections are cut. */
  endProcess(life: ProcessLife): void {
    this.#queue.endProcess(life)
    this.#inTurn(async () => {
      const store = this.#stores.get(life)
      if (!store) return
      this.#stores.delete(life)
      await this.#cut(`application_name = '${applicationOf(life)}'`)
      await store.close()
    })
  }

  isClaiming(life: ProcessLife): boolean {
    return this.#queue.isAsking(life, 'claimDue')
  }

  responseAll(): void {
    this.#queue.responseAll()
  }

  /** All connections are cut, or the server is stopped as a crash would. */
  breakServer(): number {
    const { random, time, trace } = this.#deps
    if (random.happens(0.7)) {
      trace.note('database', 'loses all connections')
      this.#inTurn(() => this.#cut("application_name LIKE 'node%'"))
      return 0
    }
    const ms = random.pick(DOWN_MS)
    trace.note('database', 'crashes', `for ${ms} ms`)
    if (random.happens(0.5)) return this.#cutPowerSoon(ms)
    this.#inTurn(() => this.#goDown())
    time.schedule(ms, () => this.heal())
    return ms
  }

  /** Right after the next claim, where it takes something with it. */
  #cutPowerSoon(ms: number): number {
    this.#cutsPowerFor = ms
    this.#deps.time.schedule(NEXT_CLAIM_MS_MAX, () => this.#inTurn(() => this.#cutPower()))
    return NEXT_CLAIM_MS_MAX + ms
  }

  async #cutPower(): Promise<void> {
    const ms = this.#cutsPowerFor
    this.#cutsPowerFor = undefined
    if (ms === undefined || !this.#watcher) return
    const lost = await this.#unflushed.undo(this.#watcher)
    for (const claim of lost) this.#deps.trace.note('database', 'loses', nameOf(claim))
    this.#deps.onLost(lost)
    await this.#goDown()
    this.#deps.time.schedule(ms, () => this.heal())
  }

  damageEvent(id: number): boolean {
    const watcher = this.#watcher
    this.#inTurn(async () => {
      await watcher?.query('UPDATE events SET body = $1 WHERE id = $2', [DAMAGED_BODY, id])
    })
    return watcher !== undefined
  }

  storeMatch(webhookId: number, { match, owner }: { readonly match: string; readonly owner: string }): void {
    this.#inTurn(async () => {
      await this.#watcher?.query('UPDATE webhooks SET match = $1, match_owner = $2 WHERE id = $3', [
        match,
        owner,
        webhookId,
      ])
    })
  }

  heal(): void {
    this.#inTurn(() => this.#comeUp())
  }

  async read(now: number): Promise<Stored | undefined> {
    const { promise, resolve } = Promise.withResolvers<Stored | undefined>()
    this.#inTurn(async () => resolve(await this.#read(now)))
    await this.#last
    return promise
  }

  async close(): Promise<void> {
    await this.#last
    await this.#comeUp()
    for (const store of this.#stores.values()) await store.close()
    await this.#watcher?.end()
    await this.#server.drop(this.#name)
  }

  /** After all that came before. */
  #inTurn(work: () => Promise<void>): void {
    this.#last = this.#last.then(work)
    this.#deps.time.hold(this.#last)
  }

  async #carryOut(batch: readonly Waiting[]): Promise<readonly CarriedOut[]> {
    const results: CarriedOut[] = []
    for (const calls of groupShared(batch)) {
      results.push(...(await this.#carryOutTogether(calls)))
    }
    if (this.#cutsPowerFor !== undefined && this.#unflushed.count > 0)
      this.#deps.time.schedule(0, () => this.#inTurn(() => this.#cutPower()))
    return results
  }

  async #carryOutTogether(calls: Calls): Promise<readonly CarriedOut[]> {
    const fault = await this.#plantFault(calls)
    const asked = this.#ask(calls)
    const isUnanswered = fault === 'cut after commit' && (await this.#cutCommitted(asked))
    const responses = await asked
    if (fault && this.#watcher) await forgetFault(this.#watcher)
    const changes = await this.#takeChanges(calls[0], isUnanswered)
    const isShared = calls.length > 1 && changes.length > 0
    if (isShared) this.#deps.trace.note('database', 'shares', `a transaction among ${calls.length} calls`)
    const split = splitAmong(
      calls,
      responses.map(({ value }) => value),
      changes,
    )
    return calls.map((waiting, index) => ({
      ...responses[index],
      waiting,
      isUnanswered,
      changes: split[index] ?? [],
    }))
  }

  /** All in one tick, so that those share a transaction which can. Never rejects. */
  async #ask(calls: Calls): Promise<readonly StatementResult[]> {
    try {
      const store = await this.#storeOf(calls[0].life)
      return await Promise.all(calls.map((waiting) => this.#askOne(store, waiting)))
    } catch (error) {
      return calls.map(() => ({ error }))
    }
  }

  #askOne(store: Store, { method, args }: Waiting): Promise<StatementResult> {
    const given = method === 'finishAttempts' ? this.#unpacked.get(args[0]) : undefined
    const response: Promise<unknown> = Reflect.apply(store[method], store, given ?? args)
    return response.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
  }

  /** The connections of what is committed meanwhile are cut before its response. Whether there was any. */
  async #cutCommitted(asked: Promise<unknown>): Promise<boolean> {
    const watcher = this.#watcher
    if (!watcher) return false
    const over = asked.then(() => true)
    let count = 0
    do count += await cutCommitted(watcher)
    while (!(await Promise.race([over, Promise.resolve(false)])))
    return count > 0
  }

  async #storeOf(life: ProcessLife): Promise<Store> {
    const opened = this.#stores.get(life)
    if (opened) return opened
    const url = `${this.#server.urlOf(this.#name)}?application_name=${applicationOf(life)}`
    const { clock } = life
    const { store } = await openPostgresStore({ url, poolMax: POOL_MAX, now: clock.now(), clock })
    this.#stores.set(life, store)
    return store
  }

  /** If the seed wants one now. */
  async #plantFault(calls: Calls): Promise<FaultKind | undefined> {
    const { random, faultShare, trace } = this.#deps
    const watcher = this.#watcher
    if (!watcher || !random.happens(faultShare())) return undefined
    const canBeUnanswered = calls.length === 1 && !NEEDING_RESPONSE.has(calls[0].method)
    const kind = random.pick(FAULT_KINDS.filter((kind) => canBeUnanswered || kind !== 'cut after commit'))
    trace.note('database', 'fault', `at ${kind} of ${calls.map(({ method }) => method).join(', ')}`)
    await plantFault(watcher, kind, random.integer(1, FAULTY_ROW_MAX))
    return kind
  }

  async #takeChanges({ method }: Waiting, isFlushed: boolean): Promise<readonly Change[]> {
    if (!this.#watcher) return []
    const { rows, last } = await readRowsWritten(this.#watcher, this.#lastChange)
    this.#lastChange = last
    this.#unflushed.note(method, rows, isFlushed)
    const changes = this.#changes.take(rows)
    if (method !== 'pruneHistory') return changes
    const dropped = this.#changes.takeDropped(
      await readEndedIds(this.#watcher),
      await readEventIds(this.#watcher),
    )
    return [...dropped, ...changes]
  }

  async #read(now: number): Promise<Stored | undefined> {
    const store = [...this.#stores.values()].at(-1)
    if (!this.#watcher) return undefined
    const reported = store && {
      backlog: await store.countBacklog(now),
      raised: (await store.snapshot({ now, failingMax: 0 })).alerts,
    }
    return { ...(await readPostgres(this.#watcher)), reported }
  }

  async #cut(which: string): Promise<void> {
    if (!this.#watcher) return
    const { rows } = await this.#watcher.query<{ readonly pid: number }>(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND ${which}`,
    )
    // The server itself would check only every 100 ms.
    await eventually('the connections are cut', () => rows.every(({ pid }) => hasEnded(pid)))
    // The end of each is here by now: after two ticks of the event loop whoever had the connection knows it.
    await settled()
    await settled()
  }

  /**
   * Which claims are not on the disk yet, only the server's own clock knows: so all are brought there, and what a
   * cut of the power takes is undone before.
   */
  async #goDown(): Promise<void> {
    if (!this.#watcher) return
    await this.#watcher.query("UPDATE meta SET value = value WHERE key = 'installation_id'")
    this.#watcher = undefined
    await this.#server.down()
  }

  async #comeUp(): Promise<void> {
    if (this.#watcher) return
    await this.#server.up()
    this.#watcher = await this.#server.connect(this.#name)
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function applicationOf(life: ProcessLife): string {
  return `node${life.number}`
}
