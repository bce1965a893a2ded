import type { Claim } from '../../../domain/delivery/delivery.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Deps } from '../node-memory/deps.ts'
import { lockAlerts } from '../receiver-state/alert-locks.ts'
import { holdHeads, type Held } from '../receiver-state/hold.ts'
import { releaseLeases } from './release.ts'

export async function holdClaims(
  { database, queues, webhooks }: Pick<Deps, 'database' | 'queues' | 'webhooks'>,
  claims: readonly Claim[],
  now: Instant,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockAlerts(
      transaction,
      claims.map(({ event }) => (event.kind === 'alert' ? event.alertId : 0)),
    )
    const [rows, all] = await Promise.all([
      releaseLeases(transaction, claims, now),
      webhooks.all(transaction),
    ])
    const claimOf = new Map(claims.map((claim) => [claim.deliveryId, claim]))
    const held = rows.flatMap((head): readonly Held[] => {
      const { event, heldBy } = claimOf.get(head.id)!
      return event.kind === 'alert' && heldBy !== null ? [{ head, event, id: heldBy }] : []
    })
    await holdHeads(transaction, held, { webhooks: all, now })
  })
  for (const claim of claims) queues.noteEnded(claim)
}
