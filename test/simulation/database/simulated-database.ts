import type { MethodArgs } from '../../../src/storage/sqlite/connection/run-script.ts'
import type { MethodName } from '../../../src/storage/methods.ts'
import type { Store, StoreMethods } from '../../../src/storage/store.ts'
import type { Change } from '../model/change-log.ts'
import type { LostClaim } from '../model/lost-claims.ts'
import type { ProcessLife } from '../world/process-life.ts'
import type { Random } from '../random.ts'
import type { Stored } from './stored.ts'
import type { Trace } from '../trace.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

/** One call that was carried out, with its response and what it did to the rows. */
export type Executed = { [Name in MethodName]: ExecutedMethod<Name> }[MethodName]

interface ExecutedMethod<Name extends MethodName> {
  readonly node: number
  readonly method: Name
  readonly args: MethodArgs<Name>
  /** Undefined: the call failed, with `error`. */
  readonly value: Awaited<ReturnType<StoreMethods[Name]>> | undefined
  readonly error: unknown
  /** It was committed all the same: only its response was lost. */
  readonly isUnanswered: boolean
  /** When it was asked for, by the clock that nobody can set. */
  readonly askedAt: number
  readonly changes: readonly Change[]
}

export interface DatabaseDeps {
  readonly time: VirtualTime
  readonly random: Random
  readonly trace: Trace
  /** Probability that something fails in a commit, as things are now. */
  readonly faultShare: () => number
  /** Probability that claims come late, long after they were committed, as things are now. */
  readonly lateShare: () => number
  /** What was carried out, in order. Throws if a promise is broken. */
  readonly onBatch: (executed: readonly Executed[]) => void
  /** What the power took with it, though it was committed. */
  readonly onLost: (claims: readonly LostClaim[]) => void
}

/**
 * A real database in a simulated world: the seed decides when each call reaches it, what fails, and when results
 * come.
 */
export interface SimulatedDatabase {
  /** What every `webhook-id` begins with. */
  readonly idsBegin: string
  connect(life: ProcessLife): Store
  /** A process is gone: what it wrote last is committed without a response, or is lost. */
  endProcess(life: ProcessLife, which: { readonly isLast: boolean }): void
  /** It has asked for claims that are not made yet. */
  isClaiming(life: ProcessLife): boolean
  /** Late results come now. */
  responseAll(): void
  /** Its server loses its connections, or crashes and is away so long, in ms; without a server nothing happens. */
  breakServer(): number
  /** Makes what is stored of it unreadable. False: not now. */
  damageEvent(id: number): boolean
  /** Stores matchers as a release did that refused none; no node is there, or remembers the webhook. */
  storeMatch(webhookId: number, stored: { readonly match: string; readonly owner: string }): void
  /** Nothing fails any more. */
  heal(): void
  /** Undefined: it cannot be read just now. */
  read(now: number): Promise<Stored | undefined>
  close(): Promise<void>
}

export interface Engine {
  /** As `npm run sim` takes it. */
  readonly name: 'sqlite' | 'postgres'
  /** Makes the database of one run. */
  open(deps: DatabaseDeps): SimulatedDatabase
}

export const INSTALLATION_ID = 'simulation'

/** What is left of an event that was damaged. */
export const DAMAGED_BODY = '{"oldSta'
