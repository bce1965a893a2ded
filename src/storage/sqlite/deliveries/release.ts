import type { Database } from 'better-sqlite3'
import { againAt } from '../../../domain/delivery/successor.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { ReceiverStates } from '../receiver-state/receiver-states.ts'
import type { LeasedDeliveries } from './leased-deliveries.ts'

/** Gives unsent claims back, to be sent later or held by a silence. */
export function releaseMethod(
  { db, queues }: SqliteDeps,
  receiverStates: ReceiverStates,
  leased: LeasedDeliveries,
): Pick<SyncMethods, 'releaseClaims' | 'holdClaims'> {
  const sql = prepare(db)
  return {
    releaseClaims: (claims, now) => {
      queues.ready()
      for (const { deliveryId, attempt } of claims) {
        const row = sql.selectOne.get(deliveryId)
        if (row?.state !== 'sending' || row.attempts_made !== attempt) continue
        const dueAt = leased.dueAtFor(row.webhook_id, now)
        const given = { ...row, attempts_made: attempt - 1 }
        const unsent = { certainty: 'not_notified', next: 'pending', again: againAt(now) } as const
        const plan = receiverStates.planUnconfirmed(given, unsent, now)
        sql.release.run(dueAt, deliveryId, attempt)
        leased.returned(row, { state: 'pending', dueAt })
        if (plan) leased.giveWay(row.id, plan, { reason: row.last_reason, now })
      }
    },

    holdClaims: (claims, now) => {
      queues.ready()
      for (const { deliveryId, attempt, event, heldBy } of claims) {
        const row = sql.selectOne.get(deliveryId)
        if (row?.state !== 'sending' || row.attempts_made !== attempt) continue
        sql.release.run(null, deliveryId, attempt)
        leased.returned(row, { state: 'pending', dueAt: null })
        const head = { ...row, attempts_made: attempt - 1 }
        if (event.kind === 'alert' && heldBy !== null) receiverStates.hold(head, event, { id: heldBy, now })
      }
    },
  }
}

function prepare(db: Database) {
  return {
    selectOne: db.prepare<[DeliveryId], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?'),
    release: db.prepare<[dueAt: Instant | null, id: DeliveryId, attempt: number]>(
      `UPDATE deliveries SET state = 'pending', attempts_made = attempts_made - 1, due_at = ?, lease_until = NULL
     WHERE id = ? AND state = 'sending' AND attempts_made = ?`,
    ),
  }
}
