import { alertIdOf } from '../../domain/alert/event.ts'
import type { DeliveryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { silenceHolding } from '../../domain/planning/plan-hold.ts'
import { sentStates } from '../../domain/receiver-state/sent-states.ts'
import { charactersMaxFor } from '../../domain/routing/matching.ts'
import { together, type TransactionScript } from '../transactions/transaction-script.ts'
import type { StateMethods } from '../webhook-methods.ts'
import { addFallbacks, type Failed } from './fallback.ts'
import { type Held, holdHeads, pairOf } from './receiver-states.ts'
import type { Known, Rows } from './rows.ts'
import { nameOfPair } from './state-rows.ts'
import { nameOfQueue } from './queue-rows.ts'

/** Notifies the fallbacks of deliveries that have not arrived in time. Returns how many were late. */
export function* escalateToFallbacks(
  rows: Rows,
  { now, limit }: Parameters<StateMethods['escalateToFallbacks']>[0],
): TransactionScript<number> {
  const [isOurs, found] = yield* together([rows.begin('escalateToFallbacks'), rows.late(now, limit)])
  if (!isOurs || found.length === 0) return 0
  yield* rows.lockAlerts(found.map(({ subject }) => alertIdOf(subject)))
  const ids = found.map(({ id }) => id)
  const late = yield* rows.forgetFallbackTimes(ids, now)
  const known = yield* rows.known()
  const silenced = yield* holdSilenced(rows, late, { known, now })
  const failed = late.filter(({ id }) => !silenced.has(id)).toSorted((a, b) => a.id - b.id)
  yield* addFallbacks(rows, failed, { known, now })
  return found.length
}

/**
 * Holds late deliveries that a silence covers, instead of notifying fallbacks. The next claim holds what is
 * being sent. Returns all covered ids.
 */
function* holdSilenced(
  rows: Rows,
  late: readonly Failed[],
  { known, now }: { readonly known: Known; readonly now: Instant },
): TransactionScript<ReadonlySet<DeliveryId>> {
  const ofAlerts = late.filter(({ subject }) => alertIdOf(subject) !== 0)
  const { silences } = known
  if (ofAlerts.length === 0 || !silences.mayHold(now)) return new Set()
  const heads = yield* rows.lockHeads(ofAlerts)
  const [events, states] = yield* together([rows.events(heads), rows.states(heads.map(pairOf))])
  const covered = heads.flatMap((head): readonly Held[] => {
    const [event, webhook] = [events.get(head.event_id), known.find(head.webhook_id)]
    if (event?.kind !== 'alert' || !webhook) return []
    const receiverState = states.get(nameOfPair(pairOf(head)))
    const charactersMax = charactersMaxFor(webhook, known.webhooks)
    const sent = sentStates(event, webhook, { receiverState, charactersMax })
    const heldBy = silenceHolding(silences, event, { webhookId: webhook.id, sentStates: sent, now })
    return heldBy === null ? [] : [{ head, event, heldBy }]
  })
  const pending = covered.filter(({ head }) => head.state === 'pending')
  yield* holdHeads(rows, pending, { known, now })
  const queues = new Set(covered.map(({ head }) => nameOfQueue(head)))
  return new Set(ofAlerts.filter((row) => queues.has(nameOfQueue(row))).map(({ id }) => id))
}
