import type { Instant } from '../../../domain/instant.ts'
import type { Transaction } from '../connection/database.ts'
import type { FreshDelivery } from './fresh-queues.ts'

export interface JoinedLease {
  /** Sends the lease with the commit; resolves when both are done. */
  readonly send: (transaction: Transaction) => Promise<void>
  /** Takes what was leased, after the commit; returns how many. */
  readonly take: () => number
  /** Call if the transaction failed, or may have. */
  readonly doubt: () => void
}

export interface JoinedAt {
  readonly version: number
  readonly now: Instant
}

/** Plans the lease of deliveries about to be made; undefined: scan for them. */
export type PlanLease = (made: readonly FreshDelivery[], at: JoinedAt) => JoinedLease | undefined

interface Waiting {
  readonly plan: PlanLease
  readonly end: () => void
}

/**
 * A claim waits no longer, in milliseconds: another node may block the transaction, or something else fall
 * due.
 */
const WAIT_MS_MAX = 20

/**
 * Lets a claim that knows nothing due lease what intake makes, in intake's transaction, which saves one of
 * its own.
 */
export class JoinedClaims {
  readonly #after: (ms: number, callback: () => void) => () => void
  #intakeCount = 0
  #waiting: Waiting | undefined

  constructor(after: (ms: number, callback: () => void) => () => void) {
    this.#after = after
  }

  get canJoin(): boolean {
    return this.#intakeCount > 0
  }

  /** Lets claims wait for what `work` makes. */
  async takeIn<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#intakeCount += 1
    try {
      return await work()
    } finally {
      this.#intakeCount -= 1
      if (this.#intakeCount === 0) this.#leave()?.end()
    }
  }

  /** Resolves when a transaction has carried out the plan, or none will. One claim at a time. */
  wait(plan: PlanLease): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#after(WAIT_MS_MAX, () => this.#leave()?.end())
    this.#waiting = {
      plan,
      end: () => {
        cancel()
        resolve()
      },
    }
    return promise
  }

  /**
   * Runs a transaction of intake, which may begin again. `join` wraps the statements that write: the last
   * brings the lease along. Returns what nobody has leased.
   */
  async run<Result extends { readonly made: readonly FreshDelivery[] }>(
    work: (
      join: (transaction: Transaction, made: readonly FreshDelivery[], at: JoinedAt) => Transaction,
    ) => Promise<Result>,
  ): Promise<Result> {
    let claim: Waiting | undefined
    let lease: JoinedLease | undefined
    try {
      const result = await work((transaction, made, at) => {
        lease?.doubt()
        if (made.length > 0) claim ??= this.#leave()
        lease = made.length > 0 ? claim?.plan(made, at) : undefined
        return lease ? bringing(lease, transaction) : transaction
      })
      // A transaction that began again may make nothing the second time.
      if (result.made.length === 0) lease?.doubt()
      else if (lease?.take() === result.made.length) return { ...result, made: [] }
      return result
    } catch (error) {
      lease?.doubt()
      throw error
    } finally {
      claim?.end()
    }
  }

  #leave(): Waiting | undefined {
    const waiting = this.#waiting
    this.#waiting = undefined
    return waiting
  }
}

function bringing(lease: JoinedLease, transaction: Transaction): Transaction {
  return {
    ...transaction,
    queryLast: async (text, values) => {
      const written = transaction.query(text, values)
      await lease.send(transaction)
      return written
    },
  }
}
