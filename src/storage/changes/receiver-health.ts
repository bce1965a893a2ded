import { afterSignal, type Breaker, CLOSED } from '../../domain/flow/breaker.ts'
import type { WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Recorded } from './delivery-rows.ts'
import type { FlowSignal } from './rows.ts'

export function signalOf({ attempt: { receiver: signal, reason }, row }: Recorded): FlowSignal {
  return { webhookId: row.webhook_id, deliveryId: row.id, signal, reason }
}

/** Returns the webhooks whose breakers the signals change. */
export function changedBy(
  signals: readonly FlowSignal[],
  recorded: readonly Recorded[],
  now: Instant,
): readonly WebhookId[] {
  const seen = breakersIn(recorded)
  return [...Map.groupBy(signals, ({ webhookId }) => webhookId)].flatMap(([id, ofOne]) => {
    const breaker = seen.get(id) ?? CLOSED
    return afterSignals(breaker, ofOne, now) === breaker ? [] : [id]
  })
}

/** Returns the breaker after the signals, in order. */
export function afterSignals(breaker: Breaker, signals: readonly FlowSignal[], now: Instant): Breaker {
  return signals.reduce(
    (before, { signal, ...given }) => afterSignal(before, signal, { ...given, now }),
    breaker,
  )
}

/** Returns the webhooks whose receivers accept again, after failures. */
export function recoveredIn(recorded: readonly Recorded[]): readonly WebhookId[] {
  const breakers = breakersIn(recorded)
  const idsOf = (kind: 'failing' | 'healthy') =>
    new Set(recorded.flatMap(({ attempt, row }) => (attempt.receiver.kind === kind ? [row.webhook_id] : [])))
  const failing = idsOf('failing')
  return [...idsOf('healthy')].filter((id) => failing.has(id) || (breakers.get(id)?.failures ?? 0) > 0)
}

/** Returns the reasons to disable webhooks; the first of a webhook counts. */
export function disablingOf(recorded: readonly Recorded[]): ReadonlyMap<WebhookId, string> {
  const reasons = new Map<WebhookId, string>()
  for (const { attempt, row } of recorded) {
    const reason = attempt.disableWebhookReason
    if (reason !== undefined && !reasons.has(row.webhook_id)) reasons.set(row.webhook_id, reason)
  }
  return reasons
}

/** Breakers as they were read, unlocked; a missing one is calm. */
function breakersIn(recorded: readonly Recorded[]): ReadonlyMap<WebhookId, Breaker> {
  return new Map(recorded.flatMap(({ row }) => (row.breaker ? [[row.webhook_id, row.breaker]] : [])))
}
