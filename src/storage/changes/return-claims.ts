import { alertIdOf } from '../../domain/alert/event.ts'
import type { Claim, LeaseHeld } from '../../domain/delivery/delivery.ts'
import { againAt } from '../../domain/delivery/successor.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Certainty } from '../../domain/receiver-state/after-attempt.ts'
import { together, type TransactionScript } from '../transactions/transaction-script.ts'
import { findSent, type Held, holdHeads, planAttempts, readBehind, writePlans } from './receiver-states.ts'
import type { Known, Rows } from './rows.ts'
import type { LostLeases } from './delivery-rows.ts'
import type { QueuedRow } from './queue-rows.ts'

const LOST_LEASE = 'the attempt was cut off: its worker stopped before the response was recorded'

/** Gives unsent claims back. */
export function* releaseClaims(
  rows: Rows,
  claims: readonly LeaseHeld[],
  now: Instant,
): TransactionScript<void> {
  const [returned, known] = yield* together([rows.releaseLeases(claims, now), rows.known()])
  yield* giveWay(rows, returned, { known, certainty: 'not_notified', now })
}

/** Gives back claims that silences cover, with all that waits after them. */
export function* holdClaims(rows: Rows, claims: readonly Claim[], now: Instant): TransactionScript<void> {
  yield* rows.lockAlerts(claims.map(({ event }) => (event.kind === 'alert' ? event.alertId : 0)))
  const [returned, known] = yield* together([rows.releaseLeases(claims, now), rows.known()])
  const claimOf = new Map(claims.map((claim) => [claim.deliveryId, claim]))
  const held = returned.flatMap((head): readonly Held[] => {
    const { event, heldBy } = claimOf.get(head.id)!
    return event.kind === 'alert' && heldBy !== null ? [{ head, event, heldBy }] : []
  })
  yield* holdHeads(rows, held, { known, now })
}

/** Takes back leases that ran out, or whose nodes are gone. Returns how many. */
export function* reclaimLeases(rows: Rows, lost: Omit<LostLeases, 'reason'>): TransactionScript<number> {
  if (!(yield* rows.begin('reclaimLeases'))) return 0
  const [returned, known] = yield* together([
    rows.takeLostLeases({ ...lost, reason: LOST_LEASE }),
    rows.known(),
  ])
  yield* giveWay(rows, returned, { known, certainty: 'possible', now: lost.now })
  return returned.length
}

interface Returning {
  readonly known: Known
  /** `possible`: the result is unknown; `not_notified`: nothing was sent. */
  readonly certainty: Exclude<Certainty, 'accepted'>
  readonly now: Instant
}

/** Lets deliveries that are pending again give way to newer ones, or end if nothing is left to send. */
function* giveWay(
  rows: Rows,
  returned: readonly QueuedRow[],
  { known, certainty, now }: Returning,
): TransactionScript<void> {
  const ofAlerts = known.areRemembered ? returned.filter(({ subject }) => alertIdOf(subject) !== 0) : []
  if (ofAlerts.length === 0) return
  const behind = yield* readBehind(rows, ofAlerts)
  const again = againAt(now)
  const unconfirmed = ofAlerts.map((row) => ({ row, certainty, next: 'pending' as const, again }))
  const sent = yield* findSent(rows, unconfirmed, { known, states: behind.states })
  yield* writePlans(rows, planAttempts(sent, behind, { known, now }), now)
}
