import type { Client } from 'pg'
import { METHODS, type MethodName } from '../../../src/storage/methods.ts'
import type { LostClaim } from '../model/lost-claims.ts'
import type { Row, RowWritten } from './postgres-rows.ts'

/** As a row of `deliveries` has it, beside what every table has. */
type ClaimedRow = Row & { readonly leased_by: string }

/** No trigger sees it, for it is no change: it is what would be on the disk. */
const UNDO = `
SET session_replication_role = replica;
UPDATE deliveries SET state = old.state, attempts_made = old.attempts_made, due_at = old.due_at, lease_until = old.lease_until,
  leased_by = old.leased_by, begun_at = old.begun_at
FROM jsonb_populate_recordset(NULL::deliveries, $1::jsonb) AS old WHERE deliveries.id = old.id;
SET session_replication_role = origin`

/**
 * The claims that a server has committed but not brought to its disk: they do not wait for it, and any later commit
 * takes them along. When the power fails they have never been. Permits of a rate that they took stay taken here.
 */
export class UnflushedClaims {
  #rows: readonly RowWritten[] = []

  /** What a call has committed. `isFlushed`: it waited for the disk, though most claims need not. */
  note(method: MethodName, rows: readonly RowWritten[], isFlushed: boolean): void {
    if (method === 'claimDue' && !isFlushed) {
      for (const row of rows) this.#rows = row.isFlushed ? [] : [...this.#rows, row]
    } else if (METHODS[method] !== 'read') this.#rows = []
  }

  get count(): number {
    return this.#rows.length
  }

  /** Before the server crashes. Returns what was lost. */
  async undo(client: Client): Promise<readonly LostClaim[]> {
    const claims = this.#rows.filter(({ on, before, after }) => on === 'deliveries' && before && after)
    this.#rows = []
    if (claims.length === 0) return []
    const [begin, undo, end] = UNDO.split(';') as [string, string, string]
    await client.query(begin)
    await client.query(undo, [JSON.stringify(claims.map(({ before }) => before))])
    await client.query(end)
    return claims.map(({ before, after }) => ({
      deliveryId: before!.id,
      attempt: after!.attempts_made,
      leasedBy: (after as ClaimedRow).leased_by,
      dueAt: before!.due_at ?? null,
    }))
  }
}
