import type { LeaseHeld } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId, NodeId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { statement } from '../connection/statement.ts'
import type { StoreMethods } from '../../store.ts'
import type { Deps } from '../node-memory/deps.ts'

interface HeldRow {
  readonly id: DeliveryId
  readonly attempts_made: number
  readonly leased_by: string
}

const FIND = statement<[node: NodeId, claimNumbers: readonly number[]], HeldRow>(`
SELECT id, attempts_made, leased_by FROM deliveries
WHERE state = 'sending' AND split_part(leased_by, ':', 1) = $1 AND split_part(leased_by, ':', 3)::bigint = ANY ($2)`)

/** Milliseconds after which the server has committed or undone a lease. */
const DOUBTED_MS = 60_000
const CHECK_EVERY_MS = 500

/**
 * Leases of this process whose COMMIT had no response. The next claim gives them back, because nobody sends
 * them.
 */
export class DoubtfulLeases {
  readonly #database: Deps['database']
  readonly #release: StoreMethods['releaseClaims']
  readonly #since = new Map<number, Instant>()
  #nextScanAt = 0

  constructor(database: Deps['database'], release: StoreMethods['releaseClaims']) {
    this.#database = database
    this.#release = release
  }

  add(claimNumber: number, now: Instant): void {
    this.#since.set(claimNumber, now)
    this.#nextScanAt = now
  }

  /**
   * Gives back what they took, uncounted and due at once; false: nothing. Rejects while the database cannot
   * be used.
   */
  async giveBack({ node, now }: { readonly node: NodeId; readonly now: Instant }): Promise<boolean> {
    if (this.#since.size === 0 || now < this.#nextScanAt) return false
    const rows = await this.#database.scan(FIND, [node, [...this.#since.keys()]])
    const held = rows.map((row): LeaseHeld => ({
      deliveryId: row.id,
      attempt: row.attempts_made,
      leasedBy: row.leased_by,
    }))
    if (held.length > 0) await this.#release(held, now)
    this.#nextScanAt = now + CHECK_EVERY_MS
    for (const [claimNumber, since] of this.#since) {
      if (Math.abs(now - since) >= DOUBTED_MS) this.#since.delete(claimNumber)
    }
    return held.length > 0
  }
}
