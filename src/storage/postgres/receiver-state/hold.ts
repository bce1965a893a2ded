import { alertIdOf, type AlertEvent } from '../../../domain/alert/event.ts'
import type { SilenceId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { heldReason, planHold } from '../../../domain/planning/plan-hold.ts'
import { noteHeld } from '../../scripts/silences.ts'
import type { Transaction } from '../connection/database.ts'
import { runIn } from '../connection/run-script.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'
import { readBehind } from './attempts.ts'
import type { AlertQueueRow } from './alert-states.ts'
import { supersede } from './queue-writes.ts'
import { nameOfPair, writeReceiverStates } from './state-table.ts'

/** An alert's first unfinished delivery, which is not being sent, and the silence that holds it. */
export interface Held {
  readonly head: AlertQueueRow
  readonly event: AlertEvent
  readonly id: SilenceId
}

/** Takes back what a silence covers. The transaction has locked the alerts and the heads. */
export async function holdHeads(
  transaction: Transaction,
  held: readonly Held[],
  { webhooks, now }: { readonly webhooks: KnownWebhooks; readonly now: Instant },
): Promise<void> {
  if (held.length === 0) return
  const { receiverState, behind } = await readBehind(
    transaction,
    held.map(({ head }) => head.id),
  )
  const idOf = new Map(held.map(({ head, id }) => [`${head.webhook_id} ${head.subject}`, id]))
  const left = [...held.map(({ head }) => head), ...behind]
  const states = held.flatMap(({ head, event }) => {
    const webhook = webhooks.get(head.webhook_id)
    if (!webhook) return []
    const pair = { alertId: alertIdOf(head.subject), webhookId: head.webhook_id }
    const before = receiverState.get(nameOfPair(pair))
    const wasTried = head.attempts_made > 0
    return [{ pair, before, after: planHold(pair, before, { webhook, webhooks, event, wasTried, now }) }]
  })
  await Promise.all([
    supersede(
      transaction,
      left.map((row) => {
        const reason = heldReason(idOf.get(`${row.webhook_id} ${row.subject}`)!)
        return { id: row.id, reason, at: now }
      }),
    ),
    writeReceiverStates(transaction, states),
    ...[...new Set(idOf.values())]
      .toSorted((a, b) => a - b)
      .map((id) => runIn(transaction, noteHeld(id, now))),
  ])
}
