import { CLOCKS_APART_MS_MAX } from '../../domain/clock-steps.ts'
import type { AlertId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { ReceiverStateKey } from '../../domain/receiver-state/receiver-state.ts'
import { nextReminderAt, remindAheadMsMax, remindersOf } from '../../domain/receiver-state/reminder.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import { change, many, statement, type TransactionScript } from '../transactions/transaction-script.ts'

/** Selects pairs whose timer is due, the oldest first. */
export function* findDueTimers(now: Instant, limit: number): TransactionScript<readonly ReceiverStateKey[]> {
  return yield* many(SELECT_DUE, { now, limit })
}

export const SELECT_DUE = statement<{ now: Instant; limit: number }, ReceiverStateKey>(
  ({ indexedBy }) => `SELECT alert_id AS "alertId", webhook_id AS "webhookId"
     FROM receiver_states ${indexedBy('receiver_states_due')} WHERE next_due IS NOT NULL AND next_due <= CAST(@now AS BIGINT)
     ORDER BY next_due LIMIT @limit`,
)

/** Moves the running timers of an alert, which is locked. */
export function* moveTimers(alertId: AlertId, at: Instant): TransactionScript<void> {
  yield* change(MOVE, { alertId, at })
}

const MOVE = statement<{ alertId: AlertId; at: Instant }>(
  'UPDATE receiver_states SET next_due = @at WHERE alert_id = @alertId AND next_due IS NOT NULL',
)

/** Counts from now if a webhook has other distances, or is enabled; housekeeping stops timers that nobody wants. */
export function* startTimers(before: Webhook, after: Webhook, now: Instant): TransactionScript<void> {
  const at = nextReminderAt(after, 0, now)
  const isEnabled = after.enabled && !before.enabled
  const isOther = remindersOf(before)?.join() !== remindersOf(after)?.join()
  if (at === undefined || !(isEnabled || isOther)) return
  yield* change(START, { webhookId: after.id, at })
}

const START = statement<{ webhookId: WebhookId; at: Instant }>(
  "UPDATE receiver_states SET next_due = @at, reminders = 0 WHERE webhook_id = @webhookId AND desired_state <> 'cleared'",
)

/** Makes due what is due later than its webhook can ask for: the clock was set back. Returns how many. */
export function* clampTimers(
  webhooks: Iterable<Webhook>,
  now: Instant,
  limit: number,
): TransactionScript<number> {
  const byAhead = Map.groupBy(webhooks, remindAheadMsMax)
  byAhead.delete(0)
  let count = 0
  for (const [aheadMs, among] of byAhead) {
    const ids = JSON.stringify(among.map(({ id }) => id))
    const latest = now + aheadMs + CLOCKS_APART_MS_MAX
    if (count < limit) count += yield* change(CLAMP, { ids, latest, now, limit: limit - count })
  }
  return count
}

interface Clamped {
  readonly ids: string
  readonly latest: Instant
  readonly now: Instant
  readonly limit: number
}

const CLAMP = statement<Clamped>(
  ({ isAmong }) => `UPDATE receiver_states SET next_due = @now WHERE (alert_id, webhook_id) IN (
     SELECT alert_id, webhook_id FROM receiver_states
     WHERE next_due IS NOT NULL AND next_due > @latest AND ${isAmong('webhook_id', '@ids')} LIMIT @limit)`,
)
